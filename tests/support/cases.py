"""Loops over many small cases of one promise; the searches that all take the same limits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import inarow
from inarow import Game, Solver

GAME = Game(3, 3, 3)
START = GAME.start()
EMPTY = np.zeros((1, 3, 3), np.int8)

SEARCHES: dict[str, Callable[..., Any]] = {
    "Solver.solve": lambda **limits: Solver(GAME, 1).solve(START, **limits),
    "Solver.best_move": lambda **limits: Solver(GAME, 1).best_move(START, **limits),
    "Solver.analyse": lambda **limits: Solver(GAME, 1).analyse(START, **limits),
    "Solver.solve_batch": lambda **limits: Solver(GAME, 1).solve_batch(EMPTY, **limits),
    "solve": lambda **limits: inarow.solve(START, **limits),
    "solve, weak": lambda **limits: inarow.solve(START, game_kind="weak", **limits),
    "analyse": lambda **limits: inarow.analyse(START, **limits),
    "solve_batch": lambda **limits: inarow.solve_batch(GAME, EMPTY, **limits),
}


@contextmanager
def case(*which: object) -> Iterator[None]:
    """Say which case of a loop has failed; what takes long to say may be a function."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        words = [str(each() if callable(each) else each) for each in which]
        raise AssertionError(f"case {', '.join(words)}: {error}") from error


@contextmanager
def refused(
    error: type[Exception] | tuple[type[Exception], ...], match: str | None, *which: object
) -> Iterator[None]:
    """What a case of a loop must raise."""
    with case(*which), pytest.raises(error, match=match):
        yield
