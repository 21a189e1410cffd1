"""``inarow solve``, ``best`` and ``prove``: the value of one position, a move, a proof."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from inarow.apps.cli.checkpoint import Checkpoint
from inarow.apps.cli.options import (
    AnyStart,
    CheckpointFile,
    Force,
    FreeStart,
    Json,
    LimitedSearch,
    SearchOptions,
    Weak,
    game_kind,
    output_file,
)
from inarow.apps.cli.records import print_record, solution_record
from inarow.apps.cli.spread import Spread
from inarow.apps.cli.watch import count, search
from inarow.model.counted import counted
from inarow.model.errors import InvalidPositionError
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.model.words import facts, verdict, weak_status

if TYPE_CHECKING:
    from inarow.apps.cli.show import Page


def solve(
    start: AnyStart,
    options: LimitedSearch,
    spread: Spread,
    weak: Weak = False,
    checkpoint: CheckpointFile = None,
    as_json: Json = False,
) -> None:
    """Prove the value of a position and show best play.

    With --workers or --scheduler the proof is spread over workers; --store keeps what they find.

    Example: [bold]inarow solve 4 4 3 --position "X.../.O../..../...." --distance[/bold]
    """
    asked, kind = start.find(), game_kind(weak)
    solution, interrupted = find(
        asked, options, kind, as_json, spread=spread, checkpoint=checkpoint
    )
    print_solution(asked, solution, as_json, kind, interrupted)
    if interrupted:
        raise KeyboardInterrupt


def best(
    start: AnyStart, options: LimitedSearch, weak: Weak = False, as_json: Json = False
) -> None:
    """Print a best move, by its name.

    Example: [bold]inarow best 3 3 3 --position X../.../...[/bold]
    """
    asked, kind = start.find(), game_kind(weak)
    over = weak_status(asked) if weak else asked.status if asked.is_over else None
    if over is not None:
        raise InvalidPositionError(f"the game is over ({over}): there is no move")
    solution, interrupted = find(asked, options, kind, as_json)
    if as_json:
        print_record(solution_record(asked, solution, kind))
    else:
        if solution.best_move is not None:
            print(asked.game.name(solution.best_move))
        if solution.judged:
            from inarow.apps.cli.show import Page  # rich is slow to load: a move does without

            # The move is only the most promising one: say so where no program reads it.
            Page(stderr=True).say(f"{verdict(asked, solution, kind)}; the move is judged")
    if interrupted:
        raise KeyboardInterrupt


def prove(
    start: FreeStart,
    options: SearchOptions,
    spread: Spread,
    *,
    output: Annotated[str, output_file("Write the certificate to FILE.")],
    force: Force = False,
    weak: Weak = False,
    checkpoint: CheckpointFile = None,
    as_json: Json = False,
) -> None:
    """Prove the value of a position, and write a certificate that anyone can check.

    With --distance, a certificate that the win is as short as it can be.
    With --workers or --scheduler the proof is spread over workers; --store keeps what they find.

    Example: [bold]inarow prove 7 7 5 -o 775.cert[/bold]
    """
    asked, kind = start.find(), game_kind(weak)
    solution, interrupted = find(
        asked,
        options,
        kind,
        as_json,
        spread=spread,
        checkpoint=checkpoint,
        certificate=output,
        overwrite=force,
    )
    if interrupted:
        raise KeyboardInterrupt
    print_solution(asked, solution, as_json, kind, certificate=output)


def find(
    position: Position,
    options: SearchOptions,
    kind: GameKind,
    quiet: bool,
    *,
    spread: Spread | None = None,
    checkpoint: str | None = None,
    certificate: str | None = None,
    overwrite: bool = False,
) -> tuple[Solution, bool]:
    """Return the solution, and whether Ctrl-C cut it short; then no certificate is written."""
    if spread is not None and spread.is_wanted(options, kind == "weak", checkpoint):
        return spread.solve(position, options, quiet, certificate, overwrite)
    solver = options.solver(position.game)
    ask = partial(solver.solve, position, distance=options.distance, game_kind=kind)
    kept = nullcontext() if checkpoint is None else Checkpoint(solver, checkpoint)
    with kept as also:
        solution, watch = search(
            ask,
            position.game,
            quiet,
            options.limits,
            also,
            certificate=certificate,
            overwrite=overwrite,
        )
    if watch.interrupted:
        solution = replace(solution, nodes=watch.nodes, seconds=watch.seconds)
    return solution, watch.interrupted


def print_solution(
    position: Position,
    solution: Solution,
    as_json: bool,
    kind: GameKind = "strong",
    interrupted: bool = False,
    certificate: str | None = None,
) -> None:
    """Print the board, its value and best play, or the record of it all."""
    size = 0 if certificate is None else Path(certificate).stat().st_size
    if as_json:
        written = {} if certificate is None else {"certificate": certificate, "bytes": size}
        print_record({**solution_record(position, solution, kind), **written})
        return
    from inarow.apps.cli.show import Page, heading

    page = Page()
    page.title(heading(position, kind))
    page.board(position)
    for label, text in facts(position, solution, kind):
        page.fact(label, text)
    print_effort(page, solution.nodes, solution.seconds, interrupted)
    if certificate is not None:
        page.fact("certificate", f"{certificate}, {count(size)}B")


def print_effort(page: Page, nodes: int, seconds: float, interrupted: bool) -> None:
    """Print what an answer took; of an interrupted search, as much as it had reported."""
    bound = "at least " if interrupted else ""
    speed = f" ({count(nodes / seconds)} nodes/s)" if nodes >= 1000 and seconds > 0 else ""
    page.fact("effort", f"{bound}{counted(nodes, 'node')}, {seconds:.3f} s{speed}")
