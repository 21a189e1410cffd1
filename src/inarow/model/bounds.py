"""Bounds on a value, and those of a position from those of its moves, by the rule of minimax."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple


class Bounds(NamedTuple):
    """What is proven of a position, for the side to move; or of a move, for the side making it."""

    lower: int = -1
    upper: int = 1
    distance: int | None = None
    """Plies to the completed line, where that is known."""

    @property
    def value(self) -> int | None:
        """The value, where the bounds meet."""
        return self.lower if self.lower == self.upper else None

    @property
    def is_settled(self) -> bool:
        """Is there nothing left to find out?"""
        return self.lower == self.upper and (self.lower == 0 or self.distance is not None)

    @property
    def rank(self) -> tuple[int, float]:
        """A sort key: best first; of wins the soonest, of losses the latest; the unknown last."""
        lower, upper, distance = self
        if lower == 1:
            return -2, inf if distance is None else distance
        return -(lower + upper), -(distance or 0)

    def before(self) -> Bounds:
        """Return the bounds of the move that led here."""
        lower, upper, distance = self
        return Bounds(-upper, -lower, None if distance is None else distance + 1)


def best_of(moves: Sequence[Bounds]) -> Bounds:
    """Return the bounds of a position, from those of all its moves.

    >>> best_of([Bounds(0, 0), Bounds(1, 1, 5), Bounds(1, 1, 3)])
    Bounds(lower=1, upper=1, distance=3)
    >>> best_of([Bounds(0, 1), Bounds(-1, 0)])
    Bounds(lower=0, upper=1, distance=None)
    """
    lower = max(move.lower for move in moves)
    upper = max(move.upper for move in moves)
    if lower != upper or lower == 0 or not all(move.is_settled for move in moves):
        return Bounds(lower, upper)
    plies = [move.distance or 0 for move in moves if move.value == lower]
    return Bounds(lower, upper, min(plies) if lower == 1 else max(plies))
