"""Checkpoints: what a long search knows, in a file, from which it goes on another day.

A search is depth-first over a table of proven facts, so a checkpoint is the table: the entries
that took most work to find. Going on is to load them and to ask again; the search then walks to
where it was over answers that it knows.

The file is little-endian: a header of fixed size, its digest, and the records of the table, as
`_core/kernel/records.pxi` describes them: first those of the strong game, then those of the
weak one, of which a search of the strong game may have made use. A checkpoint of the weak game has
only these. It says nothing of how wide the kernel was. A checkpoint is believed whole or not at
all: nothing enters the table before both digests, the game, the position and every record have
been checked.

It is written whole or not at all: see `inarow.model.files`.
"""

from __future__ import annotations

import os
import stat
import struct
import warnings
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, NamedTuple

import numpy as np

from inarow._core import FOLD_PLY, PLAIN_BUDGET
from inarow.model.errors import CheckpointError, CheckpointWarning
from inarow.model.files import check_target, new_file, place, told_as
from inarow.model.position import Position
from inarow.model.results import Report, Solution
from inarow.solver.query import Query
from inarow.solver.search import Search

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

MAGIC = b"\x89INAROW\n"
VERSION = 2
"""Rises with the layout, and whenever keys, scores or zones come to mean something else."""

# magic, version, game kind, finished, m, n, k, table rules, side to move, questions of the stage,
# its costs, records of either game, nodes, seconds, stones of X and of O, digest of the records
HEADER = struct.Struct("<8sHBBHHIHBBQQQQQd50s50s32s")
DIGEST_BYTES = 32
CHUNK_BYTES = 1 << 20

SIZE_BUDGET = 64 << 20
"""Entries of little work are kept as long as the records do not take more bytes than this."""

MOST_WORK = 64
SURE_WORK = 5
"""Entries of 16 nodes and more are kept however many they are."""

REST = 25
"""After a checkpoint the search goes on for so many times as long as the writing took: 4 %."""

MOST_REST = 300.0
"""Seconds at most: while the machine is busy with other things, writing may take a minute."""


class Contents(NamedTuple):
    """What a checkpoint says besides its records."""

    finished: bool
    """Had the search answered?"""
    records: tuple[int, int]
    """Entries of the strong game and of the weak one."""
    nodes: int
    """Positions searched so far, in all the runs together."""
    seconds: float
    """Wall-clock time of the search, likewise."""
    stage: tuple[int, int, int] = (0, 0, 0)
    """What the search knew besides its table: see `Kernel.stage`."""


class Keeper:
    """Keeps a search in its checkpoint: taken up if there is one, and written now and then.

    It is the progress callback of the search, and passes on what it hears.
    """

    def __init__(
        self,
        kernel: Kernel,
        position: Position,
        weak: bool,
        path: Path,
        every: float,
        report: Report | None,
    ) -> None:
        self._kernel, self._position, self._weak = kernel, position, weak
        self._path, self._every, self._report = path, every, report
        # What is there must be a checkpoint of this search; what comes later must not be replaced.
        check_target(path, CheckpointError, overwrite=True)
        before = read_checkpoint(path, kernel, position, weak)
        self._is_there = before is not None
        self.before = before or Contents(False, (0, 0), 0, 0.0)
        self.nodes = 0
        self._started = perf_counter()
        self._due = self._started + every
        self._failed = False

    def __call__(
        self, nodes: int, seconds: float, share: float, fill: float, line: tuple[int, ...]
    ) -> None:
        self.nodes = nodes
        if perf_counter() >= self._due:
            self.save()
        if self._report is not None:
            self._report(nodes, seconds, share, fill, line)

    def save(self, finished: bool = False) -> None:
        """Write the checkpoint. The search is worth more: a failure is a warning."""
        begun = perf_counter()
        so_far = Contents(
            finished,
            (0, 0),
            self.before.nodes + self.nodes,
            self.before.seconds + begun - self._started,
        )
        try:
            write_checkpoint(
                self._path, self._kernel, self._position, self._weak, so_far, self._is_there
            )
        except (CheckpointError, MemoryError) as error:
            told = getattr(error.__cause__, "strerror", None) or str(error)
            if not self._failed or finished:
                self._failed = True
                reason = told or "not enough memory"
                text = f"no checkpoint was written to {self._path}: {reason}"
                warnings.warn(text, CheckpointWarning, stacklevel=2)
        else:
            self._failed, self._is_there = False, True
        now = perf_counter()
        self._due = now + max(self._every, min(MOST_REST, REST * (now - begun)))


