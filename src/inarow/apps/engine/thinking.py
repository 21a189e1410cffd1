"""The choice of a move in the time there is, and what is said about it.

What needs no thought is played at once: the first move, a line to complete, one to block. For
the rest the solver has the time: `Solver.solve` with a limit proves what it can and judges where
it cannot.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from time import monotonic, perf_counter
from typing import NamedTuple

from inarow.model.position import Position, make_position
from inarow.model.results import Analysis, Estimate, Progress, Solution
from inarow.solver.query import QUICK_NODES, QUICK_SECONDS
from inarow.solver.solver import Solver

LEAST_NODES = 100
"""With hardly any time: some thousandths of a second. With less than a quick move takes there is no
use in looking at the clock: it is as good as a part of its nodes."""


class SearchLimits(NamedTuple):
    """What ends a search."""

    deadline: float | None
    """A time of `time.monotonic`; None for at once."""
    stop: threading.Event
    """Ends it within a tenth of a second."""
    nodes: int | None


class Thought(NamedTuple):
    """A move, with what is proven or estimated of it."""

    move: int
    line: tuple[int, ...]
    """The moves that are expected, this one first."""
    depth: int
    nodes: int
    seconds: float
    proven: str
    """One of ``win``, ``draw``, ``loss``, ``no``; ``forced`` where there is no choice."""
    score: int = 0
    """Points for the side to move, …"""
    plies: int = 0
    """… or where a win is seen, how far it is; a loss is below 0."""

    @property
    def evaluation(self) -> str:
        """Points, or as ``+M5`` and ``-M4`` have it, plies."""
        if self.plies:
            return f"{'+' if self.plies > 0 else '-'}M{abs(self.plies)}"
        return f"{self.score:+d}"


class _Enough(Exception):
    """A move is wanted at once."""


def think(solver: Solver, position: Position, limits: SearchLimits) -> Thought:
    """Return a move for a position that is not over."""
    began = perf_counter()
    thought = _plain(position)
    if thought is None:
        solution, spent = _solved(solver, position, limits)
        estimate = solver.last_estimate(position)
        if solution is not None and solution.value == -1:
            # All moves lose: the one that takes longest to refute is the one to try.
            longest = _longest(solver, position, limits)
            if longest is not None:
                solution, estimate, spent = longest, None, spent + longest.nodes
        thought = _described(solution, estimate)._replace(nodes=spent)
        if solver.proof is not None and (found := solver.proof.find(position)) and found.plies:
            thought = thought._replace(plies=found.lower * found.plies)
    return thought._replace(seconds=perf_counter() - began)


def _plain(position: Position) -> Thought | None:
    """The move that needs no thought, if there is one."""
    game = position.game
    if position.ply == 0:
        return _clear(game.centre, "no")
    moves = position.legal_moves
    for move in moves:
        if position.play(move).winner is not None:
            return _clear(move, "win", plies=1)
    other = make_position(game, position._opponent, position._own, "X", None)
    threats = [move for move in moves if other.play(move).winner is not None]
    if threats:
        return _clear(threats[0], "forced", plies=-2 if len(threats) > 1 else 0)
    if len(moves) == 1:
        return _clear(moves[0], "draw")
    return None


def _clear(move: int, proven: str, plies: int = 0) -> Thought:
    return Thought(move, (move,), 0, 0, 0.0, proven, plies=plies)


def _longest(solver: Solver, position: Position, limits: SearchLimits) -> Solution | None:
    """What an analysis of a lost position says by then; None if there is no time for one."""
    deadline, stop, nodes = limits
    seconds = 0.0 if deadline is None else deadline - monotonic()
    found: Analysis | None = None

    def listen(progress: Progress) -> None:
        nonlocal found
        found = progress.analysis
        if stop.is_set():
            raise _Enough

    if seconds >= QUICK_SECONDS and not stop.is_set():
        with suppress(_Enough):
            found = solver.analyse(
                position, distance=True, seconds=seconds, nodes=nodes, progress=listen
            )
    return None if found is None else found.solution


def _solved(
    solver: Solver, position: Position, limits: SearchLimits
) -> tuple[Solution | None, int]:
    """What the solver says by then, None if it was stopped; and the nodes that it searched."""
    deadline, stop, nodes = limits
    searched = 0

    def listen(progress: Progress) -> None:
        nonlocal searched
        if stop.is_set():
            searched = progress.nodes
            raise _Enough

    def quickly(nodes: int) -> tuple[Solution, int]:
        solution = solver.solve(position, nodes=nodes)
        return solution, searched + solution.nodes

    if deadline is None or stop.is_set():
        return quickly(QUICK_NODES)
    seconds = deadline - monotonic()
    if seconds < QUICK_SECONDS:
        return quickly(max(LEAST_NODES, int(QUICK_NODES * seconds / QUICK_SECONDS)))
    try:
        solution = solver.solve(position, seconds=seconds, nodes=nodes, progress=listen)
    except _Enough:
        estimate = solver.last_estimate(position)
        if estimate is None or not (estimate.depth or estimate.plies):
            return quickly(QUICK_NODES)
        return None, searched
    searched = solution.nodes
    estimate = solver.last_estimate(position)
    if solution.judged and (estimate is None or not estimate.depth):
        # The process was halted, or hardly had the processor: a look at the moves is due.
        return quickly(QUICK_NODES)
    return solution, searched


def _described(solution: Solution | None, estimate: Estimate | None) -> Thought:
    if solution is None:  # stopped in the middle of the heuristic search
        assert estimate is not None, "or it would have been asked quickly"
        return _estimated(estimate)
    assert solution.best_move is not None, "the game is not over"
    if solution.value is None and estimate is not None:
        if estimate.best_move == solution.best_move:
            return _estimated(estimate)
        return _clear(solution.best_move, "no")
    line = solution.line or (solution.best_move,)
    if solution.value == -1 and solution.distance is None and estimate is not None:
        # The proof says that all is lost, not what loses late: here the estimate knows better.
        return _estimated(estimate)._replace(proven="loss")
    value = solution.value
    proven = "no" if value is None else ("draw", "win", "loss")[value]
    plies = (value or 0) * (solution.distance or len(line))
    return _clear(solution.best_move, proven, plies)._replace(line=line, depth=len(solution.line))


def _estimated(estimate: Estimate) -> Thought:
    """What the heuristic search says."""
    move, line, depth, score, plies = estimate
    return Thought(move, line, depth, 0, 0.0, "no", score, plies)
