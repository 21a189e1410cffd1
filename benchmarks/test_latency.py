"""Latency of `best_move` from Python, warm, and what a cold first answer costs."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import inarow
from inarow.reference import Rules, careful
from inarow.study.bench import random_boards, small_positions


def test_all_positions_of_333(benchmark: BenchmarkFixture) -> None:
    """One round asks for a move in each of the 4,520 positions."""
    positions = [position for position, _, _ in small_positions()]
    for position, value, _ in small_positions():
        after = position.play(inarow.best_move(position))
        assert inarow.solve(after).value == -value

    def ask() -> None:
        for position in positions:
            inarow.best_move(position)

    benchmark.extra_info["calls in a round"] = len(positions)
    benchmark(ask)


@pytest.mark.parametrize("size", [(4, 4, 4), (4, 4, 3)])
def test_random_positions(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    """One round asks for a move in each of 100 positions."""
    game, rules = inarow.Game(*size), Rules(*size)
    boards = random_boards(game, 100, seed=sum(size), finished=False)
    positions = [game.position(board) for board in boards]
    for position in positions:
        value = careful.solve(rules, rules.parse(position.text)).value
        assert inarow.solve(position.play(inarow.best_move(position))).value == -value

    def ask() -> None:
        for position in positions:
            inarow.best_move(position)

    benchmark.extra_info["calls in a round"] = len(positions)
    benchmark(ask)
