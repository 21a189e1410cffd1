"""What a move gives away: its value beside that of the best, for one, for a game, for thousands.

A move of an agent, a person or another program is graded by two exact values, that of the position
before it and its own, both from the side that made it. What a limit leaves open stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.board import MoveLike
from inarow.model.bounds import Bounds
from inarow.model.drawn import Told, fields_told_above
from inarow.model.errors import IllegalMoveError
from inarow.model.game import Game
from inarow.model.legal import OTHER
from inarow.model.moves import Recorded, read_cell
from inarow.model.parse import SupportsArray, as_array
from inarow.model.position import Position
from inarow.model.results import Analysis, BatchSolution

Analyse: TypeAlias = Callable[[Position], Analysis]

MovesLike: TypeAlias = "npt.NDArray[np.integer[Any]] | SupportsArray | Sequence[MoveLike]"
"""A move for each board: an array of cells, of shape (N,), or a list of names, pairs or cells."""


@fields_told_above
class Grade(NamedTuple):
    """What a move gives away, seen from the side that made it.

    position
        The position in which the move was made.
    move
        The cell that was played.
    before
        The bounds on the value of the position, and its distance if that was asked for.
    after
        The bounds of the move, likewise.
    best_moves
        All moves that keep the value, ascending; None if a limit has left open which they are.

    >>> from inarow import Game, grade
    >>> grade(Game(3, 3, 3).position("X../.../..."), "b1")
    Grade(move='b1', value_before=0, value_after=-1, regret=1, best_moves='b2')
    """

    position: Position
    move: int
    before: Bounds
    after: Bounds
    best_moves: tuple[int, ...] | None

    @property
    def value_before(self) -> int | None:
        """+1 a win, 0 a draw, -1 a loss; None if it is not proven."""
        return self.before.value

    @property
    def value_after(self) -> int | None:
        """The same after the move, still from the side that made it."""
        return self.after.value

    @property
    def regret(self) -> int | None:
        """How much it gives away: 0, 1 or 2; None if that is not proven."""
        before, after = self.before.value, self.after.value
        return None if before is None or after is None else before - after

    @property
    def is_mistake(self) -> bool | None:
        """Does it give anything away? None if that is not proven."""
        if self.after.upper < self.before.lower:
            return True
        return False if self.after.lower >= self.before.upper else None

    @property
    def is_losing(self) -> bool | None:
        """Does it lose what was not lost before? None if that is not proven."""
        if self.after.lower > -1 or self.before.upper == -1:
            return False
        return True if self.after.upper == -1 and self.before.lower > -1 else None

    def __repr__(self) -> str:
        name = self.position.game.name
        best = None if self.best_moves is None else " ".join(map(name, self.best_moves))
        return (
            f"Grade(move={name(self.move)!r}, value_before={self.value_before},"
            f" value_after={self.value_after}, regret={self.regret}, best_moves={best!r})"
        )


class Grades(tuple[Grade, ...], Told):
    """The grades of all moves of a game, in order; in a notebook a table.

    >>> from inarow import grade, read_record
    >>> grades = grade(read_record("3,3,3 a1 b1 b2 c3"))
    >>> len(grades), grades.losing
    (4, (Grade(move='b1', value_before=0, value_after=-1, regret=1, best_moves='b2'),))
    """

    __slots__ = ()

    @property
    def mistakes(self) -> tuple[Grade, ...]:
        """Those that gave something away for certain."""
        return tuple(grade for grade in self if grade.is_mistake)

    @property
    def losing(self) -> tuple[Grade, ...]:
        """Of these, the moves that lost the game: at most one more than the other side's."""
        return tuple(grade for grade in self if grade.is_losing)

    @property
    def open(self) -> tuple[Grade, ...]:
        """Those of which a limit left open whether they gave anything away."""
        return tuple(grade for grade in self if grade.is_mistake is None)

    @property
    def lost_from(self) -> Grade | None:
        """The first move after which its side is proven to be lost, up to the end; None: nobody is.

        Where a limit has left `losing` open, this move lost the game, or one before it. None too
        where the side was lost before its first move.
        """
        found = loser = None
        for grade in reversed(self):
            turn = grade.position.turn
            if grade.after.upper > -1 and grade.after.lower < 1:
                break
            lost = turn if grade.after.upper == -1 else OTHER[turn]
            if loser not in (None, lost):
                break
            loser = lost
            if turn == lost:
                found = grade
        return None if found is None or found.before.upper == -1 else found


