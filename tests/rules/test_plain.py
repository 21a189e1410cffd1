"""Misère games, where whoever completes a line loses, and games with gravity.

`test_random_games` holds the rules against the reference, `test_openspiel` against OpenSpiel. The
core's judgement of rows is held against `Game.position`. Whatever argues by a stone more, which
does no harm, refuses such games by name.
"""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from boards import plain_games

import inarow
from inarow import (
    Game,
    IllegalMoveError,
    InarowError,
    InvalidGameError,
    InvalidPositionError,
    Solver,
    distributed,
)
from inarow._core import make_kernel
from inarow.strategies import AlphaBeta, Greedy, MonteCarlo

C4 = Game(6, 7, 4, gravity=True)
MISERE = Game(3, 3, 3, misere=True)


def test_the_rules_are_part_of_the_game() -> None:
    games = {
        Game(4, 5, 3, exact=exact, misere=misere, gravity=gravity)
        for exact in (False, True)
        for misere in (False, True)
        for gravity in (False, True)
    }
    assert len(games) == len({game.key for game in games}) == len({*map(repr, games)}) == 8
    for game in games:
        assert Game.from_key(game.key) is game is eval(repr(game)) is copy.deepcopy(game)
        assert pickle.loads(pickle.dumps(game)) is game
        assert game.start().key.startswith(game.key)
        assert inarow.read_record(game.start().key).position == game.start()
        assert inarow.read_record(repr(game.start())).position == game.start()
    assert Game(6, 7, 4, misere=True, gravity=True).key == "6,7,4 misere gravity"
    assert C4.words == "6x7 board, 4 in a row, with gravity"
    assert MISERE.words == "3x3 board, 3 in a row loses"
    rules = {"exact": False, "misere": False, "gravity": True}
    assert C4.record() == {"m": 6, "n": 7, "k": 4, **rules}
    for name in ("misere", "gravity"):
        with pytest.raises(TypeError, match=f"{name} must be a bool, not int"):
            Game(3, 3, 3, **{name: 1})


def test_whoever_completes_a_line_loses() -> None:
    position = MISERE.start().play_all("a1 a2 b1 b2 c1")
    assert position.status == "O wins" and position.winning_cells == (0, 1, 2)
    assert position == MISERE.position("XXX/OO./...") and not position.legal_moves
    assert inarow.solve(position).value == 1 and inarow.solve(position, distance=True).distance == 0


def test_a_stone_rests_on_another() -> None:
    position = C4.start().play("d6")
    assert " ".join(map(C4.name, position.legal_moves)) == "d5 a6 b6 c6 e6 f6 g6"
    with pytest.raises(IllegalMoveError, match="cannot play d4: nothing lies below it"):
        position.play("d4")
    with pytest.raises(IllegalMoveError, match="taken"):
        position.play("d6")
    assert len(C4.symmetries) == 2 and len(Game(5, 5, 4, gravity=True).symmetries) == 2
    for strict in (True, False):
        with pytest.raises(InvalidPositionError, match="nothing lies below a1"):
            Game(2, 2, 2, gravity=True).position("X./..", "O", strict)


def test_the_last_stone_lies_on_top() -> None:
    game = Game(3, 3, 3, gravity=True)
    assert game.position("..O/.OO/XXX", "O", strict=False).winner == "X"
    with pytest.raises(InvalidPositionError, match="last stone"):
        game.position("OOO/OOO/XXX", "O", strict=False)


EXACT = [Game(1, 9, 3, exact=True), Game(2, 6, 3, exact=True)]


@pytest.mark.parametrize(
    "game", [*plain_games([(3, 3, 3), (4, 2, 2), (1, 6, 2)]), *EXACT, Game(3, 3, 3)], ids=str
)
def test_the_core_admits_the_rows_that_are_positions(game: Game) -> None:
    kernel, rng = make_kernel(game, 1 << 16), np.random.default_rng(1)
    admitted = 0
    for _ in range(3000):
        row = rng.choice([-1, 0, 1], size=(1, game.cells)).astype(np.int8)
        if game.gravity and rng.random() < 0.9:
            row[0] = np.sort(np.abs(row).reshape(game.m, game.n), axis=0).ravel() * rng.choice(
                [-1, 1], game.cells
            )
        try:
            game.position(row.reshape(game.m, game.n))
        except InvalidPositionError:
            assert kernel.first_bad_row(row) == 0
        else:
            assert kernel.first_bad_row(row) == -1
            admitted += 1
    assert 100 < admitted < 2900


# --- who refuses, and who does not ---------------------------------------------------------------

REFUSED: dict[str, Callable[[Game, Any], object]] = {
    "weak game": lambda game, path: inarow.solve(game.start(), game_kind="weak"),
    "certificates": lambda game, path: inarow.solve(game.start(), certificate=path),
    "wins by force": lambda game, path: inarow.forced_win(game.start()),
    "estimates": lambda game, path: Solver(game).estimates(game.start()),
    "random games": lambda game, path: inarow.playouts(game.start()),
    "pairings": lambda game, path: inarow.pairing(game.start()),
    "this strategy": lambda game, path: Greedy().choose(game.start()),
    "strategy": lambda game, path: AlphaBeta(2).choose(game.start()),
    "games": lambda game, path: MonteCarlo(10).choose(game.start()),
    "distributed": lambda game, path: distributed.solve(game.start()),
    "SGF": lambda game, path: inarow.write_record(game.start()),
    "Piskvork": lambda game, path: inarow.write_record(game.start(), "psq"),
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("game", [MISERE, Game(3, 3, 3, gravity=True)], ids=str)
def test_what_argues_by_a_stone_more_refuses(game: Game, what: str, tmp_path: Any) -> None:
    with pytest.raises(InarowError, match=what):
        REFUSED[what](game, tmp_path / "file")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("game", [MISERE, Game(3, 3, 3, gravity=True)], ids=str)
def test_random_games_are_refused_before_the_last_move_too(game: Game) -> None:
    position = game.start().play_all("a3 b3 c3 a2 b2 c2 b1 a1")
    assert len(position.legal_moves) == 1
    with pytest.raises(InvalidGameError, match="random games"):
        MonteCarlo(10).choose(position)


@pytest.mark.parametrize("game", [MISERE, Game(4, 4, 3, gravity=True)], ids=str)
def test_levels_and_environments_play(game: Game) -> None:
    from inarow.envs import MNKEnv

    words = {"misere": game.misere, "gravity": game.gravity}
    for number in (1, 4, 10):
        environment = MNKEnv(*game.size, level=number, **words)
        observation, info = environment.reset(seed=number)
        ended, reward = False, 0.0
        while not ended:
            legal = np.flatnonzero(info["action_mask"])
            assert tuple(legal) == environment.position.legal_moves
            observation, reward, ended, _, info = environment.step(int(legal[0]))
        winner = environment.position.winner
        assert reward == {None: 0, "X": 1, "O": -1}[winner]
        assert observation["observation"].sum() == environment.position.ply
