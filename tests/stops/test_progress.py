"""What a progress callback is told: what is closed and spent, and lines that can be played."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from interrupts import Enough

from inarow import Game, Progress, Solver
from inarow.solver.batch import CHUNK

HARD, WIDE = Game(8, 8, 5).start(), Game(9, 9, 5).start()
MANY = Game(4, 8, 4).start()
ROWS = np.zeros((2 * CHUNK, 8, 8), np.int8)

long = pytest.mark.long
TOLD: dict[str, Callable[..., object]] = {
    "solve": lambda **told: Solver(HARD.game).solve(HARD, **told),
    "weak game": lambda **told: Solver(WIDE.game).solve(WIDE, game_kind="weak", **told),
    "analyse": lambda **told: Solver(MANY.game, 16).analyse(MANY, **told),
    "analyse, nodes": lambda **told: Solver(MANY.game, 16).analyse(MANY, nodes=10**9, **told),
    "analyse, seconds": lambda **told: Solver(MANY.game, 16).analyse(MANY, seconds=1e3, **told),
    "batch": lambda **told: Solver(HARD.game).solve_batch(ROWS[:3], **told),
    "batch, 2 threads": lambda **told: Solver(HARD.game, threads=2).solve_batch(ROWS, **told),
}


@pytest.mark.parametrize(
    "name", [name if name == "batch" else pytest.param(name, marks=long) for name in TOLD]
)
def test_progress_means_something(name: str) -> None:
    """Nodes and time of all moves or boards together, what is closed of all, lines of play."""
    reports: list[Progress] = []
    start = WIDE if name == "weak game" else MANY if "analyse" in name else HARD
    is_batch = "batch" in name

    def listen(report: Progress) -> bool:
        reports.append(report)
        is_told = report.share > 0 and any(each.line for each in reports)
        if len(reports) >= (3 if is_batch else 15) and (is_told or is_batch):
            raise Enough
        return True  # which is ignored

    with pytest.raises(Enough):
        TOLD[name](progress=listen)
    for report in reports:
        assert 0 <= report.share <= 1 and 0 <= report.table_fill < 1
        assert report.table_fill or name not in ("solve", "weak game")
        assert len(report.line) <= 8  # none at the root
        start.play_all(report.line)
    for before, after in pairwise(reports):
        assert before.nodes <= after.nodes and before.seconds <= after.seconds
        assert name != "weak game" or before.share <= after.share
        assert name != "solve" or before.nodes < after.nodes
