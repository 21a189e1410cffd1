"""Workers: whatever does jobs, behind what `concurrent.futures.Executor` promises."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from inarow.distributed.job import Job, Outcome, work
from inarow.model.errors import DistributedError
from inarow.model.interrupts import later_interrupts

ExecutorSource: TypeAlias = Executor | Callable[[], Executor]
"""An executor, or what makes one: then one that breaks is replaced."""

MOST_LOSSES = 20
"""So often, one after another, jobs may be lost without a single one done, until it is given up."""


class Done(NamedTuple):
    """A job that has ended: with what it found, or with what went wrong."""

    key: Hashable
    outcome: Outcome | None
    error: BaseException | None = None
    lost: bool = False
    """Is the worker to blame, not the job?"""


class Workers:
    """Workers of an executor; keys tell their jobs apart.

    An executor that is given as a function is closed at the end, too.
    """

    def __init__(self, source: ExecutorSource) -> None:
        self._make = None if isinstance(source, Executor) else source
        self._executor = _reliable(source if isinstance(source, Executor) else source())
        self._jobs: dict[Future[Outcome], Hashable] = {}
        self._lost: list[Done] = []
        self._losses = 0

    def submit(self, key: Hashable, job: Job) -> None:
        """Hand out a job."""
        while True:
            try:
                future = self._executor.submit(work, job)
                break
            except Exception as error:  # broken, shut down, without a connection, ...
                self._count_loss(error)
                self._replace(error)
        self._jobs[future] = key

    def cancel(self, key: Hashable) -> bool:
        """Drop a job, if it has not begun: will it not be among those that end?"""
        future = next(future for future, other in self._jobs.items() if other == key)
        with later_interrupts():
            if future.cancel():
                del self._jobs[future]
                return True
        return False

    def wait(self, timeout: float) -> list[Done]:
        """Return the jobs that have ended, as soon as there are any; none if the time is up."""
        if not self._lost:
            with later_interrupts():  # as long as that waits at most
                self._look()
                ended, _ = wait(self._jobs, timeout, FIRST_COMPLETED)
                done = [self._done(future) for future in ended]
            self._lost += done
            broken = [one.error for one in done if isinstance(one.error, BrokenExecutor)]
            if any(one.outcome is not None for one in done):
                self._losses = 0
            elif losses := [one.error for one in done if one.lost and one.error is not None]:
                self._count_loss(losses[0])
            if broken:
                self._replace(broken[0])
        gone, self._lost = self._lost, []
        return gone

    def _done(self, future: Future[Outcome]) -> Done:
        """What became of a job that is not out any more."""
        key = self._jobs.pop(future)
        if future.cancelled():  # not by us: an executor does so if it is shut down or begun anew
            return Done(key, None, CancelledError("it was cancelled"), lost=True)
        error = future.exception()
        if error is not None:
            lost = isinstance(error, (BrokenExecutor, CancelledError))
            return Done(key, None, error, lost)
        return Done(key, future.result())

    def _look(self) -> None:
        """Have an executor that is able to tell that it is broken do so."""
        look: Callable[[], object] | None = getattr(self._executor, "look", None)
        if look is not None:
            with suppress(BrokenExecutor):  # its jobs say the same
                look()

    def _count_loss(self, error: BaseException) -> None:
        """One loss more; `DistributedError` if there have been too many."""
        self._losses += 1
        if self._losses > MOST_LOSSES:
            raise DistributedError(f"the executor loses every job: {_said(error)}") from error

    def _replace(self, error: BaseException) -> None:
        """Go on with a new executor; all jobs of the old one are lost."""
        if self._make is None:
            raise DistributedError(f"the executor broke: {_said(error)}") from error
        self._lost += [Done(key, None, error, lost=True) for key in self._jobs.values()]
        self._drop()
        with suppress(Exception):  # it is broken: whatever it says of that
            try:
                # A pool whose thread did not start holds a job that nobody here knows of.
                self._executor.shutdown(wait=False, cancel_futures=True)
            except TypeError:  # not every executor can do that
                self._executor.shutdown(wait=False)
        try:
            self._executor = _reliable(self._make())
        except Exception as again:
            raise DistributedError(f"no executor can be had again: {_said(again)}") from error

    def _drop(self) -> None:
        """Cancel what is out, as far as it has not begun."""
        for future in self._jobs:
            future.cancel()
        self._jobs.clear()

    def close(self) -> None:
        """Drop what has not begun; an executor of our own ends, after what its workers are at."""
        with later_interrupts():
            self._drop()
            if self._make is not None:
                self._executor.shutdown(wait=True)


def _reliable(executor: Executor) -> Executor:
    """Return an executor that ends every job: that of a Dask client does not."""
    if type(executor).__module__.partition(".")[0] == "distributed":
        from inarow.distributed.dask import DaskExecutor

        client = getattr(executor, "_client", None)
        if client is not None:
            return DaskExecutor(client)
    return executor


def _said(error: BaseException) -> str:
    """An error in a line: some say nothing but their name."""
    return str(error) or type(error).__name__
