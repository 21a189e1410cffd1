"""``--checkpoint FILE``: the table of a search, loaded when it begins and saved on the way."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

from inarow.model.errors import CheckpointError
from inarow.model.files import check_target
from inarow.solver.solver import Solver

SAVE_SECONDS = 180.0
"""How often a search is saved: what may be lost of it."""

REST = 25
"""After it was saved a search goes on for so many times as long as that took: it costs 4 %."""


class Checkpoint:
    """The file of a solver's table; what was found is saved when the block ends, by Ctrl-C too.

    Raises `CheckpointError` for a file that is not of this game, or none of ours: it stays.
    """

    def __init__(self, solver: Solver, path: str) -> None:
        self._solver, self._path = solver, path
        self._is_ours = check_target(path, CheckpointError, overwrite=True).exists()
        if self._is_ours:
            solver.load(path)
        self._due = perf_counter() + SAVE_SECONDS
        self._failed = False

    def save(self) -> None:
        """Save the table. The search is worth more: a failure is told, once, and no more."""
        begun = perf_counter()
        try:
            self._solver.save(self._path, overwrite=self._is_ours)
            self._is_ours = True
        except (CheckpointError, MemoryError) as error:
            if not self._failed:
                print(f"inarow: the search is not kept: {error or 'no memory'}", file=sys.stderr)
            self._failed = True
        now = perf_counter()
        self._due = now + max(SAVE_SECONDS, REST * (now - begun))

    def __enter__(self) -> Callable[[], None]:
        return self._save_if_due

    def _save_if_due(self) -> None:
        if perf_counter() >= self._due:
            self.save()

    def __exit__(self, *_: object) -> None:
        if self._solver.table_used:
            self.save()
