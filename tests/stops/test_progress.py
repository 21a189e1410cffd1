"""What a progress callback is told: shares that are closed, lines that can be played."""

from itertools import pairwise
from typing import Any

import pytest
from interrupts import Enough

from inarow import Game, Progress, Solver
from inarow.model.options import GameKind


@pytest.mark.long
@pytest.mark.parametrize(("size", "kind"), [((9, 9, 5), "weak"), ((8, 8, 5), "strong")])
def test_progress_means_something(size: tuple[int, int, int], kind: GameKind) -> None:
    game = Game(*size)
    reports: list[Progress] = []
    start = game.start()

    def listen(report: Progress) -> None:
        reports.append(report)
        if len(reports) >= 10 and report.share > 0 and any(each.line for each in reports):
            raise Enough

    with pytest.raises(Enough):
        Solver(game).solve(start, game_kind=kind, progress=listen)
    for report in reports:
        assert 0 <= report.share <= 1 and 0 < report.table_fill < 1
        assert len(report.line) <= 8  # none at the root
        position = start
        for move in report.line:
            position = position.play(move)  # a line of moves that can be played
    if kind == "weak":
        assert all(before.share <= after.share for before, after in pairwise(reports))


@pytest.mark.long
@pytest.mark.parametrize("limits", [{}, {"nodes": 10**9}, {"seconds": 1000.0}])
def test_progress_of_an_analysis_counts_moves(limits: dict[str, Any]) -> None:
    """Nodes and time of all moves together, what is closed of all, and lines from the position."""
    reports: list[Progress] = []
    start = Game(4, 8, 4).start()

    def listen(report: Progress) -> None:
        reports.append(report)
        if len(reports) >= 15 and any(told.line for told in reports):
            raise Enough

    with pytest.raises(Enough):
        Solver(start.game, 16).analyse(start, progress=listen, **limits)
    for one, next_one in pairwise(reports):
        assert one.nodes <= next_one.nodes and one.seconds <= next_one.seconds
    for report in reports:
        assert 0 <= report.share <= 1 and len(report.line) <= 8
        start.play_all(report.line)
