"""Several best moves, compared at one depth."""

from __future__ import annotations

from contextlib import suppress
from math import copysign
from time import monotonic, perf_counter

from inarow.apps.engine.thinking import Enough, SearchLimits, Thought, judged_thought, think
from inarow.model.position import Position
from inarow.model.results import Progress
from inarow.solver.query import QUICK_NODES
from inarow.solver.solver import Solver

FIRST_SECONDS = 0.02
"""For a first comparison, where there is a limit of depth; each has twice the time of the last."""
FIRST_SHARE = 1 / 2
"""Of the limits, for the move that would be played; the rest goes to the comparison."""
LEAST_SECONDS = 0.001


def best_moves(
    solver: Solver, position: Position, count: int, limits: SearchLimits
) -> list[Thought]:
    """Return up to `count` moves, the best first: all searched to one depth, by their scores.

    There are fewer where the time does not suffice to look at all, or the choice is clear; of
    moves that are images of each other there is one. A proven best move comes first, and no other
    is given a better score.
    """
    deadline, stop, nodes, depth = limits
    if not depth:
        return _ranked(solver, position, count, limits)
    seconds = FIRST_SECONDS
    while True:
        until = None if deadline is None else min(deadline, monotonic() + seconds)
        thoughts = _ranked(solver, position, count, limits._replace(deadline=until, depth=0))
        first = thoughts[0]
        is_deep = first.depth >= depth or first.proven != "no" or not first.nodes
        is_spent = nodes is not None and until is not None and monotonic() < until
        if is_deep or is_spent or until == deadline or stop.is_set():
            return thoughts
        seconds *= 2


def _ranked(solver: Solver, position: Position, count: int, limits: SearchLimits) -> list[Thought]:
    """One comparison, however deep it is."""
    now, (deadline, _, nodes, _) = monotonic(), limits
    half = None if deadline is None else now + FIRST_SHARE * (deadline - now)
    part = None if nodes is None else max(1, int(FIRST_SHARE * nodes))
    first = think(solver, position, limits._replace(deadline=half, nodes=part))
    if count == 1 or not first.depth:  # a clear choice
        return [first]
    rest = None if nodes is None else max(1, nodes - first.nodes)
    best = _compared(solver, position, count, limits._replace(nodes=rest))
    if first.proven == "no" and best[0].depth:
        return best
    others = [_bounded(thought, first) for thought in best if thought.move != first.move]
    return [first, *(thought for thought in others if thought.depth)][:count]


def _compared(
    solver: Solver, position: Position, count: int, limits: SearchLimits
) -> list[Thought]:
    """The best by judgement; of depth 0 if not even the first comparison came to its end."""
    deadline, stop, nodes, _ = limits
    began, spent = perf_counter(), 0

    def count_nodes(progress: Progress) -> None:
        nonlocal spent
        spent = progress.nodes

    def listen(progress: Progress) -> None:
        count_nodes(progress)
        if stop.is_set() and progress.share < 1:
            raise Enough

    with suppress(Enough):
        if deadline is None or stop.is_set():
            quick = min(nodes or QUICK_NODES, QUICK_NODES)
            solver.estimates(position, count, nodes=quick, progress=count_nodes)
        else:
            seconds = max(LEAST_SECONDS, deadline - monotonic())
            solver.estimates(position, count, seconds=seconds, nodes=nodes, progress=listen)
    seconds = perf_counter() - began
    return [
        judged_thought(judgement)._replace(nodes=spent, seconds=seconds)
        for judgement in solver.judgements(position)
    ]


def _bounded(thought: Thought, best: Thought) -> Thought:
    """A judged move beside a proven best one, of which it cannot be better."""
    if _points(thought) <= _points(best):
        return thought
    return thought._replace(score=best.score, plies=best.plies)


def _points(thought: Thought) -> float:
    """For comparison: wins that are seen, the soonest first; then scores; then losses."""
    return copysign(1e9, thought.plies) - thought.plies if thought.plies else thought.score
