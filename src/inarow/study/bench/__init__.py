"""Benchmarks: the figures that the package claims, measured, each with its answer checked first.

``inarow bench`` prints them; `run` returns them. A figure is the median of several runs, and a
ratio compares two medians of one process, so that a busy machine blurs them less. "Cold" means
a new `Solver`, whose construction is part of the time; "warm" means that the table already holds
the answer. The compiled kernels are loaded beforehand, except where it is said otherwise.

The parts: `measure`, the clock and the rows; `boards`, what to measure with; `nodes`, the
node-count signature; `rivals`, the comparisons with other programs; `ablation`, what each rule of
the search buys, asked by `questions`; and here the solver by itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.game import Game
from inarow.model.position import Position
from inarow.model.results import BatchSolution
from inarow.reference import Rules, careful
from inarow.solver.functions import best_move
from inarow.solver.solver import Solver
from inarow.strategies import MonteCarlo
from inarow.study.bench.boards import random_boards, small_positions
from inarow.study.bench.measure import Figure, check, machine, median_seconds, time_row
from inarow.study.bench.nodes import Signature, signature
from inarow.study.bench.rivals import (
    careful_roots,
    easyai_root,
    openspiel_root,
    same_ideas,
    same_tree,
)

__all__ = [
    "COMPARISONS",
    "ROOTS",
    "WORKLOADS",
    "Figure",
    "Signature",
    "Workload",
    "best_move_latency",
    "cold_batch",
    "import_time",
    "machine",
    "random_boards",
    "random_games",
    "repeated_batch",
    "root_distances",
    "root_values",
    "run",
    "signature",
    "small_positions",
]

Boards: TypeAlias = npt.NDArray[np.int8]

Workload: TypeAlias = Callable[[bool], list[Figure]]
"""Given whether to be quick, checks and measures; the first line of its docstring is its title."""

ROOTS: tuple[tuple[int, int, int, int, int | None], ...] = (
    (3, 3, 3, 0, None),
    (4, 4, 3, 1, 5),
    (4, 4, 4, 0, None),
    (5, 4, 4, 0, None),
    (5, 5, 4, 0, None),
    (6, 5, 4, 1, 11),
    (6, 6, 4, 1, 11),
    (4, 7, 4, 0, None),
    (4, 8, 4, 0, None),
)
"""m, n, k of empty boards, with value and distance as known from elsewhere."""

SLOW_ROOTS = ((4, 8, 4),)
"""Those that take more than a second, and are left out of a quick run."""


def _check_move(solver: Solver, position: Position, value: int, distance: int | None) -> None:
    """The move of `best_move` keeps the value, and takes a win on the spot."""
    after = position.play(best_move(position))
    found = solver.solve(after).value
    check(found == -value, f"{position}: the move leads to {found}, not to {-value}")
    check(distance != 1 or after.winner is not None, f"{position}: passes by a win on the spot")


# The workloads.


def best_move_latency(quick: bool = False) -> list[Figure]:
    """Latency of best_move, warm"""
    rows = [_latency(Game(3, 3, 3), list(small_positions()), 10 if quick else 100)]
    for m, n, k in ((4, 4, 4), (4, 4, 3)):
        game, rules = Game(m, n, k), Rules(m, n, k)
        known: list[tuple[Position, int, int | None]] = []
        for board in random_boards(game, 20 if quick else 200, seed=m + k, finished=False):
            position = game.position(board)
            value = careful.solve(rules, rules.parse(position.text)).value
            known.append((position, value, None))
        rows.append(_latency(game, known, 10 if quick else 100))
    return rows


def _latency(game: Game, known: list[tuple[Position, int, int | None]], calls: int) -> Figure:
    solver = Solver(game)
    for position, value, distance in known:
        _check_move(solver, position, value, distance)
    times = []
    for position, _, _ in known:
        started = perf_counter()
        for _ in range(calls):
            best_move(position)
        times.append((perf_counter() - started) / calls)
    name = f"best_move, {game.key}, warm"
    most = float(np.percentile(times, 99)) * 1e6
    detail = f"median of {len(known):,} positions; 99 % within {most:.3g} us"
    return time_row(name, median(times), detail)


def repeated_batch(quick: bool = False) -> list[Figure]:
    """solve_batch on all positions of 3,3,3, many times over"""
    copies = 20 if quick else 222
    boards = np.stack([position.to_array() for position, _, _ in small_positions()])
    values = np.array([value for _, value, _ in small_positions()], np.int8)
    boards, values = np.tile(boards, (copies, 1, 1)), np.tile(values, copies)
    game = Game(3, 3, 3)
    batch = Solver(game).solve_batch(boards)
    check(np.array_equal(batch.values, values), "3,3,3: a value of the batch is wrong")
    _check_moves(game, boards, batch)
    seconds = median_seconds(lambda: Solver(game).solve_batch(boards), 0.1 if quick else 1.0)
    name = f"solve_batch, 3,3,3, {len(boards):,} boards"
    detail = f"{seconds:.3g} s; {len(values) // copies:,} positions {copies} times; 1 thread"
    return [Figure(name, len(boards) / seconds / 1e6, "M boards/s", detail)]


def cold_batch(quick: bool = False) -> list[Figure]:
    """solve_batch on random boards of 4,4,4, cold"""
    game, rules = Game(4, 4, 4), Rules(4, 4, 4)
    boards = random_boards(game, 20_000 if quick else 1_000_000, seed=444)
    batch = Solver(game).solve_batch(boards)
    for row in range(10 if quick else 100):
        board = rules.parse("/".join("".join(".XO"[cell] for cell in line) for line in boards[row]))
        value = careful.solve(rules, board).value
        check(batch.values[row] == value, f"4,4,4: board {row} is {value}")
    _check_moves(game, boards, batch)
    rows = []
    for threads in (1, 2):
        solve = partial(_solve_cold, game, boards, threads)
        check(np.array_equal(solve(), batch.values), f"4,4,4: other values by {threads} threads")
        seconds = median_seconds(solve, 0.1 if quick else 1.5)
        plural = "1 thread" if threads == 1 else f"{threads} threads"
        name = f"solve_batch, 4,4,4, {len(boards):,} random boards, cold, {plural}"
        detail = f"{len(boards) / seconds / 1e6:.3g} M boards/s, values and moves"
        rows.append(time_row(name, seconds, detail))
    return rows


def _solve_cold(game: Game, boards: Boards, threads: int) -> npt.NDArray[np.int8]:
    return Solver(game, threads=threads).solve_batch(boards).values


def _check_moves(game: Game, boards: Boards, batch: BatchSolution) -> None:
    """Every move of a batch leads to a board of the opposite value; only ended games have none."""
    going = np.flatnonzero(batch.moves >= 0)
    after = boards.reshape(len(boards), -1)[going]
    played = np.arange(len(going)), batch.moves[going]
    check(not after[played].any(), f"{game}: a move of the batch is on a stone")
    after[played] = 1 - 2 * (np.count_nonzero(after, axis=1) & 1)
    found = Solver(game).solve_batch(after.reshape(-1, game.m, game.n)).values
    check(np.array_equal(found, -batch.values[going]), f"{game}: a move of the batch loses value")
    ended = np.delete(np.arange(len(boards)), going)
    check(
        all(game.position(board).is_over for board in boards[ended]),
        f"{game}: a board of the batch has no move",
    )


def random_games(quick: bool = False) -> list[Figure]:
    """Random play-outs"""
    # On 3,3,3 the chances are known: X wins 737, O 363 and nobody 160 of 1,260 random games.
    found = Solver(Game(3, 3, 3)).playouts(Game(3, 3, 3).start(), 100_000, seed=1)
    for games, share in zip(found[:3], (737, 363, 160), strict=True):
        check(abs(games / 100_000 - share / 1260) < 0.01, f"3,3,3: chances of {found}")
    solver, count = Solver(Game(15, 15, 5)), 1_000 if quick else 20_000
    start = solver.game.start()
    outcome = solver.playouts(start, count, seed=1)
    check(outcome.games == count, f"{outcome.games} games instead of {count}")
    check(outcome == solver.playouts(start, count, seed=1), "one seed, different games")
    seconds = median_seconds(lambda: solver.playouts(start, count, seed=1), 0.02 if quick else 0.5)
    detail = (
        f"{outcome.plies / count:.4g} plies a game; {outcome.plies / seconds / 1e6:.3g} M plies/s"
    )
    return [Figure("playouts, 15,15,5", count / seconds, "games/s", detail)]


def tree_search(quick: bool = False) -> list[Figure]:
    """Monte-Carlo tree search"""
    for size, value in (((3, 3, 3), 0), ((4, 4, 3), 1), ((3, 4, 4), 0)):
        proof = MonteCarlo(200_000, seed=1).choose(Game(*size).start())
        check(proof.value == value, f"{size}: value {proof.value}, not {value}")
    rows = []
    simulations = 1_000 if quick else 20_000
    strategy = MonteCarlo(simulations, seed=1)
    for size in ((7, 7, 5), (15, 15, 5)):
        start = Game(*size).start()
        seconds = median_seconds(partial(strategy.choose, start), 0.02 if quick else 0.5)
        name = f"tree search, {','.join(map(str, size))}"
        detail = f"a move after {simulations:,} random games"
        rows.append(Figure(name, simulations / seconds, "simulations/s", detail))
    return rows


def root_values(quick: bool = False) -> list[Figure]:
    """Values of empty boards, cold"""
    return [
        _root(Game(m, n, k), value, None, quick)
        for m, n, k, value, _ in ROOTS
        if not (quick and (m, n, k) in SLOW_ROOTS)
    ]


def root_distances(quick: bool = False) -> list[Figure]:
    """Exact distances of empty boards, cold"""
    return [
        _root(Game(m, n, k), value, distance, quick)
        for m, n, k, value, distance in ROOTS
        if distance is not None
    ]


def _root(game: Game, value: int, distance: int | None, quick: bool) -> Figure:
    asked = distance is not None
    start = game.start()
    solution = Solver(game).solve(start, distance=asked)
    check(solution.value == value, f"{game}: value {solution.value}, not {value}")
    check(solution.distance == distance, f"{game}: distance {solution.distance}, not {distance}")
    seconds = median_seconds(
        lambda: Solver(game).solve(start, distance=asked), 0.02 if quick else 0.5
    )
    name = f"{game.key} root, cold" + ", distance" * asked
    result = {1: "win", 0: "draw", -1: "loss"}[value] + f" in {distance}" * asked
    detail = f"{result}; {solution.nodes:,} nodes"
    if solution.nodes >= 1000:  # below that it is the calls that take the time
        detail += f", {solution.nodes / seconds / 1e6:.3g} M nodes/s"
    return time_row(name, seconds, detail)


_IMPORT = """
from time import perf_counter
import numpy
started = perf_counter()
import inarow
print(perf_counter() - started, inarow.solve(inarow.Game(4, 4, 3).start()).value)
"""


def import_time(quick: bool = False) -> list[Figure]:
    """Time of import, beyond that of numpy"""
    times = []
    with TemporaryDirectory() as folder:
        # A first process leaves the byte code for the others, as an installed package would.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(3 if quick else 16):
            command = [sys.executable, "-c", _IMPORT]
            output = subprocess.check_output(command, env=environment, text=True)
            seconds, value = output.split()
            check(value == "1", f"4,4,3: value {value}, not 1, in a new process")
            times.append(float(seconds))
    detail = f"median of {len(times) - 1} new processes"
    return [time_row("import inarow, after numpy", median(times[1:]), detail)]


WORKLOADS: tuple[Workload, ...] = (
    best_move_latency,
    repeated_batch,
    cold_batch,
    root_values,
    root_distances,
    careful_roots,
    same_tree,
    same_ideas,
    random_games,
    tree_search,
    import_time,
)

COMPARISONS: tuple[Workload, ...] = (openspiel_root, easyai_root)
"""Empty where the other package is not installed."""


def run(
    quick: bool = False,
    compare: bool = False,
    progress: Callable[[str], object] | None = None,
) -> list[Figure]:
    """Measure everything and return the rows, in about a minute; `quick`, in a few seconds.

    A quick run takes fewer and smaller samples: it shows that all answers are right, its times
    are rough. `compare` adds OpenSpiel and easyAI where they are installed. `progress` is called
    with the title of each workload as it begins. Raises `AssertionError` for a wrong answer.
    """
    rows: list[Figure] = []
    for workload in WORKLOADS + (COMPARISONS if compare else ()):
        if progress is not None:
            progress((workload.__doc__ or workload.__name__).splitlines()[0])
        rows += workload(quick)
    return rows
