"""Bounds on a value, and those of a position from those of its moves, by the rule of minimax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LONG = 1000
"""More plies than any game has."""


class Bounds(NamedTuple):
    """What is proven of a position, for the side to move; or of a move, for the side making it."""

    lower: int = -1
    upper: int = 1
    distance: int | None = None
    """Plies to the completed line, where that is known."""
    least: int = 0
    """Where it is not: so many plies it takes at least, as far as that is proven."""

    @property
    def value(self) -> int | None:
        """The value, where the bounds meet."""
        return self.lower if self.lower == self.upper else None

    @property
    def is_settled(self) -> bool:
        """Is there nothing left to find out?"""
        return self.lower == self.upper and (self.lower == 0 or self.distance is not None)

    @property
    def rank(self) -> tuple[int, int, int]:
        """A sort key: best first; of wins the soonest, of losses what lasts longest for certain.

        Of losses that last as long at least, one of which that is all that is known comes first.

        >>> moves = [Bounds(-1, -1, 4), Bounds(-1, -1, None, 4), Bounds(-1, -1, 6), Bounds(1, 1)]
        >>> sorted(moves, key=lambda move: move.rank) == moves[::-1]
        True
        """
        lower, upper, distance, least = self
        if lower == 1:
            return -2, LONG if distance is None else distance, 0
        if upper == -1:
            return 2, -(least if distance is None else distance), int(distance is not None)
        return -(lower + upper), -lower, 0

    def narrowed(self, other: Bounds) -> Bounds:
        """Return what these and the others, of the same position or move, say together.

        >>> Bounds(0, 1).narrowed(Bounds(-1, 0))
        Bounds(lower=0, upper=0, distance=None, least=0)
        """
        lower, upper, distance, least = other
        return Bounds(
            max(self.lower, lower),
            min(self.upper, upper),
            self.distance if distance is None else distance,
            max(self.least, least),
        )

    def before(self) -> Bounds:
        """Return the bounds of the move that led here."""
        lower, upper, distance, least = self
        later = None if distance is None else distance + 1
        return Bounds(-upper, -lower, later, least and least + 1)


def best_of(moves: Sequence[Bounds]) -> Bounds:
    """Return the bounds of a position, from those of all its moves.

    >>> best_of([Bounds(0, 0), Bounds(1, 1, 5), Bounds(1, 1, 3)])
    Bounds(lower=1, upper=1, distance=3, least=0)
    >>> best_of([Bounds(0, 1), Bounds(-1, 0)])
    Bounds(lower=0, upper=1, distance=None, least=0)
    """
    lower = max(move.lower for move in moves)
    upper = max(move.upper for move in moves)
    if lower != upper or lower == 0 or not all(move.is_settled for move in moves):
        return Bounds(lower, upper)
    plies = [move.distance or 0 for move in moves if move.value == lower]
    return Bounds(lower, upper, min(plies) if lower == 1 else max(plies))
