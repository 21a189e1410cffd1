"""The work of a worker: one question, within a budget."""

from __future__ import annotations

import threading
from time import perf_counter
from typing import TYPE_CHECKING

from inarow._core import make_kernel
from inarow.distributed.question import Answer, Goal, Question
from inarow.game import Game

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

__all__ = ["settle"]

TABLE_MB = 256
"""The default limit of a worker's table; memory is taken only as it fills."""

_own = threading.local()
"""Each thread has its kernel, of the game last asked about: its table serves related questions."""


def settle(question: Question, nodes: int | None = None, table_mb: int = TABLE_MB) -> Answer:
    """Answer a question, or tell that so many nodes did not suffice."""
    kernel = _kernel(question.game, table_mb)
    started = perf_counter()
    if question.goal == Goal.STOP:
        lower, upper, _, move, _, spent, zone = kernel.solve_weak(
            question.rival, question.keeper, question.rival_moves, False, False, nodes, None, None
        )
        held = None if lower < upper else upper == 0
    else:
        sides = (question.rival, question.keeper)
        own, opponent = sides if question.rival_moves else reversed(sides)
        reached, move, spent = kernel.ask(own, opponent, int(question.rival_moves), nodes, None)
        held = reached if reached is None else reached != question.rival_moves
        zone = 0
    succeeds = held is not None and held != question.rival_moves
    return Answer(
        held, move if succeeds else -1, zone if held else 0, spent, perf_counter() - started
    )


def _kernel(game: Game, table_mb: int) -> Kernel:
    """The kernel of this thread for a game, made if it is another one than last."""
    if getattr(_own, "key", None) != (game, table_mb):
        _own.key, _own.kernel = None, None  # the old table goes first
        _own.kernel = make_kernel(game, table_mb << 20)
        _own.key = (game, table_mb)
    kernel: Kernel = _own.kernel
    return kernel
