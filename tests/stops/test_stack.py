"""Searches in a thread with a small stack: where the stack ends, the search does."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import stack_run

from inarow import Game, Solver
from inarow._core import make_kernel

SECONDS = float(os.environ.get("INAROW_STACK_SECONDS", "0.3"))
"""For each search. They go deeper with time: a minute for each is a test of its own."""

KIB, RESERVE_KIB = 128, 40
"""Of the stack, which no search may touch: of what is kept below a node one takes half at most."""


@pytest.mark.processes
@pytest.mark.parametrize("game", [(6, 6, 5), (8, 8, 5), (11, 11, 5), (15, 15, 5), (20, 20, 6)])
def test_every_search_fits_into_a_small_stack(game: tuple[int, int, int]) -> None:
    """At each width of a grid."""
    command = [sys.executable, stack_run.__file__, *map(str, (*game, KIB, SECONDS))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    used = dict(line.split(": ") for line in ran.stdout.splitlines())
    assert ran.returncode == 0, f"ended by signal {-ran.returncode} after {used}"
    assert [*used] == [*stack_run.searches(Game(*game), 0)] and "None" not in used.values(), (
        ran.stderr
    )
    assert max(map(int, used.values())) <= KIB - RESERVE_KIB, used


FORKED = """
import os, threading
from inarow import Game
from inarow._core import make_kernel

def nodes():
    return make_kernel(Game(20, 20, 6), 1 << 24).solve(0, 0, False, False, 3000, None, None)[-1]

def fork():
    child = os.fork()
    if child == 0:
        print(nodes(), flush=True)
        os._exit(0)
    os.waitpid(child, 0)

threading.stack_size(80 << 10)
thread = threading.Thread(target=fork)
thread.start()
thread.join()
fork()
"""


@pytest.mark.processes
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_goes_on_with_the_stack_of_the_thread_that_forked_it() -> None:
    """Less than what is kept is left of it, so a search ends at once there."""
    ran = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=True)
    of_thread, of_main = map(int, ran.stdout.split())
    assert of_thread < 50 and of_main == 3000


def test_a_certificate_for_which_there_is_no_stack_is_told_as_a_lack_of_memory(
    tmp_path: Path,
) -> None:
    solver, position, told = Solver(Game(18, 18, 17)), Game(18, 18, 17).start(), []
    assert solver.solve(position).proven

    def write() -> None:
        try:
            solver.solve(position, certificate=tmp_path / "proof")
        except MemoryError as error:
            told.append(str(error))

    assert stack_run.run(write, 80) is not None
    assert len(told) == 1 and "stack" in told[0] and not list(tmp_path.iterdir())


@pytest.mark.long
def test_a_thread_whose_stack_has_ended_leaves_the_crew() -> None:
    game, at_work = Game(20, 20, 6), []
    kernel = make_kernel(game, 1 << 24)
    kernel.set_threads(2, 0.0)

    def count(*_: object) -> None:
        at_work.append(threading.active_count())

    with stack_run.stack_size(80):
        kernel.solve(0, 0, False, False, 20_000, None, count)
    assert at_work[-1] == threading.active_count()
