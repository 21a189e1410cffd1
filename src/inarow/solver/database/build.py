"""The building of a database: layer after layer into its file, from the last ply to the first."""

from __future__ import annotations

import mmap
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow._core.database import LARGEST
from inarow.model.errors import DatabaseError
from inarow.model.files import AnyPath, check_target, take_name, told_as
from inarow.model.game import Game, require_game
from inarow.model.options import thread_count
from inarow.model.results import require_callable
from inarow.solver.counts import Counts, count
from inarow.solver.database.file import (
    HEADER,
    MAGIC,
    UNFINISHED,
    Layout,
    Section,
    block_digests,
    read_header,
    write_header,
)

CHUNK = 1 << 18
"""Labels that a thread makes at a time: some milliseconds."""

SYNC_BYTES = 64 << 20
"""Labels are brought to the disk after so many: gigabytes at once would hold up all who write."""

ShareCallback: TypeAlias = Callable[[float], object]
"""Is told the share that is done, from 0 to 1."""

Chunk: TypeAlias = tuple[int, npt.NDArray[np.uint8], npt.NDArray[np.uint64]]
"""The first row of a chunk, its labels and their tally."""


def unfinished_name(path: Path) -> Path:
    """What the file is called until it is whole."""
    return path.with_name(f"{path.name}.building")


def build_database(
    game: Game,
    path: AnyPath,
    threads: SupportsIndex = 1,
    progress: ShareCallback | None = None,
    overwrite: bool = False,
) -> None:
    """Write the database of `game` to `path`: see `Database.build`."""
    workers = thread_count(threads)
    require_callable(progress)
    layout = Layout(require_game(game))
    target = check_target(path, DatabaseError, overwrite=overwrite)
    unfinished = unfinished_name(target)
    take = partial(take_name, unfinished, target, DatabaseError, overwrite=overwrite)
    with told_as(DatabaseError, path, "written"):
        with _opened(unfinished) as stream:
            _Builder(layout, unfinished, stream, workers, progress).build()
            if os.name == "posix":
                take()
        if os.name != "posix":  # there an open file has to keep its name
            take()


@contextmanager
def _opened(path: Path) -> Iterator[FileIO]:
    """The unfinished file, to be read and written by nobody else."""
    while True:
        with open(path, "ab"):
            pass  # it exists now; what was in it, it keeps
        with FileIO(path, "r+b") as stream:
            _lock(stream, path)
            # Whoever had it may have finished and renamed it in the meantime.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(stream.fileno()), path.stat()):
                    yield stream
                    return


