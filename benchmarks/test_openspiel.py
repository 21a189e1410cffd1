"""OpenSpiel's alpha-beta on the root of 3,3,3, beside `test_roots`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, solve

pyspiel = pytest.importorskip("pyspiel")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")


def test_alpha_beta(benchmark: BenchmarkFixture) -> None:
    # In its `mnk`, m counts the columns and n the rows; on a square it makes no difference.
    game = pyspiel.load_game("mnk(m=3,n=3,k=3)")
    value, _ = minimax.alpha_beta_search(game)
    assert value == solve(Game(3, 3, 3).start()).value
    benchmark(lambda: minimax.alpha_beta_search(game))
