"""Exact labels for observations: what a player can get, and every move that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow.model.errors import InvalidPositionError
from inarow.model.game import Game
from inarow.solver.functions import default_solver
from inarow.solver.solver import Solver

__all__ = ["Labels", "label"]


class Labels(NamedTuple):
    """The labels of N observations, each from the side to move."""

    values: npt.NDArray[np.int8]
    """(N,): +1, 0 or -1 where `proven`; elsewhere the lower bound."""
    optimal: npt.NDArray[np.int8]
    """(N, m * n): 1 for every move that keeps the value, in the shape of an action mask."""
    distances: npt.NDArray[np.int16]
    """(N,): plies to the completed line; -1 for a draw, or where not asked or not proven."""
    proven: npt.NDArray[np.bool_]
    """(N,): is the value proven? Always, unless a limit was met."""


def label(
    game: Game | Solver,
    observations: npt.NDArray[np.int8] | Mapping[str, npt.NDArray[np.int8]],
    *,
    distance: bool = False,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> Labels:
    """Solve observations of players who are to move; a `Solver` brings its table and threads.

    `observations` has the shape (N, m, n, 2), own stones first; a batch of the dictionaries that
    the environments give, stacked, will do as well. `distance` and the limits are those of
    `Solver.solve_batch`.

    Raises `InvalidPositionError` for what no player sees when he is to move.

    >>> batch = np.zeros((2, 3, 3, 2), np.int8)  # an empty board, and one with a stone in a corner
    >>> batch[1, 0, 0, 1] = 1
    >>> labels = label(Game(3, 3, 3), batch)
    >>> labels.values, labels.optimal[1].reshape(3, 3)
    (array([0, 0], dtype=int8), array([[0, 0, 0],
           [0, 1, 0],
           [0, 0, 0]], dtype=int8))
    """
    solver = game if isinstance(game, Solver) else default_solver(game)
    shape = (solver.game.m, solver.game.n, 2)
    if isinstance(observations, Mapping):
        observations = observations["observation"]
    if not isinstance(observations, np.ndarray):
        raise TypeError(f"observations must be an array, not {type(observations).__name__}")
    if observations.shape[1:] != shape:
        raise InvalidPositionError(
            f"observations have shape {observations.shape}, but {solver.game} needs (N, *{shape})"
        )
    if not np.isin(observations, (0, 1)).all():
        raise InvalidPositionError("an observation has a 1 for a stone and a 0 for none")
    own, other = (observations[..., plane].astype(np.int8) for plane in (0, 1))
    behind = (other.sum((1, 2), np.int64) - own.sum((1, 2), np.int64))[:, None, None]
    # Who is to move has as many stones (X) or one less (O).
    for fault, reason in (
        ((behind < 0) | (behind > 1), "is not that of a player to move: see the numbers of stones"),
        ((own & other).any((1, 2)), "has two stones on a cell"),
    ):
        if fault.any():
            raise InvalidPositionError(f"observation {int(fault.argmax())} {reason}")
    boards = np.where(behind == 0, own - other, other - own)
    solved = solver.solve_batch(
        boards, distance=distance, optimal=True, seconds=seconds, nodes=nodes
    )
    assert solved.optimal is not None
    optimal = solved.optimal.reshape(-1, solver.game.cells).astype(np.int8)
    return Labels(solved.values, optimal, solved.distances, solved.proven)
