"""One transposition table for all worker processes of this machine, in memory that they share.

What one of them has found out the others look up: entries need no locks (`table/table.pxi`). The
memory is a file without a name, which the process that hands out the jobs makes, and which workers
find through its entry in /proc. So it is gone as soon as the last of them is, however they ended;
a named one, as in /dev/shm, would be left behind by a parent that was killed, and is often small
in containers. Pages are taken as the table grows (`_core/table/lent.pxi`).

The first page says what the table is of: keys and cells mean nothing beyond one game. Where there
is no such memory (only Linux has it), or a worker cannot have it at its place, or is asked about
another game, the worker quietly keeps a table of its own.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from inarow._core import COMMON_BYTES, TABLE_FORMAT, width_of
from inarow.model.game import Game
from inarow.model.options import physical_memory

HEADER_BYTES = 4096
"""Where the memory of the table begins."""

_HEADER = struct.Struct("<16s6I")
_MAGIC = b"inarow's table"

_joined: mmap.mmap | None = None
"""What this process has joined, header and all."""


class Address(NamedTuple):
    """Where other processes find the memory."""

    process: int
    descriptor: int


@contextmanager
def shared_table(game: Game, size: int) -> Iterator[Address | None]:
    """Have memory for a table of `game`, of `size` bytes; None where there is none to be had.

    However much is asked for, it is at most three quarters of what the machine has: pages of this
    kind are taken when the table grows into them, and whoever touches one too many is killed.
    """
    memory = physical_memory()
    descriptor = _made(game, size if memory is None else min(size, memory * 3 // 4))
    try:
        yield None if descriptor is None else Address(os.getpid(), descriptor)
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _made(game: Game, size: int) -> int | None:
    """The file, or None."""
    if sys.platform != "linux" or not hasattr(os, "memfd_create") or _is_strict():
        return None
    descriptor = None
    try:
        descriptor = os.memfd_create("inarow-table")
        os.ftruncate(descriptor, HEADER_BYTES + COMMON_BYTES + size)
        os.pwrite(descriptor, _header(game), 0)
    except (OSError, OverflowError):  # a limit, of whatever kind
        if descriptor is not None:
            os.close(descriptor)
        return None
    return descriptor


def _is_strict() -> bool:
    """Does the system grant no more memory than it has? Then a page is refused by a signal."""
    with suppress(OSError):
        return Path("/proc/sys/vm/overcommit_memory").read_text().strip() == "2"
    return False


def _header(game: Game) -> bytes:
    """What tells tables apart that cannot be one. A width stands for the size of entries and keys.

    A board and its transpose are two: their cells have different numbers.
    """
    longest = min(game.k, max(game.m, game.n) + 1)  # longer ones are all the same
    return _HEADER.pack(
        _MAGIC, TABLE_FORMAT, width_of(game.cells), game.m, game.n, longest, game.exact
    )


def join_table(address: Address) -> None:
    """Join the table at an address, as this process begins; without it, if that fails."""
    global _joined
    with suppress(OSError, ValueError):  # the owner is gone, not ours, without room for it, ...
        path = f"/proc/{address.process}/fd/{address.descriptor}"
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            _joined = mmap.mmap(descriptor, 0)
        finally:
            os.close(descriptor)


def shared_memory(game: Game) -> memoryview | None:
    """Return the memory of the table that this process has joined, if it is one of `game`."""
    if _joined is None or _joined[: _HEADER.size] != _header(game):
        return None
    return memoryview(_joined)[HEADER_BYTES:]
