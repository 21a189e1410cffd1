"""What the table holds are facts: every entry, after any calls, agrees with the truth."""

import random

import pytest
from boards import random_play
from oracles import Truth

from inarow import Game, Solver
from inarow._core import make_kernel

BUDGETS = (2, 64, 4096)
"""Nodes for the first attempt at a question: a small one makes the other attempts common."""


@pytest.mark.parametrize(
    "board, calls",
    [
        *[(board, 60) for board in ((3, 4, 3), (4, 4, 4), (2, 8, 4))],
        pytest.param((4, 4, 3), 60, marks=pytest.mark.long),
    ],
)
def test_every_entry_is_a_fact(board: tuple[int, int, int], calls: int) -> None:
    """Solve positions with one table, and compare all answers, then all entries."""
    game = Game(*board)
    truth = Truth(game)
    for budget in BUDGETS:
        rng = random.Random(budget + sum(board))
        kernel = make_kernel(game, 1 << 24, width=40, plain_budget=budget)
        for _ in range(calls):
            position = random_play(game, rng.randrange(game.cells), rng)
            truth.check_answer(kernel, position, rng.random() < 0.5)
        assert truth.check_entries(kernel) > calls // 2


def test_a_draw_by_the_weak_game_is_kept_for_its_own_position() -> None:
    """The stones of 5,5,4 with the colours exchanged: a draw, and a win in nine plies."""
    game = Game(5, 5, 4)
    first = game.position("...../....O/..O../...../..X.X")
    second = game.position("...../....X/..X../...../..O.O")
    solver = Solver(game)
    assert solver.solve(first, distance=True).value == 0
    solution = solver.solve(second, distance=True)
    assert (solution.value, solution.distance) == (1, 9)
