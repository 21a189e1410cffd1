"""``inarow solve`` and ``inarow best``: the value of one position, and a move that keeps it."""

from __future__ import annotations

from functools import partial

import typer

from inarow.apps.cli import INTERRUPTED
from inarow.apps.cli.options import (
    AnyGame,
    Checkpoint,
    Json,
    LimitedSearch,
    StartPosition,
    Weak,
    game_kind,
)
from inarow.apps.cli.records import print_record, solution_record
from inarow.apps.cli.show import error_console, heading, output_console
from inarow.apps.cli.spread import Spread
from inarow.apps.cli.watch import count, search, warnings_in_a_line
from inarow.model.errors import InvalidPositionError
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.model.words import verdict, weak_status

__all__ = ["INTERRUPTED", "best", "print_effort", "print_solution", "solve"]


def solve(
    game: AnyGame,
    start: StartPosition,
    options: LimitedSearch,
    spread: Spread,
    weak: Weak = False,
    checkpoint: Checkpoint = None,
    as_json: Json = False,
) -> None:
    """Prove the value of a position and show best play.

    With --workers or --scheduler the proof is spread over processes; --store keeps what they find.

    Example: [bold]inarow solve 4 4 3 --position "X.../.O../..../...." --distance[/bold]
    """
    asked, kind = start.read(game.read()), game_kind(weak)
    if spread.is_wanted(options, weak, checkpoint):
        solution, interrupted = spread.solve(
            asked, options.table_mb, quiet=as_json, seconds=options.seconds
        )
    else:
        solution, interrupted = _solve(asked, options, kind, as_json, checkpoint)
    if as_json:
        print_record(solution_record(asked, solution, kind))
    else:
        print_solution(asked, solution, kind, interrupted)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def best(
    game: AnyGame,
    start: StartPosition,
    options: LimitedSearch,
    weak: Weak = False,
    as_json: Json = False,
) -> None:
    """Print a best move, by its name.

    Example: [bold]inarow best 3 3 3 --position X../.../...[/bold]
    """
    asked, kind = start.read(game.read()), game_kind(weak)
    over = weak_status(asked) if weak else asked.status if asked.is_over else None
    if over is not None:
        raise InvalidPositionError(f"the game is over ({over}): there is no move")
    solution, interrupted = _solve(asked, options, kind, as_json)
    if as_json:
        print_record(solution_record(asked, solution, kind))
    else:
        if solution.best_move is not None:
            print(asked.game.name(solution.best_move))
        if solution.judged:
            # The move is only the most promising one: say so where no program reads it.
            error_console().say(f"{verdict(asked, solution, kind)}; the move is judged")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _solve(
    position: Position,
    options: LimitedSearch,
    kind: GameKind,
    quiet: bool,
    checkpoint: str | None = None,
) -> tuple[Solution, bool]:
    """The solution, and whether Ctrl-C cut it short."""
    solver = options.solver(position.game)
    ask = partial(solver.solve, position, distance=options.distance, game_kind=kind)
    with warnings_in_a_line():
        solution, watch = search(
            ask, position.game, quiet, options.nodes, options.seconds, checkpoint=checkpoint
        )
    if watch is not None:
        solution = solution._replace(nodes=watch.nodes, seconds=watch.seconds)
    return solution, watch is not None


def print_solution(
    position: Position, solution: Solution, kind: GameKind = "strong", interrupted: bool = False
) -> None:
    """Print the board, its value and best play."""
    page, game = output_console(), position.game
    page.title(heading(position, kind))
    page.board(position)
    page.fact("value", verdict(position, solution, kind))
    if solution.best_move is not None:
        name = game.name(solution.best_move)
        if solution.judged:
            page.fact("promising", f"{name}, judged")
        else:
            page.fact("best move", name)
    if solution.line:
        page.fact("line", " ".join(map(game.name, solution.line)))
    print_effort(solution.nodes, solution.seconds, interrupted)


def print_effort(nodes: int, seconds: float, interrupted: bool) -> None:
    """Print what an answer took; of an interrupted search, as much as it had reported."""
    bound = "at least " if interrupted else ""
    speed = f" ({count(nodes / seconds)} nodes/s)" if nodes >= 1000 and seconds > 0 else ""
    output_console().fact("effort", f"{bound}{nodes:,} nodes, {seconds:.3f} s{speed}")
