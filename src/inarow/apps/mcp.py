"""The solver as tools for agents: a server of the Model Context Protocol, over standard streams."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from time import monotonic
from typing import Annotated, Any, ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from inarow._check import check as check_certificate
from inarow.apps.cli.grade import grades_record
from inarow.apps.cli.records import analysis_record, position_record, solution_record
from inarow.model.errors import InarowError
from inarow.records.formats import read_record
from inarow.solver import functions

Played = Annotated[
    str,
    Field(
        description="The game as M,N,K (rows, columns, how many in a row win), then the moves from"
        " the empty board, or the board with the side to move:"
        " '4,4,4', '15,15,5 h8 i9', '3,3,3 XX./OO./...:X'. Cells are a1 (top left), b2, ..."
        " Other boards are '4x4x4,4' (a cube; 2b3 is layer 2, column b, row 3), 'torus 5,5,4'."
    ),
]
Seconds = Annotated[
    float, Field(gt=0, le=60, description="The most time for it (`grade`: for each move).")
]
Nodes = Annotated[int | None, Field(ge=1, description="A limit in positions: its answers repeat.")]
Distance = Annotated[bool, Field(description="Find the number of plies to the end as well.")]

server = MCPServer(
    "inarow",
    instructions="Exact values and best moves of k-in-a-row games: tic-tac-toe (3,3,3) to Gomoku"
    " (15,15,5; five or more win). Values are for the side to move: 1 a win, 0 a draw, -1 a loss."
    " What a limit leaves open has bounds, lower < upper, and value null: never a guess.",
    version=version("inarow"),
    log_level="WARNING",
)
P = ParamSpec("P")


def tool(function: Callable[P, dict[str, Any]]) -> Callable[P, dict[str, Any]]:
    """Make a tool of a function; the agent is told what it did wrong."""

    @wraps(function)
    def told(*given: P.args, **named: P.kwargs) -> dict[str, Any]:
        try:
            return function(*given, **named)
        except (InarowError, OSError) as error:
            raise ToolError(str(error)) from None

    server.add_tool(told)
    return told


@tool
def solve(
    position: Played, seconds: Seconds = 5.0, nodes: Nodes = None, distance: Distance = False
) -> dict[str, Any]:
    """Say who wins, with proof or with bounds, a best move and the line of best play."""
    asked = read_record(position).position
    found = functions.solve(asked, distance=distance, seconds=seconds, nodes=nodes)
    return solution_record(asked, found)


@tool
def best_move(position: Played, seconds: Seconds = 1.0, nodes: Nodes = None) -> dict[str, Any]:
    """Choose a move: a proven best one, or the most promising within the limit."""
    asked = read_record(position).position
    found = functions.solve(asked, seconds=seconds, nodes=nodes)
    move = found.best_move
    if move is None:
        raise ToolError("there is no move: the game is over")
    known = {"move": move, "name": asked.game.name(move), "proven": found.proven}
    return known | position_record(asked)


@tool
def analyse(
    position: Played, seconds: Seconds = 5.0, nodes: Nodes = None, distance: Distance = False
) -> dict[str, Any]:
    """Tell the value or the bounds of every legal move, best first."""
    asked = read_record(position).position
    found = functions.analyse(asked, distance=distance, seconds=seconds, nodes=nodes)
    return analysis_record(asked, found.solution, found)


@tool
def grade(
    position: Played, seconds: Seconds = 1.0, nodes: Nodes = None, distance: Distance = False
) -> dict[str, Any]:
    """Say what each move of a game ('3,3,3 b2 a2 a1') gave away, and which lost it."""
    played = read_record(position)
    found = functions.grade(played, distance=distance, seconds=seconds, nodes=nodes)
    return grades_record(played, found)


@tool
def check(
    path: Annotated[str, Field(description="A certificate: a file that `inarow prove` wrote.")],
    seconds: Seconds = 60.0,
) -> dict[str, Any]:
    """Check a proof without any search: does it prove what it claims?"""
    if not os.path.isfile(path):  # a pipe would be waited for, without a limit
        raise ToolError(f"{path} is no file")
    end = monotonic() + seconds

    def in_time(_nodes: int) -> None:
        if monotonic() > end:
            raise TimeoutError(f"not checked within {seconds} s; it may hold or not")

    return check_certificate(path, in_time)._asdict()
