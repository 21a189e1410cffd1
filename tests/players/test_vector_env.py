"""The vector environment: every board of it is a game as `Position` has it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium

from inarow import (
    Game,
    IllegalMoveError,
    InvalidOptionError,
    grade,
)
from inarow.envs import MNKVectorEnv
from inarow.strategies import Greedy

GAMES = [
    Game(3, 3, 3),
    Game(2, 5, 3),
    Game(1, 1, 1),
    Game(1, 7, 3, exact=True),
    Game(4, 4, 3, exact=True),
    Game(4, 5, 3),
    Game(3, 3, 5),
    Game(2, 2, 1, exact=True),
]


def some_actions(masks: np.ndarray, numbers: np.random.Generator) -> np.ndarray:
    """A legal action for every game; any where there is none."""
    return np.where(masks, numbers.random(masks.shape), -1).argmax(axis=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("side", ["X", "O", "both"])
def test_every_board_is_a_game(game: Game, side: Any) -> None:
    """Replayed with positions: boards, rewards, ends, masks, observations."""
    if side != "X" and game.k == 1:
        pytest.skip("refused: the opponent would end it before the agent has moved")
    many = MNKVectorEnv(9, *game.size, side=side, exact=game.exact)
    numbers = np.random.default_rng(3)
    seen, infos = many.reset(seed=5)
    positions = [game.position(board) for board in many.boards]
    over = np.array([position.is_over for position in positions])
    agents = many._agent.copy()
    for _ in range(min(3 * game.cells, 24)):
        assert (infos["action_mask"] == seen["action_mask"]).all()
        assert (many.action_masks() == seen["action_mask"].astype(bool)).all()
        actions = some_actions(seen["action_mask"], numbers)
        seen, rewards, ended, truncated, infos = many.step(actions)
        assert not truncated.any() and not infos["illegal"].any()
        for row, position in enumerate(positions):
            reply = int(infos["opponent_move"][row])
            if over[row]:  # it begins anew
                position = game.start()
                agents[row] = many._agent[row]
                assert (reply >= 0) == (agents[row] == 1) and rewards[row] == 0
            else:
                position = position.play(int(actions[row]))
                assert (reply < 0) == position.is_over
            if reply >= 0:
                position = position.play(reply)
            assert (position.to_array() == many.boards[row]).all()
            assert ended[row] == position.is_over
            me = "XO"[agents[row]]
            expected = 0 if position.winner is None else 1 if position.winner == me else -1
            assert rewards[row] == expected
            planes = seen["observation"][row]
            assert (planes[..., 0] == (position.to_array() == (1 if me == "X" else -1))).all()
            assert planes.sum() == position.ply
            free = np.zeros(game.cells, int)
            free[list(position.legal_moves)] = 1
            assert (seen["action_mask"][row] == free).all()
            positions[row] = position
        over = ended
    assert seen["observation"].dtype == seen["action_mask"].dtype == np.int8


def test_spaces_and_conformance() -> None:
    many = MNKVectorEnv(5, 3, 4, 3)
    seen, _ = many.reset(seed=1)
    assert many.observation_space.contains(seen)
    actions = many.action_space.sample()
    assert many.action_space.contains(actions) and actions.shape == (5,)
    assert many.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    seen, rewards, ended, _, _ = many.step(actions)
    assert many.observation_space.contains(seen)
    assert (rewards.dtype, ended.dtype) == (np.float64, np.bool_)
    many.close()
    made = gymnasium.make_vec("inarow/MNK-v0", num_envs=7, m=4, n=4, k=3)
    assert made.reset(seed=2)[0]["observation"].shape == (7, 4, 4, 2)
    assert isinstance(made.unwrapped, MNKVectorEnv)
    wanted: dict[str, Any]
    for wanted in ({"level": 5}, {"opponent": Greedy}):
        with pytest.raises(InvalidOptionError, match='vectorization_mode="sync"'):
            gymnasium.make_vec("inarow/MNK-v0", num_envs=7, **wanted)


def play(many: MNKVectorEnv, seed: int) -> list[bytes]:
    numbers = np.random.default_rng(1)
    seen, _ = many.reset(seed=seed)
    told = []
    for _ in range(12):
        seen, rewards, _, _, _ = many.step(some_actions(seen["action_mask"], numbers))
        told.append(seen["observation"].tobytes() + rewards.tobytes())
    return told


def test_a_seed_repeats_everything() -> None:
    first, second = (MNKVectorEnv(20, 3, 3, 3, side="both") for _ in range(2))
    told = play(first, 4)
    assert play(second, 4) == told == play(first, 4) != play(first, 5)


def test_random_moves_are_drawn_evenly() -> None:
    many = MNKVectorEnv(20_000, 3, 3, 3, side="X")
    many.reset(seed=1, options={"position": "XO./OX./..."})
    _, _, _, _, infos = many.step(np.full(20_000, 6))
    shares = np.bincount(infos["opponent_move"], minlength=9) / 20_000
    assert np.flatnonzero(shares).tolist() == [2, 5, 7, 8]
    assert abs(shares[[2, 5, 7, 8]] - 1 / 4).max() < 0.02


def test_perfect_opponents_never_lose_a_drawn_game() -> None:
    many = MNKVectorEnv(200, 3, 3, 3, opponent="perfect", side="both")
    numbers = np.random.default_rng(7)
    seen, _ = many.reset(seed=3)
    total = 0
    for _ in range(20):
        seen, rewards, _, _, _ = many.step(some_actions(seen["action_mask"], numbers))
        assert rewards.max() <= 0
        total += int(rewards.sum())
    assert total < -100


def test_what_an_agent_does_wrong() -> None:
    many = MNKVectorEnv(3, 3, 3, 3)
    with pytest.raises(IllegalMoveError, match="reset"):
        many.step(np.zeros(3, int))
    many.reset(seed=1)
    for wrong in ([0, 1], np.zeros(3), [0, 1, 9], [-1, 0, 0], None, "abc", [True] * 3, 4):
        with pytest.raises(IllegalMoveError, match="action"):
            many.step(wrong)  # type: ignore[arg-type]
    assert not many.boards.any()
    seen, _, _, _, infos = many.step([4, 4, 4])  # type: ignore[arg-type]
    free = seen["action_mask"].argmax(axis=1)
    seen, rewards, ended, _, infos = many.step(np.array([4, free[1], free[2]]))
    assert infos["illegal"].tolist() == [True, False, False]
    assert (rewards[0], ended[0], infos["opponent_move"][0]) == (-1, True, -1)
    assert not many.action_masks()[0].any()
    seen, rewards, ended, _, infos = many.step(np.array([0, 0, 0]))
    assert (rewards[0], ended[0]) == (0, False) and not seen["observation"][0].any()


def test_a_reset_to_a_position() -> None:
    many = MNKVectorEnv(4, 3, 3, 3, side="both")
    start = Game(3, 3, 3).position("XO./.../...")
    many.reset(seed=2, options={"position": start})
    for board, agent in zip(many.boards, many._agent, strict=True):
        assert (board != 0).sum() == 2 + agent and board[0, 0] == 1 and board[0, 1] == -1


def test_grades_are_those_of_single_moves() -> None:
    game = Game(3, 3, 3)
    many = MNKVectorEnv(30, 3, 3, 3, side="both", grade=True)
    numbers = np.random.default_rng(2)
    many.reset(seed=6)
    for _ in range(8):
        before, free = many.boards, many.action_masks()
        actions = some_actions(free, numbers)
        infos = many.step(actions)[4]
        assert (infos["_regret"] == free.any(axis=1)).all()
        for row in np.flatnonzero(infos["_regret"]):
            single = grade(game.position(before[row]), int(actions[row]))
            assert infos["regret"][row] == single.regret
            assert infos["value_before"][row] == single.value_before
            assert infos["best_moves"][row] == len(single.best_moves or ())
