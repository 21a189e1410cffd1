"""An answer within a limit: what can be proven, and a judged move where that does not suffice.

First come the mover's wins by chains of threats, which are proofs and cost next to nothing. Then
the exact search runs, and others take turns with it, in rounds that double: the search for wins by
force (`threat/forced_win.pxi`), by threes and fours and then by quiet moves as well, and the
heuristic one, whose moves must not lose to such a win. So there is a move at any time, and what is
known after a while does not depend on how much longer the limit is. The share of the exact search
shrinks with the board: far beyond its reach it would spend everything and say nothing. Within its
reach a long limit is meant for a proof, and judgement ends after a while.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf
from typing import TYPE_CHECKING

from inarow._core import PLAIN_BUDGET
from inarow.model.bits import cells_of
from inarow.model.results import Solution, searched
from inarow.solver.forced import BY_QUIET_MOVES, BY_THREES
from inarow.solver.query import QUICK_NODES, QUICK_SECONDS, Budget, Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.position import Position

THREATS_SHARE = 1 / 16
"""Of a limit, for wins by threats alone; and of a round where every threat is tried, but never …"""
MOST_THREATS = 200_000
"""… with more positions than this: such a win is found soon, or hardly ever."""

FORCED_SHARE = 1 / 8
"""Of a round, for a win by force; …"""
REFUTED_SHARE = 1 / 2
"""… and for one of the other side's after the move that is judged best."""

LAST_SHARE = 3 / 4
"""Of what is left in the end, for the heuristic search: its move is still to be looked at."""

EXACT_SHARES = ((25, 7 / 8, 100), (36, 1 / 2, 100), (49, 1 / 4, 100), (128, 1 / 16, 200))
"""Up to so many empty cells, this share of a round goes to the exact search, and all of it once the
heuristic search has had as much as so many quick moves. …"""
LEAST_EXACT_SHARE = 1 / 32
"""… On larger boards, always: enough to see a draw by pairing, or a win near the surface."""

SELDOM = 1 << 20
"""Nodes until the exact search asks again, where it is the clock that says whose turn it is: it
looks at that more often by itself."""


def candidates(position: Position) -> int:
    """The moves for the heuristic search, as a mask: one of all that are images of each other.

    The first of all goes to the centre: within any limit nothing tells it from its neighbours.
    """
    if position.ply == 0:
        return 1 << min(image[position.game.centre] for image in position.game.symmetries)
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
    """Return what can be proven within the limits; nothing is judged."""
    turns = _Turns(kernel, position, query)
    return turns.proof()


