"""Calls from Python: `best_move`, warm, and `solve_batch` on few positions and on many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import inarow
from inarow import Game, Position, Solver
from inarow.reference import Rules, careful
from inarow.study.bench import random_boards, small_positions


def measure_moves(
    benchmark: BenchmarkFixture, positions: Sequence[Position], values: Sequence[int]
) -> None:
    """One round asks for a move in each of the positions."""
    for position, value in zip(positions, values, strict=True):
        assert inarow.solve(position.play(inarow.best_move(position))).value == -value

    def ask() -> None:
        for position in positions:
            inarow.best_move(position)

    benchmark.extra_info["calls in a round"] = len(positions)
    benchmark(ask)


def test_moves_of_all_positions_of_333(benchmark: BenchmarkFixture) -> None:
    positions, values, _ = zip(*small_positions(), strict=True)
    measure_moves(benchmark, positions, values)


@pytest.mark.parametrize("size", [(4, 4, 4), (4, 4, 3)])
def test_moves_of_random_positions(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    game, rules = Game(*size), Rules(*size)
    boards = random_boards(game, 100, seed=sum(size), finished=False)
    positions = [game.position(board) for board in boards]
    values = [careful.solve(rules, rules.parse(position.text)).value for position in positions]
    measure_moves(benchmark, positions, values)


def test_batch_of_all_positions_of_333_many_times(benchmark: BenchmarkFixture) -> None:
    boards = np.stack([position.to_array() for position, _, _ in small_positions()])
    values = np.array([value for _, value, _ in small_positions()], np.int8)
    boards, values = np.tile(boards, (222, 1, 1)), np.tile(values, 222)
    game = Game(3, 3, 3)
    assert np.array_equal(Solver(game).solve_batch(boards).values, values)
    benchmark.extra_info["boards"] = len(boards)
    benchmark(lambda: Solver(game).solve_batch(boards))


@pytest.mark.parametrize("threads", [1, 2])
def test_batch_of_random_boards_of_444_cold(benchmark: BenchmarkFixture, threads: int) -> None:
    game, rules = Game(4, 4, 4), Rules(4, 4, 4)
    boards = random_boards(game, 1_000_000, seed=444)
    values = Solver(game, threads=threads).solve_batch(boards).values
    for board, value in zip(boards[:100], values, strict=False):
        text = "/".join("".join(".XO"[cell] for cell in row) for row in board)
        assert careful.solve(rules, rules.parse(text)).value == value
    benchmark.extra_info["boards"] = len(boards)
    benchmark(lambda: Solver(game, threads=threads).solve_batch(boards))
