"""The solver from Python: moves, batches, values and distances of empty boards, random games."""

from __future__ import annotations

from time import perf_counter

import numpy as np
import pytest
from measure import random_boards, small_positions, timed
from pytest_benchmark.fixture import BenchmarkFixture

import inarow
from inarow import BatchSolution, Game, Position, Solver
from inarow.reference import Rules, careful

ROOTS = [
    ((3, 3, 3), 0, None),
    ((4, 4, 3), 1, 5),
    ((4, 4, 4), 0, None),
    ((5, 4, 4), 0, None),
    ((5, 5, 4), 0, None),
    ((6, 5, 4), 1, 11),
    ((6, 6, 4), 1, 11),
    ((4, 7, 4), 0, None),
    ((4, 8, 4), 0, None),
]
"""Empty boards, with value and distance as known from elsewhere."""


def valued(game: Game, count: int) -> list[tuple[Position, int]]:
    """Random positions that are not over, with the values that the careful search finds."""
    rules = Rules(*game.size)
    boards = random_boards(game, count, seed=game.m + game.k, finished=False)
    positions = [game.position(board) for board in boards]
    return [(p, careful.solve(rules, rules.parse(p.text)).value) for p in positions]


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 4), (4, 4, 3)])
def test_best_move_warm(benchmark: BenchmarkFixture, size: tuple[int, int, int]) -> None:
    game = Game(*size)
    known = [(p, v) for p, v, _ in small_positions()] if game.cells == 9 else valued(game, 200)
    for position, value in known:
        assert inarow.solve(position.play(inarow.best_move(position))).value == -value
    positions = [position for position, _ in known]

    def ask() -> None:
        for position in positions:
            inarow.best_move(position)

    detail = f"{len(positions):,} positions, one after the other"
    timed(benchmark, f"best_move, {game.key}, warm", ask, of=len(positions), detail=detail)


def check_moves(game: Game, boards: np.ndarray, batch: BatchSolution) -> None:
    """Every move of a batch leads to a board of the opposite value; only ended games have none."""
    going = np.flatnonzero(batch.moves >= 0)
    after = boards.reshape(len(boards), -1)[going]
    played = np.arange(len(going)), batch.moves[going]
    assert not after[played].any()
    after[played] = 1 - 2 * (np.count_nonzero(after, axis=1) & 1)
    found = Solver(game).solve_batch(after.reshape(-1, game.m, game.n)).values
    assert np.array_equal(found, -batch.values[going])
    assert all(game.position(b).is_over for b in np.delete(boards, going, axis=0))


def test_batch_of_333(benchmark: BenchmarkFixture) -> None:
    """All positions of 3,3,3, many times over."""
    game, copies = Game(3, 3, 3), 222
    boards = np.stack([position.to_array() for position, _, _ in small_positions()])
    boards = np.tile(boards, (copies, 1, 1))
    batch = Solver(game).solve_batch(boards)
    assert batch.values.tolist() == [value for _, value, _ in small_positions()] * copies
    check_moves(game, boards, batch)
    row = f"solve_batch, 3,3,3, {len(boards):,} boards"
    detail = f"{len(boards) // copies:,} positions {copies} times; 1 thread"

    def solve() -> None:
        Solver(game).solve_batch(boards)

    timed(benchmark, row, solve, of=len(boards), unit="boards/s", detail=detail)


BY_THE_CLOCK = pytest.mark.benchmark(timer=perf_counter)
"""Two threads spend the processor time of two, whatever else the clock is."""


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=BY_THE_CLOCK)])
def test_batch_of_444_cold(benchmark: BenchmarkFixture, threads: int) -> None:
    game, rules = Game(4, 4, 4), Rules(4, 4, 4)
    boards = random_boards(game, 1_000_000, seed=444)
    batch = Solver(game, threads=threads).solve_batch(boards)
    for board, value in zip(boards[:100], batch.values, strict=False):
        text = "/".join("".join(".XO"[cell] for cell in row) for row in board)
        assert careful.solve(rules, rules.parse(text)).value == value
    check_moves(game, boards, batch)
    plural = "1 thread" if threads == 1 else f"{threads} threads"
    row = f"solve_batch, 4,4,4, {len(boards):,} random boards, cold, {plural}"

    def solve() -> None:
        Solver(game, threads=threads).solve_batch(boards)

    timed(benchmark, row, solve, detail="values and moves")


@pytest.mark.parametrize(("size", "value", "distance"), ROOTS)
@pytest.mark.parametrize("asked", [False, True])
def test_root_cold(
    benchmark: BenchmarkFixture,
    size: tuple[int, int, int],
    value: int,
    distance: int | None,
    asked: bool,
) -> None:
    if asked and distance is None:
        pytest.skip("a draw has no distance")
    start = Game(*size).start()
    solution = Solver(start.game).solve(start, distance=asked)
    assert solution.value == value
    assert not asked or solution.distance == distance
    detail = f"{'win' if value else 'draw'}{f' in {distance}' * asked}; {solution.nodes:,} nodes"
    row = f"{start.game.key} root, cold{', distance' * asked}"
    timed(benchmark, row, lambda: Solver(start.game).solve(start, distance=asked), detail=detail)


@pytest.mark.parametrize(("size", "positions"), [((4, 4, 4), 9_722_011), ((3, 6, 3), 46_487_328)])
def test_count(benchmark: BenchmarkFixture, size: tuple[int, int, int], positions: int) -> None:
    game = Game(*size)
    assert inarow.count(game).positions == positions
    row, detail = f"count, {game.key}", f"{positions:,} positions"
    timed(benchmark, row, lambda: inarow.count(game), detail=detail)


def test_random_games(benchmark: BenchmarkFixture) -> None:
    # On 3,3,3 the chances are known: X wins 737, O 363 and nobody 160 of 1,260 random games.
    found = Solver(Game(3, 3, 3)).playouts(Game(3, 3, 3).start(), 100_000, seed=1)
    for games, share in zip(found[:3], (737, 363, 160), strict=True):
        assert abs(games / 100_000 - share / 1260) < 0.01
    solver, count = Solver(Game(15, 15, 5)), 20_000
    start = solver.game.start()
    outcome = solver.playouts(start, count, seed=1)
    assert outcome == solver.playouts(start, count, seed=1)
    detail = f"{outcome.plies / count:.4g} plies a game"

    def play() -> None:
        solver.playouts(start, count, seed=1)

    timed(benchmark, "playouts, 15,15,5", play, of=count, unit="games/s", detail=detail)