def search_kept(
    kernel: Kernel,
    position: Position,
    weak: bool,
    path: str | os.PathLike[str],
    every: float,
    query: Query,
    search: Search,
) -> Solution:
    """Search from what a checkpoint has, and keep what is known at the end, whatever ends it."""
    keeper = Keeper(kernel, position, weak, Path(path), every, query.report)
    try:
        solution = search(kernel, position, query._replace(report=keeper))
    except BaseException:  # Ctrl-C above all
        keeper.save()
        raise
    keeper.nodes = solution.nodes
    had_it = keeper.before.finished and solution.proven
    if not had_it or solution.nodes > PLAIN_BUDGET:  # less is found again sooner than written
        keeper.save(solution.proven)
    return solution


def write_checkpoint(
    path: Path,
    kernel: Kernel,
    position: Position,
    weak: bool,
    so_far: Contents,
    overwrite: bool = True,
) -> Contents:
    """Write what the table of `kernel` knows; raises `CheckpointError`."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    least_work = _least_work(kernel, weak)
    records = [0, 0]
    with new_file(path, CheckpointError, overwrite=overwrite) as stream:
        stream.write(bytes(HEADER.size + DIGEST_BYTES))  # not yet a checkpoint
        for kind in _parts(weak):
            for chunk in _exported(kernel, kind, least_work):
                stream.write(chunk)
                digest.update(chunk)
                records[kind] += len(chunk) // kernel.record_bytes(kind)
        stage = (0, 0, 0) if weak else kernel.stage
        written = so_far._replace(records=(records[0], records[1]), stage=stage)
        header = _header(position, weak, written, digest.digest())
        stream.seek(0)
        stream.write(header + _digest(header))
    return written


def read_checkpoint(path: Path, kernel: Kernel, position: Position, weak: bool) -> Contents | None:
    """Load a checkpoint of this position into the table; None if there is none.

    Raises `CheckpointError`, with the table as it was, for whatever is not whole or not of this
    game.
    """
    with told_as(CheckpointError, path):
        try:
            if not stat.S_ISREG(place(path).stat().st_mode):
                raise CheckpointError(f"{path} is not a file")
        except FileNotFoundError:
            return None
        with open(path, "rb") as stream:
            contents = _verified(stream, path, kernel, position, weak)
            kernel.reserve(4 * sum(contents.records))  # tables are sparse
            stream.seek(HEADER.size + DIGEST_BYTES)
            for chunk, part in _chunks(stream, kernel, contents.records):
                kernel.import_entries(np.frombuffer(chunk, np.uint8), part)
            if not weak:
                kernel.stage = contents.stage
    return contents


# The records.


def _parts(weak: bool) -> tuple[bool, ...]:
    """The kinds of entries that a search has to do with: of the weak game, or not."""
    return (True,) if weak else (False, True)


def _least_work(kernel: Kernel, weak: bool) -> int:
    """The least work of the entries that are worth keeping."""
    counts = [(kernel.record_bytes(part), kernel.work_counts(part)) for part in _parts(weak)]
    room, least = SIZE_BUDGET, MOST_WORK + 1
    for work in range(MOST_WORK, -1, -1):
        room -= sum(size * of_work[work] for size, of_work in counts)
        if room < 0 and work < SURE_WORK:
            break
        least = work
    return least


def _exported(kernel: Kernel, weak: bool, least_work: int) -> Iterator[memoryview]:
    """All records, in parts that are good until the next one."""
    buffer = np.empty(CHUNK_BYTES, np.uint8)
    size, index = kernel.record_bytes(weak), 0
    while index < kernel.table_entries:
        index, records = kernel.export_entries(buffer, index, weak, least_work)
        yield buffer[: records * size].data


def _chunks(
    stream: IO[bytes], kernel: Kernel, records: tuple[int, int]
) -> Iterator[tuple[bytes, bool]]:
    """The rest of the file in parts of whole records, and whether they are of the weak game."""
    for part in (False, True):
        size, left = kernel.record_bytes(part), records[part]
        while left and (chunk := stream.read(min(left, CHUNK_BYTES // size) * size)):
            left -= len(chunk) // size
            yield chunk, part


# The header.

_KINDS: dict[object, str] = {0: "strong", 1: "weak", 2: "exact"}


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST_BYTES).digest()


def _identity(position: Position, weak: bool) -> tuple[object, ...]:
    """What a checkpoint must have in common with the search that takes it up."""
    game = position.game
    stones = (position.x.to_bytes(50, "little"), position.o.to_bytes(50, "little"))
    k = min(game.k, 0xFFFFFFFF)  # from 21 on nobody can win
    kind = 2 if game.exact else int(weak)  # an exact game has no weak one
    return kind, game.m, game.n, k, FOLD_PLY, int(position.turn == "O"), *stones


def _header(position: Position, weak: bool, contents: Contents, digest: bytes) -> bytes:
    kind, m, n, k, rules, turn, x, o = _identity(position, weak)
    finished, records, nodes, seconds, (questions, *costs) = contents
    return HEADER.pack(
        *(MAGIC, VERSION, kind, finished, m, n, k, rules, turn, questions),
        *(*costs, *records, min(nodes, (1 << 64) - 1), seconds, x, o, digest),
    )


def _verified(
    stream: IO[bytes], path: Path, kernel: Kernel, position: Position, weak: bool
) -> Contents:
    """Check all of an open checkpoint."""
    header = stream.read(HEADER.size)
    if header[: len(MAGIC)] != MAGIC:
        raise CheckpointError(f"{path} is no checkpoint of inarow")
    if len(header) >= len(MAGIC) + 2:
        version = int.from_bytes(header[len(MAGIC) : len(MAGIC) + 2], "little")
        if version != VERSION:
            raise CheckpointError(
                f"{path} is a checkpoint of version {version}; this inarow reads {VERSION}"
            )
    damaged = CheckpointError(f"{path} is damaged: it was cut short or altered")
    if len(header) < HEADER.size or stream.read(DIGEST_BYTES) != _digest(header):
        raise damaged
    _, _, kind, finished, m, n, k, rules, turn, questions, *rest = HEADER.unpack(header)
    cost_before, cost, strong_records, weak_records, nodes, seconds, x, o, expected = rest
    found = (kind, m, n, k, rules, turn, x, o)
    if found != _identity(position, weak):
        raise CheckpointError(f"{path} belongs to {_other(found, position, weak)}")
    records = (strong_records, weak_records)
    size = sum(kernel.record_bytes(part) * records[part] for part in (False, True))
    if os.fstat(stream.fileno()).st_size != HEADER.size + DIGEST_BYTES + size:
        raise damaged
    digest = blake2b(digest_size=DIGEST_BYTES)
    for chunk, part in _chunks(stream, kernel, records):
        digest.update(chunk)
        if kernel.first_bad_record(np.frombuffer(chunk, np.uint8), part) >= 0:
            raise damaged
    if digest.digest() != expected:
        raise damaged
    return Contents(bool(finished), records, nodes, seconds, (questions, cost_before, cost))


def _other(found: tuple[object, ...], position: Position, weak: bool) -> str:
    """Say whose checkpoint it is, by the first thing that differs."""
    kind, m, n, k = found[:4]
    asked = _identity(position, weak)
    if found[1:4] != asked[1:4]:
        return f"another game: {m}x{n}, {k} in a row"
    if kind != asked[0]:
        return f"the {_KINDS.get(kind, 'unknown')} game"
    if found[4] != asked[4]:
        return "an inarow whose table has other rules"
    return f"another position of {position.game}"
