"""Swap2, the opening of tournaments: one side sets two black stones and a white one, the other
chooses a colour. White moves next.

With three stones on the board the choice is to stay white and move, to swap, or to set two more
stones and leave the choice to the first side; with five, to swap or to move. The engine goes by
its judgement of the position for White, and never sets two more stones.
"""

from __future__ import annotations

import random

from inarow.model.position import make_position
from inarow.solver.query import QUICK_NODES
from inarow.solver.solver import Solver
from inarow.strategies.levels import REACH

TRIED = 16
MOST_SCORE = 1 << 20
"""Worse than any judgement of so few stones."""


def balanced_opening(solver: Solver) -> tuple[int, int, int]:
    """Return cells for black, white, black, after which neither side is judged much better off.

    The candidates are drawn with a fixed seed: the same board, the same opening.
    """
    game, rng = solver.game, random.Random(5)
    cells = game.near(game.centre, REACH)
    best, least = (cells[0], cells[1], cells[2]), MOST_SCORE
    for _ in range(TRIED):
        first, second, third = rng.sample(cells, 3)
        position = make_position(game, 1 << second, 1 << first | 1 << third, "X", None)
        solver.solve(position, nodes=QUICK_NODES)
        judgement = solver.judgement(position)
        if judgement is not None and not judgement.plies and abs(judgement.score) < least:
            best, least = (first, second, third), abs(judgement.score)
    return best
