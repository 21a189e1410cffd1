"""Databases: the value and distance of every position of a small board, in a file.

A database is a *strong solution*: it answers for every position that play can reach, at once, and
not only for those of best play. It is built backwards from the full boards, with no search at all,
and looked up through a map of its file into memory.
"""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
import numpy.typing as npt

from inarow._core import make_kernel
from inarow._core.database import Labels
from inarow.model.errors import DatabaseError, InvalidOptionError, InvalidPositionError
from inarow.model.files import place, told_as
from inarow.model.game import Game
from inarow.model.legal import count_turn
from inarow.model.position import Position, require_position, require_position_of
from inarow.model.results import BatchSolution, Solution, finished, searched
from inarow.solver.batch import BatchAnswers, BoardsLike, check_boards
from inarow.solver.database.file import (
    HEADER,
    Layout,
    block_digest,
    digest_in,
    read_header,
    sum_of_values,
)
from inarow.solver.database.labels import ELSEWHERE, LABELS, Label, LabelBatch

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

ROWS_PER_LOOK = 1 << 16
"""Boards of a batch between two moments at which an interrupt gets through."""

BLOCKS_PER_REPORT = 1 << 10


class Database:
    """The value and distance of every position of a game, from a file that `build` has made.

    Opening checks the front of the file and its size; the labels are checked in blocks of 4096,
    each when it is first used, and all of them by `verify`. Raises `DatabaseError` for a file that
    is damaged, unfinished, no database, or that cannot be read. A database may be used from several
    threads at once.

    >>> import tempfile
    >>> game = Game(3, 3, 3)
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     database = Database.build(game, Path(directory) / "333.db")
    ...     print(database.probe(game.position("XO./.../...")), database.values)
    Label(value=1, distance=5) (2936, 1474, 1068)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        with told_as(DatabaseError, path):
            if not stat.S_ISREG(place(path).stat().st_mode):
                raise DatabaseError(f"{path} is not a file")
            with open(self._path, "rb") as stream:
                self._game = read_header(stream.read(HEADER.size), self._path)
                self._layout = Layout(self._game)
                size = os.fstat(stream.fileno()).st_size
                if size != self._layout.size:
                    raise DatabaseError(
                        f"{path} is damaged: it has {size} bytes, and not {self._layout.size}"
                    )
                self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        bounds = self._layout.sections
        sections = [
            self._layout.unpack(ply, self._map[bounds[ply] : bounds[ply + 1]])
            for ply in self._layout.plies
        ]
        self._sections = [section for section in sections if section is not None]
        if len(self._sections) < len(sections):
            raise self._damage("its front was altered")
        labels = np.frombuffer(self._map, np.uint8, offset=self._layout.labels)
        self._labels = Labels(self._layout.index, labels)

    @property
    def game(self) -> Game:
        """The game that this database is of."""
        return self._game

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @classmethod
    def build(
        cls,
        game: Game,
        path: str | os.PathLike[str],
        *,
        threads: SupportsIndex = 1,
        progress: Callable[[float], object] | None = None,
        overwrite: bool = False,
    ) -> Database:
        """Label every position of `game` into the file `path`, and open it.

        Boards of up to 25 cells. The file has a byte for each position up to symmetry: 1.2 MB for
        4,4,4, 163 MB for 4,5,4. Until it is whole it is called `path` + ".building"; a build that
        was stopped, by whatever, goes on from there. `progress` is called now and then with the
        share that is done, from 0 to 1. The labels are counted, and their numbers must be those of
        `inarow.count`.

        Raises `InvalidGameError` for a larger board, and `DatabaseError` if the file cannot be
        written, is there (unless `overwrite` lets it be replaced), or is being built by another
        process.
        """
        from inarow.solver.database.build import build_database

        build_database(game, path, threads, progress, overwrite)
        return cls(path)

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self._layout.size

    @cached_property
    def values(self) -> tuple[int, int, int]:
        """How many positions, finished ones included, X wins, O wins, and are draws."""
        return sum_of_values(self._sections)

    @property
    def positions(self) -> int:
        """How many positions there are: all that play can reach."""
        return sum(self.values)

    @cached_property
    def longest(self) -> int | None:
        """The most plies that any win takes; None if nobody can win."""
        tallies = [section.tally[1:-1] for section in self._sections]
        plies = [plies for tally in tallies for plies, many in enumerate(tally, 1) if many]
        over = any(section.tally[-1] for section in self._sections)
        return max(plies, default=0 if over else None)

    def __repr__(self) -> str:
        return f"Database({str(self.path)!r})"

    def __reduce__(self) -> tuple[type[Database], tuple[Path]]:
        return Database, (self.path,)

    def probe(self, position: Position) -> Label:
        """Return the value and distance of a position; about a microsecond.

        Raises `InvalidPositionError` for a position of another game, or one that the game does not
        reach: a handicap, for instance. `DatabaseError` if its part of the file is damaged.
        """
        if type(position) is not Position or position._game is not self.game:
            require_position_of(self.game, position, self)
        own, opponent, x_moves = position._own, position._opponent, position._turn == "X"
        code = self._labels.probe(own, opponent, x_moves)
        while code < 0:
            self._trust(-1 - code)
            code = self._labels.probe(own, opponent, x_moves)
        if code == ELSEWHERE:
            raise InvalidPositionError(
                f"{position!r} is in no database: X moves first, and the sides take turns"
            )
        return LABELS[code]

    def covers(self, position: Position) -> bool:
        """Is `position` one of this game's that `probe` answers for?"""
        require_position(position)
        return position.game == self.game and position.turn == count_turn(position.x, position.o)

    def probe_batch(self, boards: BoardsLike) -> LabelBatch:
        """Label N boards, an array of shape (N, m, n): +1 for X, -1 for O, 0 for empty.

        They may also be nested lists or positions, or a single one: see `BoardsLike`.

        Raises `InvalidPositionError` for the first bad board, and says what is wrong with it.
        """
        rows = check_boards(self.game, self._checker, boards)
        values, distances = np.zeros(len(rows), np.int8), np.full(len(rows), -1, np.int16)
        self._label_rows(rows, values, distances, None, None)
        return LabelBatch(values, distances)

    def verify(self, progress: Callable[[float], object] | None = None) -> None:
        """Read and check all labels; raises `DatabaseError` for the first damage.

        `progress` is called now and then with the share that is done, from 0 to 1.
        """
        blocks = self._layout.first_block[-1]
        for number in range(blocks):
            if progress is not None and number % BLOCKS_PER_REPORT == 0:
                progress(number / blocks)
            self._trust(number)

    # For the solver: nothing is searched, so no nodes are counted.

    def answer(self, position: Position, distance: bool) -> Solution:
        """Return the solution of a position that is covered."""
        if position.is_over:
            return finished(position)
        started, after = perf_counter(), position
        line: list[int] = []
        while moves := self.best_moves(after):
            line.append(moves[0])
            after = after.play(moves[0])
        value, plies = self.probe(position)
        found = value, value, -1 if plies is None else plies, line[0], tuple(line), 0
        return searched(found, distance, perf_counter() - started)

    def answer_rows(
        self, rows: npt.NDArray[np.int8], distance: bool, optimal: bool
    ) -> BatchSolution:
        """Answer for rows that `check_boards` has passed."""
        answers = BatchAnswers(self.game, len(rows), optimal)
        self._label_rows(rows, answers.lower, answers.distances, answers.moves, answers.optimal)
        answers.upper[:] = answers.lower
        return answers.solution(distance, 0)

    def best_moves(self, position: Position) -> list[int]:
        """The moves of quickest win or longest defence, or that draw; none if the game is over.

        Raises as `probe` does: only of what it knows can the moves be looked up.
        """
        self.probe(position)
        if position.is_over:
            return []
        worths = self._labels.worths(position.x, position.o)
        while isinstance(worths, int):
            self._trust(-1 - worths)
            worths = self._labels.worths(position.x, position.o)
        best = max(worth for _, worth in worths)
        return [move for move, worth in worths if worth == best]

    def label_rows(
        self,
        rows: npt.NDArray[np.int8],
        values: npt.NDArray[np.int8],
        distances: npt.NDArray[np.int16],
        moves: npt.NDArray[np.int16] | None = None,
        optimal: npt.NDArray[np.int8] | None = None,
    ) -> None:
        """Label N boards, an int8 array of shape (N, cells), into arrays.

        `values` (int8), `distances` and `moves` (int16) have shape (N,), `optimal` (int8), where
        best moves become 1, (N, cells); all contiguous. What there is nothing to say of is left.

        Raises `InvalidPositionError` for the first bad board, `InvalidOptionError` for an array of
        another shape or kind.
        """
        game = self.game
        if isinstance(rows, np.ndarray) and rows.ndim == 2 and rows.shape[1] == game.cells:
            rows = rows.reshape(-1, game.m, game.n)
        rows = check_boards(game, self._checker, rows)
        single, masks = (len(rows),), (len(rows), game.cells)
        _check_array("values", values, np.int8, single)
        _check_array("distances", distances, np.int16, single)
        if moves is not None:
            _check_array("moves", moves, np.int16, single)
        if optimal is not None:
            _check_array("optimal", optimal, np.int8, masks)
        self._label_rows(rows, values, distances, moves, optimal)

    def _label_rows(
        self,
        rows: npt.NDArray[np.int8],
        values: npt.NDArray[np.int8],
        distances: npt.NDArray[np.int16],
        moves: npt.NDArray[np.int16] | None,
        optimal: npt.NDArray[np.int8] | None,
    ) -> None:
        """The same, of rows that `check_boards` has passed."""
        done = 0
        while done < len(rows):
            last = min(done + ROWS_PER_LOOK, len(rows))
            done, block = self._labels.label_rows(
                rows, done, last, values, distances, moves, optimal
            )
            if block >= 0:
                self._trust(block)

    @cached_property
    def _checker(self) -> Kernel:
        """It judges the boards of a batch, and searches nothing."""
        return make_kernel(self.game, 1)

    def _trust(self, number: int) -> None:
        """Check a block of labels, and let the core believe it."""
        ply, begin, end = self._layout.block(number)
        section = self._sections[ply]
        content = memoryview(self._map)[begin:end]
        if block_digest(content) != digest_in(section, number - self._layout.first_block[ply]):
            raise self._damage(f"bytes {begin} to {end - 1} were altered")
        self._labels.trust(number)

    def _damage(self, what: str) -> DatabaseError:
        return DatabaseError(f"{self.path} is damaged: {what}")


def _check_array(name: str, array: object, kind: type[np.generic], shape: tuple[int, ...]) -> None:
    """Raise for an array into which the core cannot write."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array, not {type(array).__name__}")
    sound = array.dtype == kind and array.flags.c_contiguous and array.flags.writeable
    if array.shape != shape or not sound:
        raise InvalidOptionError(
            f"{name} must be a contiguous {kind.__name__} array of shape {shape} to be written to,"
            f" not {array.dtype} of shape {array.shape}"
        )


def database_of(game: Game, database: Database | str | os.PathLike[str]) -> Database:
    """Return the database, opened if it is a path; raises `DatabaseError` if of another game."""
    if not isinstance(database, Database):
        database = Database(database)
    if database.game != game:
        raise DatabaseError(f"{database.path} is the database of {database.game}, not of {game}")
    return database
