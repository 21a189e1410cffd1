"""Empty boards from cold: the value, the exact distance of a win, and what other searches take."""

from __future__ import annotations

from importlib import import_module

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, Position, Solver, solve
from inarow._core import make_kernel
from inarow.reference import Rules, careful
from inarow.study.bench import ROOTS
from inarow.study.bench.rivals import BARE_BOARDS, BareSearch


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


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 4), (5, 4, 4)])
def test_careful_root(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    """The package's careful pure-Python search, for the ratio."""
    rules = Rules(*size)
    result = careful.solve(rules)
    assert result.value == solve(Game(*size).start()).value
    benchmark.extra_info["nodes"] = result.nodes
    benchmark(lambda: careful.solve(rules))


def test_openspiel_alpha_beta(benchmark: BenchmarkFixture) -> None:
    """OpenSpiel's search on the root of 3,3,3."""
    pyspiel = pytest.importorskip("pyspiel")
    minimax = import_module("open_spiel.python.algorithms.minimax")
    # In its `mnk`, m counts the columns and n the rows; on a square it makes no difference.
    game = pyspiel.load_game("mnk(m=3,n=3,k=3)")
    value, _ = minimax.alpha_beta_search(game)
    assert value == solve(Game(3, 3, 3).start()).value
    benchmark(lambda: minimax.alpha_beta_search(game))


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
