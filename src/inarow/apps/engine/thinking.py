"""The choice of a move in the time there is, and what is said about it.

What needs no thought is played at once: the first move, a line to complete, one to block. For
the rest the solver has the time: `Solver.solve` with a limit proves what it can and judges where
it cannot.
"""

from __future__ import annotations

import threading
from time import monotonic, perf_counter
from typing import NamedTuple

from inarow.model.position import Position, make_position
from inarow.model.results import Judgement, Solution
from inarow.solver.limited import QUICK_NODES
from inarow.solver.solver import Solver

__all__ = ["Thought", "clear_thought", "think"]

LEAST_NODES = 100
"""With hardly any time: some thousandths of a second."""
LEAST_SECONDS = 0.02
"""What `QUICK_NODES` take. With less time there is no use in looking at the clock: it is as good as
a part of these nodes."""


class Thought(NamedTuple):
    """A move and what is known of it."""

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


def think(
    solver: Solver,
    position: Position,
    deadline: float | None,
    stop: threading.Event,
    nodes: int | None = None,
) -> Thought:
    """Return a move for a position that is not over.

    `deadline` is a time of `time.monotonic`, None for at once; `stop` ends the search within a
    tenth of a second; `nodes` limit it as well.
    """
    began = perf_counter()
    thought = _plain(position)
    if thought is None:
        solution = _solved(solver, position, deadline, stop, nodes)
        if solution is not None and solution.value == -1 and not stop.is_set():
            # All moves lose: the one that takes longest to refute is the one to try.
            solution = _solved(solver, position, deadline, stop, nodes, True) or solution
        thought = _described(solution, solver.judgement(position))
    return thought._replace(seconds=perf_counter() - began)


def _plain(position: Position) -> Thought | None:
    """The move that needs no thought, if there is one."""
    game = position.game
    if position.ply == 0:
        return clear_thought(game.centre, "no")
    moves = position.legal_moves
    for move in moves:
        if position.play(move).winner is not None:
            return clear_thought(move, "win", plies=1)
    other = make_position(game, position._opponent, position._own, "X", None)
    threats = [move for move in moves if other.play(move).winner is not None]
    if threats:
        return clear_thought(threats[0], "forced", plies=-2 if len(threats) > 1 else 0)
    if len(moves) == 1:
        return clear_thought(moves[0], "draw")
    return None


def clear_thought(move: int, proven: str, plies: int = 0) -> Thought:
    return Thought(move, (move,), 0, 0, 0.0, proven, plies=plies)


def _solved(
    solver: Solver,
    position: Position,
    deadline: float | None,
    stop: threading.Event,
    nodes: int | None,
    distance: bool = False,
) -> Solution | None:
    """What the solver says by then; None if it was stopped before it said anything."""

    def listen(_: object) -> None:
        if stop.is_set():
            raise _Enough

    if deadline is None or stop.is_set():
        return solver.solve(position, nodes=QUICK_NODES)
    seconds = deadline - monotonic()
    if seconds < LEAST_SECONDS:
        part = int(QUICK_NODES * seconds / LEAST_SECONDS)
        return solver.solve(position, nodes=max(LEAST_NODES, part))
    try:
        solution = solver.solve(
            position, seconds=seconds, nodes=nodes, progress=listen, distance=distance
        )
        judgement = solver.judgement(position)
        if solution.judged and (judgement is None or not judgement.depth):
            # The process was halted, or hardly had the processor: a look at the moves is due.
            return solver.solve(position, nodes=QUICK_NODES)
        return solution
    except _Enough:
        if solver.judgement(position) is None:
            return solver.solve(position, nodes=QUICK_NODES)
        return None


def _described(solution: Solution | None, judgement: Judgement | None) -> Thought:
    if solution is None:  # stopped in the middle of the heuristic search
        assert judgement is not None, "or it would have been asked quickly"
        return _judged(judgement, 0)
    assert solution.best_move is not None, "the game is not over"
    if solution.value is None and judgement is not None:
        if judgement.best_move == solution.best_move:
            return _judged(judgement, solution.nodes)
        return clear_thought(solution.best_move, "no")._replace(nodes=solution.nodes)
    line = solution.line or (solution.best_move,)
    if solution.value == -1 and solution.distance is None and judgement is not None:
        # The proof says that all is lost, not what loses late: here judgement knows better.
        return _judged(judgement, solution.nodes)._replace(proven="loss")
    value = solution.value
    proven = "no" if value is None else ("draw", "win", "loss")[value]
    plies = (value or 0) * (solution.distance or len(line))
    depth, nodes = len(solution.line), solution.nodes
    return Thought(solution.best_move, line, depth, nodes, 0.0, proven, plies=plies)


def _judged(judgement: Judgement, nodes: int) -> Thought:
    move, line, depth = judgement.best_move, judgement.line, judgement.depth
    return Thought(move, line, depth, nodes, 0.0, "no", judgement.score, judgement.plies)
