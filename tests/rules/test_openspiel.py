"""OpenSpiel's `mnk` as an independent referee of the rules, and of a few values.

There m is the number of columns and n that of rows; an action is row * columns + column.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from inarow import Game, Solver

pyspiel = pytest.importorskip("pyspiel")

SIZES = [
    *[(3, 3, 3), (3, 4, 3), (4, 3, 3), (2, 6, 3), (6, 2, 2), (4, 4, 4), (5, 4, 4), (5, 7, 4)],
    *[(1, 8, 3), (8, 8, 5), (9, 13, 5), (15, 15, 5), (19, 20, 6)],
]


def referee(game: Game) -> Any:
    """The same game there."""
    return pyspiel.load_game(f"mnk(m={game.n},n={game.m},k={game.k})")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_random_games_go_the_same_way(size: tuple[int, int, int]) -> None:
    game, rng = Game(*size), random.Random(1)
    theirs = referee(game)
    assert theirs.num_distinct_actions() == game.cells
    endings: set[str] = set()
    for _ in range(max(5, 3000 // game.cells)):
        state, position = theirs.new_initial_state(), game.start()
        while True:
            assert state.is_terminal() == position.is_over
            assert tuple(state.legal_actions()) == position.legal_moves
            if position.is_over:
                break
            assert state.current_player() == "XO".index(position.turn)
            move = rng.choice(position.legal_moves)
            state.apply_action(move)
            position = position.play(move)
        expected = {"X": [1.0, -1.0], "O": [-1.0, 1.0], None: [0.0, 0.0]}[position.winner]
        assert state.returns() == expected
        assert str(state).replace("\n", "/").lower() == position.text.lower()
        endings.add(position.status)
    assert endings  # for most sizes all three endings


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (4, 4, 4), (4, 4, 3), (5, 4, 4)], ids=str)
def test_values_of_late_positions(size: tuple[int, int, int]) -> None:
    game, rng = Game(*size), random.Random(2)
    theirs, solver = referee(game), Solver(game, table_mb=16)
    compared = 0
    while compared < 60:
        state, position = theirs.new_initial_state(), game.start()
        for _ in range(rng.randint(max(0, game.cells - 8), game.cells - 1)):
            if position.is_over:
                break
            move = rng.choice(position.legal_moves)
            state.apply_action(move)
            position = position.play(move)
        if position.is_over:
            continue
        assert solver.solve(position).value == exact(state), position
        compared += 1


def exact(state: Any, alpha: int = -1, beta: int = 1) -> int:
    """The value for the side to move, by alpha-beta on OpenSpiel's states."""
    best = -1
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_terminal():
            value = int(child.returns()[state.current_player()])
        else:
            value = -exact(child, -beta, -max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    return best


def test_the_referee_tells_rows_from_columns() -> None:
    """With m and n mixed up the comparison above would fail at once."""
    game = Game(2, 6, 3)
    state, position = referee(game).new_initial_state(), game.start()
    for move in (0, 6, 1, 7, 2):
        state.apply_action(move)
        position = position.play(move)
    assert state.is_terminal() and position.winner == "X"
