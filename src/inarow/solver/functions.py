"""The solver's calls as plain functions, on solvers that the package keeps."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow.model.game import Game, MoveLike
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Analysis, BatchSolution, Playouts, Solution
from inarow.solver.solver import ProgressCallback, Solver

__all__ = ["analyse", "best_move", "default_solver", "playouts", "solve", "solve_batch"]


@lru_cache(maxsize=8)
def default_solver(game: Game) -> Solver:
    """Return the solver that the functions of the package use for `game`."""
    return Solver(game)


def _solver_of(position: object) -> Solver:
    if not isinstance(position, Position):
        raise TypeError(f"expected a Position, not {type(position).__name__}")
    return default_solver(position.game)


def best_move(
    position: Position,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> int:
    """Return a move that keeps the value of `position`, or a judged one at a limit.

    See `Solver.best_move`. `solve` tells which of the two it is.

    >>> best_move(Game(3, 3, 3).position("XX./OO./..."))
    2
    """
    return _solver_of(position).best_move(position, seconds=seconds, nodes=nodes)


def solve(
    position: Position,
    *,
    distance: bool = False,
    game_kind: GameKind = "strong",
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    progress: ProgressCallback | None = None,
    certificate: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
) -> Solution:
    """Return the exact value of `position` and a best move: see `Solver.solve`.

    >>> solve(Game(4, 4, 4).start()).value
    0
    """
    return _solver_of(position).solve(
        position,
        distance=distance,
        game_kind=game_kind,
        seconds=seconds,
        nodes=nodes,
        progress=progress,
        certificate=certificate,
        overwrite=overwrite,
    )


def analyse(
    position: Position,
    *,
    moves: Iterable[MoveLike] | None = None,
    distance: bool = False,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    progress: ProgressCallback | None = None,
) -> Analysis:
    """Return a solution for every legal move, best first: see `Solver.analyse`.

    >>> analysis = analyse(Game(3, 3, 3).position("XO./.../..."))
    >>> {move: solution.value for move, solution in analysis.items()}
    {3: 1, 4: 1, 6: 1, 2: 0, 5: 0, 7: 0, 8: 0}
    """
    return _solver_of(position).analyse(
        position,
        moves=moves,
        distance=distance,
        seconds=seconds,
        nodes=nodes,
        progress=progress,
    )


def solve_batch(
    game: Game,
    boards: npt.NDArray[np.int8],
    *,
    distance: bool = False,
    optimal: bool = False,
    threads: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    progress: ProgressCallback | None = None,
) -> BatchSolution:
    """Solve an int8 array of shape (N, m, n): see `Solver.solve_batch`.

    >>> boards = np.array([[[1, 0, 0], [0, -1, 0], [0, 0, 0]]], dtype=np.int8)
    >>> solve_batch(Game(3, 3, 3), boards).values
    array([0], dtype=int8)
    """
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, not {type(game).__name__}")
    return default_solver(game).solve_batch(
        boards,
        distance=distance,
        optimal=optimal,
        threads=threads,
        seconds=seconds,
        nodes=nodes,
        progress=progress,
    )


def playouts(position: Position, count: SupportsIndex = 1, seed: SupportsIndex = 0) -> Playouts:
    """Play random games from `position`: see `Solver.playouts`.

    >>> playouts(Game(3, 3, 3).position("XX./OO./..."), count=1000)
    Playouts(x_wins=477, o_wins=329, draws=194, plies=3185)
    """
    return _solver_of(position).playouts(position, count, seed)
