"""How much of the machine the page's clients get."""

from __future__ import annotations

import os
from dataclasses import dataclass

from inarow.model.errors import InvalidOptionError
from inarow.model.grid import MAX_SIDE
from inarow.model.options import positive_integer, positive_seconds, table_bytes

__all__ = ["Limits"]

MOST_SECONDS = 24 * 3600.0

MOST_WORKERS = 4 * (os.cpu_count() or 1)
"""Processes beyond which searches only get into each other's way."""


@dataclass(frozen=True)
class Limits:
    """Limits of a server; `InvalidOptionError` for one out of range.

    >>> Limits(workers=4).cells
    400
    """

    cells: int = MAX_SIDE**2
    """Larger boards are neither searched nor played over the network."""
    seconds: float = 60.0
    """The longest time for one move or one analysis; waiting for a worker does not count."""
    workers: int = 2
    """Processes that search: so many searches run at once, of all clients together."""
    memory_mb: int = 128
    """The tables of one worker, in MiB."""
    connections: int = 500
    """Open connections, all together …"""
    per_address: int = 100
    """… and from one address."""
    rooms: int = 500
    """Games over the network."""
    message_bytes: int = 16_384
    """The longest message; a board of 400 moves takes some 2,000."""
    messages_per_second: int = 30
    """Of one connection; twice as many may come at once."""

    def __post_init__(self) -> None:
        positive_integer("workers", self.workers, most=MOST_WORKERS)
        for name in ("cells", "connections", "per_address", "rooms"):
            positive_integer(name, getattr(self, name))
        positive_integer("message_bytes", self.message_bytes, most=1 << 20)
        positive_integer("messages_per_second", self.messages_per_second)
        if positive_seconds("seconds", self.seconds) > MOST_SECONDS:
            raise InvalidOptionError(f"seconds must be at most {MOST_SECONDS:g}")
        table_bytes(self.memory_mb, "memory_mb")