@dataclass(frozen=True, eq=False)
class BatchGrades:
    """The grades of N moves as arrays, each seen from the side that made the move.

    before
        (N,): the value of the board, +1, 0 or -1 where `proven`; elsewhere a lower bound.
    after
        (N,): the value of the move, likewise; elsewhere an upper bound.
    regrets
        (N,): what it gives away, 0, 1 or 2; -1 where that is not proven.
    best_moves
        (N,): how many moves keep the value; -1 where that is not proven.
    proven
        (N,): are both values proven?
    nodes
        Positions searched in all.
    seconds
        Wall-clock time.

    >>> from inarow import Game, grade_batch
    >>> corner = Game(3, 3, 3).position("X../.../...")
    >>> found = grade_batch(corner.game, [corner, corner], ["b1", "b2"])
    >>> found.before, found.after, found.regrets
    (array([0, 0], dtype=int8), array([-1,  0], dtype=int8), array([1, 0], dtype=int8))
    """

    before: npt.NDArray[np.int8]
    after: npt.NDArray[np.int8]
    regrets: npt.NDArray[np.int8]
    best_moves: npt.NDArray[np.int16]
    proven: npt.NDArray[np.bool_]
    nodes: int
    seconds: float

    def __len__(self) -> int:
        return len(self.regrets)


def grade_move(analyse: Analyse, position: Position, move: MoveLike) -> Grade:
    """Grade one move; raises `IllegalMoveError`."""
    cell = position._cell(move)
    position.play(cell)  # or `IllegalMoveError`
    analysis = analyse(position)
    before = analysis.solution.bounds
    decided = before.value is not None and all(
        solution.proven or solution.upper < before.lower for solution in analysis.values()
    )
    best = tuple(sorted(analysis.best_moves)) if decided else None
    return Grade(position, cell, before, analysis[cell].bounds, best)


def grade_game(analyse: Analyse, game: Recorded) -> Grades:
    """Grade all moves of a game, the last first: what is proven late bounds what came before."""
    positions = [game.start]
    for move in game.moves:
        positions.append(positions[-1].play(move))
    grades: list[Grade] = []
    for position, move in zip(reversed(positions[:-1]), reversed(game.moves), strict=True):
        grade = grade_move(analyse, position, move)
        if grades:
            after, later = grade.after, grades[-1].before.before()
            distance = later.distance if after.distance is None else after.distance
            bounds = max(after.lower, later.lower), min(after.upper, later.upper)
            after = Bounds(*bounds, distance)
            before = Bounds(max(grade.before.lower, after.lower), *grade.before[1:])
            grade = grade._replace(before=before, after=after)
        grades.append(grade)
    return Grades(reversed(grades))


def grade_boards(
    solve: Callable[..., BatchSolution],
    game: Game,
    rows: npt.NDArray[np.int8],
    moves: MovesLike,
    nodes: int | None,
    seconds: float | None,
) -> BatchGrades:
    """Grade a move on each of some rows that `check_boards` has passed; limits as in `solve`."""
    started, count = perf_counter(), len(rows)
    cells = _cells_of(game, rows, moves)
    every = np.arange(count)
    after = rows.copy()
    if (taken := rows[every, cells] != 0).any():
        first = int(taken.argmax())
        name = game.name(int(cells[first]))
        raise IllegalMoveError(f"board {first}: cannot play {name}: the cell is taken")
    shape = count, *game.shape
    found = solve(rows.reshape(shape), optimal=True, nodes=nodes, seconds=seconds)
    if (over := found.proven & (found.moves < 0)).any():
        raise IllegalMoveError(f"board {int(over.argmax())}: the game is over")
    after[every, cells] = np.where(rows.sum(axis=1, dtype=np.int16) == 0, 1, -1)
    if seconds is not None:
        seconds = max(1e-6, seconds - (perf_counter() - started))
    left = solve(after.reshape(shape), nodes=nodes, seconds=seconds)
    assert found.optimal is not None
    proven = found.proven & left.proven
    best = found.optimal.reshape(count, game.cells).sum(axis=1, dtype=np.int16)
    best[best == 0] = -1
    regrets = np.where(proven, found.lower + left.lower, np.int8(-1))
    effort = found.nodes + left.nodes, perf_counter() - started
    return BatchGrades(found.lower, -left.lower, regrets, best, proven, *effort)


def _cells_of(game: Game, rows: npt.NDArray[np.int8], moves: object) -> npt.NDArray[np.intp]:
    """The cell of the move on each row; a column's letter depends on the stones there."""
    moves = as_array(moves)
    if isinstance(moves, np.ndarray):
        if not np.issubdtype(moves.dtype, np.integer) or moves.ndim != 1:
            raise TypeError(f"moves are integers, (N,), not {moves.dtype} of shape {moves.shape}")
    elif not isinstance(moves, list | tuple):
        raise TypeError(f"moves must be an array or a list, not {type(moves).__name__}")
    if len(moves) != len(rows):
        raise IllegalMoveError(f"there are {len(rows)} boards, but {len(moves)} moves")
    if not isinstance(moves, np.ndarray):
        masks = np.packbits(rows != 0, axis=1, bitorder="little")
        cells = np.empty(len(rows), np.intp)
        for number, (mask, move) in enumerate(zip(masks, moves, strict=True)):
            try:
                cells[number] = read_cell(game, int.from_bytes(mask.tobytes(), "little"), move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"board {number}: {error}") from None
        return cells
    if (off := (moves < 0) | (moves >= game.cells)).any():
        first = int(off.argmax())
        raise IllegalMoveError(f"board {first}: cell {moves[first]} is off the board")
    return moves.astype(np.intp)
