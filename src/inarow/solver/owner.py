"""What a solver works with: a kernel with its table, and a database, for one caller at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, ParamSpec, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from inarow._core import make_kernel
from inarow.model.errors import InvalidPositionError
from inarow.model.game import Game, as_integer
from inarow.model.options import table_bytes, thread_count
from inarow.model.position import Position
from inarow.model.results import BatchSolution, Report, Solution, searched
from inarow.solver.batch import check_boards, solve_boards

if TYPE_CHECKING:
    from inarow.solver.database.database import Database

__all__ = ["TABLE_MB", "KernelOwner"]

P = ParamSpec("P")
T = TypeVar("T")

CREW_AFTER = 0.01
"""Seconds that a position is left to one thread: most take less.

To call others takes some 2 ms: after 0.005 s, two threads need 12 ms for 9,5,5, and one needs 10.
"""

TABLE_MB = 256
"""The default limit of the transposition table; memory is taken only as it fills."""


class KernelOwner:
    """A `Solver` without its questions: kernel, database, and a lock that keeps callers apart."""

    def __init__(
        self,
        game: Game,
        table_mb: SupportsIndex = TABLE_MB,
        threads: SupportsIndex = 1,
        database: Database | str | os.PathLike[str] | None = None,
        *,
        seed: SupportsIndex = 0,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a solver is made for a Game, not for {type(game).__name__}")
        self._game = game
        self._threads = thread_count(threads)
        self._kernel = make_kernel(
            game, table_bytes(table_mb), seed=as_integer("seed", seed) % (1 << 64)
        )
        self._kernel.set_threads(self._threads, CREW_AFTER)
        self._database: Database | None = None
        if database is not None:
            from inarow.solver.database.answers import (
                database_for,  # what few calls need is loaded late
            )

            self._database = database_for(game, database)
        self._lock = threading.RLock()
        self._busy = False

    @property
    def game(self) -> Game:
        """The game that this solver is for."""
        return self._game

    @property
    def threads(self) -> int:
        """Threads that search together."""
        return self._threads

    @property
    def table_used(self) -> int:
        """Positions that the table holds."""
        return self._kernel.table_used

    @property
    def table_size(self) -> int:
        """Bytes that the table takes now."""
        return self._kernel.table_bytes

    def clear(self) -> None:
        """Forget everything: the next call starts cold."""
        self._alone(self._kernel.clear)

    def _check(self, position: object) -> None:
        if not isinstance(position, Position):
            raise TypeError(f"expected a Position, not {type(position).__name__}")
        # `is` first: games are normally the same object, and comparing them costs a call.
        if position._game is not self._game and position._game != self._game:
            raise InvalidPositionError(f"a position of {position.game} given to {self!r}")

    def _is_known(self, position: Position) -> bool:
        """Does the database answer for it?"""
        return self._database is not None and self._database.covers(position)

    def _alone(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run `work` with the kernel to itself: other threads wait.

        A callback of a search may not call back in. Whatever interrupts, and wherever, the solver
        stays usable: the lock is taken by C code, and `busy` is set where it will be reset.
        """
        with self._lock:
            if self._busy:
                raise RuntimeError("a solver cannot be called from its own progress callback")
            try:
                self._busy = True
                return work(*arguments, **named)
            finally:
                self._busy = False

    def _batch(
        self,
        boards: npt.NDArray[np.int8],
        threads: int,
        distance: bool,
        optimal: bool,
        nodes: int | None,
        seconds: float | None,
        report: Report | None,
    ) -> BatchSolution:
        """Check boards, and solve them; the rest has been checked."""
        rows = check_boards(self._game, self._kernel, boards)
        if self._database is not None:
            from inarow.solver.database.answers import answer_rows

            return answer_rows(self._database, rows, distance, optimal)
        return solve_boards(
            self._game, self._kernel, rows, threads, distance, optimal, nodes, seconds, report
        )

    def _solve(
        self,
        position: Position,
        distance: bool,
        nodes: int | None,
        seconds: float | None,
        report: Report | None,
    ) -> Solution:
        """Look a position that is not over up, or search it; all has been checked."""
        if self._database is not None and self._is_known(position):
            from inarow.solver.database.answers import answer as known_answer

            return known_answer(self._database, position, bool(distance))
        started = perf_counter()
        answer = self._kernel.solve(
            position._own, position._opponent, bool(distance), True, nodes, seconds, report
        )
        return searched(answer, distance, perf_counter() - started)
