"""OpenSpiel as an independent referee of the rules.

In its `mnk` m is the number of columns and n that of rows; an action is row * columns + column. In
its `connect_four` an action is a column.
"""

import random

import pytest

from inarow import Game

pyspiel = pytest.importorskip("pyspiel")

SIZES = [
    *[(3, 4, 3), (4, 3, 3), (2, 6, 3), (6, 2, 2), (4, 4, 4), (5, 7, 4), (1, 8, 3), (9, 13, 5)],
    *[(15, 15, 5), (19, 20, 6)],
]
FALLING = [(6, 7, 4), (4, 5, 3), (5, 4, 4), (7, 3, 3)]
GAMES = [
    *[(f"mnk(m={n},n={m},k={k})", Game(m, n, k)) for m, n, k in SIZES],
    *[
        (f"connect_four(rows={m},columns={n},x_in_row={k})", Game(m, n, k, gravity=True))
        for m, n, k in FALLING
    ],
    *[(f"gomoku(size={n},connect={n},anti=True)", Game(n, n, n, misere=True)) for n in (3, 5)],
]


@pytest.mark.parametrize(("name", "game"), GAMES, ids=str)
def test_random_games_go_the_same_way(name: str, game: Game) -> None:
    theirs, rng = pyspiel.load_game(name), random.Random(1)
    for _ in range(max(5, 3000 // game.cells)):
        state, position = theirs.new_initial_state(), game.start()
        while not position.is_over:
            assert not state.is_terminal() and state.current_player() == "XO".index(position.turn)
            moves = [move % game.n if game.gravity else move for move in position.legal_moves]
            assert sorted(state.legal_actions()) == sorted(moves)
            move = rng.choice(position.legal_moves)
            state.apply_action(move % game.n if game.gravity else move)
            position = position.play(move)
        assert state.is_terminal()
        assert state.returns() == {"X": [1, -1], "O": [-1, 1], None: [0, 0]}[position.winner]
