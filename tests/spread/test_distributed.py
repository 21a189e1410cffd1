"""Proofs spread over workers: values, certificates, stores, executors that break."""

import json
import os
import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from boards import random_play
from cases import refused
from interrupts import Enough

import inarow
from inarow import Game, Position
from inarow.apps import cli
from inarow.distributed import Finding, Goal, ProofProgress, solve, workers
from inarow.distributed.assemble import put_in_place
from inarow.distributed.cover import QuestionCover, in_order
from inarow.distributed.job import Job, settle, work
from inarow.distributed.proof import Ended
from inarow.distributed.question import (
    Question,
    canonical,
    question_of,
)
from inarow.distributed.store.store import Store
from inarow.model.errors import DistributedError, InvalidOptionError


def middle_game(game: Game, rng: random.Random) -> Position:
    """A position with up to half of the cells taken, not over."""
    return random_play(game, rng.randrange(game.cells // 2), rng)


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


# --- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", list(Goal))
def test_what_a_cover_says_is_so(goal: Goal) -> None:
    """Answers given with their zones, in any order: nothing left means that the mover fails."""
    rng = random.Random(2)
    spared = 0
    for _ in range(150):
        question = question_of(middle_game(Game(4, 4, 4), rng), rng.choice("XO"), goal)
        cover = QuestionCover(question)
        moves = in_order(question)
        assert sorted(moves) == [cell for cell in range(16) if question.empty >> cell & 1]
        rng.shuffle(moves)
        whole = settle(question)
        for move in moves:
            after = question.after(move)
            if not after.empty or _has_line(after):
                break  # only positions that go on can be asked about
            answer = settle(after)
            if answer.held != question.rival_moves:
                assert whole.held == answer.held  # the move succeeds
                break
            if cover.is_open(move):
                cover.answer(move, answer.zone)
            else:
                spared += 1
            if not cover.left()[0]:
                assert whole.held == question.rival_moves
                break
    assert goal == Goal.HOLD or spared > 100


def _has_line(question: Any) -> bool:
    lines = question.game.line_masks
    return any(line & side == line for line in lines for side in (question.rival, question.keeper))


# --- values and certificates ----------------------------------------------------------------------


def test_a_game_that_is_over(threads: Executor) -> None:
    position = Game(3, 3, 3).position("XXX/OO./...")
    assert solve(position, executor=threads).value == -1
    with refused(InvalidOptionError, None):
        solve(position, executor=Executor())  # who knows how many workers it has?


def test_exact_games_are_refused(threads: Executor) -> None:
    with pytest.raises(inarow.InvalidGameError):
        solve(Game(4, 4, 3, exact=True).start(), executor=threads)


# --- parts ----------------------------------------------------------------------------------------


def test_damaged_parts_are_noticed() -> None:
    import zlib

    game = Game(6, 6, 5)
    answer = settle(question_of(game.start(), "O", Goal.STOP), certified=True)
    assert answer.part is not None
    part = zlib.decompress(answer.part)
    assert put_in_place(part, game, 0, 0, None)[0] == part
    for end in range(len(part)):
        with pytest.raises(ValueError, match=r"it ends too soon|it has a code"):
            put_in_place(part[:end], game, 0, 0, None)
    with pytest.raises(ValueError, match="something follows"):
        put_in_place(part + b"\0", game, 0, 0, None)


def test_a_part_in_which_no_move_needs_an_answer(threads: Executor, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    start = Game(3, 3, 4).start()  # no line fits
    assert solve(start, executor=threads, budget=1, certificate=path).value == 0
    assert inarow.check(path).verified


# --- the store ------------------------------------------------------------------------------------


def test_a_second_run_goes_on_from_the_store(tmp_path: Path) -> None:
    counts = []
    for _ in range(2):
        jobs: list[Ended] = []
        with ThreadPoolExecutor(1) as executor:
            solution = solve(
                Game(8, 6, 5).start(),
                executor=executor,
                budget=256,
                store=tmp_path / "answers.store",
                listener=jobs.append,
            )
        assert solution.value == 0
        counts.append(len(jobs))
    assert counts[0] > 1 and counts[1] == 0


@pytest.mark.long
def test_what_smaller_jobs_have_outgrown_is_not_asked_again(tmp_path: Path) -> None:
    """Jobs of a lone worker are twice those of several that began the proof."""
    outgrown, asked = [], []

    def stop(ended: Ended) -> None:
        assert ended.done.outcome is not None
        if ended.done.outcome.answer.held is None:
            outgrown.append(ended.job.question)
        if len(outgrown) == 4:
            raise Enough

    position, path = Game(8, 6, 5).start(), tmp_path / "answers.store"
    with ThreadPoolExecutor(1) as executor, pytest.raises(Enough):
        solve(position, executor=executor, budget=32, store=path, listener=stop)
    with ThreadPoolExecutor(1) as executor:
        solution = solve(
            position,
            executor=executor,
            budget=64,
            store=path,
            listener=lambda ended: asked.append(ended.job.question),
        )
    assert solution.value == 0
    assert asked and not set(asked) & set(outgrown)


@pytest.mark.long
def test_the_strategy_of_a_settled_question_begins_with_its_move(tmp_path: Path) -> None:
    """To find another move again may take long."""
    position = Game(7, 7, 5).start().play(0)
    question = question_of(position, "O", Goal.STOP)
    first, *others = in_order(question)
    other = next(move for move in others if settle(question.after(move)).held)
    asked: list[Question] = []
    with (
        ThreadPoolExecutor(1) as executor,
        Store(tmp_path / "answers.store") as store,
    ):
        store.keep_all([(question, Finding(True, other, question.game.full, nodes=64))])
        solve(
            position,
            executor=executor,
            budget=64,
            store=store,
            certificate=tmp_path / "certificate",
            listener=lambda ended: asked.append(ended.job.question),
        )
    assert canonical(question)[0] not in asked
    replies = {canonical(question.after(move))[0]: move for move in (other, first)}
    assert next(replies[question] for question in asked if question in replies) == other
    assert inarow.check(tmp_path / "certificate").verified


# --- executors ------------------------------------------------------------------------------------


class Unreliable(Executor):
    """Does jobs at once; `whims` says what becomes of each. It knows only the simplest shutdown."""

    def __init__(self, whims: Iterator[str]) -> None:
        self._whims, self.is_shut = whims, False

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        whim = next(self._whims)
        if whim == "refuse":
            raise RuntimeError("no connection")
        if whim == "lose":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif whim == "raise":
            future.set_exception(MemoryError("no memory for the table"))
        else:
            future.set_result(function(*arguments, **named))
        return future

    def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]
        self.is_shut = True


def test_lost_jobs_are_done_again() -> None:
    rng = random.Random(4)
    whims = iter(lambda: rng.choice(("lose", "raise", "do", "do", "do", "do")), "")
    position = Game(7, 7, 5).start()
    assert solve(position, executor=Unreliable(whims), workers=2, budget=512).value == 0


@pytest.mark.parametrize(
    ("whim", "words", "cause"),
    [
        ("raise", "a job failed 3 times: MemoryError", MemoryError),
        ("lose", "the executor loses every job: it was cancelled", None),
        ("refuse", "the executor broke: no connection", RuntimeError),
    ],
)
def test_an_executor_that_never_does_a_job_ends_the_proof(
    whim: str, words: str, cause: type[Exception] | None
) -> None:
    with pytest.raises(DistributedError, match=words) as raised:
        solve(Game(7, 7, 5).start(), executor=Unreliable(repeat(whim)), workers=2)
    assert cause is None or isinstance(raised.value.__cause__, cause)


def test_an_executor_that_takes_no_job_is_replaced() -> None:
    with ThreadPoolExecutor(1) as threads:
        refusing = Unreliable(repeat("refuse"))
        executors: list[Executor] = [threads, refusing]
        position = Game(6, 6, 5).start()
        assert solve(position, executor=lambda: executors.pop(), workers=2).value == 0
        assert refusing.is_shut and not executors


def test_a_thread_that_does_not_start_leaves_no_job_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool has taken the job by then: it is done once, by the pool that comes after."""
    starts, done = count(1), []
    begun, enough = threading.Event(), threading.Event()
    start = threading.Thread.start

    def start_or_fail(thread: threading.Thread) -> None:
        if next(starts) == 2:
            raise RuntimeError("can't start new thread")
        start(thread)

    def note(job: Any) -> None:
        if job == "first":
            begun.set()
            enough.wait(60)
        done.append(job)

    pools: list[ThreadPoolExecutor] = []

    def make() -> ThreadPoolExecutor:
        pools.append(ThreadPoolExecutor(2))
        return pools[-1]

    monkeypatch.setattr(threading.Thread, "start", start_or_fail)
    monkeypatch.setattr(workers, "work", note)
    jobs: list[Any] = ["first", "second"]
    crew = workers.Workers(make)
    crew.submit(1, jobs[0])
    assert begun.wait(60)
    crew.submit(2, jobs[1])
    enough.set()
    ended = [*crew.wait(60), *crew.wait(60)]
    crew.close()
    pools[0].shutdown(wait=True)
    assert len(pools) == 2 and sorted(done) == jobs
    assert [(one.key, one.lost) for one in ended] == [(1, True), (2, False)]


def test_no_executor_can_be_had_again() -> None:
    executors = [Unreliable(repeat("refuse"))]
    with pytest.raises(DistributedError, match="no executor can be had again: pop from empty list"):
        solve(Game(7, 7, 5).start(), executor=lambda: executors.pop(), workers=2)
    with pytest.raises(InvalidOptionError, match="threads cannot be had"):
        solve(Game(7, 7, 5).start(), workers=1 << 40)


@pytest.mark.processes
def test_an_executor_that_breaks_for_good() -> None:
    with ProcessPoolExecutor(1, get_context("forkserver")) as executor:
        os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(DistributedError, match="the executor broke"):
            solve(Game(7, 7, 5).start(), executor=executor, workers=1)


# --- progress -------------------------------------------------------------------------------------


def test_a_cut_begins_with_the_reply_that_the_search_was_at() -> None:
    """Much of what lies below it is known: the proof goes on there."""
    stones = Game(5, 6, 4).position("....../....../...O../.X..X./X...O.", strict=False)
    question = Question(stones.game, Goal.STOP, stones.x, stones.o, False)
    with ThreadPoolExecutor(1) as fresh:  # its thread has a table of its own
        answer, children = fresh.submit(work, Job(question, 500)).result()
    assert answer.held is None
    assert answer.move != in_order(question)[0]
    assert children[0][0] == answer.move


def test_progress_and_what_a_listener_is_told(threads: Executor) -> None:
    told: list[ProofProgress] = []
    jobs: list[Ended] = []
    solve(
        Game(7, 7, 5).start(),
        executor=threads,
        budget=256,
        listener=jobs.append,
        progress=told.append,
    )
    assert told[-1].share == 1.0 and told[-1].rest == 0.0
    assert all(0 <= progress.share <= 1 for progress in told)
    assert told[-1].nodes == sum(
        ended.done.outcome.answer.nodes for ended in jobs if ended.done.outcome
    )


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.long
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, certificate = (str(tmp_path / name) for name in ("store", "certificate"))
    spread = ("--workers", "2", "--store", store)
    assert cli.main(["solve", "7", "7", "5", *spread, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 0
    assert cli.main(["prove", "7", "7", "5", "-o", certificate, *spread]) == 0
    assert "draw" in capsys.readouterr().out
    assert inarow.check(certificate).verified
    with Store(store, read_only=True) as answers:
        assert any(answer.held for _, answer in answers)
