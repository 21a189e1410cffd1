"""The careful search of the weak game: what `weak` finds by brute force, on larger boards.

Its ideas, all exact:

What is missing.  A line that Breaker has broken is gone; of another only the cells it still
*misses* matter.  So a position is a family of such sets, and nothing else: Maker's move takes its
cell out of the sets, Breaker's move strikes out the sets that hold it.  Many positions share a
family, and one memo entry.

Time as a bound.  "Does Maker complete a line with so many more stones?" is a yes-or-no question,
and a set that misses more cells than it has stones drops out of the family.  Asked with 1, 2, 3 …
stones, the first yes gives the distance (iterative deepening).  A cell on no set of the family is
a lost tempo; since an extra stone never harms its owner, nobody needs such a move.

Threats.  A set of one cell: Maker completes it, Breaker must close it, and two are too many.  Two
sets of two cells that cross in one: Maker plays there and has two gaps; if it is Breaker's turn,
it must play on those sets.

Potential.  Each set weighs 2^-(cells it misses).  With Breaker to move and less than 1 in all it
holds (Erdos and Selfridge, "On a combinatorial game", 1973).  Cells with most weight go first.

>>> solve(Rules(4, 4, 4))[:2]
(0, None)
>>> solve(Rules(5, 5, 4))
DistanceResult(value=1, distance=9, move=6, nodes=683)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from inarow.reference.bitboards import Cells, defences, members, shortages
from inarow.reference.distance import DistanceResult
from inarow.reference.rules import Board, Rules
from inarow.reference.weak import arena_of, check, has_line, value_of

Family: TypeAlias = frozenset[Cells]
"""For each line that Breaker has not broken the set of cells that it misses."""


def solve(rules: Rules, board: Board | None = None, turn: str | None = None) -> DistanceResult:
    """Value, distance, a best move and nodes: `weak.solve`, but faster.

    The move makes the line soonest or latest.  ``ValueError`` as from `weak.check`.
    """
    maker, breaker, makers_turn = check(rules, board, turn)
    arena = arena_of(rules)
    if has_line(arena, maker):
        return DistanceResult(-1, 0, None, 1)
    free = arena.full & ~(maker | breaker)
    family = family_of(arena.lines, maker, breaker)
    search = WeakSearch()
    plies = search.plies(family, free, makers_turn)
    move = search.best_move(family, free, makers_turn, plies)
    return DistanceResult(value_of(plies, makers_turn), plies, move, search.nodes)


def family_of(lines: Iterable[Cells], maker: Cells, breaker: Cells) -> Family:
    """What is missing of the lines of a board."""
    return frozenset([line & ~maker for line in lines if not line & breaker])


def after_maker(family: Iterable[Cells], move: int) -> Family:
    """The family when Maker has played a cell."""
    return frozenset([missing & ~(1 << move) for missing in family])


def after_breaker(family: Iterable[Cells], move: int) -> Family:
    """The family when Breaker has played a cell."""
    return frozenset([missing for missing in family if not missing >> move & 1])


class WeakSearch:
    """The memo and the node count.  All families, of whatever boards, may share it."""

    def __init__(self) -> None:
        self.nodes = 0
        self.made: dict[tuple[Family, int], bool] = {}
        self.held: dict[tuple[Family, int], bool] = {}

    def plies(self, family: Family, free: Cells, makers_turn: bool) -> int | None:
        """Plies to Maker's line while there are free cells; ``None`` if Breaker prevents it."""
        most = (free.bit_count() + makers_turn) // 2
        for stones in range(1, most + 1):
            if self.makes(family, stones) if makers_turn else not self.holds(family, stones):
                return 2 * stones - makers_turn
        return None

    def best_move(
        self, family: Family, free: Cells, makers_turn: bool, plies: int | None
    ) -> int | None:
        """The first cell that keeps what `plies` found; ``None`` on a full board."""
        for move in members(free):
            if makers_turn:
                kept = plies is None or not self.holds(after_maker(family, move), plies // 2)
            else:
                outlast = free.bit_count() // 2 if plies is None else plies // 2 - 1
                kept = not self.makes(after_breaker(family, move), outlast)
            if kept:
                return move
        return None

    def makes(self, family: Family, stones: int) -> bool:
        """Maker to move: does it complete a set with at most so many stones?"""
        family = within_reach(family, stones)
        key = family, stones
        if key not in self.made:
            self.made[key] = self.finds_a_line(family, stones)
        return self.made[key]

    def holds(self, family: Family, stones: int) -> bool:
        """Breaker to move: does it prevent that Maker completes a set with so many stones?"""
        family = within_reach(family, stones)
        key = family, stones
        if key not in self.held:
            self.held[key] = self.finds_a_defence(family, stones)
        return self.held[key]

    def finds_a_line(self, family: Family, stones: int) -> bool:
        self.nodes += 1
        gaps, _, crossings = shortages(family)
        if gaps or crossings:
            return True
        if stones <= 2:
            return False
        return any(
            not self.holds(after_maker(family, move), stones - 1) for move in by_weight(family)
        )

    def finds_a_defence(self, family: Family, stones: int) -> bool:
        self.nodes += 1
        if 0 in family:
            return False  # nothing is missing: Maker has its line
        if sum([0.5 ** missing.bit_count() for missing in family]) < 1:
            return True
        gaps, pairs, crossings = shortages(family)
        if gaps:
            first, *others = members(gaps)
            return not others and not self.makes(after_breaker(family, first), stones)
        useful = defences(pairs, crossings)
        return any(
            useful >> move & 1 and not self.makes(after_breaker(family, move), stones)
            for move in by_weight(family)
        )


def within_reach(family: Family, stones: int) -> Family:
    """The sets that so many stones can complete."""
    return frozenset([missing for missing in family if missing.bit_count() <= stones])


def by_weight(family: Family) -> list[int]:
    """The cells of all sets, those with most weight first."""
    weights: dict[int, float] = {}
    for missing in family:
        for move in members(missing):
            weights[move] = weights.get(move, 0) + 0.5 ** missing.bit_count()
    return sorted(weights, key=lambda move: (-weights[move], move))
