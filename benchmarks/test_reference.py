"""The package's careful pure-Python search on the roots of `test_roots`, for the ratio."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, Position, solve
from inarow._core import make_kernel
from inarow.reference import Rules, careful
from inarow.study.bench.rivals import BARE_BOARDS, BareSearch


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 4), (5, 4, 4)])
def test_careful_root(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    rules = Rules(*size)
    result = careful.solve(rules)
    assert result.value == solve(Game(*size).start()).value
    benchmark.extra_info["nodes"] = result.nodes
    benchmark(lambda: careful.solve(rules))


@pytest.mark.parametrize("where", ["core", "python"])
def test_one_tree(benchmark: BenchmarkFixture, where: str) -> None:
    """The bare search, in the core and in Python: the same nodes in the same order."""
    game = Game(4, 4, 4)
    positions = [game.position(text) for text, _ in BARE_BOARDS]
    kernel, python = make_kernel(game, 1 << 20, rules=0), BareSearch(game)

    def in_core(position: Position) -> tuple[int, int]:
        own, opponent = position._own, position._opponent
        lower, upper, _, _, _, nodes = kernel.solve(own, opponent, False, False, None, None, None)
        assert lower == upper
        return lower, nodes

    def in_python(position: Position) -> tuple[int, int]:
        python.nodes = 0
        return python.value(position._own, position._opponent), python.nodes

    answers = [in_core(position) for position in positions]
    assert [value for value, _ in answers] == [value for _, value in BARE_BOARDS]
    assert [in_python(position) for position in positions] == answers
    benchmark.extra_info["nodes"] = sum(nodes for _, nodes in answers)
    search = in_core if where == "core" else in_python
    benchmark(lambda: [search(position) for position in positions])
