"""An answer within a limit: what can be proven, and a judged move where that does not suffice.

Three searches share the limit:

* for a win by force of the side to move (`_Wins`): what it finds is proven, and it costs little;
* the exact search, which proves the value if the limit suffices;
* the heuristic search (`_Heuristic`), which finds a move whether or not anything is proven. A move
  that loses by force it gives up for the next best.

If a win by force is seen at once, that is the answer. Else the exact search begins with the whole
limit, and the kernel calls `_Turns._turn` in between, where the other two take their turns. They do
so in rounds, each twice as long as the one before, so there is a move at any time, and what is
known after a while does not depend on how much longer the limit is. A proof ends the call: by the
exact search, by a win by force, or because every move loses by force. So does the limit; then the
answer has the bounds that were proven, and the move of the heuristic search. If a limit of nodes is
too small for one round, the searches run one after another.

The exact search has a larger share of a round on a smaller board: on a large one it would spend
everything and prove nothing. With 128 empty cells or fewer the other two end after a while
and leave it the rest.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import ceil, inf
from typing import TYPE_CHECKING

from inarow._core import PLAIN_BUDGET
from inarow.model.bits import cells_of
from inarow.model.results import Solution, searched
from inarow.solver.forced import BY_QUIET_MOVES, BY_THREES, ORDERS, forced_line
from inarow.solver.query import QUICK_NODES, QUICK_SECONDS, Budget, Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.position import Position

# The size of a round, or of a part of one, is in quick moves: `QUICK_NODES`, `QUICK_SECONDS`.

FOURS_SHARE = 1 / 16
"""The part of a round that goes, beside the other searches, into a win by a chain of fours, but no
more than the same part of what is left; …"""
MOST_FOURS = 200_000
"""… but not once that is more positions than this: such a win is found soon or hardly ever."""

FORCED_SHARE = 1 / 8
"""The same, for a win by threes and fours or by quiet moves."""
REFUTED_SHARE = 1 / 2
"""The part of what the heuristic search gets, for each look whether its move loses by force."""

LAST_SHARE = 3 / 4
"""Of what is left when the exact search has ended, for the heuristic one: its move is still to be
checked for a refutation."""

EXACT_SHARES = ((25, 7 / 8, 100), (36, 1 / 2, 100), (49, 1 / 4, 100), (128, 1 / 16, 200))
"""Up to so many empty cells, this share of a round goes to the exact search, and all of it once the
heuristic search has had as much as so many quick moves. …"""
LEAST_EXACT_SHARE = 1 / 32
"""… On larger boards, always: enough to see a draw by pairing, or a win near the surface."""

SELDOM = 1 << 20
"""Nodes at the most until the exact search asks again. With a limit of time it looks at the clock
more often than that, and asks each time."""


def candidates(position: Position) -> int:
    """The moves for the heuristic search, as a mask: one of all that are images of each other.

    The first of all goes to the centre: within any limit nothing tells it from its neighbours.
    """
    if position.ply == 0:
        centre = position.game.board.centre
        return 1 << min(image[centre] for image in position.game.symmetries)
    return sum(1 << move for move in position.distinct_moves)


def solve_within(
    kernel: Kernel, position: Position, query: Query, *, certified: bool = False
) -> Solution:
    """Return what can be said within the limits of a position that is not over.

    `certified`: only what there are certificates of. Of a loss because every move is refuted by
    force there is none: each refutation would be one.
    """
    turns = _Turns(kernel, position, query, certified)
    if kernel.best_move(position._own, position._opponent) >= 0:  # the table knows the value
        return turns.exact()
    return turns.solution()


def prove_within(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return what can be proven within the limits; the heuristic search is not asked."""
    return _Turns(kernel, position, query).proof()


