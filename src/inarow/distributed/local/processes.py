"""Worker processes of this machine, which Ctrl-C does not reach and which outlive nobody.

Each is a fresh interpreter that has its jobs through a socket of its own, at which a thread waits
here. Those of the standard library's `ProcessPoolExecutor` share queues and their locks: one that
is killed while it holds a lock, or has sent half an outcome, leaves the others and their parent
waiting for ever. Here a process that ends, however it does, costs the job it was at, and the next
job has a new one. Nor is the program that calls imported again, with all that it does at its top.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, suppress
from typing import Any

from inarow.distributed.local.channel import Channel
from inarow.distributed.local.serve import serve
from inarow.distributed.local.shared_table import Address
from inarow.model.errors import InvalidOptionError
from inarow.model.interrupts import later_interrupts

MOST_PROCESSES = 1024 if os.name == "posix" else 61
"""A thread and a descriptor for each of them are not too much to ask. (Windows waits for 61.)"""


def local_processes(workers: int, table: Address | None = None) -> Executor:
    """Return an executor of processes on this machine, which end with this one however it ends.

    Ctrl-C is their parent's business. They share the `table` at an address, where they can. A job
    whose process is killed ends in `CancelledError`. To shut the executor down, or to drop it, is
    to give up the jobs that are out: who has the value, or has pressed Ctrl-C, does not wait for
    what is of no use any more.

    `InvalidOptionError` if there are too many, or no interpreter to run. Windows, where no socket
    can be left to a process, has those of the standard library.
    """
    if workers > MOST_PROCESSES:
        raise InvalidOptionError(f"{workers} processes cannot be had: at most {MOST_PROCESSES} can")
    if os.name != "posix":
        return ProcessPoolExecutor(workers)
    if getattr(sys, "frozen", False) or not sys.executable:
        raise InvalidOptionError(
            "no processes can be had: this program has no Python interpreter to run; "
            "give an executor of threads instead"
        )
    return _Processes(workers, table)


class _Processes(ThreadPoolExecutor):
    """Threads that have what they are asked for done by processes, undisturbed by Ctrl-C."""

    def __init__(self, workers: int, table: Address | None) -> None:
        super().__init__(workers)
        self.crew = _Crew(table)
        weakref.finalize(self, self.crew.end)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with later_interrupts():
            return super().submit(self.crew.call, function, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; jobs that are out, or wait for one, end in `CancelledError`."""
        with later_interrupts():
            self.crew.end()
            super().shutdown(wait, cancel_futures=cancel_futures)


class _Crew:
    """The processes, begun as they are needed: no more than there are calls at a time."""

    def __init__(self, table: Address | None) -> None:
        self._table = table
        # A dropped executor ends its crew wherever that is seen, also by a thread that has this.
        self._changed = threading.Condition(threading.RLock())
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._has_ended = False
        self._owner = os.getpid()

    def call(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Return what a process finds, or raise what it raises; `CancelledError` if it ends."""
        call = pickle.dumps((function, args, kwargs))
        try:
            with self._lent() as worker:
                reply = worker.ask(call)
        except (OSError, EOFError):
            raise CancelledError("the process has ended") from None
        result, error, trace = pickle.loads(reply)
        if error is not None:
            raise error from _Trace(trace)
        return result

    @contextmanager
    def _lent(self) -> Iterator[_Worker]:
        """Have a worker, which is given up if anything goes wrong: it may be halfway in a call."""
        worker = self._take()
        try:
            yield worker
        except BaseException:
            self._give_up(worker)
            raise
        self._give_back(worker)

    def _take(self) -> _Worker:
        """Return an idle worker or a new one; if there is none to be had, wait for one."""
        with self._changed:
            while not self._has_ended:
                worker = self._idle.pop() if self._idle else self._begin()
                if worker is not None:
                    self._note(worker, self._busy)
                    return worker
                self._changed.wait()
        raise CancelledError("the executor was shut down")

    def _begin(self) -> _Worker | None:
        """Return a new worker; None if others will be free sooner than it can be had."""
        try:
            return _Worker(self._table)
        except OSError as error:  # so many processes, or open files, are not granted
            if self._busy:
                return None
            raise CancelledError(f"no process can be had: {error}") from None

    def _note(self, worker: _Worker, workers: list[_Worker]) -> None:
        """Put a worker on one of the lists."""
        workers.append(worker)
        if self._has_ended:  # just now, by this very thread, while the worker was on neither
            worker.kill()

    def _give_back(self, worker: _Worker) -> None:
        with self._changed:
            self._busy.remove(worker)
            self._note(worker, self._idle)
            self._changed.notify()

    def _give_up(self, worker: _Worker) -> None:
        with self._changed:
            self._busy.remove(worker)
            worker.kill()
            worker.close()
            self._changed.notify_all()  # with no other left, it is of no use to wait
        worker.process.wait()

    def end(self) -> None:
        """End all processes, whatever they are at: nothing is theirs alone."""
        if os.getpid() != self._owner:  # a copy of it: they are not its children
            return
        with self._changed:
            self._has_ended = True
            workers = self.workers
            for worker in workers:
                worker.kill()
            self._changed.notify_all()
        for worker in workers:
            worker.process.wait()

    @property
    def workers(self) -> list[_Worker]:
        return self._idle + self._busy


class _Worker:
    """A process that is asked, and answers, through the socket that is its standard input.

    This end is closed by who asks, or with the last reference to it: nobody may be waiting there.
    """

    def __init__(self, table: Address | None) -> None:
        command = f"import sys; sys.path[:] = {_import_path()}; from {serve.__module__} import *; "
        numbers = [os.getpid(), *(table or ())]
        with _beginning, _deaf():
            near, far = socket.socketpair()
            with far:
                self.process = subprocess.Popen(
                    [sys.executable, *_flags(), "-c", command + "serve()", *map(str, numbers)],
                    stdin=far.fileno(),
                )
        self._channel = Channel(near, lambda: self.process.poll() is None)

    def ask(self, call: bytes) -> bytes:
        """Return the reply to a call; `EOFError` or `OSError` if the process ends, or is ended."""
        self._channel.send(call)
        return self._channel.receive()

    def kill(self) -> None:
        """Begin its end, and let nobody wait for it, whatever copies there are of it."""
        self.process.kill()
        self._channel.hang_up()

    def close(self) -> None:
        self._channel.close()


_beginning = threading.Lock()
"""Keeps other threads from `fork` while there are pipes which end with their last copy."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_beginning.acquire,
        after_in_parent=_beginning.release,
        after_in_child=_beginning.release,
    )


def _flags() -> list[str]:
    """How this interpreter was told what not to heed, for others."""
    flags = {"-I": sys.flags.isolated, "-E": sys.flags.ignore_environment}
    return [flag for flag, is_set in flags.items() if is_set]


def _import_path() -> list[str]:
    """Where modules are looked for, also from elsewhere."""
    found = []
    for entry in filter(lambda entry: isinstance(entry, str), sys.path):
        with suppress(FileNotFoundError):  # the directory where we are has been removed
            found.append(os.path.abspath(entry))
    return found


@contextmanager
def _deaf() -> Iterator[None]:
    """Begin processes that are deaf to Ctrl-C from their first moment, where that can be had."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Trace(Exception):
    """Where in its process a job failed, as text: the frames themselves stay there."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"
