"""A worker process as the server sees it, and the job that it is at: a task for a client."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from enum import Enum, IntEnum, auto
from typing import Any, Protocol, TypeAlias

from inarow.apps.web.tasks import Order, Task
from inarow.model.game import Game

Listener: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Told (type, fields) of the messages `waiting`, `progress`, `found`, `moved`, `forced`
and `done`."""

GRACE = 2.0
"""Seconds that a worker has to let go, or it is replaced."""

RESTART = 0.2
"""Seconds until a process that has ended is replaced: one that cannot start must not spin."""

OVERTIME = 10.0
"""A worker that takes so many seconds longer than it was given has gone astray."""

LONGEST_LINE = 1 << 20
"""Bytes of an answer: results for 400 moves with lines of up to 400 cells each, in lots."""


class Client(Hashable, Protocol):
    """For whom a job is done: a connection from an address."""

    address: str


class Lane(IntEnum):
    """Of the queue."""

    QUICK = 0
    MOVES = 1
    ANALYSES = 2


class JobState(Enum):
    """Where a job stands."""

    WAITING = auto()
    RUNNING = auto()
    YIELDING = auto()  # asked to let others go first
    ENDED = auto()


class SearchJob:
    """A task under way: for whom, how far it is, and who is told."""

    def __init__(self, client: Client, task: Task, listener: Listener) -> None:
        self.client, self.task, self.listener = client, task, listener
        self.state = JobState.WAITING
        self.started = 0.0
        self.was_put_off = False  # so it was not as quick as it should have been
        self.worker: WorkerProcess | None = None

    @property
    def lane(self) -> Lane:
        """Where in the queue it waits."""
        if self.task.kind == "analyse":
            return Lane.ANALYSES
        return Lane.QUICK if self.task.is_quick and not self.was_put_off else Lane.MOVES

    def hear(self, answer: Mapping[str, Any]) -> None:
        """Take an answer of the worker; pass it on while somebody listens."""
        for kind in ("progress", "found", "moved", "forced"):
            if kind in answer and self.state is not JobState.ENDED:
                self.listener(kind, answer[kind])

    def end(self, *, stopped: bool, message: str | None = None) -> None:
        """Say that it is over, once."""
        if self.state is not JobState.ENDED:
            self.state = JobState.ENDED
            self.listener("done", {"stopped": stopped, "message": message})


class WorkerProcess:
    """One process, and the job that it is at; how it ends, and starts again.

    `released` is called when a job has ended: with True if it was carried out, False if it was
    stopped, or a text that says why it failed.
    """

    def __init__(
        self,
        memory_mb: int,
        released: Callable[[SearchJob, bool | str], None],
        *,
        is_quick: bool,
    ) -> None:
        self._memory_mb, self._released = memory_mb, released
        self.is_quick = is_quick  # is it for what is quick, and for nothing else?
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._number = 0
        self._closed = False
        self.job: SearchJob | None = None
        self.game: Game | None = None  # of the last job
        self.is_leaving = False  # has it been told to let go?

    @property
    def is_idle(self) -> bool:
        return self.job is None and self._process is not None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "inarow.apps.web.worker", str(self._memory_mb)),
            "quick" if self.is_quick else "nice",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the server, also while the worker starts
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def close(self) -> None:
        self._closed = True
        self._set_alarm(None)
        self._kill()
        if self._reader is not None:
            await self._reader

    def begin(self, job: SearchJob) -> None:
        """Take up a job."""
        self._number += 1
        self.job, self.game, self.is_leaving = job, job.task.position.game, False
        self._say(job.task)
        self._set_alarm(job.task.seconds + OVERTIME)

    def let_go(self, order: Order) -> None:
        """Ask the process to end its task; if it does not, it is replaced.

        One that was asked before can still be told to stop at once.
        """
        if not self.is_leaving or order is Order.STOP:
            self._say(order)
        if not self.is_leaving:
            self.is_leaving = True
            self._set_alarm(GRACE)

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        loop = asyncio.get_running_loop()
        self._alarm = None if seconds is None else loop.call_later(seconds, self._kill)

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    def _say(self, message: Task | Order) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(pickle.dumps((self._number, message)))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Take answers until the process ends; then start another and give its job back."""
        assert process.stdout is not None
        while True:
            try:
                answer = json.loads(await process.stdout.readuntil(b"\n"))
            except asyncio.IncompleteReadError:
                break  # it is at its end: to kill it as well would race with who waits for that
            except (asyncio.LimitOverrunError, ValueError):  # it has gone astray
                self._kill()
                break
            if self.job is None or answer["task"] != self._number:
                continue
            self.job.hear(answer)
            if "done" in answer:
                self._release(answer["done"])
        await process.wait()
        self._process = None
        while not self._closed and self._process is None:
            await asyncio.sleep(RESTART)
            with suppress(OSError):  # no memory, perhaps: later there may be
                await self.start()
        if not self._closed:
            self.game = None
            self._release("the search was given up: it took too long, or too much memory")

    def _release(self, done: bool | str) -> None:
        job, self.job, self.is_leaving = self.job, None, False
        self._set_alarm(None)
        if job is not None:
            self._released(job, done)
