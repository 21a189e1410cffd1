"""Threads of this process that do jobs: one table, and an end when nobody waits for them.

Where a budget is `ENDLESS` a job takes hours: that a call comes back shows that it was heard.
"""

import os
import pickle
import random
import signal
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from answers import faults
from boards import BUCKET, lent, random_board
from interrupts import SOON, Enough, seconds_after_ctrl_c

import inarow
from inarow import Game
from inarow._core import COMMON_BYTES, make_kernel, width_of
from inarow.distributed import Goal, Question, job, solve, workers
from inarow.distributed.job import Watch, lend, settle
from inarow.distributed.question import question_of
from inarow.model.errors import DistributedError

ENDLESS = 1 << 50
OPEN = Game(9, 9, 5).start()


class Recorded(ThreadPoolExecutor):
    """Threads of a caller's, and all that was asked of them."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.jobs: list[Future[Any]] = []

    def submit(self, *arguments: Any, **named: Any) -> Future[Any]:
        self.jobs.append(super().submit(*arguments, **named))
        return self.jobs[-1]


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.long
def test_ctrl_c_ends_the_jobs() -> None:
    def call() -> None:
        solve(OPEN, workers=2, budget=ENDLESS)

    assert seconds_after_ctrl_c(0.2, call) < SOON


def test_ctrl_c_while_outcomes_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the standard library has let go of its locks."""
    wait, waited = workers.wait, []

    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        waited.append(wait(*arguments))
        return waited[-1]

    monkeypatch.setattr(workers, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(OPEN, workers=2, budget=ENDLESS)
    assert len(waited) == 1


def test_a_callback_that_raises_ends_the_jobs() -> None:
    def stop(_: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        solve(OPEN, workers=2, budget=ENDLESS, progress=stop)


def test_jobs_end_when_the_time_is_over() -> None:
    found = solve(OPEN, workers=2, budget=ENDLESS, seconds=0.3)
    assert (found.value, found.lower, found.upper, found.judged) == (None, 0, 1, True)
    assert found.best_move in OPEN.legal_moves


def test_what_jobs_that_are_out_have_searched_is_counted() -> None:
    def stop(progress: Any) -> None:
        if progress.nodes:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(OPEN, workers=2, budget=ENDLESS, seconds=120, progress=stop)


def test_jobs_end_with_the_proof() -> None:
    """X wins by threes and fours; whether X, to move, can lose to a side without a line is hard."""
    position = Game(15, 15, 5).start().play_all("h8 a1 h9 a15 h10 o1")
    with Recorded(2) as threads:
        assert solve(position, executor=threads, budget=ENDLESS).value == 1
    errors = [future.exception() for future in threads.jobs]
    assert any(isinstance(error, CancelledError) for error in errors)
    assert all(error is None or isinstance(error, CancelledError) for error in errors)


@pytest.mark.processes
def test_jobs_of_another_process_end_when_the_time_is_over() -> None:
    with ProcessPoolExecutor(1, get_context("forkserver")) as executor:
        executor.submit(int).result()  # it has begun
        assert solve(OPEN, executor=executor, budget=ENDLESS, seconds=0.3).value is None
        assert executor.submit(os.getpid).result(timeout=60)


def test_a_watch_takes_along_the_time_that_is_left() -> None:
    watch = Watch(0.02)
    pickle.loads(pickle.dumps(Watch())).look()
    for _ in range(2):
        watch = pickle.loads(pickle.dumps(watch))
        sleep(0.01)
    with pytest.raises(CancelledError):
        watch.look()
    ended = Watch()
    ended.end()
    question = question_of(OPEN, "O", Goal.STOP)
    for each in (ended, pickle.loads(pickle.dumps(ended))):
        with pytest.raises(CancelledError):
            settle(question, watch=each)


def test_a_worker_that_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **named: object) -> None:
        raise MemoryError("no memory for the table")

    monkeypatch.setattr(job, "make_kernel", refuse)
    with pytest.raises(DistributedError, match="a job failed 3 times: MemoryError"):
        solve(OPEN, workers=2)


# --- the table ------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 5])
def test_values_and_certificates(count: int, tmp_path: Path) -> None:
    for number, board in enumerate([(5, 5, 4), (4, 7, 4), (7, 7, 5), (3, 4, 3)]):
        position, path = Game(*board).start(), tmp_path / str(number)
        found = solve(position, workers=count, budget=16 * 4**number, certificate=path)
        assert found.value == inarow.solve(position).value
        assert inarow.check(path).verified


def test_what_one_thread_finds_another_one_knows() -> None:
    question = question_of(Game(7, 7, 5).start(), "O", Goal.STOP)
    memory = np.zeros(1 << 24, np.uint8)
    with (
        ThreadPoolExecutor(1, initializer=lend, initargs=(memory,)) as one,
        ThreadPoolExecutor(1, initializer=lend, initargs=(memory,)) as other,
    ):
        first = one.submit(settle, question).result()
        second = other.submit(settle, question, certified=True).result()
    assert first.held and first.nodes > 1 == second.nodes
    assert not list(faults(question, second))


@pytest.mark.long
@pytest.mark.parametrize("board", [(4, 5, 4), (6, 7, 4), (7, 12, 5)])
def test_answers_from_a_table_of_one_bucket(board: tuple[int, int, int]) -> None:
    """Two threads overwrite each other's entries all the time."""
    game, rng = Game(*board), random.Random(5)
    questions = []
    while len(questions) < 120:
        sides = random_board(game, rng.choice((4, 8, 10, 12)), rng)
        question = Question(game, rng.choice(list(Goal)), *sides, rng.random() < 0.5)
        questions += [question] if question.empty else []
    memory = lent(BUCKET, width_of(game))
    with ThreadPoolExecutor(2, initializer=lend, initargs=(memory,)) as threads:
        for question, answer in zip(
            2 * questions,
            threads.map(lambda question: settle(question, certified=True), 2 * questions),
            strict=True,
        ):
            assert not list(faults(question, answer)), question


@pytest.mark.parametrize("granted", [True, False])
def test_the_memory_of_the_table(granted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more is asked for than there is; where that is refused each thread has its own table."""
    asked, lent_to = [], []

    def zeros(size: int, kind: type) -> Any:
        asked.append(size)
        if not granted:
            raise MemoryError
        return np.ndarray(size, kind, bytearray(size))

    def kernel(*arguments: Any, memory: Any) -> Any:
        lent_to.append(memory)
        return make_kernel(*arguments, memory=memory)

    module = import_module("inarow.distributed.solve")
    monkeypatch.setattr(module, "np", SimpleNamespace(zeros=zeros, uint8=np.uint8))
    monkeypatch.setattr(module, "physical_memory", lambda: 4 << 20)
    monkeypatch.setattr(job, "make_kernel", kernel)
    assert solve(Game(6, 6, 5).start(), workers=2, budget=16, table_mb=2).value == 0
    assert asked[0] == COMMON_BYTES + (3 << 20)
    assert all((memory is not None) is granted for memory in lent_to) and lent_to
