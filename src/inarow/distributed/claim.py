"""What is to be proven of a position, and in which ways."""

from __future__ import annotations

from collections.abc import Iterator

from inarow.distributed.question import Goal, inverse, moved, question_of
from inarow.distributed.tree import SHORT_LINE, Node, Tree
from inarow.position import Position

__all__ = ["Claim"]

LATER_WAY, EARLY_LATER_WAY = 4.0, 256.0
"""The less promising way waits until the other has taken so many times the effort, more while there
are few stones, …"""

FIRST_EFFORT = 1 << 20
"""… and so many nodes of the ordinary game besides."""


class Claim:
    """A side does not lose: because the other one is stopped for good, or in the ordinary game."""

    def __init__(self, tree: Tree, position: Position, side: str) -> None:
        self._tree, self._position, self.side = tree, position, side
        game = position.game
        goals = [Goal.HOLD, Goal.STOP] if game.k <= SHORT_LINE else [Goal.STOP, Goal.HOLD]
        questions = [question_of(position, side, goal) for goal in goals]
        stones = (position.x | position.o).bit_count()
        self._later = EARLY_LATER_WAY if stones < game.k else LATER_WAY
        self.ways: list[Node] = []
        self.symmetries: list[int] = []
        for question in questions:
            node, symmetry = tree.node(question)
            self.ways.append(node)
            self.symmetries.append(symmetry)

    @property
    def way(self) -> Node | None:
        """The node that settles the claim."""
        for node in self.ways:
            if node.held or (node.held is False and node.question.goal == Goal.HOLD):
                return node
        return None

    @property
    def settled(self) -> tuple[Node, int]:
        """That node, and the symmetry that takes the question to its own."""
        way = self.way
        assert way is not None
        return way, self.symmetries[self.ways.index(way)]

    @property
    def held(self) -> bool | None:
        """Does the side not lose?"""
        return None if self.way is None else self.way.held

    @property
    def move(self) -> int | None:
        """A move that shows the answer, if the side to move is the one that succeeds."""
        if self.way is None:
            return None
        way, symmetry = self.settled
        if way.answer is None or way.answer.move < 0:
            return None
        game = self._position.game
        return moved(game, inverse(game, symmetry), 1 << way.answer.move).bit_length() - 1

    @property
    def share(self) -> float:
        """How much of it is closed, from 0 to 1: an estimate, of the way that was gone farthest."""
        if self.way is not None:
            return 1.0
        return self._tree.share(max(self.ways, key=lambda node: node.effort))

    def leaves(self, speculate: bool) -> Iterator[Node]:
        """The leaves that no worker is at, the most proving first."""
        if self.way is not None:
            return
        ranked = [
            ((FIRST_EFFORT + node.effort) * self._later**rank, rank, node)
            for rank, node in enumerate(self.ways)
            if node.held is None
        ]
        *_, node = min(ranked)
        yield from self._tree.leaves(node, speculate)
