"""What tests have worker processes do, in a module that those can import."""

from __future__ import annotations

import resource
from pathlib import Path

from inarow import Game
from inarow.distributed import Goal
from inarow.distributed.job import settle
from inarow.distributed.question import question_of


def have_no_more_memory() -> None:
    """Begin a worker that has all modules, but cannot have any more memory to speak of."""
    settle(question_of(Game(7, 7, 7).start(), "O", Goal.HOLD))
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize(),) * 2)
