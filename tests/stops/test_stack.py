"""Searches in a thread with a small stack: where the stack ends, the search does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import stack_run

KIB = 256
"""Of the stack: some programs give their threads no more."""

NAMES = (*stack_run.searches(stack_run.Game(3, 3, 3), 1), "certificate")


@pytest.mark.processes
@pytest.mark.parametrize("game", [(15, 15, 5), (20, 20, 5), (20, 20, 6)])
def test_every_search_ends_well_in_a_thread_with_a_small_stack(game: tuple[int, int, int]) -> None:
    command = [sys.executable, str(Path(stack_run.__file__)), *map(str, (*game, KIB, 2000))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"the process has ended by signal {-ran.returncode}"
    assert tuple(line.split(":")[0] for line in ran.stdout.splitlines()) == NAMES, ran.stderr
