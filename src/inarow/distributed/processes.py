"""Worker processes of this machine, which Ctrl-C does not reach and which outlive nobody.

Each is a fresh interpreter that has its jobs through pipes of its own, at which a thread waits
here. Those of the standard library's `ProcessPoolExecutor` share queues and their locks: one that
is killed while it holds a lock, or has sent half an outcome, leaves the others and their parent
waiting for ever. Here a process that ends, however it does, costs the job it was at, and the next
job has a new one. Nor is the program that calls imported again, with all that it does at its top.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from traceback import format_exception
from typing import IO, Any

from inarow.distributed.shared_table import Address, join_table
from inarow.errors import InvalidOptionError

__all__ = ["local_processes", "serve"]

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
            reply = worker.ask(call)
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
            return _Worker(self._table)
        except OSError as error:
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
    """A process that is asked through its standard input, and answers through its output."""

    def __init__(self, table: Address | None) -> None:
        path = [entry for entry in sys.path if isinstance(entry, str)]
        command = f"import sys; sys.path[:] = {path}; from {__name__} import serve; serve()"
        address = [] if table is None else [str(number) for number in table]
        with _deaf():
            self.process = subprocess.Popen(
                [sys.executable, "-c", command, *address],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # on Windows
            )

    def ask(self, call: bytes) -> bytes:
        """Return the reply to a call; `EOFError` or `OSError` if the process ends, or is ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            _send(self.process.stdin, call)
            return _receive(self.process.stdout)
        except ValueError:  # they were closed
            raise EOFError from None

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):  # half a call is left in it
                pipe.close()


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


_LENGTH = struct.Struct("<Q")


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    """Return the next message, or raise `EOFError`, also where there is only a part of it."""
    header = pipe.read(_LENGTH.size)
    if len(header) == _LENGTH.size:
        (length,) = _LENGTH.unpack(header)
        message = pipe.read(length)
        if len(message) == length:
            return message
    raise EOFError


def serve() -> None:
    """Be a worker: do what is asked for until nobody can ask any more.

    What jobs print goes to the standard error.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with suppress(OSError):  # there is none
        os.dup2(2, 1)
    if len(sys.argv) > 1:
        join_table(Address(*map(int, sys.argv[1:])))
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(calls, waiting), daemon=True).start()
    with suppress(OSError):  # nobody is there
        while True:
            _send(replies, _reply(waiting.get()))


def _listen(calls: IO[bytes], waiting: SimpleQueue[bytes]) -> None:
    """Take calls as they come, and end the process with those who ask, whatever it is at."""
    with suppress(EOFError):
        while True:
            waiting.put(_receive(calls))
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
