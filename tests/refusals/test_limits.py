"""Limits of nodes, time and memory are kept, and what is random keeps to its seed."""

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from cases import SEARCHES, case

import inarow
from inarow import Game, InarowError, Solver

GAME = Game(3, 3, 3)
START = GAME.start()
WON = GAME.position("XXX/OO./...")
FULL = GAME.position("XOX/XOO/OXX")
# --- limits --------------------------------------------------------------------------------------


GENEROUS: list[dict[str, Any]] = [
    *[{"nodes": nodes} for nodes in (10**30, 2**64, 2**64 - 1, 2**63, np.int64(10**9))],
    *[{"seconds": each} for each in (1e300, 5, np.float32(5), Decimal(5), Fraction(9, 2))],
    *[{"seconds": 100, "nodes": 10**9}, {"seconds": None, "nodes": None}],
]


def test_generous_limits_limit_nothing() -> None:
    for (search, call), limits in product(SEARCHES.items(), GENEROUS):
        with case(search, limits):
            found = call(**limits)
            if search == "Solver.best_move":
                assert found in range(9)
            elif "analyse" in search:
                assert [solution.value for solution in found.values()] == [0] * 9
            elif "batch" in search:
                assert found.values.tolist() == [0] and found.proven.all()
            else:
                assert found.value == (1 if "weak" in search else 0)


def test_a_huge_number_of_seconds_is_no_overflow() -> None:
    """It has no float, so it is out of range: an error of the family, or no limit at all."""
    for search, call in SEARCHES.items():
        with case(search), suppress(InarowError):
            call(seconds=10**400)


def test_the_smallest_limits_still_answer() -> None:
    for game in (GAME, Game(1, 1, 1), Game(20, 20, 5), Game(8, 8, 5)):
        solver = Solver(game, table_mb=1)
        for limits in ({"nodes": 1}, {"seconds": 1e-300}, {"seconds": 5e-324}):
            solution = solver.solve(game.start(), **limits)
            assert -1 <= solution.lower <= solution.upper <= 1
            assert solution.best_move in range(game.cells)
            assert solver.best_move(game.start(), **limits) in range(game.cells)


def test_no_node_more_than_the_limit() -> None:
    # At these the last nodes go into a chain of threats of the search for a judged move.
    start = Game(6, 6, 4).start()
    for nodes in range(260, 320):
        assert inarow.Solver(start.game).solve(start, nodes=nodes).nodes <= nodes


@pytest.mark.parametrize("position, value", [(WON, -1), (FULL, 0)])
def test_finished_positions(position: inarow.Position, value: int) -> None:
    for solver in (Solver(GAME), inarow.solver.functions.default_solver(GAME)):
        solver.solve(START)  # the table is not empty
        for kind in ("strong", "weak"):
            solution = solver.solve(position, distance=True, nodes=1, seconds=1, game_kind=kind)
            assert (solution.value, solution.lower, solution.upper) == (value, value, value)
            assert solution.distance == (0 if value else None)
            assert solution.best_move is None
            assert (solution.line, solution.nodes, solution.proven) == ((), 0, True)
        assert solver.analyse(position) == {}
        batch = solver.solve_batch(position.to_array()[None], distance=True, optimal=True)
        assert batch.values.tolist() == [value] and batch.proven.all()
        assert batch.moves.tolist() == [-1]
        assert batch.distances.tolist() == [0 if value else -1]
        assert batch.optimal is not None and not batch.optimal.any()


# --- the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_the_table_keeps_to_its_limit(size: int) -> None:
    game = Game(6, 7, 5)
    solver = Solver(game, table_mb=size)
    small = solver.table_size
    assert solver.table_used == 0
    solver.solve(game.start(), nodes=300_000)
    assert small <= solver.table_size <= size << 20
    assert 0 < solver.table_used <= solver.table_size // 24
    solver.clear()
    assert (solver.table_used, solver.table_size) == (0, small)


# --- playouts ------------------------------------------------------------------------------------


def test_what_a_search_takes_depends_on_the_seed_and_no_value_does() -> None:
    """Cleared, a solver begins with the same random numbers and the same history again."""
    game = Game(9, 5, 5)
    nodes = set()
    for seed in range(4):
        solver = Solver(game, seed=seed)
        first = solver.solve(game.start())
        solver.clear()
        again = solver.solve(game.start())
        assert first.value == again.value == 0
        assert first.nodes == again.nodes
        nodes.add(first.nodes)
    assert len(nodes) > 1, nodes


def test_any_integer_is_a_seed_and_repeats_its_games() -> None:
    for seed in (0, 1, -1, 2**63, 2**64 - 1, 2**64, -(2**70), np.int8(-3)):
        with case(seed):
            assert Solver(GAME, seed=seed).solve(START).value == 0
            first = Solver(GAME).playouts(START, 500, seed)
            assert first == Solver(GAME, table_mb=1).playouts(START, 500, seed)
            assert first.games == 500
            assert 500 * 5 <= first.plies <= 500 * 9
            assert min(first.x_wins, first.o_wins, first.draws) > 0
    assert len({Solver(GAME).playouts(START, 1000, seed) for seed in range(20)}) > 15


@pytest.mark.parametrize("text", ["XX./OO./...", "XX./OO./..X", "XO./.../..."])
def test_playouts_follow_the_odds_of_random_play(text: str) -> None:
    """The same moves made in Python: every move is as likely, and the right side is credited."""
    position = GAME.position(text)
    found = Solver(GAME).playouts(position, 100_000, 3)

    def odds(node: inarow.Position) -> np.ndarray:
        if node.is_over:
            return np.array([node.winner == "X", node.winner == "O", node.is_draw, 0], float)
        later = [odds(node.play(move)) for move in node.legal_moves]
        return np.asarray(np.mean(later, axis=0) + np.array([0, 0, 0, 1]))

    np.testing.assert_allclose(np.array(found) / 100_000, odds(position), atol=0.015)


@pytest.mark.parametrize(
    "size", [(1, 1, 1), (1, 1, 2), (20, 20, 5), (20, 20, 21), (1, 20, 3), (20, 1, 2), (8, 9, 4)]
)
def test_playouts_on_boards_of_every_shape(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    found = Solver(game).playouts(game.start(), 200, 5)
    assert found.games == 200
    assert found.plies <= 200 * game.cells
    if game.k > max(game.m, game.n):
        assert (found.draws, found.plies) == (200, 200 * game.cells)


def test_an_analysis_of_some_moves() -> None:
    position = Game(3, 3, 3).position("XO./.../...")
    some = inarow.analyse(position, moves=["c3", (1, 0), 8], distance=True)
    every = inarow.analyse(position, distance=True)
    assert list(some) == [3, 8]
    assert [(s.value, s.distance) for s in some.values()] == [
        (every[move].value, every[move].distance) for move in some
    ]
    assert inarow.analyse(position, moves=[]) == {}
