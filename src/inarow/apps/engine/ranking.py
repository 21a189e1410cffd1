"""Several best moves: a comparison of what is thought of the positions after them."""

from __future__ import annotations

import threading
from math import copysign
from time import monotonic

from inarow.apps.engine.thinking import Thought, clear_thought, think
from inarow.model.position import Position
from inarow.solver.solver import Solver
from inarow.strategies.levels import REACH

__all__ = ["best_moves"]

FIRST_SHARE = 1 / 2
"""Of the time, for the best move; the rest goes to the comparison of the others."""
KEPT_PER_ROUND = 4
"""Each round of the comparison leaves one move in so many."""


def best_moves(
    solver: Solver, position: Position, count: int, deadline: float | None, stop: threading.Event
) -> list[Thought]:
    """Return up to `count` moves, the best first.

    The first is what `think` plays. The others are compared by what is thought of the positions
    after them, the most promising ones again and for longer: each round has as much time as the
    others, and leaves a fourth of the moves, but no fewer than are wanted.
    """
    now = monotonic()
    half = None if deadline is None else now + FIRST_SHARE * (deadline - now)
    first = think(solver, position, half, stop)
    others = [move for move in position.legal_moves if move != first.move]
    wanted = min(count - 1, len(others))
    stones = position.x | position.o
    near = [  # only these are compared, unless they are too few
        move
        for move in others
        if any(stones >> cell & 1 for cell in position.game.near(move, REACH))
    ]
    moves = near if len(near) >= wanted else others
    thoughts = [clear_thought(move, "no") for move in moves]
    sizes = [len(thoughts)]
    while sizes[-1] > wanted:
        sizes.append(max(wanted, sizes[-1] // KEPT_PER_ROUND))
    for number, size in enumerate(sizes if wanted else []):
        thoughts = thoughts[:size]
        slot = 0.0 if deadline is None else (deadline - monotonic()) / (len(sizes) - number) / size
        for index, thought in enumerate(thoughts):
            if stop.is_set() or (number and deadline is not None and monotonic() >= deadline):
                break
            after = position.play(thought.move)
            until = None if deadline is None else monotonic() + slot
            thoughts[index] = _before(
                thought.move, None if after.is_over else think(solver, after, until, stop)
            )
        thoughts.sort(key=_rank)
    return [first, *thoughts[:wanted]]


def _before(move: int, reply: Thought | None) -> Thought:
    """What an answer says of the move before it."""
    if reply is None:
        return clear_thought(move, "draw")
    proven = {"win": "loss", "loss": "win", "forced": "no"}.get(reply.proven, reply.proven)
    plies = -reply.plies - (reply.plies > 0) + (reply.plies < 0)
    return reply._replace(
        move=move,
        line=(move, *reply.line),
        depth=reply.depth + 1,
        proven=proven,
        score=-reply.score,
        plies=plies,
    )


def _rank(thought: Thought) -> tuple[float, int]:
    """Sort key: wins that are seen, the soonest first; then by points; losses at the end."""
    points = copysign(1e9, thought.plies) - thought.plies if thought.plies else thought.score
    return -points, thought.move
