"""A limit of depth: searches of more and more nodes, until one is as deep as it may be.

The core knows no such limit. But a search of few nodes is not deep, and each of these takes twice
the nodes of the one before it, which has filled the table for it.
"""

from __future__ import annotations

import threading
from time import monotonic

from inarow.apps.engine.thinking import LEAST_NODES, Thought, think
from inarow.model.position import Position
from inarow.solver.solver import Solver

__all__ = ["think_to_depth"]


def think_to_depth(
    solver: Solver,
    position: Position,
    depth: int,
    deadline: float | None,
    stop: threading.Event,
    nodes: int | None = None,
) -> Thought:
    """Return a move as `think` does, of the first search that is `depth` plies deep or more."""
    most, share, spent = nodes, LEAST_NODES, 0
    best: Thought | None = None
    while True:
        thought = think(
            solver, position, deadline, stop, share if most is None else min(share, most)
        )
        spent += thought.nodes
        if best is None or thought.proven != "no" or thought.depth >= best.depth:
            best = thought
        is_late = deadline is None or stop.is_set() or monotonic() >= deadline
        is_spent = most is not None and share >= most
        if best.proven != "no" or best.depth >= depth or not thought.nodes or is_late or is_spent:
            return best._replace(nodes=spent)
        share *= 2
