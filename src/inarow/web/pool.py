"""The workers and their tasks: who searches what, who waits, and what stops.

A task has a worker to itself until it ends. While others wait, an analysis or a solver's move is
put off after `QUANTUM` seconds, an analysis almost at once if what waits is a move. It goes back
into the queue, and later on from where it was: its results are kept here and its table in the
worker. The moves of levels, which are short, have a worker of their own besides. So nobody waits
long, however long others search. A worker that does not answer is replaced.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from time import monotonic
from typing import Any, TypeAlias

from inarow.game import Game
from inarow.web.queueing import FairQueue
from inarow.web.tasks import Task

__all__ = ["Job", "Listener", "Pool"]

QUANTUM = 0.5
"""Seconds that a search may go on while others wait."""

LEAST_QUANTUM = 0.05
"""Of an analysis while a move waits: so that it gets on even where moves are asked for always."""

GRACE = 2.0
"""Seconds that a worker has to let go; a level's move, which cannot be stopped, may take longer."""

HURRIED = 0.05
"""Seconds for a search whose answer is wanted at once, and which has not yet begun."""

RESTART = 0.2
"""Seconds until a process that has ended is replaced: one that cannot start must not spin."""

OVERTIME = 10.0
"""A worker that takes so many seconds longer than it was given has gone astray."""

LONGEST_LINE = 1 << 20
"""Bytes of an answer: results for 400 moves with lines of up to 400 cells each, in lots."""

Listener: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Told (type, fields) of the messages `waiting`, `progress`, `found`, `moved` and `done`."""


LEVELS_LANE, SOLVER_LANE, ANALYSES_LANE = range(3)
"""Of the queue: what is quick comes first."""


class _State(Enum):
    WAITING = auto()
    RUNNING = auto()
    YIELDING = auto()  # asked to let others go first
    ENDED = auto()


class Job:
    """A task under way for a client."""

    def __init__(self, client: Hashable, task: Task, listener: Listener) -> None:
        self.client, self.task, self.listener = client, task, listener
        self.state = _State.WAITING
        self.started = 0.0
        self.known: dict[int, Mapping[str, Any]] = {}
        self.slot, self.looked = task.slot, set(task.looked)
        self.worker: _Worker | None = None

    @property
    def lane(self) -> int:
        """Where in the queue it waits."""
        if self.task.kind == "analyse":
            return ANALYSES_LANE
        return SOLVER_LANE if self.task.may_yield else LEVELS_LANE

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take an answer of the worker; pass it on while somebody listens."""
        if message.get("slot", self.slot) != self.slot:
            self.slot = message["slot"]
            self.looked.clear()
        self.looked.update(message.get("looked", ()))
        for kind in ("progress", "found", "moved"):
            if kind in message:
                self.known.update({r["move"]: r for r in message[kind].get("moves", ())})
                # An analysis that has nothing new says so: it asks whether to go on.
                is_empty = kind == "found" and not any(message[kind].values())
                if self.state is not _State.ENDED and not is_empty:
                    self.listener(kind, message[kind])

    def end(self, *, stopped: bool, message: str | None = None) -> None:
        """Say that it is over, once."""
        if self.state is not _State.ENDED:
            self.state = _State.ENDED
            self.listener("done", {"stopped": stopped, "message": message})


