"""Print how a spread proof would go with more workers: one is run, and played again in thought.

    python benchmarks/proofs/scale.py 8,8,5 --budget 8192
    python benchmarks/proofs/scale.py 9,9,5 --budget 8192 --run 2 --seconds 150 --workers 1 64 1024

The jobs of the run are given out once more by the same code, to workers that exist in thought only,
on a clock of its own. A job that the run has had takes as long as it took, and finds what it found.
The run has not had those that it never needed, because another answer came first. Of these

* a move of the rival's turns out to be answered, as in a proof that succeeds it must, but spares no
  other move;
* the keeper's first reply turns out to be right, a second one to be wrong: it only costs time.

They take as long as a question at as many stones, drawn by lot, took with all that was searched
below it. What a run that was not ended lacks is guessed as well, and by what it has.

So the questions are cut as finely as in the run, whatever the number of workers, and every worker
has a table as warm as that of the run. The first makes many workers look worse than they are, the
second better: `--cold` lets every job take so much longer.
"""

from __future__ import annotations

import argparse
import heapq
import random
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from inarow import Game, Position
from inarow.distributed import solve
from inarow.distributed.job import Job, Outcome
from inarow.distributed.proof import BUDGET, Ended, Proof
from inarow.distributed.question import Finding, Question, canonical
from inarow.distributed.tree import Tree, scale_of
from inarow.distributed.workers import Done
from inarow.model.options import TABLE_MB

LATENCY = 0.005
"""Seconds from the end of a job to the beginning of the next: that of a local Dask cluster."""


class Logged(NamedTuple):
    """A job of the run that did not fail."""

    job: Job
    outcome: Outcome


class Simulation(NamedTuple):
    """How a proof went with so many workers in thought."""

    workers: int
    seconds: float
    jobs: int
    guessed: int
    """Jobs that the run has not had."""
    busy: float
    """Part of the time in which a worker was at work, on the average."""


class SimulatedWorkers:
    """Workers that look up in a log what a job would have found, and how long it would have taken.

    `latency` is the time between the end of a job and the beginning of the next at a worker.
    """

    def __init__(self, log: Sequence[Logged], count: int, latency: float, cold: float) -> None:
        self._known = {job.question: outcome for job, outcome in log}
        self._latency, self._cold = latency, cold
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
        outcome = self._known.get(job.question)
        if outcome is not None:
            seconds = outcome.answer.seconds
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
        answer = Finding(right, -1, question.game.full)
        return Outcome(answer, []), self._lot.choice(self._times[near])


def simulate(
    position: Position,
    log: Sequence[Logged],
    workers: int,
    *,
    latency: float = 0.0,
    cold: float = 1.0,
) -> Simulation:
    """Return how the proof of a position would go, by the log of a run."""
    crew = SimulatedWorkers(log, workers, latency, cold)
    # Jobs that began while workers were idle had less.
    budget = max(max(1, job.nodes // scale_of(job.question)) for job, _ in log)
    proof = Proof(position, crew, workers, budget=budget, table_mb=1)
    proof.run()
    seconds = crew.clock()
    return Simulation(
        workers, seconds, proof.jobs, crew.guessed, crew.busy / (workers * max(seconds, 1e-9))
    )


def _times_by_stones(log: Sequence[Logged]) -> dict[int, list[float]]:
    """For each number of stones, how long questions took with all that was searched below them."""
    tree, asked = Tree(1), []
    for job, outcome in log:
        node, _ = tree.node(job.question)
        tree.take(node, outcome)
        asked.append(node)
    nodes = sum(outcome.answer.nodes for _, outcome in log)
    second = nodes / max(1e-9, sum(outcome.answer.seconds for _, outcome in log))
    times: dict[int, list[float]] = defaultdict(list)
    for node in asked:
        if node.held and not node.question.rival_moves:
            stones = (node.question.rival | node.question.keeper).bit_count()
            times[stones].append(node.nodes / second)
    if not times:
        times[0] = [outcome.answer.seconds for _, outcome in log]
    return times


def _first_replies(log: Sequence[Logged]) -> Iterator[Question]:
    """The positions after the keeper's most promising replies."""
    for job, outcome in log:
        if not job.question.rival_moves:
            for move, answer in outcome.children:
                if answer.held is None:
                    yield canonical(job.question.after(move))[0]
                    break


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("board", help="m,n,k")
    parser.add_argument("--run", type=int, default=1, help="local workers of the run")
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--table-mb", type=int, default=TABLE_MB)
    parser.add_argument("--seconds", type=float, help="of the run, if it is not to be ended")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4, 16, 64, 256, 1024])
    parser.add_argument("--cold", type=float, default=1.0, help="how much longer a job takes")
    options = parser.parse_args()
    position = Game(*map(int, options.board.split(","))).start()
    log: list[Logged] = []

    def note(ended: Ended) -> None:
        if ended.done.outcome is not None:
            log.append(Logged(ended.job, ended.done.outcome))

    solve(
        position,
        workers=options.run,
        budget=options.budget,
        table_mb=options.table_mb,
        seconds=options.seconds,
        listener=note,
    )
    recorded = sum(outcome.answer.seconds for _, outcome in log)
    print(f"{len(log)} jobs in the run, {recorded:.1f} s of work\n")
    if options.run == 1 and options.seconds is None:
        again = simulate(position, log, 1)
        assert (again.jobs, again.guessed) == (len(log), 0), "one worker is what was run"
        assert abs(again.seconds - recorded) < 1e-6 * recorded
    print("| workers | time | speed-up | jobs | not in the run | at work |")
    print("|---|---|---|---|---|---|")
    first = None
    for workers in options.workers:
        found = simulate(position, log, workers, latency=LATENCY, cold=options.cold)
        first = first or found.seconds * found.workers
        print(
            f"| {workers:,} | {found.seconds:.1f} s | {first / found.seconds:.1f}"
            f" | {found.jobs:,} | {found.guessed:,} | {found.busy:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
