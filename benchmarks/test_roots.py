"""Empty boards from cold: the value, and where there is a win its exact distance."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, Solver
from inarow.study.bench import ROOTS


@pytest.mark.parametrize(("m", "n", "k", "value", "distance"), ROOTS)
def test_value(
    benchmark: BenchmarkFixture, m: int, n: int, k: int, value: int, distance: int | None
) -> None:
    start = Game(m, n, k).start()
    solution = Solver(start.game).solve(start)
    assert solution.value == value
    benchmark.extra_info["nodes"] = solution.nodes
    benchmark(lambda: Solver(start.game).solve(start))


@pytest.mark.parametrize(("m", "n", "k", "value", "distance"), [r for r in ROOTS if r[3]])
def test_distance(
    benchmark: BenchmarkFixture, m: int, n: int, k: int, value: int, distance: int
) -> None:
    start = Game(m, n, k).start()
    solution = Solver(start.game).solve(start, distance=True)
    assert (solution.value, solution.distance) == (value, distance)
    benchmark.extra_info["nodes"] = solution.nodes
    benchmark(lambda: Solver(start.game).solve(start, distance=True))
