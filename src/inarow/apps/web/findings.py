"""What is known of a move or a position so far: proven bounds, and apart from them an estimate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from math import tanh
from typing import Any

from inarow.model.results import Judgement, Solution
from inarow.model.worth import Worth, best_of
from inarow.strategies.monte_carlo import Weight

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
    def worth(self) -> Worth:
        """What is proven."""
        return Worth(self.lower, self.upper, self.distance)

    @property
    def settled(self) -> bool:
        """Is nothing left to find out? (A tree search proves values without a line of play.)"""
        return bool(self.line) and self.worth.is_settled

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
        return {**asdict(self), "move": move, "value": self.worth.value, "settled": self.settled}


def whole(
    root: tuple[int | None, MoveFinding], moves: Mapping[int, MoveFinding]
) -> tuple[int | None, MoveFinding]:
    """The best move and the finding of a position, given those of all its moves."""
    best, before = root
    known = best_of([found.worth for found in moves.values()])
    lower, upper = max(before.lower, known.lower), min(before.upper, known.upper)
    if lower < upper:
        return best, replace(before, lower=lower, upper=upper)
    proven = replace(before, lower=lower, upper=upper, judged=False)
    keeping = [move for move, found in moves.items() if found.lower == upper]
    # The solver proved it, and has not yet looked at the moves; or it said all there is to say.
    if not keeping or before.distance is not None or (lower == 0 and best in keeping):
        return best, proven
    move = min(keeping, key=lambda cell: (moves[cell].worth.rank, -(moves[cell].estimate or 0.0)))
    return move, replace(proven, distance=known.distance, line=moves[move].line)
