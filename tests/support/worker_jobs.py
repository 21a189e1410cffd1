"""What tests have worker processes do, in a module that those can import."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
from pathlib import Path
from time import sleep

from inarow import Game
from inarow.distributed import Finding, Goal, Question
from inarow.distributed.job import settle
from inarow.distributed.local.shared_table import Address, join_table, shared_memory
from inarow.distributed.question import question_of


def leave_memory(size: int) -> None:
    """Limit the addresses of this process to those it has, and so many bytes more."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + size,) * 2)


def have_no_more_memory() -> None:
    """Begin a worker that has all modules, but cannot have any more memory to speak of."""
    settle(question_of(Game(7, 7, 7).start(), "O", Goal.HOLD))
    leave_memory(0)


def stop_halfway(copy: Path | None = None) -> None:
    """Be killed while the outcome is being sent.

    If a path is given, a copy of the process lives on, whose number is written there.
    """
    if copy is not None:
        number = os.fork()
        if number == 0:
            sleep(600)
            os._exit(0)
        copy.write_text(str(number))
    asker = sys._getframe(2).f_locals["asker"]
    asker.sendall(pickle.dumps(bytes(1 << 20))[:100])
    os.kill(os.getpid(), signal.SIGKILL)


class Unreadable(Exception):
    """Can be written, but not read: its constructor wants two arguments, and will be given one."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what)


def fail_unreadably() -> None:
    raise Unreadable("this", "that")


def settle_all(questions: list[Question]) -> list[Finding]:
    """Answer questions one after another."""
    return [settle(question, certified=index % 4 == 0) for index, question in enumerate(questions)]


def has_memory(game: Game) -> bool:
    """Does this process have a part in a table of the game?"""
    return shared_memory(game) is not None


def join_in_little_room(table: Address) -> None:
    """Join a table of 1 GiB with 256 MiB of addresses left."""
    leave_memory(256 << 20)
    join_table(table)
