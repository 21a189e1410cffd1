"""`solve_batch` on arrays: many copies of few positions, and many different ones."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, Solver
from inarow.reference import Rules, careful
from inarow.study.bench import random_boards, small_positions


def test_all_positions_of_333_many_times(benchmark: BenchmarkFixture) -> None:
    boards = np.stack([position.to_array() for position, _, _ in small_positions()])
    values = np.array([value for _, value, _ in small_positions()], np.int8)
    boards, values = np.tile(boards, (222, 1, 1)), np.tile(values, 222)
    game = Game(3, 3, 3)
    assert np.array_equal(Solver(game).solve_batch(boards).values, values)
    benchmark.extra_info["boards"] = len(boards)
    benchmark(lambda: Solver(game).solve_batch(boards))


@pytest.mark.parametrize("threads", [1, 2])
def test_random_boards_of_444_cold(benchmark: BenchmarkFixture, threads: int) -> None:
    game, rules = Game(4, 4, 4), Rules(4, 4, 4)
    boards = random_boards(game, 1_000_000, seed=444)
    values = Solver(game, threads=threads).solve_batch(boards).values
    for board, value in zip(boards[:100], values, strict=False):
        text = "/".join("".join(".XO"[cell] for cell in row) for row in board)
        assert careful.solve(rules, rules.parse(text)).value == value
    benchmark.extra_info["boards"] = len(boards)
    benchmark(lambda: Solver(game, threads=threads).solve_batch(boards))
