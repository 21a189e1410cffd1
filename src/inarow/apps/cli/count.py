"""``inarow count``: how many positions, results, classes and complete games a board has."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console

from inarow.apps.cli.options import Columns, InARow, Json, Rows
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import output_console, print_fact
from inarow.apps.cli.watch import StatusLine, percent
from inarow.model.game import Game
from inarow.solver.counts import MEMORY_MB, Counts
from inarow.solver.counts import count as count_game

__all__ = ["count"]

PRINTED_ELSEWHERE = {
    (4, 4, 3): "6,035,992 is printed for this board in a series of articles, 9 fewer. The number"
    " here is right: programs that visit every position by legal moves, inarow.reference.count"
    " among them, find the same, in all and at every ply."
}
"""Remarks on numbers that people may know from elsewhere."""


def count(
    m: Rows,
    n: Columns,
    k: InARow,
    by_ply: Annotated[
        bool, typer.Option("--by-ply", help="Tell the counts for each number of stones.")
    ] = False,
    symmetry: Annotated[
        bool, typer.Option("--symmetry", help="Count positions up to symmetry of the board, too.")
    ] = False,
    games: Annotated[
        bool, typer.Option("--games", help="Count complete games, too: sequences of moves.")
    ] = False,
    memory_mb: Annotated[
        int, typer.Option("--memory-mb", metavar="MB", help="Most memory to take.")
    ] = MEMORY_MB,
    as_json: Json = False,
) -> None:
    """Count the positions that play can reach, exactly. JSON has all counts.

    Example: [bold]inarow count 4 4 4 --by-ply --symmetry --games[/bold]
    """
    game = Game(m, n, k)
    started = perf_counter()
    with StatusLine(as_json) as status:
        found = count_game(
            game,
            memory_mb=memory_mb,
            progress=lambda share: status.show(
                f"counting: {percent(share)}, {perf_counter() - started:.1f} s"
            ),
        )
    seconds = perf_counter() - started
    if as_json:
        print_record({**asdict(found), "m": m, "n": n, "k": k, "seconds": seconds})
        return
    console = output_console()
    console.print(game.words, style="bold", soft_wrap=True)
    console.print()
    print_fact(console, "positions", f"{found.positions:,}")
    print_fact(
        console,
        "finished",
        f"{found.terminal:,}: X wins {found.x_wins:,}, O wins {found.o_wins:,},"
        f" draws {found.draws:,}",
    )
    if symmetry:
        print_fact(console, "classes", f"{found.classes:,} up to symmetry")
    if games:
        print_fact(console, "games", f"{found.games:,}")
    print_fact(console, "effort", f"{seconds:.3f} s")
    if (m, n, k) in PRINTED_ELSEWHERE:
        print_fact(console, "note", PRINTED_ELSEWHERE[m, n, k])
    if by_ply:
        console.print()
        _print_plies(console, found, symmetry, games)


def _print_plies(console: Console, found: Counts, symmetry: bool, games: bool) -> None:
    """A line for each number of stones, a column for each count that was asked for."""
    columns: list[tuple[str, tuple[int, ...]]] = [
        ("stones", tuple(range(len(found.by_ply)))),
        ("positions", found.by_ply),
        ("finished", found.terminal_by_ply),
    ]
    if symmetry:
        columns.append(("classes", found.classes_by_ply))
    if games:
        columns.append(("games", found.games_by_ply))
    texts = [[title, *(f"{number:,}" for number in numbers)] for title, numbers in columns]
    widths = [max(map(len, column)) for column in texts]
    for row in zip(*texts, strict=True):
        cells = (f"{text:>{width}}" for text, width in zip(row, widths, strict=True))
        console.print("  ".join(cells), soft_wrap=True)
