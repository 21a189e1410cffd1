"""Stores under ill treatment: killed writers, altered and foreign files, full disks, crowds."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import product
from pathlib import Path
from time import sleep

import pytest
from our_files import answers, read_store, write_store
from store_writer import pair

from inarow import StoreError
from inarow.distributed.store.file import StoreFile
from inarow.distributed.store.store import Store

WRITER = Path(__file__).parents[1] / "support/store_writer.py"
posix = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")


def started(path: Path, seed: int, most: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, str(WRITER), str(path), str(seed), str(most)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small store, closed."""
    path = tmp_path / "small.store"
    write_store(path)
    return path


# --- altered files: see `test_our_files` ---------------------------------------------------------


def test_a_flipped_byte_of_a_row_costs_that_row(small: Path) -> None:
    content, kept = small.read_bytes(), answers()
    parts = {question: answer.part for question, answer in kept.items() if answer.part}
    for question, part in parts.items():
        place = content.index(part)  # the only place: strategies differ
        altered = bytearray(content)
        altered[place + len(part) // 2] ^= 4
        small.write_bytes(altered)
        with Store(small) as store:
            assert {q for q in kept if store.find(q) is None} == {question}
            assert dict(store) == {q: a for q, a in kept.items() if q != question}
        with Store(small) as store:  # and it may be found out anew
            store.keep(question, kept[question])
            assert dict(store) == kept
    assert len(parts) > 2


@pytest.mark.parametrize("part", ["1.5", "'text'", "7"])
def test_a_part_that_is_no_part(small: Path, part: str) -> None:
    """SQLite admits any value in any column."""
    alter(small, f"UPDATE answers SET part = {part} WHERE id = 1")
    with Store(small) as store:
        assert sum(store.find(question) is None for question in answers()) == 1


def test_rows_out_of_order(small: Path) -> None:
    """What SQLite's check of the whole file finds is told when it is opened."""
    content = bytearray(small.read_bytes())
    page = next(start for start in range(4096, len(content), 4096) if content[start] == 13)
    count = int.from_bytes(content[page + 3 : page + 5], "big")  # a leaf of a table: its cells
    first, last = (slice(at, at + 2) for at in (page + 8, page + 8 + 2 * (count - 1)))
    content[first], content[last] = content[last], content[first]
    small.write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged: .* Rowid \d+ out of order$"):
        Store(small)


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("PRAGMA user_version = 2", "is a store of version 2; this inarow reads 1"),
        ("ALTER TABLE answers RENAME COLUMN move TO step", "is damaged"),
    ],
)
def test_a_store_of_another_kind(small: Path, read_only: bool, change: str, words: str) -> None:
    alter(small, change)
    before = small.read_bytes()
    with pytest.raises(StoreError, match=words):
        Store(small, read_only)
    assert small.read_bytes() == before


def test_ctrl_c_while_a_store_is_looked_through(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join = threading.Thread.join

    def interrupted(thread: threading.Thread, timeout: float | None = None) -> None:
        if timeout is not None:
            raise KeyboardInterrupt
        join(thread)

    before = threading.active_count()
    monkeypatch.setattr(threading.Thread, "is_alive", lambda _: True)
    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Store(small)
    monkeypatch.undo()
    assert threading.active_count() == before and read_store(small) == answers()


def alter(path: Path, command: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(command)
        connection.commit()


def test_odd_names(tmp_path: Path) -> None:
    question, answer = pair(0, 1)
    for name in ("a b?mode=ro#x.store", "%41.store", "\u00e9.store"):
        with Store(tmp_path / name) as store:
            store.keep(question, answer)
        assert (tmp_path / name).is_file()
        with Store(tmp_path / name, read_only=True) as store:
            assert store.find(question) == answer


# --- many writers, and some that are killed ------------------------------------------------------


def all_kept(store: Store, numbers: Iterable[tuple[int, int]]) -> None:
    """Is all there that a writer has said that it has kept?"""
    for number in numbers:
        question, answer = pair(*number)
        assert store.find(question) == answer, number


@pytest.mark.processes
@posix
def test_what_was_kept_is_there_after_a_kill(tmp_path: Path) -> None:
    path, rng, kept = tmp_path / "killed.store", random.Random(5), list[tuple[int, int]]()
    for seed in range(12):
        with started(path, seed) as writer:
            assert writer.stdout is not None
            kept += [(seed, int(writer.stdout.readline())) for _ in range(rng.randrange(1, 8))]
            sleep(rng.random() / 100)
            writer.kill()
            *lines, _ = writer.stdout.read().split("\n")  # half a number may be left at the end
            kept += [(seed, int(line)) for line in lines]
        with Store(path) as store:
            all_kept(store, kept)
    assert len(kept) > 40


@pytest.mark.processes
def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "shared.store"
    for writer in [started(path, seed, 150) for seed in (1, 2, 1)]:
        writer.communicate()
        assert writer.returncode == 0
    with Store(path) as store:
        all_kept(store, product((1, 2), range(150)))


def test_threads_share_a_store(tmp_path: Path) -> None:
    with Store(tmp_path / "shared.store") as store, ThreadPoolExecutor(4) as threads:

        def write(seed: int) -> None:
            for number in range(40):
                store.keep(*pair(seed, number))
                all_kept(store, [(seed, number)])

        list(threads.map(write, range(4)))
        all_kept(store, product(range(4), range(40)))


def test_a_busy_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.distributed.store.file.BUSY_SECONDS", 0.1)
    monkeypatch.setattr("inarow.distributed.store.file.TRY_SECONDS", 0.02)
    path = tmp_path / "busy.store"
    question, answer = pair(0, 0)
    with Store(path) as store, StoreFile(path)._transaction():
        with pytest.raises(StoreError, match="is busy"):
            store.keep(question, answer)
        assert store.find(question) is None
    with Store(path) as store:
        store.keep(question, answer)
        assert store.find(question) == answer


# --- no room -------------------------------------------------------------------------------------


def fill_and_go_on(store: Store, give_room: Callable[[], object]) -> None:
    """Keep until there is no room, with a transaction of several answers each time; and more."""
    kept = 0
    with pytest.raises(StoreError, match=r"cannot be written: \S"):
        while kept < 10_000:
            store.keep_all(pair(9, number) for number in range(kept, kept + 5))
            kept += 5
    all_kept(store, product([9], range(kept)))
    assert all(store.find(pair(9, kept + i)[0]) is None for i in range(5))
    give_room()
    store.keep(*pair(9, kept))
    all_kept(store, [(9, kept)])
    assert kept and len(list(store)) == kept + 1


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    with Store(tmp_path / "full.store") as store:
        store._read("PRAGMA max_page_count = 40")
        fill_and_go_on(store, lambda: store._read("PRAGMA max_page_count = 100000"))


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
