"""What is to be proven of a position, and in which ways."""

from __future__ import annotations

from collections.abc import Iterator

from inarow._core import SHORT_LINE
from inarow.distributed.question import Goal, moved_cell, question_of
from inarow.distributed.tree import ProofNode, Tree
from inarow.model.position import Position

LATER_WAY, EARLY_LATER_WAY = 4.0, 256.0
"""The less promising way waits until the other has taken so many times the effort, more while there
are few stones, …"""

FIRST_EFFORT = 1 << 20
"""… and so many nodes of the ordinary game besides."""


class SideClaim:
    """A side does not lose: because the other one is stopped for good, or in the ordinary game."""

    def __init__(self, tree: Tree, position: Position, side: str) -> None:
        self._tree, self._position, self.side = tree, position, side
        game = position.game
        goals = [Goal.HOLD, Goal.STOP] if game.k <= SHORT_LINE else [Goal.STOP, Goal.HOLD]
        self._later = EARLY_LATER_WAY if position.ply < game.k else LATER_WAY
        self._ways = [tree.node(question_of(position, side, goal)) for goal in goals]

    @property
    def settled(self) -> tuple[ProofNode, int] | None:
        """The node that settles the claim, and the symmetry that takes it to this position."""
        for node, symmetry in self._ways:
            if node.held or (node.held is False and node.question.goal == Goal.HOLD):
                return node, symmetry
        return None

    @property
    def held(self) -> bool | None:
        """Does the side not lose?"""
        return None if self.settled is None else self.settled[0].held

    @property
    def move(self) -> int | None:
        """A move that shows the answer, if the side to move is the one that succeeds."""
        if self.settled is None:
            return None
        node, symmetry = self.settled
        if node.answer is None or node.answer.move < 0:
            return None
        return moved_cell(self._position.game, symmetry, node.answer.move)

    @property
    def share(self) -> float:
        """How much of it is closed, from 0 to 1: an estimate, of the way that was gone farthest."""
        if self.settled is not None:
            return 1.0
        return self._tree.share(max((node for node, _ in self._ways), key=lambda node: node.effort))

    def leaves(self, speculate: bool) -> Iterator[ProofNode]:
        """The leaves that no worker is at, the most proving first."""
        if self.settled is not None:
            return
        ranked = [
            ((FIRST_EFFORT + node.effort) * self._later**rank, rank, node)
            for rank, (node, _) in enumerate(self._ways)
            if node.held is None
        ]
        *_, node = min(ranked)
        yield from self._tree.leaves(node, speculate)


class Claims:
    """What a position is worth is two claims: the side to move does not win, nor does it lose."""

    def __init__(self, tree: Tree, position: Position) -> None:
        mover, other = position.turn, "XO".replace(position.turn, "")
        self.no_win = SideClaim(tree, position, other)
        self.no_loss = SideClaim(tree, position, mover)
        # If O could win the empty board so could X, who begins anywhere and plays as O does.
        self.stolen = not position.x | position.o and mover == "X"

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value that are possible yet, from the side to move."""
        if self.no_win.held is False:
            return 1, 1
        if self.no_loss.held is False:
            return -1, -1
        return 0 if self.stolen or self.no_loss.held else -1, 0 if self.no_win.held else 1

    @property
    def move(self) -> int | None:
        """A move that keeps the value, if one has been found."""
        lower, upper = self.bounds
        if lower < upper or lower < 0:
            return None
        return self.no_win.move if lower else self.no_loss.move

    @property
    def any_move(self) -> bool:
        """Does every move keep the value?

        That of a loss; and if the side to move is stopped on the empty board for good, it stops the
        other side as well, with whatever stone it has besides.
        """
        if self.bounds == (-1, -1):
            return True
        settled = self.no_win.settled
        stopped = settled is not None and settled[0].question.goal == Goal.STOP
        return self.stolen and self.bounds == (0, 0) and stopped

    @property
    def are_settled(self) -> bool:
        """Are the value and a move that keeps it known?"""
        lower, upper = self.bounds
        return lower == upper and (self.any_move or self.move is not None)

    def wanted(self) -> list[SideClaim]:
        """What is to be proven yet, in this order."""
        wanted = [self.no_win]
        if not self.stolen or (self.no_win.held and not self.any_move):
            wanted.append(self.no_loss)
        return wanted

    def leaves(self, speculate: bool) -> Iterator[ProofNode]:
        """The leaves that no worker is at, the most proving first."""
        for claim in self.wanted():
            yield from claim.leaves(speculate)
