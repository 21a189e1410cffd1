"""A worker process as the server sees it: what it is at, and how it ends and starts again."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from inarow.apps.web.jobs import Job
from inarow.model.game import Game

__all__ = ["WorkerProcess"]

GRACE = 2.0
"""Seconds that a worker has to let go, or it is replaced: a level's move cannot be interrupted."""

RESTART = 0.2
"""Seconds until a process that has ended is replaced: one that cannot start must not spin."""

OVERTIME = 10.0
"""A worker that takes so many seconds longer than it was given has gone astray."""

LONGEST_LINE = 1 << 20
"""Bytes of an answer: results for 400 moves with lines of up to 400 cells each, in lots."""

Released: TypeAlias = "Callable[[Job, bool | str], None]"
"""Called when a job has ended: True if carried out, False if stopped, or a text: why it failed."""


class WorkerProcess:
    """One process, and the job that it is at."""

    def __init__(self, memory_mb: int, released: Released, *, for_levels: bool) -> None:
        self._memory_mb, self._released = memory_mb, released
        self.for_levels = for_levels  # and for nothing else
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._number = 0
        self._closed = False
        self.job: Job | None = None
        self.game: Game | None = None  # of the last job
        self.is_leaving = False  # has it been told to let go?

    @property
    def is_idle(self) -> bool:
        return self.job is None and self._process is not None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "inarow.apps.web.worker", str(self._memory_mb)),
            "quick" if self.for_levels else "nice",
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
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        if self._reader is not None:
            await self._reader

    def begin(self, job: Job) -> None:
        """Take up a job."""
        self._number += 1
        self.job, self.game, self.is_leaving = job, job.task.position.game, False
        self._say(job.task.record(self._number))
        self._set_alarm(job.task.seconds + OVERTIME)

    def let_go(self, *, hurry: bool) -> None:
        """Ask the process to end its task; if it does not, it is replaced."""
        if not self.is_leaving:
            self.is_leaving = True
            self._say({"stop": self._number, "hurry": hurry})
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

    def _say(self, record: Mapping[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(record).encode() + b"\n")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Take answers until the process ends; then start another and give its job back."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            message = json.loads(line)
            if self.job is None or message["task"] != self._number:
                continue
            self.job.hear(message)
            if "done" in message:
                self._release(message["done"])
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
