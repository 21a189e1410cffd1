"""Arguments and options that the commands share, and the position they describe."""

from __future__ import annotations

import re
import sys
from typing import Annotated, cast

import typer

from inarow.model.errors import InvalidOptionError, InvalidPositionError
from inarow.model.game import Game
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.solver.solver import TABLE_MB

__all__ = [
    "TABLE_MB",
    "Checkpoint",
    "Columns",
    "DatabaseFile",
    "Distance",
    "Exact",
    "InARow",
    "Json",
    "Loose",
    "Nodes",
    "PositionText",
    "Rows",
    "Seconds",
    "TableMb",
    "Threads",
    "Turn",
    "Weak",
    "game_kind",
    "read_input",
    "read_numbers",
    "read_position",
    "usage_error",
]

# Where this class lives differs between versions of typer; what stands above BadParameter does not.
usage_error = cast("type[Exception]", typer.BadParameter.__mro__[1])
"""What the reading of the arguments raises."""

Rows = Annotated[int, typer.Argument(metavar="M", help="Rows, 1 to 20.", show_default=False)]
Columns = Annotated[int, typer.Argument(metavar="N", help="Columns, 1 to 20.", show_default=False)]
InARow = Annotated[
    int, typer.Argument(metavar="K", help="K or more in a row win.", show_default=False)
]
Exact = Annotated[
    bool, typer.Option("--exact", help="Exactly K in a row win, a longer row does not.")
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        "-p",
        metavar="TEXT",
        help="Rows from the top joined by '/', such as X../.O./... ; '-' reads standard input."
        " The empty board unless given.",
        show_default=False,
    ),
]
Turn = Annotated[
    str | None,
    typer.Option(
        metavar="X|O", help="Side to move, if the stones leave it open.", show_default=False
    ),
]
Loose = Annotated[bool, typer.Option("--loose", help="Admit any numbers of stones.")]
Seconds = Annotated[
    float | None,
    typer.Option(metavar="S", help="Stop after S seconds, with bounds.", show_default=False),
]
Nodes = Annotated[
    int | None,
    typer.Option(metavar="N", help="Stop after N nodes, with bounds.", show_default=False),
]
Threads = Annotated[
    int,
    typer.Option(metavar="T", help="Threads to share the search; no answer depends on them."),
]
TableMb = Annotated[
    int, typer.Option("--table-mb", metavar="MB", help="Most memory for the table of positions.")
]
Distance = Annotated[
    bool,
    typer.Option("--distance", help="Count the plies to the win; play the quickest."),
]
Weak = Annotated[
    bool,
    typer.Option("--weak", help="The weak game: only X can win, O only tries to stop him."),
]
Checkpoint = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Keep the search in FILE, once a minute and at its end; go on from it if it exists.",
        show_default=False,
    ),
]
DatabaseFile = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE",
        help="Look positions up in FILE, which 'inarow database build' has made.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def game_kind(weak: bool) -> GameKind:
    """Return the library's name for what --weak asks for."""
    return "weak" if weak else "strong"


def read_numbers(option: str, text: str, most: int, example: str) -> list[int]:
    """Read numbers and ranges from 1 to `most`, ``3-5,8``; ascending, each once.

    >>> read_numbers("--k", "8,3-5", 20, "3-6 or 3,5")
    [3, 4, 5, 8]
    """
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})(?:-([0-9]{1,3}))?\s*", part)
        if match is None:
            raise InvalidOptionError(
                f"{option} is a number or a range such as {example}, not {text!r}"
            )
        first = int(match[1])
        last = first if match[2] is None else int(match[2])
        if not 1 <= first <= last <= most:
            raise InvalidOptionError(f"{option} must be 1 to {most}, ascending, not {part.strip()}")
        found.update(range(first, last + 1))
    return sorted(found)


def read_input() -> str:
    """Return all of standard input."""
    if sys.stdin is None:  # closed by whoever started the program
        raise InvalidPositionError("there is no standard input")
    try:
        return sys.stdin.read()
    except UnicodeDecodeError:
        raise InvalidPositionError("standard input is no text (UTF-8)") from None


def read_position(
    m: int,
    n: int,
    k: int,
    text: str | None,
    turn: str | None,
    loose: bool,
    exact: bool = False,
) -> Position:
    """Return the position that the arguments describe; raises what `Game.position` raises."""
    game = Game(m, n, k, exact=exact)
    if text == "-":
        text = read_input()
    elif text is None:
        text = game.start().text
    return game.position(text, turn=None if turn is None else turn.upper(), strict=not loose)
