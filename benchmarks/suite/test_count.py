"""Counting the positions of a board."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import inarow
from inarow import Game

POSITIONS = {(4, 4, 4): 9_722_011, (3, 6, 3): 46_487_328}


@pytest.mark.parametrize("board", POSITIONS)
def test_count(benchmark: BenchmarkFixture, board: tuple[int, int, int]) -> None:
    assert inarow.count(Game(*board)).positions == POSITIONS[board]
    benchmark(inarow.count, Game(*board))
