"""Worker processes of this machine, which Ctrl-C does not reach and which outlive nobody.

Each has a pipe of its own, and a thread here that waits at it. Those of the standard library's
`ProcessPoolExecutor` share queues and their locks: one that is killed while it holds a lock, or has
sent half an outcome, leaves the others and their parent waiting for ever. Here a process that ends,
however it does, costs the job it was at, and the next job has a new one.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from traceback import format_exception
from typing import Any

from inarow.distributed.shared_table import Address, join_table
from inarow.errors import InvalidOptionError

__all__ = ["local_processes"]

MOST_PROCESSES = 1024
"""A thread and two descriptors for each of them are not too much to ask."""


def local_processes(workers: int, table: Address | None = None) -> Executor:
    """Return an executor of processes on this machine, which end with this one however it ends.

    Ctrl-C is their parent's business. They share the `table` at an address, where they can. A job
    whose process is killed ends in `CancelledError`. To shut the executor down, or to drop it, is
    to give up the jobs that are out: who has the value, or has pressed Ctrl-C, does not wait for
    what is of no use any more.
    """
    if workers > MOST_PROCESSES:
        raise InvalidOptionError(f"{workers} processes cannot be had: at most {MOST_PROCESSES} can")
    return _Processes(workers, table)


class _Processes(ThreadPoolExecutor):
    """Threads that have what they are asked for done by processes, undisturbed by Ctrl-C."""

    def __init__(self, workers: int, table: Address | None) -> None:
        super().__init__(workers)
        self.crew = _Crew(table)
        weakref.finalize(self, self.crew.end)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _later_interrupts():
            return super().submit(self.crew.call, function, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; jobs that are out, or wait for one, end in `CancelledError`."""
        with _later_interrupts():
            self.crew.end()
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


class _Crew:
    """The processes, begun as they are needed: no more than there are calls at a time."""

    def __init__(self, table: Address | None) -> None:
        self._context = get_context("forkserver" if os.name == "posix" else "spawn")
        self._table = table
        self._lock = threading.RLock()  # a dropped executor ends its crew wherever that is seen
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._has_ended = False

    def call(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Return what a process finds, or raise what it raises; `CancelledError` if it ends."""
        call = pickle.dumps((function, args, kwargs))
        worker = self._take()
        try:
            worker.pipe.send_bytes(call)
            reply = worker.pipe.recv_bytes()
        except (OSError, EOFError):
            self._give_up(worker)
            raise CancelledError("the process has ended") from None
        self._give_back(worker)
        result, error, trace = pickle.loads(reply)
        if error is not None:
            raise error from _Trace(trace)
        return result

    def _take(self) -> _Worker:
        with self._lock:
            if self._has_ended:
                raise CancelledError("the executor was shut down")
            worker = self._idle.pop() if self._idle else self._begin()
            self._busy.append(worker)
            return worker

    def _begin(self) -> _Worker:
        try:
            if os.name == "posix":
                _begin_server()
            return _Worker(self._context, self._table)
        except (OSError, EOFError) as error:
            raise CancelledError(f"no process can be had: {error}") from None

    def _give_back(self, worker: _Worker) -> None:
        with self._lock:
            if not self._has_ended:
                self._busy.remove(worker)
                self._idle.append(worker)

    def _give_up(self, worker: _Worker) -> None:
        with self._lock:
            if not self._has_ended:
                self._busy.remove(worker)
                worker.end()

    def end(self) -> None:
        """End all processes, whatever they are at: nothing is theirs alone."""
        with self._lock:
            self._has_ended = True
            for worker in self.workers:
                worker.end()
            self._idle, self._busy = [], []

    @property
    def workers(self) -> list[_Worker]:
        return self._idle + self._busy


class _Worker:
    """A process, and our end of its pipe."""

    def __init__(self, context: Any, table: Address | None) -> None:
        self.pipe, far = context.Pipe()
        try:
            self.process = context.Process(target=_serve, args=(far, table), daemon=True)
            self.process.start()
        finally:
            far.close()  # so that its death is the end of what there is to read

    def end(self) -> None:
        self.process.kill()
        self.process.join()


class _Trace(Exception):
    """Where in its process a job failed, as text: the frames themselves stay there."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def _begin_server() -> None:
    """Begin what forks the workers, deaf to Ctrl-C: so are they, also while they are starting."""
    from multiprocessing import forkserver, resource_tracker

    resource_tracker.ensure_running()  # that would have SIGINT heard again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: connection.Connection, table: Address | None) -> None:
    """Be a worker: do what the pipe asks for, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    if table is not None:
        join_table(table)
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            pipe.send_bytes(_reply(pipe.recv_bytes()))


def _reply(call: bytes) -> bytes:
    """What comes of a call: the result, or the error with its trace."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((function(*args, **kwargs), None, ""))
    except BaseException as error:
        trace = "".join(format_exception(error))
        try:
            reply = pickle.dumps((None, error, trace))
            pickle.loads(reply)  # not all that can be written can be read
        except Exception:
            reply = pickle.dumps((None, RuntimeError(repr(error)), trace))
        return reply


def _end_with_the_parent() -> None:
    """A worker of a parent that was killed would go on with a job that nobody waits for."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