class _Turns:
    """One limited call: the exact search, and the turns of the others in it."""

    def __init__(
        self, kernel: Kernel, position: Position, query: Query, certified: bool = False
    ) -> None:
        self._kernel, self._position, self._query = kernel, position, query
        self._certified = certified
        self._budget = Budget(query)
        self._wins = _Wins(kernel, position, self._budget)
        self._heuristic = _Heuristic(kernel, position, self._budget)
        # The exact search's share of a round, and the size at which the heuristic one has enough.
        self._exact_share, self._enough = LEAST_EXACT_SHARE, inf
        empties = len(position.legal_moves)
        for most, share, enough in reversed(EXACT_SHARES):
            if empties <= most:
                self._exact_share, self._enough = share, enough
        self._round = 1  # its size; the next has twice as much
        self._others_are_done = False
        self._others_seconds = 0.0  # for which the exact search has waited
        self._counted = 0  # nodes of the exact search under way that are in `_budget.spent`

    def solution(self) -> Solution:
        """The answer by all three searches."""
        self._wins.by_fours(PLAIN_BUDGET, every=False)
        self._wins.take_turn(self._round)
        if self._wins.line:
            return self._won()
        if self._budget.is_last(1):
            found = self.exact(share=self._exact_share)
        else:
            found = self.exact(turns=True)
        if self._wins.line:
            return self._won()
        if not found.proven and not self._has_ended:
            # What is left may be too little for refutations by quiet moves.
            self._heuristic.go_on(None, LAST_SHARE, (BY_THREES,))
            # It may not need the rest: where one move is left, or it sees the end of the game.
            if not self._has_ended:
                found = self.exact()
        if found.proven:
            return found
        if self._is_lost:
            return self._by_force(-1, self._heuristic.loss)
        if self._heuristic.move >= 0:
            found = replace(found, best_move=self._heuristic.move)
        return replace(found, nodes=self._budget.spent, seconds=self._budget.seconds)

    def proof(self) -> Solution:
        """The answer by the two that prove, one after the other."""
        self._wins.by_fours(PLAIN_BUDGET, every=False)
        self._wins.by_force()
        return self._won() if self._wins.line else self.exact()

    def exact(self, *, share: float = 1, turns: bool = False) -> Solution:
        """The exact search with a share of what is left, but at least a node.

        With `turns`, the others take theirs in between.
        """
        distance, nodes, seconds, report = self._budget.query(share=share)
        self._counted = 0
        answer = self._kernel.solve(
            self._position._own,
            self._position._opponent,
            distance,
            True,
            nodes,
            seconds,
            None if report is None else lambda told, *more: report(told - self._counted, *more),
            self._turn if turns else None,
        )
        self._count(answer[-1])
        found = searched(answer, distance, self._budget.seconds, self._position)
        return replace(found, nodes=self._budget.spent)

    def _count(self, nodes: int) -> None:
        """Count the nodes of the exact search that is running, which has searched so many."""
        self._budget.spent += nodes - self._counted
        self._counted = nodes

    def _turn(self, nodes: int) -> int:
        """Let the others take their turns if the exact search has had its own.

        The kernel calls this when the exact search has searched so many nodes. What is returned
        says after how many more it calls again, at the latest; 0 ends the search.
        """
        self._count(nodes)
        if self._query.nodes is None:
            size = (self._budget.seconds - self._others_seconds) / QUICK_SECONDS
        else:
            size = nodes / QUICK_NODES
        if size >= self._turn_ends:
            self._others_take_turns()
        if self._has_ended:
            return 0
        left, _ = self._budget.part()
        if left is None:
            return SELDOM
        until_turn = self._turn_ends * QUICK_NODES - nodes
        return max(1, min(left, ceil(min(SELDOM, until_turn))))

    @property
    def _turn_ends(self) -> float:
        """What the exact search has had, in all rounds so far, when its turn in this one ends."""
        return inf if self._others_are_done else self._rounds * self._exact_share

    @property
    def _rounds(self) -> int:
        """The size of all rounds up to this one: 1 + 2 + 4 + …"""
        return 2 * self._round - 1

    def _others_take_turns(self) -> None:
        """End a round: look for a win by force, and let the heuristic search go on."""
        began = self._budget.seconds
        self._wins.take_turn(self._round)
        if not self._has_ended:
            if self._round == 1:
                self._heuristic.look_for_threat(FORCED_SHARE)
            sees_end = self._heuristic.go_on(self._round * (1 - self._exact_share))
            had_enough = self._rounds * (1 - self._exact_share) >= self._enough
            self._others_are_done = sees_end or had_enough
        self._others_seconds += self._budget.seconds - began
        self._round *= 2

    @property
    def _is_lost(self) -> bool:
        """Does every move lose by force, and may the answer say so?"""
        return bool(self._heuristic.loss) and not self._certified

    @property
    def _has_ended(self) -> bool:
        """Has a search by force proven the value, or is the limit met?"""
        return bool(self._wins.line) or self._is_lost or self._budget.is_spent

    def _won(self) -> Solution:
        """The solution where a win by force was found; the shortest, if that is asked for."""
        if self._query.distance and not self._budget.is_spent:
            found = self.exact()
            if found.value is not None and found.line:
                return found
        return self._by_force(1, self._wins.line)

    def _by_force(self, value: int, line: tuple[int, ...]) -> Solution:
        """The solution that such a line proves; its length is a distance only if it is 1."""
        answer = value, value, len(line), line[0], line, self._budget.spent
        at_once = self._position.play(line[0]).winner is not None
        return searched(answer, at_once, self._budget.seconds, self._position)


