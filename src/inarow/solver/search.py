"""The ordinary game and the weak one (`inarow.model.weak`), searched to the end or to a limit."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from inarow.model.position import Position
from inarow.model.results import Solution, finished, searched
from inarow.model.weak import weak_winner
from inarow.solver.query import Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

Search: TypeAlias = "Callable[[Kernel, Position, Query], Solution]"
"""Answers for a position that is not over."""


def solve_strong(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return the solution of a position that is not over."""
    started = perf_counter()
    distance, nodes, seconds, report = query
    stones = position._own, position._opponent
    answer = kernel.solve(*stones, distance, True, nodes, seconds, report)
    return searched(answer, distance, perf_counter() - started, position)


def solve_weak(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return the solution of a position in the weak game."""
    if weak_winner(position) is not None:
        return finished(position, "weak")
    started = perf_counter()
    maker_moves = position.turn == "X"
    lower, upper, plies, move, line, spent, _zone = kernel.solve_weak(
        position.x, position.o, maker_moves, query.distance, True, *query[1:]
    )
    if not maker_moves:
        lower, upper = -upper, -lower
    answer = lower, upper, plies, move, line, spent
    return searched(answer, query.distance, perf_counter() - started, position, "weak")
