"""An answer within a limit: what can be proven in part of it, and a judged move for the rest.

A limited call has three parts. First the mover's wins by threats alone, which are proofs and
cost next to nothing; where a quick look finds none, every threat is tried. Then the exact search,
with a share that shrinks with the board: far beyond its reach it would spend everything and say
nothing. Within its reach a long limit is meant for a proof, and little of it is kept for what
follows. If the value is still open, the heuristic search chooses a move; whatever that leaves over
(the reply was forced, or it sees the end) goes to the exact search once more, which continues from
what its table holds.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from inarow._core import PLAIN_BUDGET
from inarow.model.results import Report, Solution, searched
from inarow.solver.query import Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.position import Position

__all__ = ["QUICK_NODES", "solve_within"]

QUICK_NODES = 3000
"""A limit for a move at once: some hundredths of a second, far below what a player notices."""

THREATS_SHARE = 1 / 16
"""Of the limit, for wins by threats alone, and never more than `PLAIN_BUDGET`: such a win is found
soon, or hardly ever. It takes some ms at most, so that no limit in seconds is looked at."""

EVERY_SHARE = 1 / 16
"""Of a limit in nodes, for wins by threats where every threat is tried; of one in seconds …"""
EVERY_NODES_A_SECOND = 80_000
"""… so many nodes, which take about as large a share of it …"""
MOST_EVERY_NODES = 200_000
"""… and never more than this."""

EXACT_SHARES = ((25, 7 / 8, 1), (36, 1 / 2, 1), (49, 1 / 4, 1), (81, 1 / 16, 1), (128, 1 / 16, 2))
"""Up to so many empty cells, this share of what is left goes to the exact search, or, if that is
more, all of it but so many times …"""
KEPT_SECONDS = 2.0
KEPT_NODES = 4_000_000
"""… these."""
LEAST_EXACT_SHARE = 1 / 32
"""On larger boards: enough to see a draw by pairing, or a win near the surface."""


class _Budget:
    """What is left of the limits of a call; either may be None."""

    def __init__(self, nodes: int | None, seconds: float | None, report: Report | None) -> None:
        self._nodes = nodes
        self._seconds = seconds
        self._report = report
        self._started = perf_counter()
        self.spent = 0

    @property
    def seconds(self) -> float:
        """Wall-clock time so far."""
        return perf_counter() - self._started

    @property
    def is_spent(self) -> bool:
        """Is a limit met?"""
        nodes, seconds = self.share(1)
        return nodes == 0 or (seconds is not None and seconds <= 0)

    def share(self, part: float) -> tuple[int | None, float | None]:
        """Nodes and seconds: this part of what is left."""
        nodes = None if self._nodes is None else int((self._nodes - self.spent) * part)
        return nodes, None if self._seconds is None else (self._seconds - self.seconds) * part

    def report(
        self, nodes: int, _: float, share: float, fill: float, line: tuple[int, ...]
    ) -> object:
        """Pass on the progress of a part: what was spent before it counts as well."""
        assert self._report is not None, "only given to a search if there is one"
        return self._report(self.spent + nodes, self.seconds, share, fill, line)

    @property
    def listener(self) -> Report | None:
        """What a part is to call with its progress."""
        return None if self._report is None else self.report


def solve_within(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return what can be said within the limits of a position that is not over."""
    distance, nodes, seconds, report = query
    budget = _Budget(nodes, seconds, report)
    stones = position._own, position._opponent
    if kernel.best_move(*stones) >= 0:  # the table knows the value
        return _exact(kernel, position, distance, budget, 1)
    threats: tuple[int, ...] = ()

    share, _ = budget.share(THREATS_SHARE)
    share = PLAIN_BUDGET if share is None else min(share, PLAIN_BUDGET)
    if share:
        threats, spent = kernel.force(*stones, share)
        budget.spent += spent
    every = _every_share(budget)
    if every and not threats:
        threats, spent = kernel.force(*stones, every, True)
        budget.spent += spent
    if threats and (not distance or budget.is_spent):
        return _won(threats, budget)

    part = 1 if threats else _exact_share(position, budget)
    exact = _exact(kernel, position, distance, budget, part)
    if threats:
        # The exact search was only to find the distance; it may not have come to that.
        return exact if exact.value is not None and exact.line else _won(threats, budget)
    if exact.proven or budget.is_spent:
        return exact
    move, spent = kernel.judge(*stones, *budget.share(1), budget.listener)
    budget.spent += spent
    if not budget.is_spent:
        exact = _exact(kernel, position, distance, budget, 1)
    if exact.proven:
        return exact
    return exact._replace(best_move=move, nodes=budget.spent, seconds=budget.seconds)


def _every_share(budget: _Budget) -> int:
    nodes, seconds = budget.share(EVERY_SHARE)
    shares = [MOST_EVERY_NODES]
    if nodes is not None:
        shares.append(nodes)
    if seconds is not None:
        shares.append(int(max(0.0, seconds) / EVERY_SHARE * EVERY_NODES_A_SECOND))
    return min(shares)


def _exact_share(position: Position, budget: _Budget) -> float:
    empties = len(position.legal_moves)
    for most, share, times in EXACT_SHARES:
        if empties <= most:
            nodes, seconds = budget.share(1)
            kept = max(KEPT_NODES / nodes if nodes else 0, KEPT_SECONDS / seconds if seconds else 0)
            return max(share, 1 - times * kept)
    return LEAST_EXACT_SHARE


def _exact(
    kernel: Kernel, position: Position, distance: bool, budget: _Budget, part: float
) -> Solution:
    """The exact search with a part of what is left of the limits, but at least a node."""
    nodes, seconds = budget.share(part)
    answer = kernel.solve(
        position._own,
        position._opponent,
        distance,
        True,
        None if nodes is None else max(1, nodes),
        None if seconds is None else max(1e-6, seconds),
        budget.listener,
    )
    budget.spent += answer[-1]
    return searched(answer, distance, budget.seconds)._replace(nodes=budget.spent)


def _won(line: tuple[int, ...], budget: _Budget) -> Solution:
    """The solution of a position that is won by threats alone."""
    answer = 1, 1, len(line), line[0], line, budget.spent
    return searched(answer, len(line) == 1, budget.seconds)  # a longer win may not be the shortest
