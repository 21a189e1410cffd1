"""Estimates of moves by the heuristic search, which proves nothing."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from inarow.model.position import Position
from inarow.model.results import Estimate
from inarow.solver.query import Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

ESTIMATE_NODES = 100_000
"""The limit where none is given: about half a second on a board of 15x15."""

Ranking = tuple[int, int, int, tuple[tuple[int, int, tuple[int, ...]], ...]]
"""What `Kernel.last_judgement` says."""


def estimates_of(last: Ranking) -> tuple[Estimate, ...]:
    """Return the moves that the heuristic search looked at last, best first."""
    _, _, depth, ranking = last
    return tuple(Estimate(line[0], line, depth, score, plies) for score, plies, line in ranking)


def estimate_moves(
    kernel: Kernel, position: Position, wanted: int, query: Query, cells: int, narrow: bool = False
) -> tuple[tuple[Estimate, ...], int]:
    """Return up to `wanted` moves of a position that is not over, best first, and the nodes.

    `cells` is a mask of the moves that are looked at. The progress callback is told of the end as
    well.
    """
    wanted = min(wanted, len(position.legal_moves))
    _, nodes, seconds, report = query
    stones = position._own, position._opponent
    began = perf_counter()
    _, spent = kernel.judge(*stones, nodes, seconds, report, cells, wanted, narrow=narrow)
    if report is not None:
        report(spent, perf_counter() - began, 1.0, 0.0, ())
    last = kernel.last_judgement
    assert last is not None, "it was just asked"
    return estimates_of(last), spent
