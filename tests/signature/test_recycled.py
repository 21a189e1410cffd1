"""A kernel that begins with what another has left behind is a new one: node for node."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from boards import random_play

from inarow import ForcedWin, Game, Solution, Solver
from inarow._core import _board

GAMES = [
    *[Game(3, 3, 3), Game(4, 4, 4), Game(5, 5, 4), Game(1, 9, 3, exact=True)],
    pytest.param(Game(12, 12, 5), marks=pytest.mark.long),
]


def use(solver: Solver, seed: int) -> None:
    """Leave many traces: every kind of search, limits, batches, threads, look-ups."""
    game, numbers = solver.game, random.Random(seed)
    for _ in range(3):
        position = random_play(game, numbers.randrange(game.cells - 1), numbers)
        solver.solve(position, nodes=400)
        solver.analyse(position, nodes=200)
        if not game.exact:
            solver.solve(position, game_kind="weak", nodes=400)
        solver.estimates(position, nodes=50)
        solver.forced_win(position, 3, nodes=400)
        solver.playouts(position, 3)
    solver.solve_batch([game.start(), position], nodes=50)


def told(solver: Solver) -> list[Solution | ForcedWin | None]:
    """What some searches find, with their nodes."""
    game, numbers = solver.game, random.Random(9)
    found = list[Solution | ForcedWin | None]()
    for _ in range(4):
        position = random_play(game, numbers.randrange(min(game.cells - 1, 8)), numbers)
        found.append(replace(solver.solve(position, nodes=1500), seconds=0.0))
        if not game.exact:
            weak = solver.solve(position, game_kind="weak", nodes=500)
            found.append(replace(weak, seconds=0.0))
        found.append(solver.forced_win(position, 3, nodes=500))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_solver_after_another_is_as_good_as_new(game: Game) -> None:
    _board.cache_clear()
    first = told(Solver(game, seed=3))
    solver = Solver(game, 1, 2, seed=8)
    use(solver, 1)
    del solver  # what it had is for the next
    assert told(Solver(game, seed=3)) == first
    one, other = Solver(game, seed=3), Solver(game, seed=3)
    assert told(other) == told(one) == first


def test_kernels_of_a_game_share_its_board() -> None:
    _board.cache_clear()
    solvers = [Solver(Game(3, 3, 3)) for _ in range(5)]
    assert _board.cache_info().misses == 1
    assert len({solver.solve(solver.game.start()).nodes for solver in solvers}) == 1


UNHEEDED = (
    "int madvise(void *p, unsigned long n, int how) { (void)p; (void)n; (void)how; return 0; }"
)


@pytest.mark.processes
@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="there is no compiler of C"
)
def test_memory_that_is_not_given_back_is_zeroed(tmp_path: Path) -> None:
    """Where `madvise` says that it has dropped pages and has not, as under some emulators."""
    (tmp_path / "unheeded.c").write_text(UNHEEDED)
    library = tmp_path / "unheeded.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "unheeded.c"], check=True)
    command = [Path(sys.executable).with_name("inarow"), "signature"]
    plain, unheeded = (
        subprocess.run(
            command, env={**os.environ, **more}, capture_output=True, text=True, check=True
        )
        for more in ({}, {"LD_PRELOAD": str(library)})
    )
    assert unheeded.stdout == plain.stdout and not unheeded.stderr
