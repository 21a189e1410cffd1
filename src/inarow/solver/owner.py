"""A kernel with its table, for one caller at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import ParamSpec, SupportsIndex, TypeVar
from weakref import WeakSet

from inarow._core import make_kernel
from inarow.model.game import Game, require_game
from inarow.model.grid import as_integer
from inarow.model.options import TABLE_MB, table_bytes, thread_count
from inarow.model.position import Position, require_move, require_position_of

P = ParamSpec("P")
T = TypeVar("T")
Owner = TypeVar("Owner", bound="KernelOwner")

CREW_AFTER = 0.01
"""Seconds that a position is left to one thread: most take less.

To call others takes some 2 ms: after 0.005 s, two threads need 12 ms for 9,5,5, and one needs 10.
"""


class KernelOwner:
    """What a `Solver` asks: a kernel, and a lock that keeps its callers apart."""

    def __init__(
        self,
        game: Game,
        table_mb: SupportsIndex = TABLE_MB,
        threads: SupportsIndex = 1,
        *,
        seed: SupportsIndex = 0,
    ) -> None:
        self._game = require_game(game)
        self._threads = thread_count(threads)
        self._table_bytes = table_bytes(table_mb)
        self._seed = as_integer("seed", seed) % (1 << 64)
        self._begin()
        _owners.add(self)

    def _begin(self) -> None:
        self._kernel = make_kernel(self._game, self._table_bytes, seed=self._seed)
        self._kernel.set_threads(self._threads, CREW_AFTER)
        self._lock = threading.RLock()
        self._busy = False

    def _after_fork(self) -> None:
        """Do not wait for a thread that is not there: its lock goes, and what it was at."""
        if not self._lock.acquire(blocking=False):
            self._begin()
        elif self._busy:  # by the one thread that lives on: it was forked in a callback
            self._lock.release()
        else:
            self._lock = threading.RLock()

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

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the table to a file, whole or not at all, from which `load` goes on another day.

        A progress callback may call it too: long searches are kept so. Of a large table only what
        took some work is written. Raises `CheckpointError` if the file cannot be written, or if
        there is one, unless `overwrite` lets it be replaced.

        >>> import tempfile
        >>> from inarow import Game, Solver
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     first, second = Solver(Game(4, 5, 4)), Solver(Game(4, 5, 4))
        ...     cold = first.solve(first.game.start()).nodes
        ...     first.save(f"{directory}/454.npz")
        ...     second.load(f"{directory}/454.npz")
        ...     second.solve(second.game.start()).nodes < cold
        True
        """
        from inarow.solver.saved import save_table  # would slow every import down

        with self._lock:
            save_table(self._kernel, self._game, path, overwrite)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Add what `save` has written to the table.

        Raises `CheckpointError` for a file of another game, or one that is damaged or none of
        ours; then the solver is as it was.
        """
        from inarow.solver.saved import load_table

        self._alone(load_table, self._kernel, self._game, path)

    def __enter__(self: Owner) -> Owner:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def _check(self, given: object) -> Position:
        return require_position_of(self._game, given, self)

    def _check_unfinished(self, given: object) -> None:
        self._check(given)
        require_move(given)

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


_owners: WeakSet[KernelOwner] = WeakSet()


def _renew() -> None:
    for owner in list(_owners):
        owner._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
