"""Exact labels for observations: what a player can get, and every move that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow.envs.many import full_lines
from inarow.model.drawn import fields_told_above
from inarow.model.errors import InvalidPositionError
from inarow.model.game import Game
from inarow.model.parse import SupportsArray, as_array
from inarow.solver.functions import default_solver
from inarow.solver.solver import Solver


@fields_told_above
class Labels(NamedTuple):
    """The labels of N observations, each from the player who observes.

    values
        (N,): +1, 0 or -1 where `proven`; elsewhere the lower bound.
    optimal
        (N, m * n): 1 for every move that keeps the value, in the shape of an action mask.
    distances
        (N,): plies to the completed line; -1 for a draw, or where not asked or not proven.
    proven
        (N,): is the value proven? Always, unless a limit was met or the observation skipped.
    final
        (N,): is the game over? Then there are no moves, and the value is the result.
    """

    values: npt.NDArray[np.int8]
    optimal: npt.NDArray[np.int8]
    distances: npt.NDArray[np.int16]
    proven: npt.NDArray[np.bool_]
    final: npt.NDArray[np.bool_]


def label(
    game: Game | Solver,
    observations: npt.NDArray[Any] | SupportsArray | Mapping[str, npt.NDArray[Any] | SupportsArray],
    *,
    distance: bool = False,
    skip_final: bool = False,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> Labels:
    """Solve observations of players who are to move, or whose game is over.

    A `Solver` in place of the game brings its table and threads. A game that is over is worth its
    result to who observes, won, lost or drawn; with `skip_final` nothing is said of it.

    `observations` has the shape (N, m, n, 2), own stones first; a batch of the dictionaries that
    the environments give, stacked, will do as well. `distance` and the limits are those of
    `Solver.solve_batch`.

    Raises `InvalidPositionError` for what no player sees who is to move, or whose game is over.

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
    observations = as_array(observations)
    if not isinstance(observations, np.ndarray):
        raise TypeError(f"observations must be an array, not {type(observations).__name__}")
    if observations.shape[1:] != shape:
        raise InvalidPositionError(
            f"observations have shape {observations.shape}, but {solver.game} needs (N, *{shape})"
        )
    if not np.isin(observations, (0, 1)).all():
        raise InvalidPositionError("an observation has a 1 for a stone and a 0 for none")
    cells = solver.game.cells
    own, other = (observations[..., plane].astype(np.int8) for plane in (0, 1))
    has_line, other_has_line = (
        full_lines(solver.game, side.reshape(-1, cells) > 0) for side in (own, other)
    )
    is_full = (own + other).all((1, 2))
    final = has_line | other_has_line | is_full
    behind = other.sum((1, 2), np.int64) - own.sum((1, 2), np.int64)
    # Who is to move has as many stones (X) or one less (O), who has moved last one more or as many.
    allowed = ((behind == 0) | (behind == 1)) & ~has_line | (behind == -1) & (has_line | is_full)
    allowed |= (behind == 0) & has_line
    for fault, reason in (
        (~allowed, "is not that of a player to move: see the numbers of stones"),
        ((own & other).any((1, 2)), "has two stones on a cell"),
    ):
        if fault.any():
            raise InvalidPositionError(f"observation {int(fault.argmax())} {reason}")
    is_x = (behind == -1) | (behind == 0) & ~has_line
    boards = np.where(is_x[:, None, None], own - other, other - own)
    solved = solver.solve_batch(
        boards, distance=distance, optimal=True, seconds=seconds, nodes=nodes
    )
    assert solved.optimal is not None
    optimal = solved.optimal.reshape(-1, cells).astype(np.int8)
    values, proven = solved.values.copy(), solved.proven
    values[has_line] = -1 if solver.game.misere else 1
    if skip_final:
        values[final], proven = 0, proven & ~final
    return Labels(values, optimal, solved.distances, proven, final)
