"""``inarow count``: how many positions, results, classes and complete games a board has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from inarow.apps.cli.options import AnyGame, Json, flag, option
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page
from inarow.apps.cli.watch import StatusLine
from inarow.solver.counts import MEMORY_MB
from inarow.solver.counts import count as count_game

PRINTED_ELSEWHERE = {
    "4,4,3": "6,035,992 is printed for this board in a series of articles, 9 fewer. The number"
    " here is right: programs that visit every position by legal moves, inarow.reference.count"
    " among them, find the same, in all and at every ply."
}
"""Remarks on numbers that people may know from elsewhere."""


def count(
    game: AnyGame,
    by_ply: Annotated[bool, flag("--by-ply", "Tell the counts for each number of stones.")] = False,
    symmetry: Annotated[
        bool, flag("--symmetry", "Count positions up to symmetry of the board, too.")
    ] = False,
    games: Annotated[
        bool, flag("--games", "Count complete games, too: sequences of moves.")
    ] = False,
    memory_mb: Annotated[int, option("MB", "Most memory to take.", "--memory-mb")] = MEMORY_MB,
    as_json: Json = False,
) -> None:
    """Count the positions that play can reach, exactly. With --json, all counts.

    Example: [bold]inarow count 4 4 4 --by-ply --symmetry --games[/bold]
    """
    asked = game.needed()
    with StatusLine(as_json) as status:
        found = count_game(
            asked, memory_mb=memory_mb, progress=lambda share: status.show_share("counting", share)
        )
        seconds = status.seconds
    if as_json:
        print_record({**asdict(found), **asked.record(), "seconds": seconds})
        return
    page = Page()
    page.title(asked.words)
    page.fact("positions", f"{found.positions:,}")
    results = f"X wins {found.x_wins:,}, O wins {found.o_wins:,}, draws {found.draws:,}"
    page.fact("finished", f"{found.terminal:,}: {results}")
    if symmetry:
        page.fact("classes", f"{found.classes:,} up to symmetry")
    if games:
        page.fact("games", f"{found.games:,}")
    page.fact("effort", f"{seconds:.3f} s")
    if note := PRINTED_ELSEWHERE.get(asked.key):
        page.fact("note", note)
    if by_ply:
        page.say()
        columns: dict[str, Sequence[int]] = {
            "stones": range(len(found.by_ply)),
            "positions": found.by_ply,
            "finished": found.terminal_by_ply,
        }
        if symmetry:
            columns["classes"] = found.classes_by_ply
        if games:
            columns["games"] = found.games_by_ply
        rows = ([f"{number:,}" for number in row] for row in zip(*columns.values(), strict=True))
        page.table([*columns], rows, right=range(len(columns)))
