"""What the tests of the shared table have worker processes do: those import it from here."""

from __future__ import annotations

import resource
from pathlib import Path

from inarow import Game
from inarow.distributed import Answer, Question
from inarow.distributed.job import settle
from inarow.distributed.local.shared_table import Address, join_table, shared_memory


def settle_all(questions: list[Question]) -> list[Answer]:
    """Answer questions one after another."""
    return [settle(question, certified=index % 4 == 0) for index, question in enumerate(questions)]


def has_memory(game: Game) -> bool:
    """Does this process have a part in a table of the game?"""
    return shared_memory(game) is not None


def join_in_little_room(table: Address) -> None:
    """Join a table of 1 GiB with 256 MiB of addresses left."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (256 << 20),) * 2)
    join_table(table)
