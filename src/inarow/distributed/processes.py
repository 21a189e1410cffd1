"""Worker processes of this machine, which Ctrl-C does not reach and which outlive nobody.

When their executor is shut down they give up what they are at: who has the value, or has pressed
Ctrl-C, does not wait for jobs that are of no use any more. (They are not killed: one that is
sending an outcome would leave half of it, and its parent would wait for the rest.)
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from typing import Any

from inarow.distributed.job import unwanted
from inarow.distributed.shared_table import Address, join_table
from inarow.errors import InvalidOptionError

__all__ = ["local_processes"]

GRACE = 10.0
"""Seconds in which a worker whose jobs are unwanted has ended, or does so wherever it is.

One that was killed may have held a lock for which it would wait for ever.
"""


class _Processes(ProcessPoolExecutor):
    """Starts and ends processes undisturbed by Ctrl-C.

    One that an interrupt hid from it would be waited for for ever; one that is starting when its
    parent has gone complains loudly.
    """

    def __init__(self, workers: int, table: Address | None) -> None:
        context = get_context("forkserver" if os.name == "posix" else "spawn")
        closed, self._open = context.Pipe(duplex=False)
        super().__init__(workers, context, _begin_worker, (table, closed))

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _later_interrupts():
            return super().submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all workers; jobs that are out end in `Unwanted`."""
        with _later_interrupts():
            if not self._open.closed:
                # Nobody reads that, so it wakes all. An end of file does not reach them while the
                # other end is open in a copy of this process, if it has forked.
                with suppress(OSError):  # there are no workers
                    self._open.send_bytes(b"unwanted")
                self._open.close()
            super().shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def _later_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait for the end of this, where it can."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    met: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: met.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if met:
            signal.raise_signal(signal.SIGINT)


def local_processes(workers: int, table: Address | None = None) -> Executor:
    """Return an executor of processes on this machine, which end with this one however it ends.

    Ctrl-C is their parent's business. They share the `table` at an address, where they can. To shut
    the executor down, or to drop it, is to give up the jobs that are out.
    """
    try:
        if os.name == "posix":
            _begin_server()
        return _Processes(workers, table)
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidOptionError(f"{workers} processes cannot be had: {error}") from None


def _begin_server() -> None:
    """Begin what forks the workers, deaf to Ctrl-C: so are they, also while they are starting."""
    from multiprocessing import forkserver, resource_tracker

    resource_tracker.ensure_running()  # that would have SIGINT heard again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(table: Address | None, closed: connection.Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_the_end, args=(closed,), daemon=True).start()
    if table is not None:
        join_table(table)


def _wait_for_the_end(closed: connection.Connection) -> None:
    """Wait until the executor is shut down, and jobs are unwanted, or until the parent ends.

    A worker of a parent that was killed would wait for jobs for ever. One at hand is lost with it,
    as nobody is there to take its outcome.
    """
    parent = parent_process()
    assert parent is not None
    if closed in connection.wait([closed, parent.sentinel]):
        unwanted.set()
    parent.join(GRACE)
    os._exit(1)
