"""Ctrl-C, exceptions from callbacks, several threads: every call ends soon and leaves no trace."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic, sleep

import numpy as np
import pytest
from interrupts import SOON, Enough, check_usable, seconds_after_ctrl_c

from inarow import Game, Progress, Solver
from inarow.model.options import GameKind

HARD = Game(8, 8, 5)  # takes hours
LARGE = Game(20, 20, 5)


def boards(game: Game, count: int) -> np.ndarray:
    return np.zeros((count, game.m, game.n), np.int8)


CALLS: dict[str, tuple[Game, int, Callable[..., object]]] = {
    "solve": (HARD, 1, lambda s, **told: s.solve(s.game.start(), **told)),
    "solve, 4 threads": (HARD, 4, lambda s: s.solve(s.game.start())),
    "solve with distance": (HARD, 1, lambda s: s.solve(s.game.start(), distance=True)),
    "solve on a large board": (LARGE, 1, lambda s: s.solve(s.game.start())),
    "solve with limits": (HARD, 1, lambda s: s.solve(s.game.start(), seconds=60, nodes=10**12)),
    "weak game": (HARD, 1, lambda s, **told: s.solve(s.game.start(), game_kind="weak", **told)),
    "weak game with distance": (
        HARD,
        1,
        lambda s, **told: s.solve(s.game.start(), game_kind="weak", distance=True, **told),
    ),
    "best_move": (HARD, 1, lambda s: s.best_move(s.game.start())),
    "analyse": (HARD, 1, lambda s, **told: s.analyse(s.game.start(), **told)),
    "analyse on a large board": (LARGE, 1, lambda s: s.analyse(s.game.start(), nodes=10**9)),
    "batch": (HARD, 1, lambda s, **told: s.solve_batch(boards(HARD, 3), **told)),
    "batch with masks": (HARD, 1, lambda s: s.solve_batch(boards(HARD, 3), optimal=True)),
    "batch, 2 threads": (HARD, 2, lambda s, **told: s.solve_batch(boards(HARD, 30_000), **told)),
    "many quick rows": (
        Game(2, 2, 2),
        1,
        lambda s: [s.solve_batch(boards(s.game, 3_000_000)) for _ in range(100)],
    ),
    "limited rows": (HARD, 1, lambda s: s.solve_batch(boards(HARD, 10**6), nodes=5)),
    "playouts": (HARD, 1, lambda s: s.playouts(s.game.start(), 10**12)),
    "playouts on a large board": (LARGE, 1, lambda s: s.playouts(s.game.start(), 10**12)),
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_every_call_soon(name: str) -> None:
    game, threads, call = CALLS[name]
    solver = Solver(game, table_mb=64, threads=threads)
    before = threading.active_count()
    assert seconds_after_ctrl_c(0.1, lambda: call(solver)) < SOON * threads
    deadline = monotonic() + 60
    while threading.active_count() > before:  # a thread that has left the core is all but gone
        assert monotonic() < deadline, "a thread stayed behind"
        sleep(0.01)
    check_usable(solver)


@pytest.mark.long
@pytest.mark.parametrize("size", [(8, 8, 5), (20, 20, 5)])
def test_ctrl_c_is_heard_at_once_in_the_first_nodes(size: tuple[int, int, int]) -> None:
    """There most nodes look for pairings: they cost many times what later ones do."""
    start = Game(*size).start()
    for delay in (0.02, 0.08, 0.13):
        for ask in (Solver.solve, Solver.analyse):
            call = partial(ask, Solver(start.game, table_mb=1), start, seconds=60)
            assert seconds_after_ctrl_c(delay, call) < SOON / 10, delay


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="signals between processes")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_from_outside_ends_the_process(threads: int) -> None:
    program = (
        "import inarow, numpy as np\n"
        f"solver = inarow.Solver(inarow.Game(8, 8, 5), threads={threads})\n"
        "print('ready', flush=True)\n"
        "solver.solve_batch(np.zeros((20000, 8, 8), np.int8))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        sleep(0.3)
        os.kill(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)  # the call itself takes hours
    finally:
        process.kill()
        process.wait()
    assert process.returncode != 0
    assert "KeyboardInterrupt" in error


# --- callbacks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [Enough, KeyboardInterrupt])
@pytest.mark.parametrize(
    "name",
    [
        *("solve", "weak game", "weak game with distance", "analyse", "batch"),
        pytest.param("batch, 2 threads", marks=pytest.mark.long),
    ],
)
def test_what_a_callback_raises_comes_out(name: str, error: type[BaseException]) -> None:
    def stop(report: Progress) -> None:
        assert report.nodes >= 0 and report.seconds > 0
        raise error("from the callback")

    game, threads, call = CALLS[name]
    solver = Solver(game, table_mb=64, threads=threads)
    for _ in range(2):
        with pytest.raises(error, match="from the callback"):
            call(solver, progress=stop, seconds=20)
        check_usable(solver)


@pytest.mark.parametrize("kind", ["strong", "weak"])
def test_a_callback_may_not_call_back_in(kind: GameKind) -> None:
    solver = Solver(HARD, table_mb=64)

    def recurse(_: Progress) -> None:
        solver.solve(HARD.start(), game_kind=kind)

    with pytest.raises(RuntimeError, match="own progress callback"):
        solver.solve(HARD.start(), game_kind=kind, progress=recurse, seconds=60)
    check_usable(solver)


# --- threads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["solve", "best_move", "analyse", "batch", "playouts"])
def test_other_threads_run_during_a_search(name: str) -> None:
    """The GIL is released: another thread makes progress, and ends the call when it has."""
    _, threads, call = CALLS[name]
    solver = Solver(HARD, table_mb=64, threads=threads)
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1
            if ticks == 100:
                signal.raise_signal(signal.SIGINT)

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call(solver)
    finally:
        done.set()
        ticker.join()
    assert ticks >= 100


def test_several_threads_on_one_solver() -> None:
    game = Game(4, 4, 4)
    shared = Solver(game, table_mb=16, threads=2)
    positions = [game.start().play(a).play(b) for a in range(16) for b in range(16) if a != b][::7]
    truth = {position: Solver(game).solve(position).value for position in positions}
    array = np.array([position.to_array() for position in positions])

    def work(offset: int) -> None:
        for number in range(len(positions)):
            position = positions[(number + offset) % len(positions)]
            assert shared.solve(position, distance=bool(offset % 2)).value == truth[position]
            move = shared.best_move(position)
            assert -Solver(game).solve(position.play(move)).value == truth[position]  # type: ignore[operator]
            if number % 9 == offset % 9:
                assert shared.solve_batch(array).values.tolist() == [*truth.values()]
            if number % 13 == offset:
                shared.clear()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(work, range(6)))


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a process")
def test_a_call_that_waits_for_another_can_be_interrupted() -> None:
    solver = Solver(HARD, table_mb=64)
    under_way, enough = threading.Event(), threading.Event()

    def listen(_: Progress) -> None:
        under_way.set()
        if enough.is_set():
            raise Enough

    def search() -> None:
        with pytest.raises(Enough):
            solver.solve(HARD.start(), progress=listen)

    worker = threading.Thread(target=search)
    worker.start()
    try:
        assert under_way.wait(60)
        timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solver.solve(HARD.start())
        assert worker.is_alive()  # the other call goes on
    finally:
        enough.set()
        worker.join()
    check_usable(solver)


# --- forks ---------------------------------------------------------------------------------------

FORKS = """
import os, threading, sys
import inarow
from inarow.strategies.perfect import Perfect
game = inarow.Game(8, 8, 5)
easy = game.position(["XXXX....", "OOOO...."] + ["........"] * 6)
solvers = [inarow.Solver(game, threads=int(sys.argv[1])), inarow.Solver(game)]
player = Perfect()
under_way = [threading.Event() for _ in range(2)]

def search(solver, event):
    try:
        solver.solve(game.start(), seconds=30, progress=lambda _: event.set())
    except inarow.InarowError:
        pass

for solver, event in zip(solvers, under_way):
    threading.Thread(target=search, args=(solver, event), daemon=True).start()
thinking = threading.Thread(target=player.choose, args=(game.start(),), daemon=True)
thinking.start()
for event in under_way:
    event.wait(30)
for _ in range(3):
    child = os.fork()
    if not child:
        assert all(solver.solve(easy).value == 1 for solver in solvers)
        assert all(solver.best_move(easy) == 4 for solver in solvers)
        assert player.choose(easy).move == 4
        grandchild = os.fork()
        if not grandchild:
            os._exit(0 if solvers[1].solve(easy).value == 1 else 3)
        os._exit(os.waitpid(grandchild, 0)[1])
    assert os.waitpid(child, 0)[1] == 0
print("done", flush=True)
os._exit(0)
"""


@pytest.mark.processes
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a fork")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_child_does_not_wait_for_threads_that_only_the_parent_has(threads: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FORKS, str(threads)], capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, ran.stdout) == (0, "done\n"), ran.stderr
