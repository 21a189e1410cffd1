"""Counting a board, labelling all its positions, and looking positions up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import inarow
from inarow import Database, Game
from inarow.study.bench import random_boards

POSITIONS = {(4, 4, 4): 9_722_011, (3, 6, 3): 46_487_328}


@pytest.mark.parametrize("board", POSITIONS)
def test_count(benchmark: BenchmarkFixture, board: tuple[int, int, int]) -> None:
    assert inarow.count(Game(*board)).positions == POSITIONS[board]
    benchmark(inarow.count, Game(*board))


def test_build(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """4,4,4 whole, on one thread, with the file brought to the disk."""
    built = benchmark(Database.build, Game(4, 4, 4), tmp_path / "444.db")
    assert built.values == (2_304_458, 1_386_364, 6_031_189)


def test_probe(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """One round asks for 1,000 random positions of 4,4,4, one after the other."""
    game = Game(4, 4, 4)
    database, solver = Database.build(game, tmp_path / "444.db"), inarow.Solver(game)
    positions = [game.position(b) for b in random_boards(game, 1000, seed=1, finished=False)]
    for position in positions:
        solution = solver.solve(position, distance=True)
        assert database.probe(position) == (solution.value, solution.distance)

    def ask() -> None:
        for position in positions:
            database.probe(position)

    benchmark.extra_info["calls in a round"] = len(positions)
    benchmark(ask)


def test_probe_batch(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """One round asks for 100,000 boards of 4,4,4 at once."""
    game = Game(4, 4, 4)
    database, solver = Database.build(game, tmp_path / "444.db"), inarow.Solver(game)
    boards = np.resize(np.array(random_boards(game, 5000, seed=2, finished=False)), (100_000, 4, 4))
    wanted, found = solver.solve_batch(boards, distance=True), database.probe_batch(boards)
    assert (found.values == wanted.values).all()
    assert (found.distances == wanted.distances).all()
    benchmark.extra_info["boards in a round"] = len(boards)
    benchmark(database.probe_batch, boards)
