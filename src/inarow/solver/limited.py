"""An answer within a limit: what can be proven, and a judged move where that does not suffice.

First come the mover's wins by threats alone, which are proofs and cost next to nothing. Then the
exact search and the heuristic one alternate, in rounds that double: each goes on from what it
holds. So there is a move at any time, and what is known after a while does not depend on how much
longer the limit is. The share of the exact search shrinks with the board: far beyond its reach it
would spend everything and say nothing. Within its reach a long limit is meant for a proof, and
judgement ends after a while.
"""

from __future__ import annotations

from itertools import count
from math import inf
from typing import TYPE_CHECKING

from inarow._core import PLAIN_BUDGET
from inarow.model.results import Solution, searched
from inarow.solver.query import QUICK_NODES, Budget, Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.position import Position

__all__ = ["candidates", "solve_within"]

THREATS_SHARE = 1 / 16
"""Of a limit, for wins by threats alone; and of a round where every threat is tried, but never …"""
MOST_THREATS = 200_000
"""… with more positions than this: such a win is found soon, or hardly ever."""

EXACT_SHARES = ((25, 7 / 8, 100), (36, 1 / 2, 100), (49, 1 / 4, 100), (128, 1 / 16, 200))
"""Up to so many empty cells, this share of a round goes to the exact search, and all of it once the
heuristic search has had as much as so many quick moves. …"""
LEAST_EXACT_SHARE = 1 / 32
"""… On larger boards, always: enough to see a draw by pairing, or a win near the surface."""


def candidates(position: Position) -> int:
    """The moves for the heuristic search, as a mask: one of all that are images of each other.

    The first of all goes to the centre: within any limit nothing tells it from its neighbours.
    """
    if position.ply == 0:
        return 1 << min(image[position.game.centre] for image in position.game.symmetries)
    return sum(1 << move for move in position.distinct_moves)


def solve_within(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return what can be said within the limits of a position that is not over."""
    budget = Budget(query)
    stones = position._own, position._opponent
    if kernel.best_move(*stones) >= 0:  # the table knows the value
        return _exact(kernel, position, budget)
    line = _threats(kernel, position, budget, PLAIN_BUDGET, every=False)
    share, enough = _exact_share(position)
    cells = candidates(position)
    judged = 0.0
    move = cells.bit_length() - 1 if position.ply == 0 else -1
    lower, upper = -1, 1
    for number in count():
        size = 2.0**number
        most = int(QUICK_NODES * THREATS_SHARE * size)
        if not line and most <= MOST_THREATS:
            line = _threats(kernel, position, budget, most, every=True)
        if line:
            return _won(kernel, position, budget, line)
        is_judging = judged < enough
        exact = _exact(kernel, position, budget, size * share if is_judging else size)
        lower, upper = max(lower, exact.lower), min(upper, exact.upper)
        if is_judging and not exact.proven and not budget.is_spent:
            part = size * (1 - share)
            move, spent = kernel.judge(
                *stones, *budget.part(part), budget.listener, cells, 1, number > 0
            )
            budget.spent += spent
            judged = judged + part if spent else inf  # or it sees the end
        if exact.proven or budget.is_spent or (not is_judging and budget.fits(size)):
            break
    if exact.proven:
        return exact
    if lower < upper:  # a round may not come to what one before it found
        exact = exact._replace(lower=lower, upper=upper)
    if move >= 0:
        exact = exact._replace(best_move=move)
    return exact._replace(nodes=budget.spent, seconds=budget.seconds)


def _exact_share(position: Position) -> tuple[float, float]:
    empties = len(position.legal_moves)
    for most, share, enough in EXACT_SHARES:
        if empties <= most:
            return share, enough
    return LEAST_EXACT_SHARE, inf


def _threats(
    kernel: Kernel, position: Position, budget: Budget, most: int, *, every: bool
) -> tuple[int, ...]:
    """The line of a win by threats alone, if one is found in so many nodes."""
    nodes, _ = budget.part(share=THREATS_SHARE)
    most = most if nodes is None else min(most, nodes)
    if not most:
        return ()
    line, spent = kernel.force(position._own, position._opponent, most, every)
    budget.spent += spent
    return line


def _exact(
    kernel: Kernel, position: Position, budget: Budget, size: float | None = None
) -> Solution:
    """The exact search with a part of what is left of the limits, but at least a node."""
    query = budget.query(size)
    answer = kernel.solve(position._own, position._opponent, query.distance, True, *query[1:])
    budget.spent += answer[-1]
    return searched(answer, query.distance, budget.seconds)._replace(nodes=budget.spent)


def _won(kernel: Kernel, position: Position, budget: Budget, line: tuple[int, ...]) -> Solution:
    """The solution of a position that is won by threats alone."""
    if budget.wants_distance and not budget.is_spent:
        exact = _exact(kernel, position, budget)
        if exact.value is not None and exact.line:
            return exact
    answer = 1, 1, len(line), line[0], line, budget.spent
    return searched(answer, len(line) == 1, budget.seconds)  # a longer win may not be the shortest
