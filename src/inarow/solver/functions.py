"""The solver's calls as plain functions, on solvers that the package keeps."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, SupportsFloat, SupportsIndex, overload

from inarow.model.game import Game, require_game
from inarow.model.grid import MoveLike
from inarow.model.moves import Recorded
from inarow.model.options import GameKind
from inarow.model.position import Position, require_position
from inarow.model.results import Analysis, BatchSolution, Playouts, ProgressCallback, Solution
from inarow.solver.batch import BoardsLike
from inarow.solver.forced import ForcedWin
from inarow.solver.grading import BatchGrades, Grade, Grades, MovesLike
from inarow.solver.solver import Solver
from inarow.solver.ties import TieBreak


@lru_cache(maxsize=8)
def default_solver(game: Game) -> Solver:
    """Return the solver that the functions of the package use for `game`."""
    return Solver(game)


def _solver_of(position: object) -> Solver:
    return default_solver(require_position(position).game)


def best_move(
    position: Position,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    tie_break: TieBreak | None = None,
    seed: SupportsIndex = 0,
) -> int:
    """Return a move that keeps the value of `position`, or a judged one at a limit.

    See `Solver.best_move`. `solve` tells which of the two it is.

    >>> best_move(Game(3, 3, 3).position("XX./OO./..."))
    2
    >>> start = Game(3, 3, 3).start()
    >>> best_move(start, tie_break="centre"), best_move(start, tie_break="random", seed=2)
    (4, 0)
    """
    return _solver_of(position).best_move(
        position, seconds=seconds, nodes=nodes, tie_break=tie_break, seed=seed
    )


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


def forced_win(
    position: Position,
    order: SupportsIndex = 2,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    progress: ProgressCallback | None = None,
    certificate: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
) -> ForcedWin | None:
    """Return a win of the side to move by force, if one is found: `Solver.forced_win`.

    `order` 1 looks for fours alone, 2 for threes as well, 3 for quiet moves as well.

    >>> game = Game(15, 15, 5)
    >>> win = forced_win(game.start().play_all("h8 a1 h9 a15 i9 o1".split()))
    >>> win.order, game.name(win.move)
    (2, 'g9')
    """
    return _solver_of(position).forced_win(
        position,
        order,
        seconds=seconds,
        nodes=nodes,
        progress=progress,
        certificate=certificate,
        overwrite=overwrite,
    )


def solve_batch(
    game: Game,
    boards: BoardsLike,
    *,
    distance: bool = False,
    optimal: bool = False,
    threads: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    progress: ProgressCallback | None = None,
) -> BatchSolution:
    """Solve N boards, an array of shape (N, m, n) or a list: see `Solver.solve_batch`.

    >>> solve_batch(Game(3, 3, 3), [[[1, 0, 0], [0, -1, 0], [0, 0, 0]]]).values
    array([0], dtype=int8)
    """
    return default_solver(require_game(game)).solve_batch(
        boards,
        distance=distance,
        optimal=optimal,
        threads=threads,
        seconds=seconds,
        nodes=nodes,
        progress=progress,
    )


@overload
def grade(
    played: Position,
    move: MoveLike,
    *,
    distance: bool = ...,
    seconds: SupportsFloat | None = ...,
    nodes: SupportsIndex | None = ...,
    progress: ProgressCallback | None = ...,
) -> Grade: ...


@overload
def grade(
    played: Recorded,
    move: None = None,
    *,
    distance: bool = ...,
    seconds: SupportsFloat | None = ...,
    nodes: SupportsIndex | None = ...,
    progress: ProgressCallback | None = ...,
) -> Grades: ...


def grade(
    played: Position | Recorded, move: MoveLike | None = None, **options: Any
) -> Grade | Grades:
    """Return what a move gives away, or every move of a game: see `Solver.grade`.

    >>> grade(Game(3, 3, 3).position("X../.../..."), "b1").regret  # only the centre holds
    1
    >>> from inarow import read_record
    >>> [found.regret for found in grade(read_record("3,3,3 a1 b1 b2 c3 a2 a3"))]
    [0, 1, 0, 0, 0, 0]
    """
    start = played.start if move is None and isinstance(played, Recorded) else played
    return _solver_of(start).grade(played, move, **options)  # type: ignore[arg-type]


def grade_batch(
    game: Game,
    boards: BoardsLike,
    moves: MovesLike,
    *,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> BatchGrades:
    """Return what N moves give away, each on its board: see `Solver.grade_batch`.

    >>> game = Game(3, 3, 3)
    >>> grades = grade_batch(game, [game.start(), game.position("X../.../...")], ["a1", "b1"])
    >>> grades.before, grades.after
    (array([0, 0], dtype=int8), array([ 0, -1], dtype=int8))
    >>> grades.regrets, grades.best_moves
    (array([0, 1], dtype=int8), array([9, 1], dtype=int16))
    """
    return default_solver(require_game(game)).grade_batch(
        boards, moves, seconds=seconds, nodes=nodes
    )


def playouts(position: Position, count: SupportsIndex = 1, seed: SupportsIndex = 0) -> Playouts:
    """Play random games from `position`: see `Solver.playouts`.

    >>> playouts(Game(3, 3, 3).position("XX./OO./..."), count=1000)
    Playouts(x_wins=477, o_wins=329, draws=194, plies=3185)
    """
    return _solver_of(position).playouts(position, count, seed)