class _Turns:
    """One limited call. Rounds are told in quick moves: `QUICK_NODES`, `QUICK_SECONDS`."""

    def __init__(
        self, kernel: Kernel, position: Position, query: Query, certified: bool = False
    ) -> None:
        self._kernel, self._position = kernel, position
        self._stones = position._own, position._opponent
        self._query, self._budget = query, Budget(query)
        self._threats: tuple[int, ...] = ()  # the line of a win, …
        self._lost: tuple[int, ...] = ()  # … or of a loss, where every move is refuted
        self._certified = certified
        self._order: int | None = BY_THREES  # of the wins by force that come next
        self._cells = candidates(position)
        self._move = self._cells.bit_length() - 1 if position.ply == 0 else -1
        empties = len(position.legal_moves)
        self._share: float
        self._enough: float
        self._share, self._enough = next(
            ((share, enough) for most, share, enough in EXACT_SHARES if empties <= most),
            (LEAST_EXACT_SHARE, inf),
        )
        self._round = 1.0
        self._judged = 0.0
        self._is_threatened: bool | None = None  # does a pass lose? None: nobody has looked
        self._resumes = False
        self._aside_seconds = 0.0  # the exact search's own time is without it
        self._turn_at = self._share  # how much the exact search may take before it is next

    def solution(self) -> Solution:
        """All of it."""
        self._seek_threats(PLAIN_BUDGET, every=False)
        self._seek_threats(self._threats_in_round, every=True)
        self._seek_force(self._round * FORCED_SHARE)
        if self._threats:
            return self._won()
        short = self._budget.fits(1)
        exact = self.exact(share=self._share if short else 1, takes_turns=not short)
        if self._threats:
            return self._won()
        if not exact.proven and not self._budget.is_spent:
            self._judge()
            if not self._budget.is_spent and not self._lost:  # forced, or the end is seen
                exact = self.exact()
        if exact.proven:
            return exact
        if self._lost:
            return self._settled(-1, self._lost)
        if self._move >= 0:
            exact = replace(exact, best_move=self._move)
        return replace(exact, nodes=self._budget.spent, seconds=self._budget.seconds)

    def proof(self) -> Solution:
        """The parts of it that prove."""
        self._seek_threats(PLAIN_BUDGET, every=False)
        self._seek_force(None)
        return self._won() if self._threats else self.exact()

    def exact(self, share: float = 1, takes_turns: bool = False) -> Solution:
        """The exact search with a share of what is left of the limits, but at least a node."""
        query = self._budget.query(share=share)
        distance, nodes, seconds, report = query
        turn = self._turn if takes_turns else None
        answer = self._kernel.solve(*self._stones, distance, True, nodes, seconds, report, turn)
        self._budget.spent += answer[-1]
        found = searched(answer, distance, self._budget.seconds, self._position)
        return replace(found, nodes=self._budget.spent)

    def _turn(self, nodes: int) -> int:
        """Asked by the exact search after so many nodes: see `Kernel.solve`."""
        by_nodes = self._query.nodes is not None
        if by_nodes:
            taken = nodes / QUICK_NODES
        else:
            taken = (self._budget.seconds - self._aside_seconds) / QUICK_SECONDS
        if taken >= self._turn_at:
            began = self._budget.seconds
            self._budget.spent += nodes  # for the time of the turn: else whoever searches counts
            self._seek_threats(self._threats_in_round, every=True)
            self._seek_force(self._round * FORCED_SHARE)
            if not self._threats and not self._budget.is_spent:
                self._judge(self._round * (1 - self._share))
            self._budget.spent -= nodes
            self._aside_seconds += self._budget.seconds - began
            self._round *= 2
            self._turn_at += self._round * self._share if self._judged < self._enough else inf
        if self._threats or self._lost:
            return 0
        left, _ = self._budget.part()
        if left is None:
            return SELDOM
        next_turn = min(SELDOM, self._turn_at * QUICK_NODES - nodes)
        return 0 if left <= nodes else max(1, min(left - nodes, ceil(next_turn)))

    def _judge(self, size: float | None = None) -> None:
        """The heuristic search goes on for so much of what is left.

        A move that loses by force is given up, and the next best looked for.
        """
        spent = 0
        takes_turns = size is not None  # a quick move has no time for more
        if takes_turns and self._is_threatened is None and self._position.ply:
            self._defend()
        while not self._budget.is_spent:
            self._move, more = self._kernel.judge(
                *self._stones,
                *self._budget.part(size, share=1 if size else LAST_SHARE),
                self._budget.listener,
                self._cells,
                resume=self._resumes,
            )
            self._resumes = True
            self._budget.spent += more
            spent += more
            orders = (BY_THREES, BY_QUIET_MOVES) if takes_turns else (BY_THREES,)
            refutation = self._refutation(self._move, size, *orders) if more else ()
            if not refutation:
                break
            others = self._cells & ~(1 << self._move)
            if self._is_threatened:  # then most moves lose, and that is soon seen
                others = sum(
                    1 << cell
                    for cell in cells_of(others)
                    if not self._refutation(cell, size, BY_THREES)
                )
            if not others:
                if self._position.ply and not self._certified:  # at first only the centre is asked
                    self._lost = self._move, *refutation
                break
            self._cells, self._resumes = others, False
            self._move = self._nearest(others)  # should there be no time for a better one
        self._judged += size or 0 if spent else inf  # or it sees the end

    def _defend(self) -> None:
        """If a pass loses to threes and fours, moves outside of that win's zone are not judged."""
        own, opponent = self._stones
        part = self._budget.part(self._round * FORCED_SHARE)
        line, _, _, _, spent = self._kernel.forced_win(
            opponent, own, BY_THREES, *part, self._budget.listener
        )
        self._budget.spent += spent
        self._is_threatened = bool(line)
        if line and len(self._position.symmetries) == 1:  # else a cell stands for its images
            self._cells = self._cells & self._kernel.forced_zone(opponent, own) or self._cells

    def _nearest(self, cells: int) -> int:
        """Of these, the cell nearest to the move so far."""
        game = self._position.game
        row, column = game.coordinates(self._move)

        def distance(cell: int) -> int:
            return max(abs(cell // game.n - row), abs(cell % game.n - column))

        return min(cells_of(cells), key=distance)

    def _refutation(self, move: int, size: float | None, *orders: int) -> tuple[int, ...]:
        """The line of a win by force of the other side's after a move, of one of these orders."""
        after = self._position.play(move)
        for order in orders:
            if after.is_over or self._budget.is_spent:
                break
            part = self._budget.part(None if size is None else size * REFUTED_SHARE, share=1 / 2)
            line, _, _, _, spent = self._kernel.forced_win(
                after._own, after._opponent, order, *part, self._budget.listener
            )
            self._budget.spent += spent
            if line:
                return line
        return ()

    def _seek_force(self, size: float | None) -> None:
        """Look for a win by force: by threes and fours until there is none, then by quiet moves."""
        if self._threats or self._order is None or self._budget.is_spent:
            return
        part = self._budget.part(size, share=FORCED_SHARE)
        self._threats, _, _, ended, spent = self._kernel.forced_win(
            *self._stones, self._order, *part, self._budget.listener
        )
        if ended:  # there is none of this order
            self._order = BY_QUIET_MOVES if self._order == BY_THREES else None
        self._budget.spent += spent

    @property
    def _threats_in_round(self) -> int:
        most = int(QUICK_NODES * THREATS_SHARE * self._round)
        return most if most <= MOST_THREATS else 0

    def _seek_threats(self, most: int, *, every: bool) -> None:
        """Look for a win by threats alone among so many positions."""
        nodes, _ = self._budget.part(share=THREATS_SHARE)
        most = most if nodes is None else min(most, nodes)
        if most > 0 and not self._threats:
            self._threats, spent = self._kernel.vcf(*self._stones, most, every)
            self._budget.spent += spent

    def _won(self) -> Solution:
        """The solution of a position that is won by threats alone."""
        budget, line = self._budget, self._threats
        if self._query.distance and not budget.is_spent:
            exact = self.exact()
            if exact.value is not None and exact.line:
                return exact
        return self._settled(1, line)

    def _settled(self, value: int, line: tuple[int, ...]) -> Solution:
        answer = value, value, len(line), line[0], line, self._budget.spent
        at_once = self._position.play(line[0]).winner is not None
        # A longer one may not be the shortest.
        return searched(answer, at_once, self._budget.seconds, self._position)
