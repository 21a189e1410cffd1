"""One table for several kernels: in one process, in several, and in some that are killed."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from answers import faults
from boards import BUCKET, random_board, table_of
from proof_run import Run, wait_until
from worker_jobs import has_memory, join_in_little_room, settle_all

import inarow
from inarow import Game
from inarow._core import COMMON_BYTES, WIDTHS
from inarow.distributed import Goal, Question, solve
from inarow.distributed.job import settle
from inarow.distributed.local import shared_table as module
from inarow.distributed.local.processes import local_processes
from inarow.distributed.local.shared_table import Address, join_table, shared_memory, shared_table
from inarow.distributed.question import question_of

pytestmark = pytest.mark.processes

on_linux = pytest.mark.skipif(
    not hasattr(os, "memfd_create") or module._is_strict(), reason="there is no such memory here"
)

# --- in several processes -------------------------------------------------------------------------


def open_questions(game: Game, count: int, seed: int) -> list[Question]:
    """Questions about boards with any stones and up to 12 empty cells, many of them related."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        sides = random_board(game, rng.choice((4, 8, 10, 12)), rng)
        for _ in range(4):
            goal, rival_moves = rng.choice(list(Goal)), rng.random() < 0.5
            question = Question(game, goal, *sides, rival_moves)
            if question.empty:
                found.append(question)
    return found


@on_linux
def test_what_one_process_finds_another_one_knows() -> None:
    question = question_of(Game(7, 7, 5).start(), "O", Goal.STOP)
    alone = settle(question)
    with (
        shared_table(question.game, 1 << 24) as table,
        local_processes(1, table) as one,
        local_processes(1, table) as other,
    ):
        first = one.submit(settle, question).result()
        second = other.submit(settle, question, certified=True).result()
        third = one.submit(settle, question, certified=True).result()
    assert first.held and first.nodes == alone.nodes
    for answer in (second, third):
        assert answer.nodes == 1 and answer.part is not None
        assert not list(faults(question, answer))


@on_linux
@pytest.mark.parametrize(
    "board", [(4, 5, 4), (6, 7, 4), (7, 12, 5)], ids=["exact", "two words", "three words"]
)
def test_answers_from_a_table_of_one_bucket(board: tuple[int, int, int]) -> None:
    """Two processes overwrite each other's entries all the time."""
    game = Game(*board)
    width = min(width for width in WIDTHS if width >= game.cells)
    questions = open_questions(game, 120, seed=game.cells)
    size = table_of(BUCKET, width)
    with shared_table(game, size) as table, local_processes(2, table) as workers:
        assert workers.submit(has_memory, game).result()
        both = [workers.submit(settle_all, questions), workers.submit(settle_all, questions)]
        found = [answers.result() for answers in both]
    for question, one, other in zip(questions, *found, strict=True):
        wrong = [*faults(question, one), *faults(question, other)]
        assert not wrong, (question, one._replace(part=None), other._replace(part=None), wrong)


@on_linux
def test_a_table_is_of_one_game() -> None:
    game = Game(6, 5, 4)
    others = [Game(5, 6, 4), Game(6, 5, 5), Game(5, 6, 5), Game(6, 5, 4, exact=True)]
    question = question_of(Game(6, 5, 5).start(), "O", Goal.STOP)
    with shared_table(game, 1 << 20) as table, local_processes(1, table) as worker:
        assert worker.submit(has_memory, game).result()
        assert not any(worker.submit(has_memory, other).result() for other in others)
        found = worker.submit(settle, question).result()
        assert found.held and found.nodes == settle(question).nodes
        known = worker.submit(settle, question_of(game.start(), "O", Goal.HOLD)).result()
        assert known.held is False  # X wins, in the table that is theirs