def _lock(stream: FileIO, path: Path) -> None:
    """Keep other builders out, where the system can; the lock ends with the process."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(stream, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise DatabaseError(f"another process is at work on {path}") from None


class _Builder:
    """One build, from wherever the file is to its end."""

    def __init__(
        self,
        layout: Layout,
        path: Path,
        stream: FileIO,
        threads: int,
        progress: ShareCallback | None,
    ) -> None:
        self._layout, self._path, self._stream = layout, path, stream
        self._threads, self._progress = threads, progress
        # The work of a layer is its labels, each with a move to every empty cell.
        self._works = [
            rows * columns * (len(layout.shapes) - ply)
            for ply, (rows, columns) in enumerate(layout.shapes)
        ]
        self._done = 0

    def build(self) -> None:
        """Make what is not there yet, and mark the file as whole."""
        if not self._is_begun():
            self._begin()
        memory = mmap.mmap(self._stream.fileno(), 0, access=mmap.ACCESS_READ)
        first = self._first_whole_layer(memory)
        self._done = sum(self._works[first:])
        if first:
            counts = count(self._layout.game)
            self._layout.index.prepare()
            for ply in reversed(self._layout.plies[:first]):
                self._make_layer(ply, memory, counts)
        self._write(0, write_header(self._layout.game, MAGIC))
        os.fsync(self._stream.fileno())

    def _is_begun(self) -> bool:
        """Is this the unfinished database of this game? Raises `DatabaseError` if of another."""
        self._stream.seek(0)
        header = self._stream.read(HEADER.size)
        if write_header(self._layout.game, UNFINISHED).startswith(header):
            # Nothing, or no more than fitted on the disk; of a whole header the size will tell.
            return os.fstat(self._stream.fileno()).st_size == self._layout.size
        magic = MAGIC if header.startswith(MAGIC) else UNFINISHED  # killed before it was renamed
        if not header.startswith(magic):
            raise DatabaseError(f"{self._path} is in the way: it is no database of inarow")
        try:
            game = read_header(header, self._path, magic)
        except DatabaseError:
            return False
        if write_header(game) != write_header(self._layout.game):
            raise DatabaseError(f"{self._path} is in the way: it is the begun database of {game}")
        return os.fstat(self._stream.fileno()).st_size == self._layout.size

    def _begin(self) -> None:
        size, free = self._layout.size, shutil.disk_usage(self._path.parent).free
        if size > free:
            self._path.unlink()  # it is empty, or of no use
            raise DatabaseError(
                f"a database of {self._layout.game} takes {_mb(size)}, and only {_mb(free)} are"
                f" free in {self._path.parent}"
            )
        self._stream.truncate(0)
        self._write(0, write_header(self._layout.game, UNFINISHED))
        self._stream.truncate(size)

    def _first_whole_layer(self, memory: mmap.mmap) -> int:
        """The first of the plies up to the last that are whole; one more if there is none."""
        first = len(self._layout.shapes)
        for ply in reversed(self._layout.plies):
            begin, end = self._layout.sections[ply : ply + 2]
            section = self._layout.unpack(ply, memory[begin:end])
            if section is None or block_digests(self._layer(ply, memory)) != section.digests:
                break
            first = ply
        return first

    def _layer(self, ply: int, memory: mmap.mmap) -> memoryview:
        """The labels of a ply; none beyond the last."""
        begin, end = (self._layout.layers[i] for i in (ply, min(ply + 1, len(self._works))))
        return memoryview(memory)[begin:end]

    def _make_layer(self, ply: int, memory: mmap.mmap, counts: Counts) -> None:
        """Label a ply, write its layer, then its section."""
        begin = self._layout.layers[ply]
        columns = self._layout.shapes[ply][1]
        tally = np.zeros(256, np.uint64)
        unsynced = 0
        for first, labels, part in self._chunks(ply, self._layer(ply + 1, memory)):
            self._write(begin + first * columns, labels.data)
            tally += part
            unsynced += len(labels)
            if unsynced >= SYNC_BYTES:
                os.fsync(self._stream.fileno())
                unsynced = 0
            if self._progress is not None:
                self._progress(self._done / max(1, sum(self._works)))
        os.fsync(self._stream.fileno())
        with_line = _check(ply, tally, counts, self._layout.game)
        digests = block_digests(self._layer(ply, memory))
        section = Section((*map(int, tally[: LARGEST + 1]), with_line), digests)
        self._write(self._layout.sections[ply], self._layout.pack(ply, section))
        os.fsync(self._stream.fileno())

    def _chunks(self, ply: int, later: memoryview) -> Iterator[Chunk]:
        """The labels of a ply in parts of some rows each, as they are made."""
        rows, columns = self._layout.shapes[ply]
        step = max(1, CHUNK // max(1, columns))
        after = np.frombuffer(later, np.uint8)

        def make(first: int) -> Chunk:
            last = min(first + step, rows)
            labels = np.empty((last - first) * columns, np.uint8)
            tally = np.zeros(256, np.uint64)
            self._layout.index.fill_rows(ply, first, last, after, labels, tally)
            return first, labels, tally

        for chunk in _in_threads(make, range(0, rows, step), self._threads):
            self._done += len(chunk[1]) * (len(self._works) - ply)
            yield chunk

    def _write(self, at: int, content: bytes | memoryview) -> None:
        self._stream.seek(at)
        left = memoryview(content)
        while left:
            left = left[self._stream.write(left) :]


def _in_threads(
    work: Callable[[int], Chunk], items: Iterable[int], threads: int
) -> Iterator[Chunk]:
    """The results of `work`, in any order; what interrupts ends the threads as well."""
    if threads == 1:
        yield from map(work, items)
        return
    waiting = iter(items)
    pool = ThreadPoolExecutor(threads)
    try:
        pending: set[Future[Chunk]] = set()
        while True:
            pending |= {
                pool.submit(work, item) for item in islice(waiting, 2 * threads - len(pending))
            }
            if not pending:
                return
            done, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _check(ply: int, tally: npt.NDArray[np.uint64], counts: Counts, game: Game) -> int:
    """Compare with what was counted in another way; returns the positions with a line."""
    reached = ply < len(counts.by_ply)
    positions = counts.by_ply[ply] if reached else 0
    draws = counts.draws if ply == game.cells else 0
    with_line = counts.terminal_by_ply[ply] - draws if reached else 0
    if int(tally.sum()) + with_line != positions:
        raise RuntimeError(
            f"{int(tally.sum()):,} labels of {game} with {ply} stones were made, for"
            f" {positions - with_line:,} positions: the memory of this machine may be faulty"
        )
    return with_line


def _mb(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