class _Wins:
    """The searches for a win by force of the side to move, the simplest kind first."""

    def __init__(self, kernel: Kernel, position: Position, budget: Budget) -> None:
        self._kernel, self._budget = kernel, budget
        self._stones = position._own, position._opponent
        self._orders = [BY_THREES, BY_QUIET_MOVES]  # of which it is open whether there is a win
        self.line: tuple[int, ...] = ()
        """The line of a win, once one is found."""

    def take_turn(self, size: int) -> None:
        """Look for a win in a round of this size."""
        most = int(QUICK_NODES * FOURS_SHARE * size)
        if most <= MOST_FOURS:
            self.by_fours(most, every=True)
        self.by_force(size * FORCED_SHARE)

    def by_fours(self, most: int, *, every: bool) -> None:
        """Look for a win by a chain of fours among so many positions.

        With `every` all fours are tried, else only those that bring another line nearer as well.
        """
        nodes, _ = self._budget.part(share=FOURS_SHARE)
        if nodes is not None:
            most = min(most, nodes)
        if most > 0 and not self.line:
            self.line, spent = self._kernel.vcf(*self._stones, most, every)
            self._budget.spent += spent

    def by_force(self, size: float | None = None) -> None:
        """Look for a win by threes and fours; once there is none for certain, by quiet moves."""
        if self.line or not self._orders or self._budget.is_spent:
            return
        part = self._budget.part(size, share=FORCED_SHARE)
        self.line, ended = forced_line(
            self._kernel, self._stones, self._orders[0], part, self._budget
        )
        if ended:
            del self._orders[0]


class _Heuristic:
    """The heuristic search, whose move must not lose by force."""

    def __init__(self, kernel: Kernel, position: Position, budget: Budget) -> None:
        self._kernel, self._position, self._budget = kernel, position, budget
        self._cells = candidates(position)  # the moves that are not known to lose, as a mask
        self._searched = 0  # those among which it searched last
        self._is_threatened = False  # would a pass lose to threes and fours?
        self.move = self._cells.bit_length() - 1 if position.ply == 0 else -1
        """The best move so far; -1: none yet."""
        self.loss: tuple[int, ...] = ()
        """The line of a loss, once every move is known to lose by force."""

    def look_for_threat(self, size: float) -> None:
        """Find out whether a pass would lose; if so, moves outside of that win's zone lose too."""
        position = self._position
        if position.ply == 0:
            return
        stones = position._opponent, position._own
        part = self._budget.part(size)
        line, _ = forced_line(self._kernel, stones, BY_THREES, part, self._budget)
        self._is_threatened = bool(line)
        if line and len(position.symmetries) == 1:  # else a cell stands for its images
            inside = self._cells & self._kernel.forced_zone(*stones)
            if inside:
                self._cells = inside

    def go_on(
        self, size: float | None, share: float = 1, orders: tuple[int, ...] = ORDERS[1:]
    ) -> bool:
        """Search with this size and share until the move has no refutation of these orders.

        Returned is whether no search was needed: it sees the end and needs no more turns.
        """
        total = 0
        while not self._budget.is_spent:
            nodes, seconds = self._budget.part(size, share)
            self.move, spent = self._kernel.judge(
                self._position._own,
                self._position._opponent,
                nodes,
                seconds,
                self._budget.listener,
                self._cells,
                resume=self._cells == self._searched,
            )
            self._searched = self._cells
            self._budget.spent += spent
            total += spent
            refutation = self._refutation(self.move, size, orders) if spent else ()
            if not refutation:
                break
            others = self._others(size)
            if not others:
                if self._position.ply:  # at first only the centre is a candidate
                    self.loss = self.move, *refutation
                break
            self._cells = others
            # The nearest to the move so far, should there be no time for a better one.
            distance = partial(self._position.game.board.distance, self.move)
            self.move = min(cells_of(others), key=distance)
        return total == 0

    def _refutation(
        self, move: int, size: float | None, orders: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The line by which the other side wins by force after a move; empty if none is found."""
        after = self._position.play(move)
        stones = after._own, after._opponent
        for order in orders:
            if after.is_over or self._budget.is_spent:
                break
            part = self._budget.part(None if size is None else size * REFUTED_SHARE, REFUTED_SHARE)
            line, _ = forced_line(self._kernel, stones, order, part, self._budget)
            if line:
                return line
        return ()

    def _others(self, size: float | None) -> int:
        """The candidates but for the move that is refuted, and for those that are as easily."""
        others = self._cells & ~(1 << self.move)
        if not self._is_threatened:
            return others
        return sum(
            1 << cell for cell in cells_of(others) if not self._refutation(cell, size, (BY_THREES,))
        )
