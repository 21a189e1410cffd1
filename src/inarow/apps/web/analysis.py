"""What the page is told of an analysis: proven results, and apart from them estimates."""

from __future__ import annotations

from collections.abc import Mapping
from math import tanh
from typing import Any

from inarow.model.results import Analysis, Estimate, Solution

CLEAR = 250
"""Points of the evaluation that count 0.76 on a scale from -1 to 1: a clear advantage."""

SEEN = 0.9
"""What a win counts that the evaluation sees, and nothing proves."""


class AnalysisMessages:
    """Makes messages of an analysis as it grows: each holds what is new since the one before.

    `is_whole`: are all moves analysed? If not, the best of them says nothing of the position; nor
    does it before any was looked at.
    """

    def __init__(self, *, is_whole: bool) -> None:
        self._is_whole = is_whole
        self._analysis: Analysis | None = None
        self._told: dict[int, Mapping[str, Any]] = {}
        self._told_root: Mapping[str, Any] | None = None

    def news(self, analysis: Analysis | None) -> Mapping[str, Any] | None:
        """The message ``found`` (see `messages`), or None if there is nothing new to tell."""
        if analysis is None or analysis is self._analysis:
            return None
        self._analysis = analysis
        estimates = estimates_of(analysis)
        results = {
            move: result_of(move, solution, estimates.get(move))
            for move, solution in analysis.items()
        }
        fresh = [result for move, result in results.items() if self._told.get(move) != result]
        best = analysis.solution.best_move
        root = result_of(best, analysis.solution)
        images = {image[best] for image in analysis.position.symmetries if best is not None}
        root["images"] = sorted(images)
        if not self._is_whole or not (estimates or analysis.solution.proven):
            root.update(move=None, images=[], settled=False)
        is_new = root != self._told_root
        self._told, self._told_root = {**results}, root
        return {"moves": fresh, "root": root if is_new else None} if fresh or is_new else None


def estimates_of(analysis: Analysis) -> dict[int, float]:
    """The estimate of every move that was looked at.

    Those that come first were searched deeper. Depths do not compare, but what comes later does not
    look better.
    """
    estimates, least = {}, 1.0
    for one in analysis.estimates:
        value = least = min(estimate_of(one), least)
        estimates.update({image[one.best_move]: value for image in analysis.position.symmetries})
    return estimates


def estimate_of(estimate: Estimate) -> float:
    """What the heuristic search thinks of a move, on a scale from -1 to 1."""
    if estimate.plies:
        return SEEN if estimate.plies > 0 else -SEEN
    return round(tanh(estimate.score / CLEAR), 3)


def result_of(
    move: int | None, solution: Solution, estimate: float | None = None
) -> dict[str, Any]:
    """Bounds and estimate of a move, or of a position and its best move, as messages have them."""
    return {
        "move": move,
        "value": solution.value,
        "distance": solution.distance,
        "lower": solution.lower,
        "upper": solution.upper,
        "estimate": estimate,
        "line": list(solution.line),
        "rank": solution.bounds.rank,
        "settled": solution.bounds.is_settled,
    }
