"""A limit of depth: searches that get longer and longer, until one is as deep as it may be.

The core knows no such limit. But a short search is not deep, and each of these is twice as long as
the one before it, which has filled the table for it.
"""

from __future__ import annotations

from time import monotonic

from inarow.apps.engine.ranking import best_moves
from inarow.apps.engine.thinking import LEAST_NODES, SearchLimits, Thought, think
from inarow.model.position import Position
from inarow.solver.solver import Solver

__all__ = ["best_moves_to_depth", "think_to_depth"]

FIRST_SECONDS = 0.02
"""For a first comparison of moves; each has twice the time of the one before it."""


def think_to_depth(solver: Solver, position: Position, limits: SearchLimits) -> Thought:
    """Return a move as `think` does, of the first search that is as deep as the limit, or more."""
    deadline, stop, most, depth = limits
    share, spent = LEAST_NODES, 0
    best: Thought | None = None
    while True:
        nodes = share if most is None else min(share, most)
        thought = think(solver, position, limits._replace(nodes=nodes))
        spent += thought.nodes
        if best is None or thought.proven != "no" or thought.depth >= best.depth:
            best = thought
        is_late = deadline is None or stop.is_set() or monotonic() >= deadline
        is_spent = most is not None and share >= most
        if best.proven != "no" or best.depth >= depth or not thought.nodes or is_late or is_spent:
            return best._replace(nodes=spent)
        share *= 2


def best_moves_to_depth(
    solver: Solver, position: Position, count: int, limits: SearchLimits
) -> list[Thought]:
    """Return the best moves as `best_moves` does, the first one as deep as the limit, or more."""
    deadline, stop, nodes, depth = limits
    seconds = FIRST_SECONDS
    while True:
        until = None if deadline is None else min(deadline, monotonic() + seconds)
        thoughts = best_moves(solver, position, count, limits._replace(deadline=until))
        first = thoughts[0]
        is_deep = first.depth >= depth or first.proven != "no" or not first.nodes
        is_spent = nodes is not None and until is not None and monotonic() < until
        if is_deep or is_spent or until == deadline or stop.is_set():
            return thoughts
        seconds *= 2
