"""What the table holds are facts: every entry, after any calls, agrees with the database."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from inarow import Database, Game, Position, Solver
from inarow._core import make_kernel

WIN = 512  # a score is WIN - d for a win in d plies, d - WIN for a loss, 0 for a draw
BUDGETS = (2, 64, 4096)
"""Nodes for the first attempt at a question: a small one makes the other attempts common."""


def stones_of(key: int, cells: int) -> tuple[int, int]:
    """The mover's stones and the other side's from a key: digits 1 and -1 of balanced ternary."""
    if key >= 1 << 63:
        key -= 1 << 64
    own = other = 0
    for cell in range(cells):
        digit = (key + 1) % 3 - 1
        own |= (digit == 1) << cell
        other |= (digit == -1) << cell
        key = (key - digit) // 3
    assert key == 0
    return own, other


def check_entries(database: Database, kernel: object, game: Game) -> int:
    """Compare the bounds of every entry with the truth; returns how many there were."""
    buffer = np.empty(1 << 20, np.uint8)
    index = checked = 0
    while index < kernel.table_entries:  # type: ignore[attr-defined]
        index, records = kernel.export_entries(buffer, index, False, 0)  # type: ignore[attr-defined]
        words = buffer[: 16 * records].view("<u8").reshape(-1, 2)
        for word, key in words.tolist():
            lower, upper = (word & 0xFFFF) - 2048, (word >> 16 & 0xFFFF) - 2048
            own, other = stones_of(key, game.cells)
            x, o = (own, other) if own.bit_count() == other.bit_count() else (other, own)
            board = [(x >> cell & 1) - (o >> cell & 1) for cell in range(game.cells)]
            position = game.position(np.array(board, np.int8).reshape(game.m, game.n))
            value, distance = database.probe(position)
            score = value * (WIN - (distance or 0))
            assert lower <= score <= upper, (position, lower, score, upper)
            checked += 1
    return checked


def random_position(game: Game, rng: random.Random) -> Position:
    """A position of random play that is not over."""
    while True:
        position = game.start()
        for _ in range(rng.randrange(game.cells)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            return position


def check_calls(database: Database, budget: int, calls: int, seed: int) -> None:
    """Solve positions with one table, and compare all answers, then all entries."""
    game, rng = database.game, random.Random(seed)
    kernel = make_kernel(game, 1 << 24, width=40, plain_budget=budget)
    for _ in range(calls):
        position = random_position(game, rng)
        distance = rng.random() < 0.5
        asked = position._own, position._opponent, distance, True, None, None, None
        lower, upper, plies, *_ = kernel.solve(*asked)
        label = database.probe(position)
        assert lower == upper == label.value, position
        if distance:
            assert plies == (-1 if label.distance is None else label.distance), position
    assert check_entries(database, kernel, game) > calls // 2


@pytest.mark.parametrize("board", [(4, 4, 4), (4, 4, 3), (3, 5, 4), (2, 8, 4)])
def test_every_entry_is_a_fact(tmp_path: Path, board: tuple[int, int, int]) -> None:
    database = Database.build(Game(*board), tmp_path / "facts.db")
    for budget in BUDGETS:
        check_calls(database, budget, 60, seed=budget + sum(board))


@pytest.mark.slow
@pytest.mark.parametrize("board", [(4, 5, 4), (5, 4, 4), (4, 5, 3), (3, 6, 4)])
def test_every_entry_is_a_fact_on_larger_boards(
    tmp_path: Path, board: tuple[int, int, int]
) -> None:
    database = Database.build(Game(*board), tmp_path / "facts.db")
    for budget in BUDGETS:
        check_calls(database, budget, 400, seed=budget + sum(board))


def test_a_draw_by_the_weak_game_is_kept_for_its_own_position() -> None:
    """The stones of 5,5,4 with the colours exchanged: a draw, and a win in nine plies."""
    game = Game(5, 5, 4)
    first = game.position("...../....O/..O../...../..X.X")
    second = game.position("...../....X/..X../...../..O.O")
    solver = Solver(game)
    assert solver.solve(first, distance=True).value == 0
    solution = solver.solve(second, distance=True)
    assert (solution.value, solution.distance) == (1, 9)
