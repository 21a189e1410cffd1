"""A proof that is spread over workers: from a position to its value."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from itertools import islice
from time import perf_counter
from typing import NamedTuple, TypeAlias

from inarow.distributed.claim import Claims
from inarow.distributed.job import Job, Watch
from inarow.distributed.question import Finding, Goal, Question
from inarow.distributed.store.store import Store
from inarow.distributed.tree import ProofNode, Tree
from inarow.distributed.workers import Done, Workers
from inarow.model.drawn import fields_told_above
from inarow.model.errors import DistributedError, StoreError, StoreWarning
from inarow.model.position import Position

BUDGET = 1 << 18
"""Nodes for a job, some seconds: long against the way to a worker, short against a proof."""

LONE_BUDGET = 2 * BUDGET
"""The same for a worker that is alone: nobody waits for a share of its question."""

OUTGROWN_PART = LONE_BUDGET // BUDGET
"""A question is cut at once if an earlier run has spent this part of its budget on it in vain.

So one worker goes on with what several have begun, whose jobs were smaller.
"""

MOST_FAILURES = 3
"""So often a job may raise before the proof is given up."""

KEPT_NODES = 64
"""A move that took less, when its parent was cut, is found again sooner than it is looked up."""

IDLE_PART = 8
"""While workers are idle for want of questions, budgets are divided by this: cut sooner."""

PATIENCE = 0.05
"""Seconds, at most, between two looks at the limits, and that Ctrl-C waits."""

REPORT_SECONDS = 0.5
"""Seconds between two reports."""


@fields_told_above
class ProofProgress(NamedTuple):
    """What a progress callback is told.

    waiting
        Questions that a worker could be given now.
    running
        Questions that workers are at.
    closed
        Questions that have been settled.
    share
        How much of the proof is closed, from 0 to 1: an estimate.
    nodes
        Positions searched by all workers.
    seconds
        Wall-clock time so far.
    """

    waiting: int
    running: int
    closed: int
    share: float
    nodes: int
    seconds: float

    @property
    def rest(self) -> float | None:
        """Seconds that are left if it goes on as it has: a rough estimate; None: who knows?"""
        return self.seconds * (1 / self.share - 1) if self.share else None


class Ended(NamedTuple):
    """A job that has ended, as it is told to a listener."""

    job: Job
    done: Done


Listener: TypeAlias = Callable[[Ended], object]


class Proof:
    """Proves what a position is worth, with jobs for workers.

    `slots` jobs are out at a time. What the `store` knows is not asked again, and what is found
    out is kept there.
    """

    def __init__(
        self,
        position: Position,
        workers: Workers,
        slots: int,
        *,
        budget: int = BUDGET,
        certified: bool = False,
        table_mb: int,
        store: Store | None = None,
        listener: Listener | None = None,
    ) -> None:
        self._workers, self._slots = workers, slots
        self._certified, self._table_mb = certified, table_mb
        self._store, self._listener = store, listener
        self._begun: dict[ProofNode, Job] = {}  # those that are out
        self._outgrown: list[ProofNode] = []
        self._warned = False
        self._until = math.inf
        self.tree = Tree(budget)
        self.jobs = 0
        self.nodes = 0
        self.claims = Claims(self.tree, position)
        self._started = perf_counter()

    def progress(self) -> ProofProgress:
        """Return how far it has come."""
        shares = [claim.share for claim in self.claims.wanted()]
        waiting = sum(1 for _ in self.claims.leaves(False))
        nodes = self.nodes
        if not self.claims.are_settled:  # else what is out is in vain
            nodes += sum(job.watch.nodes for job in self._begun.values() if job.watch is not None)
        return ProofProgress(
            waiting,
            len(self._begun),
            self.tree.closed,
            sum(shares) / len(shares),
            nodes,
            perf_counter() - self._started,
        )

    def part(self, node: ProofNode) -> bytes | None:
        """Return the strategy that a worker has written for a node; None: look below it."""
        if node.answer is None or node.answer.part is not None or node.edges is not None:
            return node.answer and node.answer.part
        known = self._known(node)
        if known is None or known.part is None:
            raise StoreError("a strategy that was kept in the store is there no more")
        return known.part

    def run(
        self, seconds: float | None = None, report: Callable[[ProofProgress], object] | None = None
    ) -> bool:
        """Go on until the value is proven, or the time is up: is it?"""
        due = perf_counter()
        self._until = self._started + (math.inf if seconds is None else seconds)
        try:
            self._hand_out()
            while not self.claims.are_settled:
                if perf_counter() >= self._until:
                    return False
                ended = self._workers.wait(PATIENCE)
                for done in ended:
                    self._take(done)
                self._keep()
                if ended:
                    self._hand_out()
                if report is not None and perf_counter() >= due:
                    report(self.progress())
                    due = perf_counter() + REPORT_SECONDS
        finally:  # whatever ends it
            for job in self._begun.values():
                if job.watch is not None:
                    job.watch.end()
            self._keep()
        if report is not None:
            report(self.progress())
        return True

    def _hand_out(self) -> None:
        """Give every worker something to do; jobs that have become idle are dropped."""
        for node in [node for node in self._begun if node.answer is not None]:
            if self._workers.cancel(node):
                self._forget(node)
        for speculate in (False, True):
            while (free := self._slots - len(self._begun)) and not self.claims.are_settled:
                leaves = list(islice(self.claims.leaves(speculate), free))
                if not leaves:
                    break
                self._begin(leaves[0], idle=len(leaves) < free)
        assert self._begun or self.claims.are_settled, (
            "nothing is left to ask, and nothing is proven"
        )

    def _begin(self, node: ProofNode, idle: bool) -> None:
        """Give a question to a worker, unless it is known. Small jobs, if others are idle."""
        budget = max(1, node.budget // IDLE_PART) if idle else node.budget
        known = self._known(node)
        if known is not None and self._settles(known, node.question):
            self.tree.settle(node, known)
        elif known is not None and self._is_to_be_cut(node.question, known, budget):
            node.nodes = max(node.nodes, known.nodes)  # which earlier runs have searched
            self.tree.cut(node, [(known.move, Finding(None))] if known.move >= 0 else [])
        else:
            node.running = node.was_asked = True
            watch = Watch(self._until - perf_counter())
            job = Job(node.question, budget, self._certified, self._table_mb, watch)
            self._begun[node] = job
            self.jobs += 1
            self._workers.submit(node, job)

    def _known(self, node: ProofNode) -> Finding | None:
        return None if self._store is None else self._store.find(node.question)

    def _is_to_be_cut(self, question: Question, known: Finding, budget: int) -> bool:
        """Has an earlier run spent so much on a question that it is better cut than asked again?

        In vain, that is. If it was settled, only the strategy is wanted: if that is there in
        pieces, the question was cut, perhaps when workers were idle.
        """
        part = OUTGROWN_PART if known.held is None else IDLE_PART
        return known.nodes >= budget // part and not question.may_end

    def _settles(self, answer: Finding, question: Question) -> bool:
        """Is nothing left to ask? A certificate needs the strategy where it has any use for it."""
        useless = answer.held is False and question.goal == Goal.STOP
        return answer.held is not None and (
            not self._certified or useless or answer.part is not None
        )

    def _take(self, done: Done) -> None:
        node = done.key
        assert isinstance(node, ProofNode)
        job = self._forget(node)
        if done.outcome is not None:
            self.nodes += done.outcome.answer.nodes
            self.tree.take(node, done.outcome)
            if node.answer is None:
                self._outgrown.append(node)
        if self._listener is not None:
            self._listener(Ended(job, done))
        if done.outcome is None and not done.lost:
            node.failures += 1
            if node.failures == MOST_FAILURES:
                raise DistributedError(f"a job failed {MOST_FAILURES} times: {done.error!r}") from (
                    done.error
                )

    def _forget(self, node: ProofNode) -> Job:
        node.running = False
        return self._begun.pop(node)

    def _keep(self) -> None:
        """Hand what has been found out over to the store; the proof is worth more than that."""
        settled, self.tree.settled = self.tree.settled, []
        outgrown, self._outgrown = self._outgrown, []
        if self._store is None:
            return
        answers: list[tuple[Question, Finding]] = []
        for node in settled:
            is_own = node.was_asked or node.edges is not None  # or a move of one that was cut
            if node.answer is not None and (is_own or node.answer.nodes >= KEPT_NODES):
                answers.append((node.question, node.answer))
        for node in outgrown:
            if node.answer is None:
                answers.append((node.question, Finding(None, nodes=node.nodes)))
        try:
            if answers:
                self._store.keep_all(answers)
        except StoreError as error:
            if not self._warned:
                self._warned = True
                warnings.warn(f"answers are not kept: {error}", StoreWarning, stacklevel=3)
