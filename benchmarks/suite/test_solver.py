"""The solver from Python: moves, batches, and the values and distances of empty boards."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import inarow
from inarow import Game, Solver
from inarow.reference import Rules, careful
from inarow.study.bench import ROOTS, random_boards, small_positions


def test_best_move_warm(benchmark: BenchmarkFixture) -> None:
    """One round asks for a move in each of the 4,520 positions of 3,3,3."""
    positions = [position for position, _, _ in small_positions()]
    for position, value, _ in small_positions():
        assert inarow.solve(position.play(inarow.best_move(position))).value == -value

    def ask() -> None:
        for position in positions:
            inarow.best_move(position)

    benchmark.extra_info["calls in a round"] = len(positions)
    benchmark(ask)


@pytest.mark.parametrize("threads", [1, 2])
def test_batch_of_444_cold(benchmark: BenchmarkFixture, threads: int) -> None:
    game, rules = Game(4, 4, 4), Rules(4, 4, 4)
    boards = random_boards(game, 1_000_000, seed=444)
    values = Solver(game, threads=threads).solve_batch(boards).values
    for board, value in zip(boards[:100], values, strict=False):
        text = "/".join("".join(".XO"[cell] for cell in row) for row in board)
        assert careful.solve(rules, rules.parse(text)).value == value
    benchmark.extra_info["boards"] = len(boards)
    benchmark(lambda: Solver(game, threads=threads).solve_batch(boards))


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize(("m", "n", "k", "value", "distance"), ROOTS)
def test_root_cold(
    benchmark: BenchmarkFixture, m: int, n: int, k: int, value: int, distance: int, asked: bool
) -> None:
    if asked and distance is None:
        pytest.skip("a draw has no distance")
    start = Game(m, n, k).start()
    solution = Solver(start.game).solve(start, distance=asked)
    assert solution.value == value
    assert not asked or solution.distance == distance
    benchmark.extra_info["nodes"] = solution.nodes
    benchmark(lambda: Solver(start.game).solve(start, distance=asked))
