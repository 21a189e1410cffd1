"""Worker processes of this machine, which Ctrl-C does not reach and which outlive nobody.

Each is a fresh interpreter that has its jobs through a socket of its own, at which a thread waits
here. Those of the standard library's `ProcessPoolExecutor` share queues and their locks: one that
is killed while it holds a lock, or has sent half an outcome, leaves the others and their parent
waiting for ever. Here a process that ends, however it does, costs the job it was at, and the next
job has a new one. Nor is the program that calls imported again, with all that it does at its top.

Whether the other side is still there is looked up now and then. The end of a socket says so sooner,
but not if a copy of either side, made by `fork`, holds on to it.
"""

from __future__ import annotations

import os
import pickle
import signal
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
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import SimpleQueue
from traceback import format_exception
from typing import Any

from inarow.distributed.shared_table import Address, join_table
from inarow.errors import InvalidOptionError

__all__ = ["local_processes", "serve"]

MOST_PROCESSES = 1024 if os.name == "posix" else 61
"""A thread and a descriptor for each of them are not too much to ask. (Windows waits for 61.)"""

PATIENCE = 1.0
"""Seconds between two looks whether the other side is still there."""


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
                    self._busy.append(worker)
                    return worker
                self._changed.wait()
        raise CancelledError("the executor was shut down")

    def _begin(self) -> _Worker | None:
        """Return a new worker; None if others will be free sooner than it can be had."""
        try:
            worker = _Worker(self._table)
        except OSError as error:  # so many processes, or open files, are not granted
            if self._busy:
                return None
            raise CancelledError(f"no process can be had: {error}") from None
        if self._has_ended:  # just now, by this very thread
            worker.kill()
            raise CancelledError("the executor was shut down")
        return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._changed:
            if not self._has_ended:
                self._busy.remove(worker)
                self._idle.append(worker)
                self._changed.notify()

    def _give_up(self, worker: _Worker) -> None:
        with self._changed:
            if not self._has_ended:
                self._busy.remove(worker)
                worker.kill()
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
            self._idle, self._busy = [], []
            self._changed.notify_all()
        for worker in workers:
            worker.process.wait()

    @property
    def workers(self) -> list[_Worker]:
        return self._idle + self._busy


class _Worker:
    """A process that is asked, and answers, through the socket that is its standard input.

    This end is closed with the last reference to it: another thread may be waiting there.
    """

    def __init__(self, table: Address | None) -> None:
        path = [os.path.abspath(entry) for entry in sys.path if isinstance(entry, str)]
        command = f"import sys; sys.path[:] = {path}; from {__name__} import serve; serve()"
        numbers = [os.getpid(), *(table or ())]
        self._near, far = Pipe()
        with far, _deaf():
            self.process = subprocess.Popen(
                [sys.executable, "-c", command, *map(str, numbers)], stdin=far.fileno()
            )

    def ask(self, call: bytes) -> bytes:
        """Return the reply to a call; `EOFError` or `OSError` if the process ends, or is ended."""
        self._near.send_bytes(call)
        while not self._near.poll(PATIENCE):
            if self.process.poll() is not None:
                raise EOFError
        return self._near.recv_bytes()

    def kill(self) -> None:
        """Begin its end, which does not take long."""
        self.process.kill()


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


def serve() -> None:
    """Be a worker: do what is asked for until nobody can ask any more.

    What jobs print goes to the standard error.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent, *address = map(int, sys.argv[1:])
    asker = Connection(os.dup(0))
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    with suppress(OSError):  # there is none
        os.dup2(2, 1)
    sys.stdout = sys.stderr  # which does not keep lines back until it is killed
    if address:
        join_table(Address(*address))
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(asker, parent, waiting), daemon=True).start()
    with suppress(OSError):  # nobody is there
        while True:
            asker.send_bytes(_reply(waiting.get()))


def _listen(asker: Connection, parent: int, waiting: SimpleQueue[bytes]) -> None:
    """Take calls as they come, and end the process with those who ask, whatever it is at."""
    try:
        with suppress(EOFError, OSError):
            while True:
                if asker.poll(PATIENCE):
                    waiting.put(asker.recv_bytes())
                elif os.getppid() != parent:
                    break
    finally:  # also if there is no memory for a call
        os._exit(0)


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
