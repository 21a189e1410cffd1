"""What is known of a move or a position so far: proven bounds, and apart from them an estimate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from math import inf, tanh
from typing import Any

from inarow.model.results import Judgement, Solution
from inarow.strategies.monte_carlo import Weight

__all__ = ["MoveFinding", "whole"]

CLEAR = 250
"""Points of the evaluation that are worth 0.76 on the scale of random games: a clear advantage."""

SEEN = 0.9
"""What a win is worth that the evaluation sees, and nothing proves."""

FEW = 10
"""Random games that weigh as much as the assumption that a move is worth nothing."""


@dataclass(frozen=True)
class MoveFinding:
    """Knowledge that only grows; values are seen from the side to move.

    >>> MoveFinding().weighed(Weight(visits=30, mean=0.5, lower=0, upper=1)).record(4)["estimate"]
    0.375
    """

    lower: int = -1
    upper: int = 1
    distance: int | None = None
    estimate: float | None = None
    line: tuple[int, ...] = ()
    judged: bool = False

    @property
    def value(self) -> int | None:
        """The value, if it is proven."""
        return self.lower if self.lower == self.upper else None

    @property
    def settled(self) -> bool:
        """Is nothing left to find out? (A tree search proves values without a line of play.)"""
        return bool(self.line) and (self.value == 0 or self.distance is not None)

    @property
    def promise(self) -> tuple[float, float]:
        """Sort key: what may be best comes first."""
        return -self.upper, -(self.lower if self.estimate is None else self.estimate)

    def weighed(self, weight: Weight) -> MoveFinding:
        """With what a tree search found; a mean of few games is drawn towards 0."""
        return replace(
            self,
            lower=max(self.lower, weight.lower),
            upper=min(self.upper, weight.upper),
            estimate=round(weight.mean * weight.visits / (weight.visits + FEW), 3),
        )

    def judged_by(self, judgement: Judgement, *, is_own: bool) -> MoveFinding:
        """With what the heuristic search says of a position after the move.

        `is_own` tells whether it is the mover's turn there.
        """
        worth = tanh(judgement.score / CLEAR)
        if judgement.plies:
            worth = SEEN if judgement.plies > 0 else -SEEN
        return replace(self, estimate=round(worth if is_own else -worth, 3))

    def proven(self, solution: Solution) -> MoveFinding:
        """With what the solver proved."""
        lower, upper = max(self.lower, solution.lower), min(self.upper, solution.upper)
        known = self.distance is None and solution.value is not None
        return replace(
            self,
            lower=lower,
            upper=upper,
            distance=solution.distance if known else self.distance,
            line=solution.line if solution.proven else self.line,
            judged=solution.judged and lower < upper,
        )

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> MoveFinding:
        """What a `record` says."""
        names = [field.name for field in fields(MoveFinding)]
        return MoveFinding(
            **{name: record[name] for name in names} | {"line": tuple(record["line"])}
        )

    def record(self, move: int | None) -> dict[str, Any]:
        """The result as the page gets it."""
        return {**asdict(self), "move": move, "value": self.value, "settled": self.settled}


def whole(
    root: tuple[int | None, MoveFinding], moves: Mapping[int, MoveFinding]
) -> tuple[int | None, MoveFinding]:
    """The best move and the finding of a position, given those of all its moves."""
    best, before = root
    lower = max([before.lower, *(found.lower for found in moves.values())])
    upper = min(before.upper, max(found.upper for found in moves.values()))
    if lower < upper:
        return best, replace(before, lower=lower, upper=upper)
    keeping = {move: found for move, found in moves.items() if found.lower == upper}
    if not keeping:  # the solver proved it, and has not yet looked at the moves
        return best, before
    if lower == 0:
        if best in keeping:
            return best, replace(before, lower=0, upper=0, judged=False)
        move = max(keeping, key=lambda cell: keeping[cell].estimate or 0.0)
        return move, replace(before, lower=0, upper=0, line=keeping[move].line, judged=False)
    if before.distance is not None:
        return best, before
    # A win needs one quick move. How long a loss takes is known when all moves are.
    longest = lower * inf
    move = min(keeping, key=lambda cell: lower * (keeping[cell].distance or longest))
    found = keeping[move]
    certain = all(other.settled for other in moves.values())
    distance = found.distance if certain else None
    return move, replace(
        before, lower=lower, upper=upper, distance=distance, line=found.line, judged=False
    )
