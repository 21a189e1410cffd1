"""Worker processes of this machine, which Ctrl-C does not reach and which outlive nobody.

Each is a fresh interpreter that has its jobs through a socket of its own, at which a thread waits
here. Four things the standard library's `ProcessPoolExecutor` cannot give:

* A process that ends, however it does, costs the job it was at, and the next job has a new one.
  There it costs what all the others are at; if it had sent half an outcome, all wait for ever.
* The program that calls is not imported again, with all that it does at its top.
* Processes end with a parent that was killed. There they wait for its next job.
* To shut the executor down ends what the processes are at. There that is waited for.
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
from collections.abc import Callable
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from functools import partial
from typing import Any

from inarow.distributed.local.serve import serve
from inarow.distributed.local.shared_table import Address
from inarow.model.errors import InvalidOptionError
from inarow.model.interrupts import later_interrupts

MOST_PROCESSES = 1024 if os.name == "posix" else 61
"""Two threads and a descriptor for each are not too much to ask. (Windows waits for 61.)"""


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
        super().__init__(workers, initializer=_block_signals)
        self.crew = _Crew(table)
        weakref.finalize(self, self.crew.end)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with later_interrupts():
            return super().submit(self.crew.call, partial(function, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; jobs that are out, or wait for one, end in `CancelledError`."""
        with later_interrupts():
            self.crew.end()
            super().shutdown(wait, cancel_futures=cancel_futures)


def _block_signals() -> None:
    """Keep signals from a thread and from the processes that it begins.

    Ctrl-C is for the main thread. A write to a process that was killed is an error, also where
    SIGPIPE ends a process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGPIPE})


class _Crew:
    """The processes, begun as they are needed: no more than there are calls at a time."""

    def __init__(self, table: Address | None) -> None:
        self._table = table
        # A dropped executor ends its crew wherever that is seen, also by a thread that has this.
        self._changed = threading.Condition(threading.RLock())
        self.workers: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._has_ended = False
        self._owner = os.getpid()

    def call(self, function: Callable[[], Any]) -> Any:
        """Return what a process finds, or raise what it raises; `CancelledError` if it ends."""
        call = pickle.dumps(function)
        worker = self._take()
        try:
            reply = worker.ask(call)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._give_up(worker)
            raise CancelledError("the process has ended") from None
        except BaseException:
            self._give_up(worker)  # it may be halfway in a call
            raise
        self._give_back(worker)
        result, error, trace = pickle.loads(reply)
        if error is not None:
            raise error from RuntimeError(f"in its process:\n{trace}")
        return result

    def _take(self) -> _Worker:
        """Return an idle worker or a new one; if there is none to be had, wait for one."""
        with self._changed:
            while not self._has_ended:
                worker = self._idle.pop() if self._idle else self._begin()
                if worker is not None:
                    return worker
                self._changed.wait()
        raise CancelledError("the executor was shut down")

    def _begin(self) -> _Worker | None:
        """Return a new worker; None if others will be free sooner than it can be had."""
        try:
            worker = _Worker(self._table)
        except OSError as error:  # so many processes, or open files, are not granted
            if self.workers:
                return None
            raise CancelledError(f"no process can be had: {error}") from None
        self.workers.append(worker)
        if self._has_ended:  # just now, by this very thread, which did not see the worker
            worker.process.kill()
        return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._changed:
            self._idle.append(worker)
            self._changed.notify()

    def _give_up(self, worker: _Worker) -> None:
        with self._changed:
            self.workers.remove(worker)
            worker.process.kill()
            self._changed.notify_all()  # with no other left, it is of no use to wait
        worker.close()

    def end(self) -> None:
        """End all processes, whatever they are at: nothing is theirs alone."""
        if os.getpid() != self._owner:  # a copy of it: they are not its children
            return
        with self._changed:
            self._has_ended = True
            workers = list(self.workers)
            for worker in workers:
                worker.process.kill()
            self._changed.notify_all()
        for worker in workers:
            worker.process.wait()


class _Worker:
    """A process that is asked, and answers, through the socket that is its standard input.

    A thread sees it end. This side is closed by who asks, or with the last reference to it.
    """

    def __init__(self, table: Address | None) -> None:
        path = [entry for entry in sys.path if isinstance(entry, str)]
        code = f"import sys; sys.path[:] = {path}; from {serve.__module__} import serve; serve()"
        # What this interpreter was told not to heed others do not heed either.
        flags = ["-I"] * sys.flags.isolated + ["-E"] * sys.flags.ignore_environment
        numbers, output = [os.getpid(), *(table or ())], _output()
        with _beginning:
            near, far = socket.socketpair()
            with far:
                self.process = subprocess.Popen(
                    [sys.executable, "-u", *flags, "-c", code, *map(str, numbers)],
                    stdin=far.fileno(),
                    stdout=output,
                    stderr=output,
                )
        self._asked = near
        self._replies = near.makefile("rb")
        self._watcher = threading.Thread(target=self._hang_up, daemon=True)
        try:
            self._watcher.start()
        except RuntimeError as error:  # so many threads are not granted
            self.process.kill()
            self.process.wait()
            raise OSError(str(error)) from None

    def ask(self, call: bytes) -> bytes:
        """Return the reply to a call.

        `OSError`, `EOFError` or `pickle.UnpicklingError` if the process ends, or is ended.
        """
        self._asked.sendall(pickle.dumps(call))
        reply: bytes = pickle.load(self._replies)
        return reply

    def _hang_up(self) -> None:
        """Let nobody wait for a process that has ended, also if a copy of it has the socket."""
        if hasattr(os, "waitid"):  # the process keeps its number, which may yet be killed
            with suppress(ChildProcessError):  # its end was seen by another thread
                os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        else:
            self.process.wait()
        with suppress(OSError):  # so it is
            self._asked.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Free the descriptor of a process that has been killed; nobody may be waiting here."""
        self._watcher.join()
        self.process.wait()
        self._replies.close()
        self._asked.close()


_beginning = threading.Lock()
"""Keeps other threads from `fork` while there are pipes which end with their last copy."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_beginning.acquire,
        after_in_parent=_beginning.release,
        after_in_child=_beginning.release,
    )


def _output() -> int:
    """Where workers print: to the standard error, unless that was closed.

    A file that has been given its number meanwhile is not inherited.
    """
    with suppress(OSError):
        if os.get_inheritable(2):
            return 2
    return subprocess.DEVNULL
