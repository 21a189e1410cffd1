"""A search that is kept: taken up from its checkpoint, and written to it as it goes on."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from inarow.model.errors import CheckpointWarning
from inarow.model.position import Position
from inarow.model.results import Report, Solution
from inarow.solver.checkpoint import Contents, prepare, read_checkpoint, write_checkpoint

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

__all__ = ["Keeper"]

REST = 25
"""After a checkpoint the search goes on for so many times as long as the writing took: 4 %."""

MOST_REST = 300.0
"""Seconds at most: while the machine is busy with other things, writing may take a minute."""

QUICK_NODES = 4096
"""A finished checkpoint is left alone if the answer took no more than this."""


class Keeper:
    """Keeps a search in its checkpoint: taken up if there is one, and written now and then.

    It is the progress callback of the search, and passes on what it hears.
    """

    def __init__(
        self,
        kernel: Kernel,
        position: Position,
        weak: bool,
        path: Path,
        every: float,
        report: Report | None,
    ) -> None:
        self._kernel, self._position, self._weak = kernel, position, weak
        self._path, self._every, self._report = path, every, report
        prepare(path)
        before = read_checkpoint(path, kernel, position, weak)
        self._before = before or Contents(False, (0, 0), 0, 0.0)
        self._nodes = 0
        self._started = perf_counter()
        self._due = self._started + every
        self._failed = False

    def run(self, search: Callable[[Report], Solution]) -> Solution:
        """Run `search`, and keep what it knows whatever ends it."""
        try:
            solution = search(self)
        except BaseException:  # Ctrl-C above all
            self.save()
            raise
        self.finish(solution)
        return solution

    def __call__(
        self, nodes: int, seconds: float, share: float, fill: float, line: tuple[int, ...]
    ) -> None:
        self._nodes = nodes
        if perf_counter() >= self._due:
            self.save()
        if self._report is not None:
            self._report(nodes, seconds, share, fill, line)

    def save(self, finished: bool = False) -> None:
        """Write the checkpoint. The search is worth more: a failure is a warning."""
        begun = perf_counter()
        so_far = Contents(
            finished,
            (0, 0),
            self._before.nodes + self._nodes,
            self._before.seconds + begun - self._started,
        )
        try:
            write_checkpoint(self._path, self._kernel, self._position, self._weak, so_far)
        except (OSError, MemoryError) as error:
            reason = getattr(error, "strerror", None) or "not enough memory"
            if not self._failed or finished:
                self._failed = True
                text = f"no checkpoint was written to {self._path}: {reason}"
                warnings.warn(text, CheckpointWarning, stacklevel=2)
        else:
            self._failed = False
        now = perf_counter()
        self._due = now + max(self._every, min(MOST_REST, REST * (now - begun)))

    def finish(self, solution: Solution) -> None:
        """Write what is known at the end, the answer included if there is one."""
        self._nodes = solution.nodes
        if not (self._before.finished and solution.proven and solution.nodes <= QUICK_NODES):
            self.save(solution.proven)
