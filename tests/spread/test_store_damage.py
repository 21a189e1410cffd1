"""Stores under ill treatment: killed writers, altered and foreign files, full disks, crowds."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import sleep

import pytest
from store_writer import pair

from inarow import Game, StoreError
from inarow.distributed.job import settle
from inarow.distributed.question import Finding, Goal, Question, canonical, question_of
from inarow.distributed.store.file import StoreFile
from inarow.distributed.store.store import Store

WRITER = Path(__file__).parents[1] / "support/store_writer.py"
posix = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")
Kept = dict[Question, Finding]


def started(path: Path, seed: int, most: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, str(WRITER), str(path), str(seed), str(most)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Kept]:
    """The bytes of a small store, closed, and what is in it."""
    path = tmp_path_factory.mktemp("small") / "small.store"
    game, kept = Game(3, 4, 3), {}
    for goal in Goal:
        for cell in (None, 0, 1, 4, 5):
            position = game.start() if cell is None else game.start().play(cell)
            question, _ = canonical(question_of(position, "O", goal))
            kept[question] = settle(question, certified=True)
    with Store(path) as store:
        store.keep_all(kept.items())
    assert not list(path.parent.glob("*-wal"))
    return path.read_bytes(), kept


def right(path: Path, kept: Kept) -> bool:
    """Are all answers found? A wrong one fails the test; a `StoreError` comes through."""
    with Store(path, read_only=True) as store:
        found = {question: store.find(question) for question in kept}
    assert all(answer in (None, kept[question]) for question, answer in found.items())
    return None not in found.values()


def treat(path: Path, content: bytes, kept: Kept, more: tuple[Question, Finding]) -> None:
    """A store with this content answers as it should, or not at all; it may be written to."""
    path.write_bytes(content)
    with suppress(StoreError):
        right(path, kept)
    try:
        with Store(path) as store:
            store.keep_all([*kept.items(), more])
            found = [store.find(question) for question in kept]
    except StoreError:
        return
    assert all(
        answer is None or answer == wanted
        for answer, wanted in zip(found, kept.values(), strict=True)
    )
    for rest in path.parent.glob(f"{path.name}-*"):
        rest.unlink()


# --- altered files -------------------------------------------------------------------------------


def flips(content: bytes, places: list[int], path: Path, kept: Kept) -> None:
    rng = random.Random(1)
    for place in places:
        altered = bytearray(content)
        altered[place] ^= rng.choice([255, 1 << rng.randrange(8)])
        treat(path, bytes(altered), kept, pair(1, 1))


@pytest.mark.long
def test_flipped_bytes(small: tuple[bytes, Kept], tmp_path: Path) -> None:
    content, kept = small
    places = [*range(110), *random.Random(0).sample(range(110, len(content)), 100)]
    flips(content, places, tmp_path / "flipped.store", kept)


@pytest.mark.slow
def test_every_flipped_byte(small: tuple[bytes, Kept], tmp_path: Path) -> None:
    content, kept = small
    flips(content, list(range(len(content))), tmp_path / "flipped.store", kept)


def test_a_flipped_byte_of_a_row_costs_that_row(small: tuple[bytes, Kept], tmp_path: Path) -> None:
    content, kept = small
    path = tmp_path / "flipped.store"
    parts = {question: answer.part for question, answer in kept.items() if answer.part}
    for question, part in parts.items():
        place = content.index(part)  # the only place: strategies differ
        altered = bytearray(content)
        altered[place + len(part) // 2] ^= 4
        path.write_bytes(altered)
        with Store(path) as store:
            assert {q for q in kept if store.find(q) is None} == {question}
            assert dict(store) == {q: a for q, a in kept.items() if q != question}
        with Store(path) as store:  # and it may be found out anew
            store.keep(question, kept[question])
            assert dict(store) == kept
    assert len(parts) > 2


@pytest.mark.parametrize("part", ["1.5", "'text'", "7"])
def test_a_part_that_is_no_part(small: tuple[bytes, Kept], tmp_path: Path, part: str) -> None:
    """SQLite admits any value in any column."""
    content, kept = small
    path = tmp_path / "odd.store"
    path.write_bytes(content)
    databases(path, f"UPDATE answers SET part = {part} WHERE id = 1")
    with Store(path) as store:
        assert sum(store.find(question) is None for question in kept) == 1


def test_rows_out_of_order(small: tuple[bytes, Kept], tmp_path: Path) -> None:
    """What SQLite's check of the whole file finds is told when it is opened."""
    content, kept = small
    page = next(start for start in range(4096, len(content), 4096) if content[start] == 13)
    count = int.from_bytes(content[page + 3 : page + 5], "big")  # a leaf of a table: its cells
    first, last = page + 8, page + 8 + 2 * (count - 1)
    altered = bytearray(content)
    altered[first : first + 2] = content[last : last + 2]
    altered[last : last + 2] = content[first : first + 2]
    path = tmp_path / "odd.store"
    path.write_bytes(altered)
    with pytest.raises(StoreError, match=r"is damaged: .* Rowid \d+ out of order$"):
        Store(path)
    treat(path, bytes(altered), kept, pair(1, 1))