class Pool:
    """So many worker processes, and one for levels; to be used from one event loop."""

    def __init__(self, workers: int, memory_mb: int) -> None:
        self._memory_mb = memory_mb
        self._workers = [_Worker(self, for_levels=number == 0) for number in range(workers + 1)]
        self._queue: FairQueue[Job] = FairQueue(lanes=3)
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def memory_mb(self) -> int:
        """The tables of one worker."""
        return self._memory_mb

    async def start(self) -> None:
        """Start the processes."""
        for worker in self._workers:
            await worker.start()

    async def close(self) -> None:
        """End everything."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        for worker in self._workers:
            await worker.close()

    def submit(self, client: Hashable, task: Task, listener: Listener) -> Job:
        """Have a task carried out; `listener` is called from the loop, and never from here."""
        job = Job(client, task, listener)
        self._put(job)
        asyncio.get_running_loop().call_soon(self._tell_waiting, job)
        return job

    def stop(self, job: Job) -> None:
        """End a job: its listener hears `done` at once, whatever the worker is at."""
        if job.state is _State.WAITING:
            self._queue.remove(job)
            job.end(stopped=True)
        elif job.state is not _State.ENDED and job.worker is not None:
            worker = job.worker
            job.end(stopped=True)
            worker.let_go(hurry=False)

    def hurry(self, job: Job) -> None:
        """Let a solver's move come now, if one is being looked for."""
        if job.state is _State.WAITING:
            job.task = replace(job.task, seconds=HURRIED)
        elif job.state is _State.RUNNING and job.worker is not None and job.task.may_yield:
            job.worker.let_go(hurry=True)

    # What the workers report.

    def _tell_waiting(self, job: Job) -> None:
        if job.state is _State.WAITING:
            job.listener("waiting", {})

    def _put(self, job: Job) -> None:
        job.state, job.worker = _State.WAITING, None
        self._queue.put(job.client, job, job.lane)
        self._balance()

    def released(self, job: Job, done: bool | str, worker: _Worker) -> None:
        """A worker has ended its job, as it says; or is there no more, which is a text as well."""
        job.worker = None
        if job.state is _State.YIELDING and done is not True:
            spent = monotonic() - job.started
            job.task = job.task.later(spent, job.known.values(), job.slot, job.looked)
            self._put(job)
            self._tell_waiting(job)
        else:
            job.end(stopped=done is False, message=done if isinstance(done, str) else None)
            self._balance()

    def _balance(self) -> None:
        """Give idle workers what waits; if more waits, see who has been at it long enough."""
        if self._closed:
            return
        while idle := [w for w in self._workers if w.is_idle and self._has_work_for(w)]:
            job = self._queue.take(1 if idle[0].for_levels else None)
            game = job.task.position.game
            # That for levels if it may be; one whose table may know the position; one of no game.
            worker = min(
                idle if job.lane == LEVELS_LANE else [w for w in idle if not w.for_levels],
                key=lambda w: (not w.for_levels, w.game != game, w.game is not None),
            )
            job.state, job.worker, job.started = _State.RUNNING, worker, monotonic()
            worker.begin(job)
        if not self._queue:
            return
        waiting = len(self._queue) - sum(worker.is_leaving for worker in self._workers)
        is_urgent = any(map(self._queue.waits_in, (LEVELS_LANE, SOLVER_LANE)))
        least = LEAST_QUANTUM if is_urgent else QUANTUM
        now = monotonic()
        for job in self._long_running():
            if waiting > 0 and now - job.started >= (
                least if job.task.kind == "analyse" else QUANTUM
            ):
                job.state = _State.YIELDING
                assert job.worker is not None
                job.worker.let_go(hurry=False)
                waiting -= 1
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(LEAST_QUANTUM, self._balance)

    def _has_work_for(self, worker: _Worker) -> bool:
        return bool(self._queue) and (not worker.for_levels or self._queue.waits_in(LEVELS_LANE))

    def _long_running(self) -> list[Job]:
        """The jobs that can be put off, analyses first, then those that run longest."""
        jobs = [w.job for w in self._workers if w.job is not None]
        running = [j for j in jobs if j.state is _State.RUNNING and j.task.may_yield]
        return sorted(running, key=lambda job: (job.task.kind == "move", job.started))


class _Worker:
    """One process, and the job that it is at."""

    def __init__(self, pool: Pool, *, for_levels: bool) -> None:
        self._pool = pool
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
            *(sys.executable, "-m", "inarow.web.worker", str(self._pool.memory_mb)),
            "quick" if self.for_levels else "nice",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
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
            self._pool.released(job, done, self)
