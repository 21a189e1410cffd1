"""What the process takes of the machine's memory, and how large a table it may have."""

from __future__ import annotations

import sys

USUAL_TABLE_MB = 128
"""Where there is no limit: as much as a move of a minute can use."""
OTHER_BYTES = 12 << 20
"""Besides its table: what a search takes, and what the system adds."""
GROWTH = 2.4
"""A table that grows has its old entries beside the new ones (a half), and the memos of wins by
force and of the heuristic search take up to a third of it and, on the smallest boards, where its
entries are small, up to a half besides: in all so many times its size."""


def unique_bytes() -> int | None:
    """Return the unique set size of this process, as managers measure it; None: unknown."""
    try:
        with open("/proc/self/smaps_rollup", encoding="ascii") as rollup:
            fields = [line.split() for line in rollup]
        return 1024 * sum(int(each[1]) for each in fields if each[0].startswith("Private_"))
    except (OSError, ValueError, IndexError):
        return _most_resident()


def _most_resident() -> int | None:
    """The most that the process ever had in memory, where the system tells no more."""
    try:
        import resource
    except ImportError:
        return None
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else 1024 * size


def least_limit(taken: int) -> int:
    """Return the bytes that a process needs which takes so many before it has a table.

    >>> least_limit(40 << 20) >> 20
    54
    """
    return taken + OTHER_BYTES + int(GROWTH * (1 << 20))


def table_mb_within(limit: int, taken: int | None) -> int:
    """Return the size of a table for a process that may take `limit` bytes, 0 for no limit.

    `taken` is what it takes without one.

    >>> table_mb_within(0, 40 << 20), table_mb_within(100 << 20, 40 << 20)
    (128, 20)
    >>> table_mb_within(least_limit(40 << 20), 40 << 20)  # there is no less
    1
    """
    if not limit:
        return USUAL_TABLE_MB
    room = limit - OTHER_BYTES - (taken or 0)
    return max(1, min(USUAL_TABLE_MB, int(room / GROWTH) >> 20))
