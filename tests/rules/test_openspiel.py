"""OpenSpiel's `mnk` as an independent referee of the rules.

There m is the number of columns and n that of rows; an action is row * columns + column.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from inarow import Game

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
