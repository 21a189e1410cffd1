"""The vector environment: step by step what Gymnasium's vector of single environments does."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from inarow import (
    Game,
    IllegalMoveError,
    InvalidGameError,
    InvalidOptionError,
    InvalidPositionError,
)
from inarow.envs import MNKEnv, MNKVectorEnv
from inarow.strategies import Greedy

COUNT = 6
GAMES = [Game(3, 3, 3), Game(2, 5, 3), Game(4, 5, 3), Game(1, 7, 3, exact=True)]
MODES = list(AutoresetMode)


class Script:
    """An opponent that plays the moves it is told."""

    def __init__(self) -> None:
        self.moves: list[int] = []

    def choose(self, position: object) -> SimpleNamespace:
        return SimpleNamespace(move=self.moves.pop(0))


class Both:
    """The same games twice: the opponent of the single environments repeats that of the vector."""

    def __init__(self, game: Game, side: Any, mode: AutoresetMode) -> None:
        self.compared = 0
        self.scripts = [Script() for _ in range(COUNT)]
        options: dict[str, Any] = {"side": side, "exact": game.exact, "grade": True}
        options["render_mode"] = "rgb_array"
        self.many = MNKVectorEnv(COUNT, *game.size, autoreset_mode=mode, **options)
        self.sync = SyncVectorEnv(
            [
                lambda script=script: MNKEnv(*game.size, opponent=script, **options)  # type: ignore[misc]
                for script in self.scripts
            ],
            autoreset_mode=mode,
        )
        assert self.many.metadata == {**self.sync.metadata, "render_modes": ["rgb_array"]}

    def reset(self, **options: Any) -> dict[str, Any]:
        given = dict(options)
        seen, infos = self.many.reset(seed=None if options else 1, options=given)
        assert given.keys() == options.keys()  # as the caller has them
        self._prepare(infos)
        wanted, told = self.sync.reset(options=dict(options))
        return self._compare((seen, infos), (wanted, told))

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, dict[str, Any]]:
        seen, rewards, ended, truncated, infos = self.many.step(actions)
        self._prepare(infos.get("final_info", {}))
        self._prepare(infos)
        wanted, *results, told = self.sync.step(actions)
        for ours, theirs in zip((rewards, ended, truncated), results, strict=True):
            assert (ours == theirs).all() and ours.dtype == theirs.dtype
        return ended, self._compare((seen, infos), (wanted, told))

    def _prepare(self, infos: dict[str, Any]) -> None:
        """Tell the single environments who plays what."""
        for row, script in enumerate(self.scripts):
            self.sync.envs[row]._side = "XO"[self.many._agent[row]]  # type: ignore[attr-defined]
            if infos and infos["_opponent_move"][row] and infos["opponent_move"][row] >= 0:
                script.moves.append(int(infos["opponent_move"][row]))

    def _compare(self, ours: Any, theirs: Any) -> dict[str, Any]:
        assert not any(script.moves for script in self.scripts)
        for name, wanted in theirs[0].items():
            assert (ours[0][name] == wanted).all() and ours[0][name].dtype == wanted.dtype
        assert self.many.observation_space.contains(ours[0])
        same_infos(ours[1], theirs[1])
        self.compared += 1
        if self.compared % 6 == 0:
            frames, wanted = self.many.render(), self.sync.render()
            assert frames is not None and len(frames) == len(wanted)
            assert all((frame == other).all() for frame, other in zip(frames, wanted, strict=True))
        return dict(ours[1])


def same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    graded = theirs.pop("grade", np.full(COUNT, None))
    is_graded = theirs.pop("_grade", np.zeros(COUNT, bool))
    for name in theirs.keys() - {name for name in theirs if name.startswith("_")}:
        mask = theirs[f"_{name}"]
        assert (ours[f"_{name}"] == mask).all(), name
        if name == "final_info":
            same_infos(ours[name], theirs[name])
        for row in mask.nonzero()[0] if name != "final_info" else ():
            one, other = ours[name][row], theirs[name][row]
            if name == "final_obs":
                assert one.keys() == other.keys()
                assert all((one[part] == other[part]).all() for part in one)
            else:
                assert (one == other).all(), name
    for name in ours.keys() - theirs.keys():  # of no game, or of grades
        if name.startswith("_"):
            assert (ours[name] == (is_graded if name[1:] in GRADED else False)).all(), name
    for row in is_graded.nonzero()[0]:
        for name, attribute in GRADED.items():
            value = getattr(graded[row], attribute)
            assert ours[name][row] == (len(value) if name == "best_moves" else value)


GRADED = {name: name for name in ("value_before", "value_after", "regret", "best_moves")}


def some_actions(masks: np.ndarray, numbers: np.random.Generator) -> np.ndarray:
    """A legal action for every game; any where there is none."""
    return np.where(masks, numbers.random(masks.shape), -1).argmax(axis=1)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("side", ["X", "O", "both"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_step_is_that_of_single_environments(
    game: Game, side: Any, mode: AutoresetMode
) -> None:
    both = Both(game, side, mode)
    numbers = np.random.default_rng(4)
    infos = both.reset()
    seen = {"ended": 0, "illegal": 0, "masks": 0}
    for number in range(40):
        actions = some_actions(infos["action_mask"], numbers)
        wild = numbers.random(COUNT) < 0.2
        actions[wild] = numbers.integers(game.cells, size=int(wild.sum()))
        ended, infos = both.step(actions)
        seen["ended"] += int(ended.sum())
        told = infos.get("final_info", infos)
        seen["illegal"] += int(told["illegal"].sum())
        mask = ended if mode is AutoresetMode.DISABLED else numbers.random(COUNT) < 0.1
        if mask.any():
            seen["masks"] += 1
            begun = game.start()
            if number % 4 == 0:
                begun = begun.play_all(game.near(game.centre, 1)[:3])
            options = {"position": begun} if number % 2 == 0 else {}
            infos = both.reset(reset_mask=mask, **options)
            infos["action_mask"] = both.many.action_masks()
    assert min(seen.values()) > 3, seen


def moves_of(many: MNKVectorEnv, infos: dict[str, Any], steps: int) -> np.ndarray:
    """What opponents play, (games, steps), where every agent takes the first cell that is free."""
    told = []
    for _ in range(steps):
        infos = many.step(infos["action_mask"].argmax(axis=1))[4]
        told.append(infos["opponent_move"])
    return np.array(told).T


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, "SameStep"])
def test_each_game_has_its_seed(mode: Any) -> None:
    game = {"m": 4, "n": 4, "k": 4, "side": "both", "autoreset_mode": mode}
    many, few = MNKVectorEnv(5, **game), MNKVectorEnv(2, **game)
    found = moves_of(many, many.reset(seed=[7, 8, 7, None, 9])[1], 40)
    assert (found[0] == found[2]).all() and len({row.tobytes() for row in found}) == 4
    again = moves_of(few, few.reset(seed=[9, 8])[1], 40)
    assert (again[0] == found[4]).all() and (again[1] == found[1]).all()
    following = moves_of(many, many.reset(seed=7)[1], 40)
    assert (following[0] == found[0]).all() and (following[2] == found[4]).all()
    mask = np.array([False, True])
    _, infos = few.reset(seed=[8, 7], options={"reset_mask": mask})
    infos["action_mask"] = few.action_masks()
    anew = moves_of(few, infos, 40)
    assert (anew[1] == found[0]).all() and (anew[0] != found[1]).any()


def test_what_is_refused_by_name() -> None:
    many = MNKVectorEnv(3)
    mask = np.array([True, False, True])
    with pytest.raises(InvalidOptionError, match="first reset"):
        many.reset(options={"reset_mask": mask})
    many.reset(seed=1)
    for wrong in (mask[:2], mask.astype(int), np.zeros(3, bool), "all", [[True], [True, False]]):
        with pytest.raises(InvalidOptionError, match="reset_mask"):
            many.reset(options={"reset_mask": wrong})
    for environment in (many, MNKEnv(), gymnasium.make("inarow/MNK-v0").unwrapped):
        with pytest.raises(InvalidOptionError, match="'mask'"):
            environment.reset(options={"mask": mask})
        with pytest.raises(InvalidOptionError, match="a dict or None"):
            environment.reset(options=[1])  # type: ignore[arg-type]
    for seed, error in (([1, 2], ValueError), ([1, 2, -1], ValueError), (["a"] * 3, TypeError)):
        with pytest.raises(error, match="seed"):
            many.reset(seed=seed)  # type: ignore[arg-type]
    for name, value in (("autoreset_mode", "Never"), ("render_mode", "human")):
        with pytest.raises(InvalidOptionError, match=value):
            MNKVectorEnv(3, **{name: value})  # type: ignore[arg-type]
    disabled = MNKVectorEnv(3, 1, 1, 1, autoreset_mode=AutoresetMode.DISABLED)
    disabled.reset()
    disabled.step(np.zeros(3, int))
    with pytest.raises(IllegalMoveError, match="game 0 is over"):
        disabled.step(np.zeros(3, int))


@pytest.mark.parametrize("side", ["O", "both"])
@pytest.mark.parametrize("size", [(1, 1, 2), (3, 3, 1)])
def test_a_game_that_ends_before_the_agent_has_moved_is_refused(side: Any, size: Any) -> None:
    for environment in (MNKEnv(*size, side=side), MNKVectorEnv(2, *size, side=side)):
        with pytest.raises(InvalidPositionError, match="before the agent"):
            environment.reset()


def test_pictures_are_made_where_they_are_asked_for() -> None:
    options: dict[str, Any] = {"num_envs": 2, "m": 3, "n": 4, "k": 3}
    made = gymnasium.make_vec(
        "inarow/MNK-v0", autoreset_mode=AutoresetMode.SAME_STEP, render_mode="rgb_array", **options
    )
    made.reset(seed=1)
    frames: Any = made.render()
    assert np.shape(frames) == (2, 97, 129, 3)
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert MNKVectorEnv(**options).render() is None


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
    for wanted in ({"misere": True}, {"gravity": True}):
        with pytest.raises(InvalidGameError, match='vectorization_mode="sync"'):
            gymnasium.make_vec("inarow/MNK-v0", num_envs=7, **wanted)
        gymnasium.make_vec("inarow/MNK-v0", 2, vectorization_mode="sync", **wanted).reset()


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
