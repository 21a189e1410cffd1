"""Wins by force: what one side plays so that the other has no choice, as a tree.

Order 1 are chains of fours: every move threatens to complete a line. A move of order 2 or 3
threatens a win of a lower order: threes, and quiet moves as well. Only replies in the zone of its
threat can stop it, and each of them loses; every other reply loses to what it threatens.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inarow.model.bits import cells_of
from inarow.model.board import MoveLike
from inarow.model.drawn import Drawn
from inarow.model.options import refuse_exact
from inarow.model.position import make_position
from inarow.solver.query import Budget, Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.position import Position
    from inarow.solver.solver import Solver

BY_THREES, BY_QUIET_MOVES = 2, 3
ORDERS = (1, BY_THREES, BY_QUIET_MOVES)

CHAIN_NODES = {1: 20_000, 2: 500, 3: 500}
"""For a long chain of fours, by the order that is wanted: a quarter of a second at most."""


@dataclass(frozen=True)
class ForcedWin(Drawn):
    """A win by force of the side to move in `position`.

    A win of order 1 has no `replies`: its `line` has each answer there is.

    position
        The position in which the side to move wins.
    order
        1: by a chain of fours; 2: by threes and fours; 3: with quiet moves as well.
    move
        The first move.
    line
        That move and what may follow, to the completed line: one of the longer defences.
    zone
        Of order 2 and 3: the replies that could stop what the move threatens, all of which lose. Of
        order 1: the cells outside of which a stone of the other side's does not stop the chain.
    nodes
        Positions searched.

    >>> import inarow
    >>> start = inarow.Game(15, 15, 5).start()
    >>> win = inarow.forced_win(start.play_all("h8 a1 h9 a15 i9 o1".split()))
    >>> win.order
    2
    >>> win.threat.order
    1
    >>> all(reply.order <= 2 for reply in win.replies.values())
    True
    """

    position: Position
    order: int
    move: int
    line: tuple[int, ...]
    zone: tuple[int, ...]
    nodes: int
    _solver: Solver = field(repr=False, compare=False)

    def __repr__(self) -> str:
        game = self.position.game
        line = " ".join(map(game.name, self.line))
        return f"ForcedWin(order={self.order}, line='{line}', nodes={self.nodes})"

    @property
    def spoilers(self) -> tuple[int, ...]:
        """The cells outside of which one stone more of the other side's does not stop the win.

        That is so wherever in the win the other side passes or errs: it takes the whole tree.
        Raises `InvalidGameError` for order 3 where exactly k win: the checker finds them, and knows
        no such games.
        """
        if self.order == 1:
            return self.zone or (self.move,)  # which completes a line
        if self.order == BY_THREES:
            zone = self._solver._kernel.forced_zone
            return cells_of(self._solver._alone(zone, self.position._own, self.position._opponent))
        from inarow.certificate.forced import spoilers

        refuse_exact(self.position.game, "spoilers of order 3")
        return cells_of(spoilers(self))

    @property
    def threat(self) -> ForcedWin | None:
        """What the move threatens, of a lower order: how it wins if the other side passes.

        None if it threatens to complete a line, and for order 1.
        """
        after = self.position.play(self.move)
        if self.order == 1 or len(self.zone) == 1:  # a four leaves one reply
            return None
        turn = self.position.turn
        passed = make_position(after.game, after._opponent, after._own, turn, None)
        return self._below(passed, self.order - 1)

    def after(self, reply: MoveLike) -> ForcedWin | None:
        """Return how it goes on after a reply, in the zone or not; None for order 1.

        Raises `IllegalMoveError` for a move that cannot be made.
        """
        answered = self.position.play(self.move).play(reply)
        return None if self.order == 1 else self._below(answered, self.order)

    def _below(self, position: Position, order: int) -> ForcedWin | None:
        """Return a win further down; the search knows it, or finds it again without a limit."""
        solver = self._solver
        return solver._alone(find_forced_win, solver, position, order, Query())

    @property
    def replies(self) -> dict[int, ForcedWin]:
        """How it goes on after each reply of the zone; empty for order 1."""
        if self.order == 1:
            return {}
        wins = {reply: self.after(reply) for reply in self.zone}
        return {reply: win for reply, win in wins.items() if win is not None}


def find_forced_win(
    solver: Solver, position: Position, order: int, query: Query, chains: int = 0
) -> ForcedWin | None:
    """Return a win by force of the side to move, if one is found within the limits.

    `chains`: positions that may be looked at for a long chain of fours, before anything else.
    The progress callback is told of the end as well: its share is 1 if no limit ended the search.
    """
    budget, kernel = Budget(query), solver._kernel
    stones = position._own, position._opponent
    line, cells, found, ended, spent = kernel.forced_win(*stones, 1, query.nodes, None, None)
    if not line and chains:
        most = min(chains, query.nodes or chains)
        line, more = kernel.vcf(*stones, most, True)
        cells, found, ended = _chain_zone(position, line), 1, more < most
        spent += more
    budget.spent += spent
    if not line and order > 1 and (ended := not budget.is_spent):
        nodes, seconds = budget.part()
        line, cells, found, ended, more = kernel.forced_win(
            *stones, order, nodes, seconds, budget.listener
        )
        spent += more
    if query.report is not None:
        query.report(spent, budget.seconds, float(bool(line) or ended), 0.0, ())
    if not line:
        return None
    empty = position.game.full & ~(position._own | position._opponent)
    return ForcedWin(position, found, line[0], line, cells_of(cells & empty), spent, solver)


def forced_line(
    kernel: Kernel,
    stones: tuple[int, int],
    order: int,
    part: tuple[int | None, float | None],
    budget: Budget,
) -> tuple[tuple[int, ...], bool]:
    """The line of a win by force (empty if none was found), and whether none is left to find."""
    line, _, _, ended, spent = kernel.forced_win(*stones, order, *part, budget.listener)
    budget.spent += spent
    return line, ended


def _chain_zone(position: Position, line: tuple[int, ...]) -> int:
    """Return the cells outside of which a stone of the other side does not stop a chain.

    Those that it uses, and the empty cells of every line of the other side's that misses two stones
    when that side is to answer: with one stone more it would complete the line. Lines that are dead
    where only exactly k win count as well, which does no harm.
    """
    own, opponent, zone = position._own, position._opponent, 0
    for number, cell in enumerate(line):
        zone |= 1 << cell
        if number % 2:
            opponent |= 1 << cell
            continue
        own |= 1 << cell
        for mask in position.game.line_masks:
            if not mask & own and (mask & ~opponent).bit_count() == 2:
                zone |= mask & ~opponent
    return zone