@pytest.mark.long
def test_a_store_cut_short(small: tuple[bytes, Kept], tmp_path: Path) -> None:
    content, kept = small
    lengths = [*range(1, 120, 7), *range(120, len(content), 509), len(content) - 1]
    for length in lengths:
        path = tmp_path / "short.store"
        path.write_bytes(content[:length])
        try:
            Store(path, read_only=True).close()
        except StoreError:
            pass
        else:  # what is missing of the last page reads as zeros: digests tell
            assert length > len(content) - 4096, length
        treat(path, content[:length], kept, pair(1, 1))


def test_ctrl_c_while_a_store_is_looked_through(
    small: tuple[bytes, Kept], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, join = tmp_path / "small.store", threading.Thread.join
    path.write_bytes(small[0])

    def interrupted(thread: threading.Thread, timeout: float | None = None) -> None:
        if timeout is not None:
            raise KeyboardInterrupt
        join(thread)

    before = threading.active_count()
    monkeypatch.setattr(threading.Thread, "is_alive", lambda _: True)
    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Store(path)
    monkeypatch.undo()
    assert threading.active_count() == before and right(path, small[1])


# --- foreign files -------------------------------------------------------------------------------


def databases(path: Path, *commands: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        for command in commands:
            connection.execute(command)
        connection.commit()
    return path


@pytest.mark.parametrize("read_only", [False, True])
def test_foreign_files(tmp_path: Path, small: tuple[bytes, Kept], read_only: bool) -> None:
    def refused(path: Path, words: str) -> None:
        before = path.read_bytes() if path.is_file() else None
        with pytest.raises(StoreError) as raised:
            Store(path, read_only)
        assert str(path) in str(raised.value) and words in str(raised.value)
        assert "\n" not in str(raised.value)
        assert before is None or path.read_bytes() == before

    text = tmp_path / "text"
    text.write_text("not a store\n" * 100)
    refused(text, "is no store of answers")
    other = databases(tmp_path / "other.db", "CREATE TABLE answers (id INTEGER PRIMARY KEY)")
    refused(other, "is no store of answers")
    newer = tmp_path / "newer.store"
    newer.write_bytes(small[0])
    databases(newer, "PRAGMA user_version = 2")
    refused(newer, "is a store of version 2; this inarow reads 1")
    tables = tmp_path / "tables.store"
    tables.write_bytes(small[0])
    databases(tables, "ALTER TABLE answers RENAME COLUMN move TO step")
    refused(tables, "is damaged")
    refused(tmp_path, "is no file")
    if read_only:
        (tmp_path / "empty").touch()
        refused(tmp_path / "empty", "empty")


def test_odd_names(tmp_path: Path) -> None:
    question, answer = pair(0, 1)
    for name in ("a b?mode=ro#x.store", "%41.store", "\u00e9.store"):
        with Store(tmp_path / name) as store:
            store.keep(question, answer)
        assert (tmp_path / name).is_file()
        with Store(tmp_path / name, read_only=True) as store:
            assert store.find(question) == answer


# --- killed processes, and many ------------------------------------------------------------------


@pytest.mark.processes
@posix
def test_what_was_kept_is_there_after_a_kill(tmp_path: Path) -> None:
    path, rng, kept = tmp_path / "killed.store", random.Random(5), list[tuple[int, int]]()
    command = [sys.executable, str(WRITER), str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        for seed in range(20):
            print(seed, file=parent.stdin, flush=True)
            writer = int(parent.stdout.readline())
            now = [(seed, int(parent.stdout.readline())) for _ in range(rng.randrange(1, 8))]
            sleep(rng.random() / 100)
            os.kill(writer, signal.SIGKILL)
            # Half a number may be left before the end.
            while not (line := parent.stdout.readline()).endswith("end\n"):
                assert line, "the parent has ended"
                now.append((seed, int(line)))
            kept += now
            assert path.exists() or not kept
            with Store(path) as store:
                for number in now:
                    question, answer = pair(*number)
                    assert store.find(question) == answer, number
        parent.stdin.close()
    with Store(path) as store:
        assert all(store.find(pair(*number)[0]) == pair(*number)[1] for number in kept)
    assert len(kept) > 50


@pytest.mark.processes
def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "shared.store"
    writers = [started(path, seed, 150) for seed in (1, 2, 1)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    with Store(path) as store:
        for seed in (1, 2):
            for number in range(150):
                question, answer = pair(seed, number)
                assert store.find(question) == answer


def test_threads_share_a_store(tmp_path: Path) -> None:
    with Store(tmp_path / "shared.store") as store:

        def write(seed: int) -> None:
            for number in range(40):
                store.keep(*pair(seed, number))
                assert store.find(pair(seed, number)[0]) == pair(seed, number)[1]

        threads = [threading.Thread(target=write, args=[seed]) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(list(store)) == 160


def test_a_busy_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.distributed.store.file.BUSY_SECONDS", 0.1)
    monkeypatch.setattr("inarow.distributed.store.file.TRY_SECONDS", 0.02)
    path = tmp_path / "busy.store"
    question, answer = pair(0, 0)
    with Store(path) as store, StoreFile(path).transaction():
        with pytest.raises(StoreError, match="is busy"):
            store.keep(question, answer)
        assert store.find(question) is None
    with Store(path) as store:
        store.keep(question, answer)
        assert store.find(question) == answer


# --- no room -------------------------------------------------------------------------------------


def fill(store: Store, kept: Kept) -> None:
    """Keep until there is no room, with a transaction of several answers each time."""
    with pytest.raises(StoreError, match=r"cannot be written: \S"):
        for number in range(0, 10_000, 5):
            answers = dict(pair(9, number + i) for i in range(5))
            store.keep_all(answers.items())
            kept.update(answers)
    refused = [pair(9, len(kept) + i)[0] for i in range(5)]
    assert all(store.find(question) is None for question in refused)
    assert all(store.find(question) == answer for question, answer in kept.items())


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    kept: Kept = {}
    path = tmp_path / "full.store"
    with Store(path) as store:
        store._file.read("PRAGMA max_page_count = 40")
        fill(store, kept)
        store._file.read("PRAGMA max_page_count = 100000")
        store.keep(*pair(9, len(kept)))
        assert store.find(pair(9, len(kept))[0]) == pair(9, len(kept))[1]
        assert len(kept) > 20 and len(list(store)) == len(kept) + 1


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    place, mount = tmp_path / "disk", shutil.which("mount")
    place.mkdir()
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(place)]
    if sys.platform != "linux" or mount is None or subprocess.run(command, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.processes
def test_a_full_disk(tiny_disk: Path) -> None:
    kept: Kept = {}
    path = tiny_disk / "full.store"
    ballast = tiny_disk / "ballast"
    ballast.write_bytes(bytes(100_000))
    with Store(path) as store:
        fill(store, kept)
        ballast.unlink()
        store.keep(*pair(9, len(kept)))
        assert store.find(pair(9, len(kept))[0]) == pair(9, len(kept))[1]
        assert kept and len(list(store)) == len(kept) + 1
    ballast.write_bytes(bytes(shutil.disk_usage(tiny_disk).free))
    with pytest.raises(StoreError, match="cannot be"):
        Store(tiny_disk / "new.store")


@pytest.mark.processes
def test_a_disk_that_is_only_read(tiny_disk: Path) -> None:
    path = tiny_disk / "read.store"
    question, answer = pair(3, 4)
    with Store(path) as store:
        store.keep(question, answer)
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    with Store(path, read_only=True) as store:
        assert store.find(question) == answer
        with pytest.raises(StoreError, match="cannot be written"):
            store.keep(*pair(3, 5))
