"""Workers: whatever does jobs, behind what `concurrent.futures.Executor` promises."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Hashable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple, Protocol, TypeAlias

from inarow.distributed.job import Job, Outcome, work
from inarow.errors import DistributedError

__all__ = ["Done", "ExecutorSource", "ExecutorWorkers", "Workers", "local_processes"]

ExecutorSource: TypeAlias = Executor | Callable[[], Executor]
"""An executor, or what makes one: then one that breaks is replaced."""

MOST_RESTARTS = 20
"""Executors that break one after another, without a single job done, until it is given up."""


class Done(NamedTuple):
    """A job that has ended: with what it found, or with what went wrong."""

    key: Hashable
    outcome: Outcome | None
    error: BaseException | None = None
    lost: bool = False
    """Is the worker to blame, not the job?"""


class Workers(Protocol):
    """What a proof asks of its workers. Keys tell jobs apart."""

    def submit(self, key: Hashable, job: Job) -> None: ...

    def cancel(self, key: Hashable) -> bool:
        """Drop a job, if it has not begun: will it not be among those that end?"""

    def wait(self, timeout: float) -> list[Done]:
        """Return the jobs that have ended, as soon as there are any; none if the time is up."""

    def clock(self) -> float:
        """Seconds, as the workers count them."""


class ExecutorWorkers:
    """Workers of an executor. One that is given as a function is closed at the end, too."""

    def __init__(self, source: ExecutorSource) -> None:
        self._make = None if isinstance(source, Executor) else source
        self._executor = source if isinstance(source, Executor) else source()
        self._jobs: dict[Future[Outcome], Hashable] = {}
        self._lost: list[Done] = []
        self._restarts = 0

    def submit(self, key: Hashable, job: Job) -> None:
        try:
            future = self._executor.submit(work, job)
        except BrokenExecutor as error:
            self._replace(error)
            future = self._executor.submit(work, job)
        self._jobs[future] = key

    def cancel(self, key: Hashable) -> bool:
        future = next(future for future, other in self._jobs.items() if other == key)
        if future.cancel():
            del self._jobs[future]
            return True
        return False

    def wait(self, timeout: float) -> list[Done]:
        if not self._lost:
            done, _ = wait(self._jobs, timeout, FIRST_COMPLETED)
            for future in done:
                key = self._jobs.pop(future, None)
                if key is None:
                    continue  # lost with the executor of another one
                error = None if future.cancelled() else future.exception()
                if future.cancelled() or isinstance(error, BrokenExecutor):
                    self._lost.append(Done(key, None, error, lost=True))
                    if error is not None:
                        self._replace(error)
                elif error is not None:
                    self._lost.append(Done(key, None, error))
                else:
                    self._restarts = 0
                    self._lost.append(Done(key, future.result()))
        ended, self._lost = self._lost, []
        return ended

    def _replace(self, error: BaseException) -> None:
        """Go on with a new executor; all jobs of the old one are lost."""
        if self._make is None or self._restarts == MOST_RESTARTS:
            raise DistributedError(f"the executor broke: {error}") from error
        self._lost += [Done(key, None, error, lost=True) for key in self._jobs.values()]
        self._jobs.clear()
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._restarts += 1
        self._executor = self._make()

    def clock(self) -> float:
        return perf_counter()

    def close(self) -> None:
        """Drop what has not begun; an executor of our own ends when its workers are done."""
        for future in self._jobs:
            future.cancel()
        if self._make is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)


def local_processes(workers: int) -> Executor:
    """Return an executor of processes on this machine. Ctrl-C is their parent's business."""
    method = "forkserver" if os.name == "posix" else "spawn"
    return ProcessPoolExecutor(workers, get_context(method), _leave_interrupts_to_parent)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
