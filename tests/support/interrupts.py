"""Ctrl-C in the middle of a call, and what a solver must still be able to do after it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

from inarow import Solver

SOON = 1.0
"""Seconds of processor time: how busy the machine is with other things makes no difference."""


class Enough(Exception):
    """What a callback raises to end a call, as Ctrl-C may."""


@contextmanager
def interrupted_after(delay: float) -> Iterator[list[float]]:
    """Ctrl-C in so many seconds; the list receives the moment, in the process's own time."""
    moments: list[float] = []

    def press() -> None:
        moments.append(process_time())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(delay, press)
    timer.start()
    try:
        yield moments
    finally:
        timer.cancel()
        timer.join()


def check_usable(solver: Solver) -> None:
    """The solver answers, and rightly."""
    game = solver.game
    if game.k == 5:
        rows = ["X" * 4 + "." * (game.n - 4), "O" * 4 + "." * (game.n - 4)]
        position = game.position(rows + ["." * game.n] * (game.m - 2))
        solution = solver.solve(position, distance=True)
        assert (solution.value, solution.distance, solution.best_move) == (1, 1, 4)
        assert solver.solve(position, game_kind="weak").value == 1
        batch = solver.solve_batch(position.to_array()[None].repeat(20_000, axis=0))
        assert (batch.values == 1).all() and (batch.moves == 4).all()
    else:
        assert solver.solve(game.start(), distance=True).distance == 3
