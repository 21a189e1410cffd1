"""The work of a worker: one question within a budget, and what is left of it if that was exceeded.

A question that outgrows its budget is cut by the worker that was at it, while its table is warm:
each move is given a small part of the budget more, most are answered so, and what is left is what
the proof goes on with.
"""

from __future__ import annotations

import math
import threading
import zlib
from concurrent.futures import CancelledError
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from inarow._core import make_kernel
from inarow.certificate.prove import StrategyWriter
from inarow.check import WIN
from inarow.distributed.cover import QuestionCover, in_order
from inarow.distributed.question import Finding, Goal, Question, canonical, check_question, moved
from inarow.model.game import Game
from inarow.model.options import TABLE_MB, node_limit, truth

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from inarow._core.kernel64 import Kernel

CHILD_PART = 64
"""A move of a question that is cut gets its budget divided by this."""

REPLIES = 2
"""Of the side that needs one good move, so many that remain open are enough for now."""

_own = threading.local()
"""Each thread has its kernel, of the game last asked about: its table serves related questions.

Threads that were lent memory (`lend`) have one table between them.
"""


class Watch:
    """Tells a job when nobody waits for it: the proof has ended, or its time is over.

    A copy of it in another process only knows the time that is left.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self._until = perf_counter() + seconds
        self._before = 0
        self.nodes = 0
        """Positions that the job has searched so far, where it is one of this process."""

    def end(self) -> None:
        """Tell the job, if it is one of this process, that the proof has ended."""
        self._until = -math.inf

    def count(self, nodes: int) -> None:
        """Note that a search has ended; a job has several."""
        self._before += nodes
        self.nodes = self._before

    def look(self, nodes: int = 0, *_: object) -> None:
        """Raise `CancelledError` if nobody waits; searches call this, as their progress."""
        self.nodes = self._before + nodes
        if perf_counter() >= self._until:
            raise CancelledError("nobody waits for this job any more")

    def __reduce__(self) -> tuple[type[Watch], tuple[float]]:
        return Watch, (self._until - perf_counter(),)  # clocks of processes differ


class Job(NamedTuple):
    """A question for a worker."""

    question: Question
    nodes: int
    """The budget."""
    certified: bool = False
    """Is the strategy wanted with the answer?"""
    table_mb: int = TABLE_MB
    watch: Watch | None = None
    """Ends it with `CancelledError` when nobody waits for the outcome any more."""


class Outcome(NamedTuple):
    """What a worker found out."""

    answer: Finding
    children: list[tuple[int, Finding]]
    """If it is not settled: moves in the order to try, and the answer to the question after each.

    That question is meant in its canonical form.
    """


def work(job: Job) -> Outcome:
    """Do a job. This is what the executor calls."""
    question = job.question
    answer = settle(question, job.nodes, job.certified, job.table_mb, job.watch)
    if answer.held is not None:
        return Outcome(answer, [])
    return _cut(job, answer)


def settle(
    question: Question,
    nodes: int | None = None,
    certified: bool = False,
    table_mb: int = TABLE_MB,
    watch: Watch | None = None,
) -> Finding:
    """Answer a question, or tell that so many nodes did not suffice."""
    watch = Watch() if watch is None else watch
    if not isinstance(watch, Watch):
        raise TypeError(f"watch must be a Watch, not {type(watch).__name__}")
    watch.look()
    check_question(question)
    certified = truth("certified", certified)
    nodes = node_limit(nodes)
    kernel = _kernel(question.game, table_mb)
    if question.may_end:
        nodes = None  # it is to be settled here
    started = perf_counter()
    _, goal, rival, keeper, rival_moves = question
    if goal == Goal.STOP:
        lower, upper, _, move, _, spent, zone = kernel.solve_weak(
            rival, keeper, rival_moves, False, False, nodes, None, watch.look
        )
        held = None if lower < upper else upper == 0
    else:
        own, opponent = (rival, keeper) if rival_moves else (keeper, rival)
        reached, move, spent = kernel.ask(own, opponent, int(rival_moves), nodes, watch.look)
        held = None if reached is None else reached != rival_moves
        zone = question.game.full
    watch.count(spent)
    part = None
    if certified and (held or (held is False and goal == Goal.HOLD)):
        zone, part = _strategy(kernel, question, held, watch)
    shown = held != rival_moves
    if held is None:
        shown = goal == Goal.STOP and not rival_moves  # to go on with
    return Finding(
        held,
        move if shown else -1,
        zone if held else question.game.full,
        spent,
        perf_counter() - started,
        part,
    )


def _strategy(kernel: Kernel, question: Question, held: bool, watch: Watch) -> tuple[int, bytes]:
    """The zone and the strategy of the side that succeeds, compressed."""
    packer, packed = zlib.compressobj(1), bytearray()

    def write(data: bytes) -> None:
        packed.extend(packer.compress(data))

    writer = StrategyWriter(kernel, question.game, write, False, lambda *_: watch.look())
    board, goal = writer.board, question.goal if held else WIN
    sides = (question.rival, question.keeper) if held else (question.keeper, question.rival)
    at = board.state(*sides, goal)
    zone, _ = writer.write(at, goal, board.cells, rival_moves=question.rival_moves == held)
    return zone, bytes(packed + packer.flush())


def _cut(job: Job, answer: Finding) -> Outcome:
    """Try the moves one after another, first the one that the search was at."""
    question, cover = job.question, QuestionCover(job.question)
    part = max(1, job.nodes // CHILD_PART)
    children: list[tuple[int, Finding]] = []
    nodes, seconds, left_open = answer.nodes, answer.seconds, 0
    for move in sorted(in_order(question), key=lambda move: move != answer.move):
        if not cover.is_open(move):
            continue
        if left_open == REPLIES and not question.rival_moves:
            break
        after, symmetry = canonical(question.after(move))
        child = settle(after, part, job.certified, job.table_mb, job.watch)
        nodes, seconds = nodes + child.nodes, seconds + child.seconds
        children.append((move, child))
        if child.held is None:
            left_open += 1
        elif child.held != question.rival_moves:
            break  # this move succeeds
        else:
            cover.answer(move, moved(question.game, symmetry, child.zone))
            if not cover.left()[0]:
                break
    return Outcome(answer._replace(nodes=nodes, seconds=seconds), children)


def lend(memory: npt.NDArray[np.uint8]) -> None:
    """Have the kernels of this thread, which are of one game, keep their table in this memory."""
    _own.memory = memory


def _kernel(game: Game, table_mb: int) -> Kernel:
    """The kernel of this thread for a game, made if it is another one than last."""
    if getattr(_own, "key", None) != (game, table_mb):
        _own.key, _own.kernel = None, None  # the old table goes first
        _own.kernel = make_kernel(game, table_mb << 20, memory=getattr(_own, "memory", None))
        _own.key = (game, table_mb)
    kernel: Kernel = _own.kernel
    return kernel
