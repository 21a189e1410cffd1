"""How much of the machine the page's clients get."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Annotated

import typer

from inarow.model.errors import InvalidOptionError
from inarow.model.options import positive_integer, positive_seconds, table_bytes

MESSAGE_BYTES = 16_384
"""The longest message; a board of 400 moves takes some 2,000."""
MESSAGES_PER_SECOND = 30
"""Of one connection; twice as many may come at once."""

MOST_SECONDS = 24 * 3600.0

MOST_WORKERS = 4 * (os.cpu_count() or 1)
"""Processes beyond which searches only get into each other's way."""


@dataclass(frozen=True)
class Limits:
    """Limits of a server, as options of its command; `InvalidOptionError` for one out of range.

    >>> Limits(workers=4).cells
    400
    """

    workers: Annotated[
        int, typer.Option(metavar="W", help="Searches that run at once, each in a process.")
    ] = 2
    seconds: Annotated[
        float, typer.Option(metavar="S", help="Most time for one move or analysis.")
    ] = 60.0
    memory_mb: Annotated[
        int, typer.Option(metavar="MB", help="Most memory for a worker's tables.")
    ] = 128
    cells: Annotated[int, typer.Option(metavar="N", help="Cells of the largest board.")] = 400
    connections: Annotated[int, typer.Option(metavar="N", help="Most open connections.")] = 500
    per_address: Annotated[
        int, typer.Option(metavar="N", help="Most open connections from one address.")
    ] = 100

    def __post_init__(self) -> None:
        positive_integer("workers", self.workers, most=MOST_WORKERS)
        for name in ("cells", "connections", "per_address"):
            positive_integer(name, getattr(self, name))
        if positive_seconds("seconds", self.seconds) > MOST_SECONDS:
            raise InvalidOptionError(f"seconds must be at most {MOST_SECONDS:g}")
        table_bytes(self.memory_mb, "memory_mb")
