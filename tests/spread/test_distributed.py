"""Proofs spread over workers: values, certificates, stores, executors that break."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from boards import random_play
from cases import case, refused
from interrupts import Enough

import inarow
from inarow import Game, Position
from inarow.apps import cli
from inarow.apps.cli import spread
from inarow.distributed import Finding, Goal, ProofProgress, solve
from inarow.distributed.assemble import put_in_place
from inarow.distributed.cover import Cover, in_order
from inarow.distributed.job import Job, settle, work
from inarow.distributed.proof import Ended
from inarow.distributed.question import (
    Question,
    canonical,
    images_of,
    inverse,
    moved,
    question_of,
)
from inarow.distributed.store.store import Store
from inarow.distributed.tree import Tree
from inarow.model.errors import DistributedError, InvalidOptionError, StoreError, StoreWarning

GAMES = [Game(*game) for game in ((3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 6, 4))]
LARGER = [Game(*game) for game in ((5, 5, 4), (5, 5, 5), (6, 5, 4), (6, 6, 5), (5, 7, 4))]


def middle_game(game: Game, rng: random.Random) -> Position:
    """A position with up to half of the cells taken, not over."""
    return random_play(game, rng.randrange(game.cells // 2), rng)


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def check_solution(position: Position, threads: Executor, path: Path, **options: Any) -> int:
    """Solve a position spread over workers, hold all it says against a solver; how many jobs."""
    jobs: list[Ended] = []
    solver = inarow.Solver(position.game, table_mb=64)
    value = solver.solve(position).value
    found = solve(
        position,
        executor=threads,
        certificate=path,
        overwrite=True,
        table_mb=32,
        listener=jobs.append,
        **options,
    )
    assert found.value == value, (position, options)
    assert found.best_move is not None
    after = solver.solve(position.play(found.best_move)).value
    assert after is not None and -after == value, (position, found)
    verdict = inarow.check(path)
    assert verdict.verified, (position, options, verdict)
    return len(jobs)


# --- questions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Game(3, 3, 3), Game(3, 4, 3), Game(16, 17, 5)])
def test_images(game: Game) -> None:
    rng = random.Random(1)
    for _ in range(20):
        question = question_of(middle_game(game, rng), "X", Goal.HOLD)
        least, symmetry = canonical(question)
        assert moved(game, symmetry, question.rival) == least.rival
        back = inverse(game, symmetry)
        assert moved(game, back, least.keeper) == question.keeper
        for image in range(images_of(game.m, game.n).count):
            sides = (moved(game, image, side) for side in (question.rival, question.keeper))
            turned = question._replace(**dict(zip(("rival", "keeper"), sides, strict=True)))
            assert canonical(turned)[0] == least


@pytest.mark.parametrize("goal", list(Goal))
def test_what_a_cover_says_is_so(goal: Goal) -> None:
    """Answers given with their zones, in any order: nothing left means that the mover fails."""
    rng = random.Random(2)
    spared = 0
    for _ in range(150):
        question = question_of(middle_game(Game(4, 4, 4), rng), rng.choice("XO"), goal)
        cover = Cover(question)
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


# --- the tree -------------------------------------------------------------------------------------


def test_what_is_asked_next() -> None:
    """From the left: all moves of the rival's, of the keeper's replies the first for long."""
    tree, none = Tree(10), Finding(None)
    start = question_of(Game(7, 7, 5).start(), "O", Goal.STOP)
    root, _ = tree.node(start)
    assert list(tree.leaves(root)) == [root]
    tree.cut(root, [(24, none), (23, none)])
    middle, beside = (tree.node(start.after(move))[0] for move in (24, 23))
    assert list(tree.leaves(root))[:2] == [middle, beside]
    tree.cut(middle, [(16, none), (17, none)])
    first, second = (tree.node(start.after(24).after(move))[0] for move in (16, 17))
    assert list(tree.leaves(root))[:2] == [first, beside]
    assert list(tree.leaves(root, speculate=True))[:2] == [first, second]
    first.running = True
    assert next(tree.leaves(root)) is beside
    first.running = False
    tree.spend(first, 479)
    assert next(tree.leaves(root)) is first
    tree.spend(first, 2)  # three times the budget of 16 jobs more than the second has had
    assert next(tree.leaves(root)) is second
    assert (middle.nodes, root.nodes, second.nodes) == (481, 481, 0)
    tree.settle(second, Finding(True, zone=(1 << 49) - 1))
    assert middle.answer is not None and middle.answer[:2] == (True, 17)
    assert next(tree.leaves(root)) is beside


# --- values and certificates ----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_small_positions_in_tiny_jobs(seed: int, threads: Executor, tmp_path: Path) -> None:
    rng, jobs = random.Random(seed), 0
    for _ in range(8):
        position = middle_game(rng.choice(GAMES), rng)
        budget, workers = rng.choice((1, 4, 16)), rng.choice((1, 2, 3))
        path = tmp_path / "certificate"
        jobs += check_solution(position, threads, path, budget=budget, workers=workers)
    assert jobs > 8


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_larger_positions_in_small_jobs(seed: int, threads: Executor, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        position = middle_game(rng.choice(LARGER), rng)
        check_solution(position, threads, tmp_path / "certificate", budget=rng.choice((16, 64)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "budget"),
    [(Game(7, 7, 5), 256), (Game(4, 7, 4), 256), (Game(5, 5, 4), 4), (Game(6, 6, 4), 1)],
)
def test_empty_boards(game: Game, budget: int, threads: Executor, tmp_path: Path) -> None:
    assert check_solution(game.start(), threads, tmp_path / "certificate", budget=budget) > 1


@pytest.mark.long
def test_a_proof_without_a_certificate(threads: Executor) -> None:
    rng = random.Random(3)
    for _ in range(40):
        position = middle_game(rng.choice(GAMES), rng)
        assert solve(position, executor=threads, budget=4).value == inarow.solve(position).value, (
            position
        )


def test_a_game_that_is_over(threads: Executor) -> None:
    position = Game(3, 3, 3).position("XXX/OO./...")
    assert solve(position, executor=threads).value == -1


def test_bounds_when_time_is_up(threads: Executor) -> None:
    position = Game(9, 9, 5).start()
    found = solve(position, executor=threads, seconds=0.15, budget=64)
    assert (found.value, found.lower, found.upper, found.judged) == (None, 0, 1, True)
    assert found.best_move in position.legal_moves


def test_bad_options() -> None:
    for options in (
        {"budget": 0},
        {"workers": 0},
        {"table_mb": -1},
        {"seconds": -1},
        {"executor": Executor()},  # who knows how many workers it has?
    ):
        with refused(InvalidOptionError, None, options):
            solve(Game(3, 3, 3).start(), **options)  # type: ignore[arg-type]


def test_exact_games_are_refused(threads: Executor) -> None:
    with pytest.raises(inarow.InvalidGameError):
        solve(Game(4, 4, 3, exact=True).start(), executor=threads)


# --- parts ----------------------------------------------------------------------------------------


def test_damaged_parts_are_noticed() -> None:
    import zlib

    answer = settle(question_of(Game(6, 6, 5).start(), "O", Goal.STOP), certified=True)
    assert answer.part is not None
    part, images, cells = zlib.decompress(answer.part), images_of(6, 6), range(36)
    assert put_in_place(part, images, cells, 0, 0, None)[0] == part
    for end in range(len(part)):
        with pytest.raises(ValueError, match=r"it ends too soon|it has a code"):
            put_in_place(part[:end], images, cells, 0, 0, None)
    with pytest.raises(ValueError, match="something follows"):
        put_in_place(part + b"\0", images, cells, 0, 0, None)


# --- the store ------------------------------------------------------------------------------------


def test_a_second_run_goes_on_from_the_store(tmp_path: Path) -> None:
    counts = []
    for game in (Game(8, 6, 5), Game(8, 6, 5), Game(6, 8, 5)):
        jobs: list[Ended] = []
        with ThreadPoolExecutor(1) as executor:
            solution = solve(
                game.start(),
                executor=executor,
                budget=256,
                store=tmp_path / "answers.store",
                listener=jobs.append,
            )
        assert solution.value == 0
        counts.append(len(jobs))
    assert counts[0] > 1
    assert counts[1:] == [0, 0]


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


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """With the certificate of it all, whose parts were written by several runs."""
    position, path = Game(8, 6, 5).start(), tmp_path / "answers.store"
    certificate = tmp_path / "certificate"
    runs = whole = 0
    while True:
        left = 4

        def stop(_: Ended) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Enough

        try:
            with ThreadPoolExecutor(1) as executor:
                solution = solve(
                    position,
                    executor=executor,
                    budget=64,
                    store=path,
                    certificate=certificate,
                    listener=stop,
                )
        except Enough:
            runs += 1
            assert runs < 200
            continue
        whole = solution.value == 0
        break
    assert runs > 2 and whole
    assert inarow.check(certificate).verified


def test_a_store_that_cannot_be_written_is_a_warning(
    threads: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "keep_all", full)
    with pytest.warns(StoreWarning, match="the disk is full") as told:
        solution = solve(
            Game(7, 7, 5).start(), executor=threads, budget=128, store=tmp_path / "a.store"
        )
    assert solution.value == 0
    assert sum(issubclass(each.category, StoreWarning) for each in told) == 1


def test_a_wrong_answer_in_a_store_is_not_believed_for_its_digest(
    threads: Executor, tmp_path: Path
) -> None:
    path = tmp_path / "answers.store"
    position = Game(7, 7, 5).start()
    assert solve(position, executor=threads, budget=128, store=path).value == 0
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answers SET held = 0 WHERE held = 1")
    assert solve(position, executor=threads, budget=128, store=path).value == 0


# --- executors ------------------------------------------------------------------------------------


class Unreliable(Executor):
    """Does jobs at once; `whims` says what becomes of each."""

    def __init__(self, whims: Iterator[str]) -> None:
        self._whims = whims

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        whim = next(self._whims)
        if whim == "lose":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif whim == "raise":
            future.set_exception(MemoryError("no memory for the table"))
        else:
            future.set_result(function(*arguments, **named))
        return future


def test_lost_jobs_are_done_again() -> None:
    rng = random.Random(4)
    whims = iter(lambda: rng.choice(("lose", "raise", "do", "do", "do", "do")), "")
    position = Game(7, 7, 5).start()
    assert solve(position, executor=Unreliable(whims), workers=2, budget=512).value == 0


def test_a_job_that_fails_again_and_again_ends_the_proof() -> None:
    whims = iter(lambda: "raise", "")
    with pytest.raises(DistributedError, match="a job failed 3 times: MemoryError") as raised:
        solve(Game(7, 7, 5).start(), executor=Unreliable(whims), workers=2)
    assert isinstance(raised.value.__cause__, MemoryError)


@pytest.mark.processes
def test_an_executor_that_breaks_for_good() -> None:
    with ProcessPoolExecutor(1, get_context("forkserver")) as executor:
        os.kill(executor.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(DistributedError, match="the executor broke"):
            solve(Game(7, 7, 5).start(), executor=executor, workers=1)


@pytest.mark.processes
def test_what_a_worker_does_can_be_sent() -> None:
    import pickle

    job = Job(question_of(Game(5, 5, 4).start(), "O", Goal.STOP), 16, True)
    assert pickle.loads(pickle.dumps(job)) == job
    outcome = work(job)
    assert pickle.loads(pickle.dumps(outcome)) == outcome


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


@pytest.mark.processes
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, certificate = (str(tmp_path / name) for name in ("store", "certificate"))
    spread = ("--workers", "2", "--store", store)
    assert cli.main(["solve", "7", "7", "5", *spread, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 0
    assert cli.main(["prove", "7", "7", "5", "-o", certificate, *spread]) == 0
    assert "draw" in capsys.readouterr().out
    assert inarow.check(certificate).verified
    with Store(store, read_only=True) as answers:
        assert answers.stats().held


@pytest.mark.long
def test_options_that_mean_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (
        "--workers 2 --distance",
        "--workers 2 --nodes 5",
        "--workers 2 --checkpoint file",
        "--workers 2 --weak",
        "--workers 0",
        "--store file",
        "--budget 5",
        "--workers 1 --budget 0",
    ):
        with case(options):
            assert cli.main(["solve", "3", "3", "3", *options.split()]) == 2
            assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.long
def test_no_scheduler_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spread, "CONNECT_SECONDS", 0.2)
    assert cli.main(["solve", "3", "3", "3", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "no scheduler answers at tcp://127.0.0.1:1" in capsys.readouterr().err
