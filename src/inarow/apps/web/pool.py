"""The workers and their tasks: who searches what, who waits, and what stops.

A task has a worker to itself until it ends. While others wait, an analysis or a solver's move is
put off after `QUANTUM` seconds, or almost at once if what waits is quick, a move while this is an
analysis, or of an address that has nothing while this one has several workers. It goes back into
the queue, and begins again later with what is in the worker's table.
Turns go among addresses first, then among the connections of each, so that an address with many
gets no more than one with one. What is quick has a worker of its own besides. So nobody waits long,
however long others search. A worker that does not answer is replaced.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Mapping
from time import monotonic
from typing import Generic, TypeVar

from inarow.apps.web.processes import (
    Client,
    JobState,
    Lane,
    Listener,
    SearchJob,
    WorkerProcess,
)
from inarow.apps.web.tasks import Order, Task

Item = TypeVar("Item")

QUANTUM = 2.0
"""Seconds that a search may go on while others wait."""

LEAST_SECONDS = 0.05
"""That a search has at least, however others hurry: so that it gets on where moves are asked for
always; one that was put off, so that it can end; or whose answer is wanted before it begins."""


class FairQueue(Generic[Item]):
    """Lanes, in each of which addresses take turns, and within an address its clients.

    Of several lanes that served longest ago comes first. Who has more of something already, say
    workers, comes later: see `busy`.

    >>> queue = FairQueue[str](lanes=2)
    >>> for client, item in (("a", "a1"), ("a", "a2"), ("b", "b1")):
    ...     queue.put("here", client, item, lane=1)
    >>> queue.put("there", "c", "c1", lane=1)
    >>> queue.put("here", "a", "at once", lane=0)
    >>> [queue.take() for _ in range(len(queue))]
    ['at once', 'a1', 'c1', 'b1', 'a2']
    """

    def __init__(self, lanes: int) -> None:
        self._lanes: list[list[tuple[str, Hashable, Item]]] = [[] for _ in range(lanes)]
        self._served = [0] * lanes  # which turn was the last of each lane
        self._turn = 0

    def __len__(self) -> int:
        return sum(map(len, self._lanes))

    def put(self, address: str, client: Hashable, item: Item, lane: int) -> None:
        """Let an item wait behind those of its client."""
        self._lanes[lane].append((address, client, item))

    def first(
        self, busy: Mapping[str, int] | None = None, lane: int | None = None
    ) -> tuple[int, str] | None:
        """The lane and the address whose turn it is, of all lanes or one; None if nothing waits.

        `busy` says how much each address has already; those with least come first.
        """
        has = Counter(busy)
        lanes = range(len(self._lanes)) if lane is None else (lane,)
        waiting = [(number, address) for number in lanes for address, *_ in self._lanes[number]]
        return min(waiting, key=lambda it: (has[it[1]], self._served[it[0]]), default=None)

    def take(self, busy: Mapping[str, int] | None = None, lane: int | None = None) -> Item:
        """Return whose turn it is, as `first` says; `IndexError` if nothing waits."""
        found = self.first(busy, lane)
        if found is None:
            raise IndexError("nothing waits")
        number, address = found
        if lane is None:
            self._turn += 1
            self._served[number] = self._turn
        waiting = self._lanes[number]
        taken = next(entry for entry in waiting if entry[0] == address)
        waiting.remove(taken)
        # Address and client go to the end: the others come first.
        waiting.sort(key=lambda entry: (entry[0] == address, entry[:2] == taken[:2]))
        return taken[2]

    def remove(self, item: Item) -> None:
        """Let an item wait no longer."""
        for waiting in self._lanes:
            waiting[:] = [entry for entry in waiting if entry[2] != item]


class Pool:
    """So many worker processes, and one for what is quick; to be used from one event loop."""

    def __init__(self, workers: int, memory_mb: int) -> None:
        self._workers = [
            WorkerProcess(memory_mb, self._released, is_quick=number == 0)
            for number in range(workers + 1)
        ]
        self._queue: FairQueue[SearchJob] = FairQueue(len(Lane))
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

    def submit(self, client: Client, task: Task, listener: Listener) -> SearchJob:
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
            worker.let_go(Order.STOP)

    def hurry(self, job: SearchJob) -> None:
        """Let a solver's move come now, if one is being looked for."""
        if job.state in (JobState.WAITING, JobState.YIELDING):
            job.task.seconds = LEAST_SECONDS
        elif job.state is JobState.RUNNING and job.worker is not None and job.task.may_yield:
            job.worker.let_go(Order.HURRY)

    # What the workers report.

    def _tell_waiting(self, job: SearchJob) -> None:
        if job.state is JobState.WAITING:
            job.listener("waiting", {})

    def _put(self, job: SearchJob) -> None:
        job.state, job.worker = JobState.WAITING, None
        self._queue.put(job.client.address, job.client, job, job.lane)
        self._balance()

    def _released(self, job: SearchJob, done: bool | str) -> None:
        """A job has ended, as its worker says; a text if it failed, or the worker did."""
        job.worker = None
        if job.state is JobState.YIELDING and done is not True:
            spent = monotonic() - job.started
            job.task.seconds = max(LEAST_SECONDS, job.task.seconds - spent)
            job.was_put_off = True
            self._put(job)
            self._tell_waiting(job)
        else:
            job.end(stopped=done is False, message=done if isinstance(done, str) else None)
            self._balance()

    def _balance(self) -> None:
        """Give idle workers what waits; if more waits, see who has been at it long enough."""
        if self._closed:
            return
        while idle := [worker for worker in self._workers if worker.is_idle]:
            # While only that for the quick is idle, others have to wait.
            lane = Lane.QUICK if all(worker.is_quick for worker in idle) else None
            if self._queue.first(lane=lane) is None:
                break
            job = self._queue.take(self._busy(), lane)
            game = job.task.position.game
            # That for the quick if it may be; one whose table may know it; one of no game.
            worker = min(
                idle if job.lane is Lane.QUICK else [w for w in idle if not w.is_quick],
                key=lambda w: (not w.is_quick, w.game != game, w.game is not None),
            )
            job.state, job.worker, job.started = JobState.RUNNING, worker, monotonic()
            worker.begin(job)
        if not self._queue:
            return
        self._put_off()
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(LEAST_SECONDS, self._balance)

    def _put_off(self) -> None:
        """Ask those who have been at it long enough to let others go first."""
        busy, now = self._busy(), monotonic()
        waiting = len(self._queue) - sum(worker.is_leaving for worker in self._workers)
        for job in self._long_running(busy):
            found = self._queue.first(busy)
            if waiting <= 0 or found is None:
                return
            lane, address = found
            own = job.client.address
            is_urgent = (
                lane == Lane.QUICK
                or (lane < Lane.ANALYSES and job.task.kind == "analyse")
                or busy[address] + 1 < busy[own]
            )
            # An address gives way to one that has less, and its connections to each other.
            gives_way = lane == Lane.QUICK or address == own or busy[address] < busy[own]
            if gives_way and now - job.started >= (LEAST_SECONDS if is_urgent else QUANTUM):
                job.state = JobState.YIELDING
                assert job.worker is not None
                job.worker.let_go(Order.PUT_OFF)
                busy[own] -= 1
                busy[address] += 1
                waiting -= 1

    def _busy(self) -> Counter[str]:
        """How many workers each address has, not counting those that it is to let go."""
        jobs = [worker.job for worker in self._workers]
        return Counter(j.client.address for j in jobs if j and j.state is JobState.RUNNING)

    def _long_running(self, busy: Mapping[str, int]) -> list[SearchJob]:
        """What can be put off: of addresses that have most, then analyses, then the longest."""
        jobs = [w.job for w in self._workers if w.job is not None]
        running = [j for j in jobs if j.state is JobState.RUNNING and j.task.may_yield]
        return sorted(
            running,
            key=lambda job: (-busy[job.client.address], job.task.kind == "move", job.started),
        )
