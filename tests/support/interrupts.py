"""Ctrl-C in the middle of a call, and what a solver must still be able to do after it."""

import gc
import signal
import threading
from collections.abc import Callable
from time import process_time

import pytest

from inarow import Progress, Solver

SOON = 1.0
"""Seconds of processor time: how busy the machine is with other things makes no difference."""


class Enough(Exception):
    """What a callback raises to end a call, as Ctrl-C may."""


def enough_after(nodes: float) -> Callable[[Progress], None]:
    """A callback that ends a search at the first report after so many nodes."""

    def listen(report: Progress) -> None:
        if report.nodes > nodes:
            raise Enough

    return listen


def seconds_after_ctrl_c(delay: float, call: Callable[[], object]) -> float:
    """How long a call goes on that Ctrl-C ends so long after it began, in the process's own time.

    On a busy machine that may be before the call has begun: then it is not made.
    """
    moments: list[float] = []

    def press() -> None:
        moments.append(process_time())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(delay, press)
    gc.disable()  # a collection calls what tools of the tests left there, and drops what it raises
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            call()
        return process_time() - moments[0]
    finally:
        gc.enable()
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
