"""Wins by force: what one side plays so that the other has no choice, as a tree.

Order 1 are chains of fours: every move threatens to complete a line. Order 2 are threes as well:
every move threatens such a chain. After a move of order 2 only replies in the zone of its threat
can stop it, and each of them loses; every other reply loses to the chain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inarow.model.bits import cells_of
from inarow.solver.query import Budget, Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.position import Position
    from inarow.solver.solver import Solver

__all__ = ["ORDERS", "ForcedWin", "find_forced_win"]

ORDERS = (1, 2)

CHAIN_NODES = 20_000
"""For a chain of fours: a quarter of a second at most; …"""
FEW_NODES = 500
"""… if threes are tried as well, no more than this."""


@dataclass(frozen=True)
class ForcedWin:
    """A win of the side to move by force, in a position that it knows.

    A reply outside of the `zone` loses to the chain that the move threatens: ask `forced_win` of
    the position after it. A win of order 1 has no `replies`: its `line` has each answer there is.

    >>> import inarow
    >>> start = inarow.Game(15, 15, 5).start()
    >>> win = inarow.forced_win(start.play_all("h8 a1 h9 a15 i9 o1".split()))
    >>> win.order
    2
    >>> all(reply.order <= 2 for reply in win.replies.values())
    True
    """

    position: Position
    """Where the side to move wins."""
    order: int
    """1: by a chain of fours; 2: by threes and fours."""
    move: int
    """The first move."""
    line: tuple[int, ...]
    """That move and what may follow, to the completed line: one of the longer defences."""
    zone: tuple[int, ...]
    """Of order 2: the replies that could stop what the move threatens, all of which lose. Of order
    1: the cells outside of which a stone of the other side's does not stop the chain."""
    nodes: int
    """Positions searched."""
    _solver: Solver = field(repr=False, compare=False)

    @property
    def replies(self) -> dict[int, ForcedWin]:
        """How it goes on after each reply of the zone; empty for order 1."""
        if self.order == 1:
            return {}
        after = self.position.play(self.move)
        wins = {reply: self._solver.forced_win(after.play(reply)) for reply in self.zone}
        return {reply: win for reply, win in wins.items() if win is not None}


def find_forced_win(
    solver: Solver, kernel: Kernel, position: Position, order: int, query: Query
) -> ForcedWin | None:
    """Return a win by force of the side to move, if one is found within the limits."""
    budget = Budget(query)
    stones = position._own, position._opponent
    chains = CHAIN_NODES if order == 1 else FEW_NODES
    line, spent = kernel.force(*stones, min(chains, query.nodes or chains), True)
    if line:
        zone = cells_of(_chain_zone(position, line))
        return ForcedWin(position, 1, line[0], line, zone, spent, solver)
    budget.spent += spent
    if order == 1 or budget.is_spent:
        return None
    nodes, seconds = budget.part()
    line, cells, found, _, more = kernel.force_win(*stones, order, nodes, seconds, budget.listener)
    if not line:
        return None
    return ForcedWin(position, found, line[0], line, cells_of(cells), spent + more, solver)


def _chain_zone(position: Position, line: tuple[int, ...]) -> int:
    """The cells outside of which a stone of the other side does not stop a chain.

    Those that it uses, and of every line of the other side's that misses two stones when he is to
    answer: with one more he would complete it.
    """
    game = position.game
    masks = [sum(1 << cell for cell in cells) for cells in game.lines]
    own, opponent, zone = position._own, position._opponent, 0
    for number, cell in enumerate(line):
        zone |= 1 << cell
        if number % 2:
            opponent |= 1 << cell
            continue
        own |= 1 << cell
        for mask in masks:
            if not mask & own and (mask & opponent).bit_count() == game.k - 2:
                zone |= mask & ~opponent
    return zone
