"""A solver's table in a file: numpy's ``.npz``, without pickles.

The table holds proven facts, so a search that begins with them comes to where an earlier one was
over answers that it knows. The file says of which game they are, and how far the deepening of the
last search had come (`Kernel.stage`), from where the next one goes on. Its records are those of
`_core/kernel/records.pxi`, one array of them for the ordinary game and one for the weak and the
contested game; they mean the same at every width of the core.

A file is believed whole or not at all: nothing enters the table before version, game, digest and
every record have been checked. The digest tells of damage, not of who wrote the file: false facts
become false answers, so load only what you trust.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.errors import CheckpointError
from inarow.model.files import AnyPath, new_file, place, refuse_pointer, told_as
from inarow.model.game import Game

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

VERSION = 3
"""Rises with the layout, and whenever keys, scores or zones come to mean something else."""

MANY_ENTRIES = 1 << 22
"""Of a larger table only the entries of `LEAST_WORK` are saved, which took 16 nodes and more."""

LEAST_WORK = 5
CHUNK_BYTES = 1 << 20
MOST_STEPS = 1 << 20  # far above what any search comes to

Array: TypeAlias = "npt.NDArray[Any]"


def save_table(kernel: Kernel, game: Game, path: AnyPath, overwrite: bool) -> None:
    """Write what the table of `kernel` knows; raises `CheckpointError`."""
    least_work = LEAST_WORK if kernel.table_used > MANY_ENTRIES else 0
    head = np.array([*_head(game), *kernel.stage], np.int64)
    strong, weak = (_exported(kernel, of_weak, least_work) for of_weak in (False, True))
    digest = _digest([head, strong, weak])
    with new_file(path, CheckpointError, overwrite=overwrite) as stream:
        np.savez(stream, head=head, strong=strong, weak=weak, digest=digest)


def load_table(kernel: Kernel, game: Game, path: AnyPath) -> None:
    """Add what a file knows to the table; raises `CheckpointError`, with the table as it was."""
    with told_as(CheckpointError, path):
        refuse_pointer(path, CheckpointError)
    with told_as(CheckpointError, path), open(place(path), "rb") as stream:
        try:
            found = np.load(stream, allow_pickle=False)
            *arrays, digest = (found[name] for name in ("head", "strong", "weak", "digest"))
        except OSError:
            raise
        except Exception as error:  # numpy and zipfile raise many kinds, MemoryError among them
            raise CheckpointError(f"{path} is no saved table, or was cut short") from error
    damaged = CheckpointError(f"{path} is damaged: it was altered")
    if digest.tolist() != _digest(arrays).tolist():
        raise damaged
    head, strong, weak = arrays
    if head.shape != (8,) or head[0] != VERSION:
        raise CheckpointError(f"{path} is of another version; this inarow reads {VERSION}")
    *found_head, question, cost, steps = head.tolist()
    if found_head != _head(game):
        _, m, n, k, words = found_head
        exact, misere, gravity = (bool(words >> bit & 1) for bit in range(3))
        other = "another board"
        if m:
            other = repr(Game(m, n, k, exact=exact, misere=misere, gravity=gravity))
        raise CheckpointError(f"{path} is of {other}, not of {game!r}")
    if not (0 <= question <= 2 and cost >= 0 and 0 <= steps <= MOST_STEPS):
        raise damaged
    parts = ((strong, False), (weak, True))
    for records, of_weak in parts:
        flat = records.dtype == np.uint8 and records.ndim == 1
        if not flat or records.size % kernel.record_bytes(of_weak):
            raise damaged
        if kernel.first_bad_record(records, of_weak) >= 0:
            raise damaged
    kernel.reserve(4 * sum(records.size // kernel.record_bytes(part) for records, part in parts))
    for records, of_weak in parts:
        kernel.import_entries(records, of_weak)
    kernel.stage = question, cost, steps


def _head(game: Game) -> list[int]:
    """Say what the records are of; from 21 on it makes no difference how long a line is.

    Of a board that is no grid, a digest of its lines.
    """
    words = game.exact | game.misere << 1 | game.gravity << 2
    if not game.is_grid:
        lines = repr((game.cells, game.lines, game.symmetries)).encode()
        digest = int.from_bytes(blake2b(lines, digest_size=7).digest())
        return [VERSION, 0, game.cells, digest, words]
    return [VERSION, game.m, game.n, min(game.k, 1 << 32), words]


def _digest(arrays: list[Array]) -> Array:
    digest = blake2b()
    for array in arrays:
        digest.update(f"{array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return np.frombuffer(digest.digest(), np.uint8)


def _exported(kernel: Kernel, weak: bool, least_work: int) -> Array:
    """Return the records of the entries of one game, or the other."""
    size, index = kernel.record_bytes(weak), 0
    chunks = [np.empty(0, np.uint8)]
    while index < kernel.table_entries:
        chunk = np.empty(CHUNK_BYTES, np.uint8)
        index, records = kernel.export_entries(chunk, index, weak, least_work)
        chunks.append(chunk[: records * size].copy())
    return np.concatenate(chunks)
