"""The workers and their tasks: who searches what, who waits, and what stops.

A task has a worker to itself until it ends. While others wait, an analysis or a solver's move is
put off after `QUANTUM` seconds, an analysis almost at once if what waits is a move. It goes back
into the queue, and later on from where it was: its results are kept here and its table in the
worker. The moves of levels, which are short, have a worker of their own besides. So nobody waits
long, however long others search. A worker that does not answer is replaced.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable
from time import monotonic
from typing import Generic, TypeVar

from inarow.apps.web.processes import (
    LEVELS_LANE,
    SOLVER_LANE,
    JobState,
    Listener,
    SearchJob,
    WorkerProcess,
)
from inarow.apps.web.tasks import Task

__all__ = ["FairQueue", "Pool"]

Item = TypeVar("Item")

QUANTUM = 0.5
"""Seconds that a search may go on while others wait."""

LEAST_SECONDS = 0.05
"""That a search has at least, however others hurry: an analysis while a move waits, so that it gets
on where moves are asked for always; one that was put off, so that it can end; or whose answer is
wanted before it begins."""


class FairQueue(Generic[Item]):
    """So many `lanes`, lower ones first, in each of which clients take turns.

    >>> queue = FairQueue[str](lanes=2)
    >>> for client, item in (("a", "a1"), ("a", "a2"), ("b", "b1")):
    ...     queue.put(client, item, lane=1)
    >>> queue.put("a", "at once", lane=0)
    >>> [queue.take() for _ in range(len(queue))]
    ['at once', 'a1', 'b1', 'a2']
    """

    def __init__(self, lanes: int) -> None:
        self._lanes: list[OrderedDict[Hashable, deque[Item]]]
        self._lanes = [OrderedDict() for _ in range(lanes)]

    def __len__(self) -> int:
        return sum(len(items) for lane in self._lanes for items in lane.values())

    def waits_in(self, lane: int) -> bool:
        """Does anything wait in this lane?"""
        return bool(self._lanes[lane])

    def put(self, client: Hashable, item: Item, lane: int) -> None:
        """Let an item wait behind those of its client."""
        self._lanes[lane].setdefault(client, deque()).append(item)

    def take(self, lanes: int | None = None) -> Item:
        """Return whose turn it is, in the first so many lanes; `IndexError` if nothing waits."""
        for lane in self._lanes[:lanes]:
            if lane:
                client, items = lane.popitem(last=False)
                item = items.popleft()
                if items:
                    lane[client] = items  # at the end: the others come first
                return item
        raise IndexError("nothing waits")

    def remove(self, item: Item) -> bool:
        """Let an item wait no longer; was it there?"""
        for lane in self._lanes:
            for client, items in lane.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del lane[client]
                    return True
        return False


class Pool:
    """So many worker processes, and one for levels; to be used from one event loop."""

    def __init__(self, workers: int, memory_mb: int) -> None:
        self._workers = [
            WorkerProcess(memory_mb, self._released, for_levels=number == 0)
            for number in range(workers + 1)
        ]
        self._queue: FairQueue[SearchJob] = FairQueue(lanes=3)
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False

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

    def submit(self, client: Hashable, task: Task, listener: Listener) -> SearchJob:
        """Have a task carried out; `listener` is called from the loop, and never from here."""
        job = SearchJob(client, task, listener)
        self._put(job)
        asyncio.get_running_loop().call_soon(self._tell_waiting, job)
        return job

    def stop(self, job: SearchJob) -> None:
        """End a job: its listener hears `done` at once, whatever the worker is at."""
        if job.state is JobState.WAITING:
            self._queue.remove(job)
            job.end(stopped=True)
        elif job.state is not JobState.ENDED and job.worker is not None:
            worker = job.worker
            job.end(stopped=True)
            worker.let_go(hurry=False)

    def hurry(self, job: SearchJob) -> None:
        """Let a solver's move come now, if one is being looked for."""
        if job.state in (JobState.WAITING, JobState.YIELDING):
            job.task.seconds = LEAST_SECONDS
        elif job.state is JobState.RUNNING and job.worker is not None and job.task.may_yield:
            job.worker.let_go(hurry=True)

    # What the workers report.

    def _tell_waiting(self, job: SearchJob) -> None:
        if job.state is JobState.WAITING:
            job.listener("waiting", {})

    def _put(self, job: SearchJob) -> None:
        job.state, job.worker = JobState.WAITING, None
        self._queue.put(job.client, job, job.lane)
        self._balance()

    def _released(self, job: SearchJob, done: bool | str) -> None:
        """A job has ended, as its worker says; a text if it failed, or the worker did."""
        job.worker = None
        if job.state is JobState.YIELDING and done is not True:
            spent = monotonic() - job.started
            job.task.seconds = max(LEAST_SECONDS, job.task.seconds - spent)
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
            job.state, job.worker, job.started = JobState.RUNNING, worker, monotonic()
            worker.begin(job)
        if not self._queue:
            return
        waiting = len(self._queue) - sum(worker.is_leaving for worker in self._workers)
        is_urgent = any(map(self._queue.waits_in, (LEVELS_LANE, SOLVER_LANE)))
        least = LEAST_SECONDS if is_urgent else QUANTUM
        now = monotonic()
        for job in self._long_running():
            if waiting > 0 and now - job.started >= (
                least if job.task.kind == "analyse" else QUANTUM
            ):
                job.state = JobState.YIELDING
                assert job.worker is not None
                job.worker.let_go(hurry=False)
                waiting -= 1
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(LEAST_SECONDS, self._balance)

    def _has_work_for(self, worker: WorkerProcess) -> bool:
        return bool(self._queue) and (not worker.for_levels or self._queue.waits_in(LEVELS_LANE))

    def _long_running(self) -> list[SearchJob]:
        """The jobs that can be put off, analyses first, then those that run longest."""
        jobs = [w.job for w in self._workers if w.job is not None]
        running = [j for j in jobs if j.state is JobState.RUNNING and j.task.may_yield]
        return sorted(running, key=lambda job: (job.task.kind == "move", job.started))
