"""Bad input: every entrance of the library refuses it, with the right error and without harm."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from cases import case, refused

import inarow
from inarow import (
    Game,
    IllegalMoveError,
    InarowError,
    InvalidOptionError,
    InvalidPositionError,
    Solver,
)

GAME = Game(3, 3, 3)
START = GAME.start()
WON = GAME.position("XXX/OO./...")
FULL = GAME.position("XOX/XOO/OXX")
EMPTY = np.zeros((1, 3, 3), np.int8)

SEARCHES: dict[str, Callable[..., Any]] = {
    "Solver.solve": lambda **limits: Solver(GAME, 1).solve(START, **limits),
    "Solver.best_move": lambda **limits: Solver(GAME, 1).best_move(START, **limits),
    "Solver.analyse": lambda **limits: Solver(GAME, 1).analyse(START, **limits),
    "Solver.solve_batch": lambda **limits: Solver(GAME, 1).solve_batch(EMPTY, **limits),
    "solve": lambda **limits: inarow.solve(START, **limits),
    "solve, weak": lambda **limits: inarow.solve(START, game_kind="weak", **limits),
    "analyse": lambda **limits: inarow.analyse(START, **limits),
    "solve_batch": lambda **limits: inarow.solve_batch(GAME, EMPTY, **limits),
}
OUT_OF_RANGE: list[tuple[str, object]] = [
    *[("nodes", value) for value in (0, -1, -(10**30), np.int64(0))],
    *[("seconds", value) for value in (0, 0.0, -0.0, -1, -1e-9, math.nan, math.inf, -math.inf)],
    *[("seconds", value) for value in (Decimal(0), Decimal("NaN"), Fraction(-1, 3), np.float32(0))],
]
WRONG_TYPE: list[tuple[str, object]] = [
    *[("nodes", value) for value in (1.0, "1", True, [1], b"1", 1j, np.float64(2), math.nan)],
    *[("seconds", value) for value in ("1", True, [1], b"1", 1j, object(), START)],
]


# --- limits --------------------------------------------------------------------------------------


def test_limits_out_of_range() -> None:
    for (search, call), (name, value) in product(SEARCHES.items(), OUT_OF_RANGE):
        with refused(InvalidOptionError, name, search, value):
            call(**{name: value})


def test_limits_of_a_wrong_type() -> None:
    for (search, call), (name, value) in product(SEARCHES.items(), WRONG_TYPE):
        with refused(TypeError, None, search, name, value):
            call(**{name: value})


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


def test_best_move_checks_its_limits_also_when_it_knows_the_answer() -> None:
    solver = Solver(GAME)
    solver.solve(START)
    for limit in ({"nodes": 0}, {"seconds": math.nan}, {"seconds": "soon"}):
        with refused((InvalidOptionError, TypeError), None, limit):
            solver.best_move(START, **limit)  # type: ignore[arg-type]


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


def test_progress_must_be_callable() -> None:
    for (search, call), wrong in product(SEARCHES.items(), (5, "progress", [], object())):
        if not search.endswith("best_move"):
            with refused(TypeError, "callable", search, wrong):
                call(progress=wrong)


# --- positions -----------------------------------------------------------------------------------

NO_POSITIONS: list[object] = [None, "X../.../...", 5, GAME, EMPTY, [[0] * 3] * 3, (0, 0)]
ON_POSITIONS: dict[str, Callable[[Any], Any]] = {
    "Solver.solve": lambda position: Solver(GAME, 1).solve(position),
    "Solver.best_move": lambda position: Solver(GAME, 1).best_move(position),
    "Solver.analyse": lambda position: Solver(GAME, 1).analyse(position),
    "Solver.playouts": lambda position: Solver(GAME, 1).playouts(position),
    "solve": inarow.solve,
    "best_move": inarow.best_move,
    "analyse": inarow.analyse,
    "playouts": inarow.playouts,
}


def test_what_is_no_position() -> None:
    for (name, call), wrong in product(ON_POSITIONS.items(), NO_POSITIONS):
        with refused(TypeError, "Position", name, wrong):
            call(wrong)


def test_a_position_of_another_game() -> None:
    sizes = (3, 3, 2), (3, 4, 3), (4, 3, 3), (20, 20, 5)
    for (name, call), size in product(ON_POSITIONS.items(), sizes):
        if name.startswith("Solver"):
            with refused(InvalidPositionError, "given to", name, size):
                call(Game(*size).start())


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
        with pytest.raises(InvalidPositionError, match="over"):
            solver.best_move(position)
        with pytest.raises(InvalidPositionError, match="over"):
            solver.playouts(position)
        batch = solver.solve_batch(position.to_array()[None], distance=True, optimal=True)
        assert batch.values.tolist() == [value] and batch.proven.all()
        assert batch.moves.tolist() == [-1]
        assert batch.distances.tolist() == [0 if value else -1]
        assert batch.optimal is not None and not batch.optimal.any()


# --- solvers and games ---------------------------------------------------------------------------


def test_a_solver_needs_a_game() -> None:
    wrong: Any
    for wrong in (None, (3, 3, 3), "3,3,3", START):
        with refused(TypeError, "Game", wrong):
            Solver(wrong)
        with refused(TypeError, "Game", wrong):
            inarow.solve_batch(wrong, EMPTY)


def test_table_sizes_and_threads_out_of_range() -> None:
    for size in (0, -1, 10**9, 2**44, 2**64, 10**30):
        with refused(InvalidOptionError, "table_mb", size):
            Solver(GAME, table_mb=size)
    for threads in (0, -1, 257, 10**30):
        with refused(InvalidOptionError, "threads", threads):
            Solver(GAME, threads=threads)
        with refused(InvalidOptionError, "threads", threads):
            Solver(GAME).solve_batch(EMPTY, threads=threads)
        with refused(InvalidOptionError, "threads", threads):
            inarow.solve_batch(GAME, EMPTY, threads=threads)


def test_numbers_of_a_wrong_type() -> None:
    wrong: Any
    for wrong in (1.5, "2", True, None, [1], math.nan):
        with refused(TypeError, None, wrong):
            Solver(GAME, table_mb=wrong)
        with refused(TypeError, None, wrong):
            Solver(GAME, threads=wrong)
        with refused(TypeError, None, wrong):
            Solver(GAME).playouts(START, wrong)
        with refused(TypeError, None, wrong):
            Solver(GAME).playouts(START, 5, wrong)
    for wrong in (1.5, "1", None, [1]):
        with refused(TypeError, "seed", wrong):
            Solver(GAME, seed=wrong)


# --- the weak game -------------------------------------------------------------------------------


def test_an_unknown_kind_of_game_is_refused() -> None:
    solver = Solver(GAME)
    for kind, position in product(("misere", "", "Weak", "weak ", "strongest"), (START, WON)):
        for solve in (inarow.solve, solver.solve):
            with refused(InarowError, "weak", kind, position):
                solve(position, game_kind=kind)  # type: ignore[arg-type]
    wrong: Any
    for wrong in (None, 1, b"weak", ["weak"]):
        with refused((TypeError, InarowError), None, wrong):
            inarow.solve(START, game_kind=wrong)


# --- boards --------------------------------------------------------------------------------------


def test_what_is_no_array_of_boards_is_refused() -> None:
    solver = Solver(GAME)
    for shape in ((9,), (2, 9), (1, 3, 4), (1, 4, 3), (1, 1, 3, 3), (0,), ()):
        with refused(InvalidPositionError, "shape", shape):
            solver.solve_batch(np.zeros(shape, np.int8))
    for kind in ("complex128", "object", "U1", "S1", "M8[s]"):
        with refused(InvalidPositionError, "numbers or bools", kind):
            solver.solve_batch(np.zeros((1, 3, 3), kind))
    wrong: Any
    for wrong in (None, "…", 5, GAME, {1}):
        with refused(TypeError, "boards must be an array, nested lists or positions", wrong):
            solver.solve_batch(wrong)


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


def test_counts_of_playouts_out_of_range() -> None:
    for count in (0, -1, -(10**30), 2**64):
        with refused(InvalidOptionError, "count", count):
            Solver(GAME).playouts(START, count)


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


def test_different_seeds_play_different_games() -> None:
    results = {Solver(GAME).playouts(START, 1000, seed) for seed in range(20)}
    assert len(results) > 15


def test_playouts_follow_the_odds_of_random_play() -> None:
    """X wins 212/360 of random games of 3,3,3, O 104/360, 46/360 are drawn (58.5, 28.8, 12.7 %)."""
    games = 200_000
    found = Solver(GAME).playouts(START, games, 1)
    assert abs(found.x_wins / games - 0.5849) < 0.005
    assert abs(found.o_wins / games - 0.2881) < 0.005
    assert abs(found.draws / games - 0.1270) < 0.005


@pytest.mark.parametrize("text, mover", [("XX./OO./...", "X"), ("XX./OO./..X", "O")])
def test_playouts_credit_the_right_side(text: str, mover: str) -> None:
    """The same moves made in Python: with two cells to complete one wins more often."""
    position = GAME.position(text)
    found = Solver(GAME).playouts(position, 30_000, 3)

    def odds(node: inarow.Position) -> np.ndarray:
        if node.is_over:
            return np.array([node.winner == "X", node.winner == "O", node.is_draw, 0], float)
        later = [odds(node.play(move)) for move in node.legal_moves]
        return np.asarray(np.mean(later, axis=0) + np.array([0, 0, 0, 1]))

    expected = odds(position)
    np.testing.assert_allclose(np.array(found) / 30_000, expected, atol=0.03)
    assert position.turn == mover


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
    with pytest.raises(IllegalMoveError, match="taken"):
        inarow.analyse(position, moves=["c3", "a1"])
