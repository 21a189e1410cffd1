"""Searches in a thread with a small stack: where the stack ends, the search does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import stack_run

KIB = 256
"""Of the stack: some programs give their threads no more."""

MOST_KIB = 128
"""That may be used: half as much again as is used; a search that was stopped has used more."""

NAMES = (*stack_run.searches(stack_run.Game(3, 3, 3), 1), "certificate")


@pytest.mark.processes
@pytest.mark.parametrize("game", [(15, 15, 5), (20, 20, 5), (20, 20, 6)])
def test_every_search_fits_into_a_small_stack(game: tuple[int, int, int]) -> None:
    command = [sys.executable, str(Path(stack_run.__file__)), *map(str, (*game, KIB, 2000))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"the process has ended by signal {-ran.returncode}"
    used = dict(line.split(": ") for line in ran.stdout.splitlines())
    assert tuple(used) == NAMES, ran.stderr
    assert max(map(int, used.values())) <= MOST_KIB, used


@pytest.mark.processes
def test_where_the_stack_ends_the_search_does() -> None:
    command = [sys.executable, str(Path(stack_run.__file__)), "20", "20", "6", "128", "2000"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"the process has ended by signal {-ran.returncode}"
    assert tuple(line.split(":")[0] for line in ran.stdout.splitlines()) == NAMES, ran.stderr
