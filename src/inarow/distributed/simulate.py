"""How a proof would go with more workers: its log, played again on a clock of its own.

The jobs are given out once more by the same code, to workers that exist in thought only. A job that
the log knows takes as long as it took, and finds what it found. The log does not know those that
the recorded run never needed, because another answer came first. Of these

* a move of the rival's turns out to be answered, as in a proof that succeeds it must, but spares no
  other move;
* the keeper's first reply turns out to be right, a second one to be wrong: it only costs time.

They take as long as a question at as many stones, drawn by lot, took with all that was searched
below it.

So the questions are cut as finely as in the recorded run, whatever the number of workers, and every
worker has a table as warm as that of the recorded one. The first makes many workers look worse than
they are, the second better: `cold` lets every job take so much longer, `latency` is the time that a
worker waits for the next one.
"""

from __future__ import annotations

import heapq
import random
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from inarow.distributed.job import Job, Outcome
from inarow.distributed.log import Logged
from inarow.distributed.proof import Proof
from inarow.distributed.question import Answer, Question, canonical
from inarow.distributed.tree import Tree, scale_of
from inarow.distributed.workers import Done
from inarow.model.position import Position

__all__ = ["SimulatedWorkers", "Simulation", "simulate"]


class Simulation(NamedTuple):
    """How a proof went with so many workers in thought."""

    workers: int
    seconds: float
    jobs: int
    guessed: int
    """Jobs that the log does not know."""
    busy: float
    """Part of the time in which a worker was at work, on the average."""


class SimulatedWorkers:
    """Workers that look up in a log what a job would have found, and how long it would have taken.

    `latency` is the time between the end of a job and the beginning of the next at a worker.
    """

    def __init__(
        self, log: Sequence[Logged], count: int, latency: float = 0.0, cold: float = 1.0
    ) -> None:
        self._known = {job.question: job for job in log}
        self._count, self._latency, self._cold = count, latency, cold
        self._times = _times_by_stones(log)
        self._first_replies = set(_first_replies(log))
        self._lot = random.Random(0)
        self._now = 0.0
        self._running: list[tuple[float, int, Hashable, Outcome]] = []
        self._free = [0.0] * count
        self._submitted = 0
        self.guessed = 0
        self._handed_out = 0.0  # seconds of work

    def submit(self, key: Hashable, job: Job) -> None:
        known = self._known.get(job.question)
        if known is not None:
            outcome, seconds = known.outcome, known.outcome.answer.seconds
        else:
            self.guessed += 1
            outcome, seconds = self._guess(job.question)
        seconds *= self._cold
        begin = max(self._now, heapq.heappop(self._free)) + self._latency
        heapq.heappush(self._free, begin + seconds)
        self._handed_out += seconds
        self._submitted += 1
        heapq.heappush(self._running, (begin + seconds, self._submitted, key, outcome))

    def cancel(self, key: Hashable) -> bool:
        return False  # whoever is submitted has begun: there are no more jobs than workers

    def wait(self, timeout: float) -> list[Done]:
        if not self._running:
            self._now += timeout
            return []
        self._now, _, key, outcome = heapq.heappop(self._running)
        return [Done(key, outcome)]

    def clock(self) -> float:
        return self._now

    @property
    def busy(self) -> float:
        """Seconds that were worked so far, by all workers together."""
        return self._handed_out - sum(max(0.0, job[0] - self._now) for job in self._running)

    def _guess(self, question: Question) -> tuple[Outcome, float]:
        stones = (question.rival | question.keeper).bit_count()
        near = min(self._times, key=lambda other: (abs(other - stones), other))
        right = not question.rival_moves or question in self._first_replies
        answer = Answer(right, -1, question.game.full)
        return Outcome(answer, []), self._lot.choice(self._times[near])


def simulate(
    position: Position,
    log: Sequence[Logged],
    workers: int,
    *,
    latency: float = 0.0,
    cold: float = 1.0,
) -> Simulation:
    """Return how the proof of a position would go, by the log of another one.

    What the log of a proof that was not ended lacks is guessed as well, and by what it has: the
    whole is then as long as the guesses make it.
    """
    crew = SimulatedWorkers(log, workers, latency, cold)
    # Jobs that began while workers were idle had less.
    budget = max(max(1, job.budget // scale_of(job.question)) for job in log)
    proof = Proof(position, crew, workers, budget=budget, table_mb=1)
    proof.run()
    seconds = crew.clock()
    return Simulation(
        workers, seconds, proof.jobs, crew.guessed, crew.busy / (workers * max(seconds, 1e-9))
    )


def _times_by_stones(log: Sequence[Logged]) -> dict[int, list[float]]:
    """For each number of stones, how long questions took with all that was searched below them."""
    tree, asked = Tree(1), []
    for job in log:
        node, _ = tree.node(job.question)
        tree.take(node, job.outcome)
        asked.append(node)
    nodes = sum(job.outcome.answer.nodes for job in log)
    second = nodes / max(1e-9, sum(job.outcome.answer.seconds for job in log))
    times: dict[int, list[float]] = defaultdict(list)
    for node in asked:
        if node.held and not node.question.rival_moves:
            stones = (node.question.rival | node.question.keeper).bit_count()
            times[stones].append(node.nodes / second)
    if not times:
        times[0] = [job.outcome.answer.seconds for job in log]
    return times


def _first_replies(log: Sequence[Logged]) -> Iterator[Question]:
    """The positions after the keeper's most promising replies."""
    for job in log:
        if not job.question.rival_moves:
            for move, answer in job.outcome.children:
                if answer.held is None:
                    yield canonical(job.question.after(move))[0]
                    break