@on_linux
def test_a_table_of_lines_longer_than_any_number_in_a_file() -> None:
    game = Game(3, 3, 1 << 40)
    with shared_table(game, 1 << 20) as table, local_processes(1, table) as worker:
        assert worker.submit(has_memory, game).result()


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process joins nothing for good."""
    monkeypatch.setattr(module, "_joined", None)
    yield


@on_linux
def test_an_address_that_leads_nowhere(alone: None, tmp_path: Path) -> None:
    game = Game(5, 5, 4)
    with shared_table(game, 1 << 16) as table:
        assert table is not None
    with open(tmp_path / "other", "w+b") as other, open(os.devnull, "w+b") as device:
        other.write(bytes(10_000))
        other.flush()
        for address in (
            table,
            Address(1 << 30, 3),
            Address(os.getpid(), other.fileno()),
            Address(os.getpid(), device.fileno()),
        ):
            join_table(address)
            assert shared_memory(game) is None
        with local_processes(1, address) as worker:
            assert not worker.submit(has_memory, game).result()


@on_linux
def test_a_process_that_joins_a_table(alone: None) -> None:
    game, other = Game(5, 5, 4), Game(4, 4, 4)
    with shared_table(game, 1 << 16) as table:
        assert table is not None
        join_table(table)
        memory = shared_memory(game)
        assert memory is not None and shared_memory(other) is None
        assert len(memory) == COMMON_BYTES + (1 << 16)


def refuse(*_: object) -> int:
    raise OSError(22, "no")


@pytest.mark.parametrize(
    ("name", "value"), [("memfd_create", refuse), ("ftruncate", refuse), ("pwrite", refuse)]
)
def test_without_such_memory(
    name: str, value: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, name, value, raising=False)
    files = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    with shared_table(Game(6, 6, 5), 1 << 20) as table:
        assert table is None
    if files:
        assert len(os.listdir("/proc/self/fd")) == files
    assert solve(Game(6, 6, 5).start(), workers=2, budget=64).value == 0


@on_linux
def test_no_more_memory_is_asked_for_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "physical_memory", lambda: 1 << 30)
    for size, length in ((1 << 20, 1 << 20), (1 << 70, 3 << 28)):
        with shared_table(Game(3, 3, 3), size) as table:
            assert table is not None
            before = module.HEADER_BYTES + COMMON_BYTES
            assert os.fstat(table.descriptor).st_size == before + length
    monkeypatch.setattr(module, "physical_memory", lambda: None)
    with shared_table(Game(3, 3, 3), 1 << 70) as table:
        assert table is None
    monkeypatch.setattr(module, "_is_strict", lambda: True)
    with shared_table(Game(3, 3, 3), 1 << 20) as table:
        assert table is None


@on_linux
def test_a_limit_of_addresses() -> None:
    """The table is too large for such a worker, one of its own is not."""
    game = Game(7, 7, 5)
    with shared_table(game, 1 << 30) as table:
        for begin, joins in ((join_in_little_room, False), (join_table, True)):
            context = get_context("forkserver")
            with ProcessPoolExecutor(1, context, begin, (table,)) as worker:
                assert worker.submit(has_memory, game).result() is joins
                question = question_of(game.start(), "O", Goal.STOP)
                assert worker.submit(settle, question).result().held


# --- what is left of it ---------------------------------------------------------------------------


def inodes_of(pid: int) -> set[int]:
    """Such files that a process has open or mapped."""
    found = set()
    lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
    found.update(int(line.split()[4]) for line in lines if "/memfd:inarow-table" in line)
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if "/memfd:inarow-table" in os.readlink(entry):
                found.add(entry.stat().st_ino)
        except FileNotFoundError:  # closed just now
            continue
    return found


def holders(inode: int) -> list[int]:
    """The processes that hold on to a file."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if inode in inodes_of(int(path.name)):
                found.append(int(path.name))
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


@on_linux
@pytest.mark.parametrize("ending", ["parent", "all", "interrupt", "none"])
def test_nothing_is_left_of_a_run(ending: str, tmp_path: Path) -> None:
    run = Run((9, 9, 5) if ending != "none" else (7, 7, 5), 64, tmp_path, 0)
    inodes: set[int] = set()
    try:
        if ending != "none":
            assert run.wait_for_jobs(4)
            wait_until(lambda: len(run.workers()) > 1 and all(map(inodes_of, run.workers())))
            inodes = inodes_of(run.process.pid)
            assert len(inodes) == 1
            assert set(holders(*inodes)) == {run.process.pid, *run.workers()}
        if ending == "parent":
            run.process.kill()
        elif ending == "all":
            run.kill_group(9)
        elif ending == "interrupt":
            run.kill_group(2)
        run.end()
    finally:
        run.kill_group(9)
    assert not any(holders(inode) for inode in inodes)
    assert not [name for name in os.listdir("/dev/shm") if "inarow" in name]


@on_linux
def test_a_worker_that_begins_again_finds_the_table(tmp_path: Path) -> None:
    """Another worker is killed after every fourth job, and the proof goes on in the same table."""
    seen: set[int] = set()
    jobs = 0

    def kill(_: object) -> None:
        nonlocal jobs
        jobs += 1
        found = [pid for pid in holders_of_mine() if pid != os.getpid()]
        seen.update(found)
        if jobs % 4 == 0 and jobs <= 12 and found:  # those just begun may hold nothing yet
            os.kill(found[0], 9)

    def holders_of_mine() -> list[int]:
        (inode,) = inodes_of(os.getpid())
        return holders(inode)

    found = solve(
        Game(7, 7, 5).start(),
        workers=2,
        budget=64,
        listener=kill,
        certificate=tmp_path / "certificate",
    )
    assert found.value == 0 and len(seen) > 2
    assert inarow.check(tmp_path / "certificate").verified
    assert not inodes_of(os.getpid())
