"""The environments: the official conformance tests, the rules, seeds, pictures and the oracle."""

import copy
import io
import pickle
import subprocess
import sys
import warnings
from contextlib import redirect_stdout
from random import Random as Numbers
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import inarow
from inarow import (
    Game,
    IllegalMoveError,
    analyse,
    grade,
    solve,
)
from inarow.envs import MNKEnv, env, label
from inarow.envs.raster import raster
from inarow.strategies import Greedy, MonteCarlo, Random

SIZES = [(3, 3, 3), (2, 5, 3), (6, 4, 4), (1, 1, 1), (15, 15, 5)]

UNAVOIDABLE = [  # what the tests say of every game that begins empty and is not on their own list
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Observation numpy array is all zeros",
    "Action mask numpy array is all zeros",  # of a finished game
    "Action mask is a single number",  # on 1x1
    "State numpy array is all zeros",
]


@pytest.fixture
def no_warnings() -> Any:
    """Any warning fails, but those."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in UNAVOIDABLE:
            warnings.filterwarnings("ignore", message)
        yield


def random_game(environment: Any, numbers: Numbers) -> list[int]:
    """Play a legal game to its end; its moves."""
    environment.reset()
    moves = []
    for _ in environment.agent_iter():
        observation, _, termination, truncation, _ = environment.last()
        if termination or truncation:
            environment.step(None)
        else:
            moves.append(numbers.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            environment.step(moves[-1])
    return moves


# --- PettingZoo ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_warnings")
@pytest.mark.parametrize("size", SIZES)
def test_pettingzoo_conformance(size: tuple[int, int, int]) -> None:
    api_test(env(*size), num_cycles=60)
    seed_test(lambda: env(*size), num_cycles=20)
    parallel_api_test(turn_based_aec_to_parallel(env(*size)), num_cycles=20)


@pytest.mark.usefixtures("no_warnings")
def test_pettingzoo_state_and_render() -> None:
    state_test(env(), turn_based_aec_to_parallel(env()))
    with redirect_stdout(io.StringIO()) as shown:
        render_test(env)
    assert "  a b c\n1 " in shown.getvalue()


def test_a_game_of_two() -> None:
    game = env(3, 3, 3)
    game.reset(seed=1)
    for cell, agent in zip((4, 0, 8), ("player_0", "player_1", "player_0"), strict=True):
        assert game.agent_selection == agent
        assert not game.observe("player_1" if agent == "player_0" else "player_0")[
            "action_mask"
        ].any()
        game.step(cell)
    seen = game.observe("player_1")
    assert seen["observation"][..., 0].reshape(-1).tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert seen["observation"][..., 1].reshape(-1).tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 1]
    assert seen["action_mask"].tolist() == [0, 1, 1, 1, 0, 1, 1, 1, 0]
    assert (game.state() == game.observe("player_0")["observation"]).all()
    game.step(1)
    assert (seen["observation"].sum(), seen["action_mask"].sum()) == (3, 6)  # it was a copy
    game.step(2)
    game.step(5)
    game.step(6)
    assert game.rewards == {"player_0": 1, "player_1": -1}
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.last()[1:4] == (-1, True, False)


def test_an_illegal_move_loses() -> None:
    game = env()
    game.reset()
    game.step(4)
    game.step(np.int32(4))
    assert game.rewards == {"player_0": 0, "player_1": -1}
    assert game.infos["player_1"]["illegal"] == 4
    assert all(game.terminations.values())
    assert game.unwrapped.board.position == Game(3, 3, 3).start().play(4)
    game.step(None)
    game.step(None)
    assert game.agents == []
    game.reset()
    assert (
        game.rewards == {"player_0": 0, "player_1": 0} and "illegal" not in game.infos["player_1"]
    )


def test_what_is_no_action_is_refused() -> None:
    game = env()
    game.reset()
    single = MNKEnv()
    single.reset(seed=1)
    for action in (9, -1, None, 1.0, 4.0, "b2", True, np.True_, *NO_ACTIONS):
        for environment in (game, single):
            with pytest.raises(IllegalMoveError, match="an action is a cell from 0 to 8"):
                environment.step(action)
    assert not game.unwrapped.board.position.x and not single.position.ply


NO_ACTIONS = [[4], (1, 1), np.array([1, 2]), np.array([], int), np.array([4.0]), np.array([True])]


@pytest.mark.parametrize("action", [4, np.int8(4), np.array(4), np.array([4]), np.array([[4]])])
def test_an_array_of_one_number_is_an_action(action: Any) -> None:
    single, game = MNKEnv(), env()
    single.reset(seed=1)
    game.reset()
    single.step(action)
    game.step(action)
    assert single.position["b2"] == game.unwrapped.board.position["b2"] == "X"


def test_calls_out_of_order() -> None:
    game = env()
    for name in ("agents", "agent_selection", "rewards"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(game, name)
    for call in (game.last, game.render, game.state, game.agent_iter, lambda: game.step(0)):
        with pytest.raises(Exception, match=r"reset\(\) needs to be called before"):
            call()
    game.reset()
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in game.agent_iter():
            pass


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_copies_play_on(copied: Any) -> None:
    game = env(4, 4, 3)
    game.reset()
    game.step(5)
    other = copied(game)
    other.step(6)
    game.step(7)
    for one, cell in ((game, 7), (other, 6)):
        assert one.unwrapped.board.position == Game(4, 4, 3).start().play(5).play(cell)
        seen = one.last()[0]
        assert np.flatnonzero(seen["observation"].reshape(-1)).tolist() == [10, 2 * cell + 1]
        assert np.flatnonzero(seen["action_mask"] == 0).tolist() == [5, cell]
    for size, level in (((4, 4, 3), 4), ((3, 3, 3), 10), ((9, 9, 5), 7), ((9, 9, 5), 9)):
        single = MNKEnv(*size, level=level)
        single.reset(seed=3)
        single.step(4)  # players with a solver have one from their first move on
        other = copied(single)
        move = next(iter(single.position.legal_moves))
        assert plain(other.step(move)[4]) == plain(single.step(move)[4])
        assert other.position == single.position


# --- Gymnasium -----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", ["X", "both"])
def test_gymnasium_conformance(size: tuple[int, int, int], side: Any) -> None:
    if size == (1, 1, 1):
        size, side = (1, 2, 2), "X"  # the checker takes two steps
    with redirect_stdout(io.StringIO()):
        m, n, k = size
        made = gymnasium.make("inarow/MNK-v0", m=m, n=n, k=k, exact=True, level=3, side=side)
        assert made.unwrapped.position.game == Game(m, n, k, exact=True)
        check_env(made.unwrapped)


@pytest.mark.processes
@pytest.mark.filterwarnings("error")
def test_make_finds_the_environment() -> None:
    # In a new process: here, it may be known already.
    program = (
        "import gymnasium\n"
        "one = gymnasium.make('inarow.envs:inarow/MNK-v0', m=4, n=5, k=3, level=4)\n"
        "print(one.reset(seed=1)[0]['observation'].shape)\n"
        "many = gymnasium.make_vec('inarow/MNK-v0', num_envs=3, level=2,"
        " vectorization_mode='sync')\n"
        "many.reset(seed=1)\n"
        "print(many.step([0, 4, 8])[0]['action_mask'].shape)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("(4, 5, 2)\n(3, 9)\n", "")


def plain(info: dict[str, Any]) -> dict[str, Any]:
    """The same with lists for arrays, which can be compared."""
    return {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in info.items()}


def play_single(environment: MNKEnv, seed: int, games: int = 3) -> list[Any]:
    """What happens in some games with first legal moves, all that can be told of it."""
    told: list[Any] = []
    for number in range(games):
        observation, info = environment.reset(seed=seed if number == 0 else None)
        while True:
            told.append((observation["observation"].tobytes(), plain(info)))
            cell = int(observation["action_mask"].argmax())
            observation, reward, terminated, truncated, info = environment.step(cell)
            assert not truncated
            if terminated:
                told.append((reward, environment.position.text))
                break
    return told


@pytest.mark.parametrize(
    "opponent",
    [
        {},
        {"level": 5},
        {"opponent": Random},
        {"opponent": lambda seed: MonteCarlo(50, seed=seed)},
        {"opponent": Greedy(seed=3)},
    ],
)
def test_a_seed_repeats_everything(opponent: dict[str, Any]) -> None:
    first, second = (MNKEnv(4, 4, 3, side="both", **opponent) for _ in range(2))
    told = play_single(first, 7)
    assert play_single(second, 7) == told
    assert play_single(first, 7) == told
    assert any(play_single(first, seed) != told for seed in (8, 9, 10))


def test_sides() -> None:
    for side, firsts in (("X", {0}), ("O", {1}), ("both", {0, 1})):
        environment = MNKEnv(side=side)
        seen = [environment.reset(seed=seed)[0]["observation"] for seed in range(20)]
        assert {int(one[..., 1].sum()) for one in seen} == firsts
        assert not any(one[..., 0].any() for one in seen)


def test_rewards_against_an_opponent() -> None:
    wins = MNKEnv(1, 3, 1)
    wins.reset()
    assert wins.step(0)[1:3] == (1.0, True)
    perfect = MNKEnv(3, 3, 3, level=10)
    perfect.reset(seed=1)
    perfect.step(1)
    results = []
    while True:
        moves = perfect.position.legal_moves
        _, reward, over, _, _ = perfect.step(moves[0])
        results.append(reward)
        if over:
            break
    assert set(results[:-1]) <= {0.0} and results[-1] in (0.0, -1.0)
    with pytest.raises(IllegalMoveError, match="reset the environment"):
        perfect.step(0)


def test_an_illegal_move_ends_the_single_game() -> None:
    environment = MNKEnv()
    environment.reset(seed=1)
    environment.step(4)
    before = environment.position
    _, reward, terminated, _, info = environment.step(4)
    assert (reward, terminated, info.pop("action_mask").sum()) == (-1.0, True, 0)
    assert info == {"opponent_move": -1, "illegal": True}
    assert environment.position == before


# --- Pictures ------------------------------------------------------------------------------------


def test_render_modes() -> None:
    for make in (env, MNKEnv):
        text = make(2, 3, 3, render_mode="ansi")
        text.reset()
        assert text.render() == "  a b c\n1 . . .\n2 . . ."
        picture = make(2, 3, 3, render_mode="rgb_array")
        picture.reset()
        assert picture.render().shape == (65, 97, 3)
    with redirect_stdout(io.StringIO()) as shown:
        printed = MNKEnv(2, 3, 3, render_mode="human")
        printed.reset(seed=1)
        printed.step(0)
        assert printed.render() is None
    assert shown.getvalue().count("1 X") == 2 and "X to move" in shown.getvalue()
    with redirect_stdout(io.StringIO()) as shown:
        two = env(2, 3, 3, render_mode="human")
        two.reset()
        two.step(0)
        two.step(0)  # an illegal move, after which the board is shown again
    assert shown.getvalue().count("1 X") == 2


def test_stones_in_the_raster() -> None:
    """Stones, the last move and a line differ from what is empty, and from each other."""
    picture = raster(Game(2, 3, 3).position("X.O/..."))
    assert picture.dtype == np.uint8 and picture.shape == (65, 97, 3)
    cross, empty, stroke = picture[16, 16], picture[16, 48], picture[16, 80 - 9]
    assert (picture[16, 80] == empty).all()  # the middle of a ring
    marked = raster(Game(2, 3, 3).start().play("b2"))[48 + 12, 48]
    won = raster(Game(2, 3, 3).position("XXX/OO."))[4, 16]
    assert len({colour.tobytes() for colour in (cross, empty, stroke, marked, won)}) == 5


# --- The oracle ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (4, 4, 4)])
def test_labels_are_those_of_the_solver(size: tuple[int, int, int]) -> None:
    game, numbers, seen, positions = env(*size), Numbers(1), [], []
    for _ in range(12):
        game.reset()
        while not game.unwrapped.board.is_over:
            observation = game.last()[0]
            seen.append(observation["observation"])
            positions.append(game.unwrapped.board.position)
            game.step(numbers.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    labels = label(Game(*size), {"observation": np.stack(seen)}, distance=True)
    assert labels.proven.all()
    for row, position in enumerate(positions):
        solution = solve(position, distance=True)
        assert labels.values[row] == solution.value
        assert labels.distances[row] == (-1 if solution.distance is None else solution.distance)
        keep = {move for move, s in analyse(position).items() if s.value == solution.value}
        assert set(np.flatnonzero(labels.optimal[row])) == keep


def test_no_observations_and_limits() -> None:
    empty = label(Game(3, 3, 3), np.zeros((0, 3, 3, 2), np.int8))
    assert [len(part) for part in empty] == [0] * 5 and empty.optimal.shape == (0, 9)
    hard = label(Game(9, 9, 5), np.zeros((1, 9, 9, 2), np.int8), nodes=10)
    assert not hard.proven[0] and not hard.optimal.any()


def final_observations(game: Game) -> list[tuple[np.ndarray, int]]:
    """What both players see at the end of games of every kind, and what that is worth to them."""
    numbers, seen = Numbers(4), []
    for _ in range(40):
        two = env(*game.size, exact=game.exact, misere=game.misere, gravity=game.gravity)
        random_game(two, numbers)
        board = two.unwrapped.board
        seen += [
            (board.observation(player)["observation"], board.result(player)) for player in (0, 1)
        ]
    return seen


@pytest.mark.parametrize(
    "game",
    [
        Game(3, 3, 3),
        Game(2, 5, 3),
        Game(1, 6, 3, exact=True),
        Game(3, 3, 3, misere=True),
        Game(3, 4, 3, misere=True, gravity=True),
        Game(3, 4, 3, gravity=True),
    ],
    ids=str,
)
def test_final_observations_are_labelled_alike(game: Game) -> None:
    seen = final_observations(game)
    start = np.zeros((game.m, game.n, 2), np.int8)
    labels = label(game, np.stack([start, *(one for one, _ in seen)]), distance=True)
    results = [result for _, result in seen]
    assert {*results} >= {1, -1}
    assert labels.values[1:].tolist() == results and labels.proven.all()
    assert labels.final.tolist() == [False] + [True] * len(seen)
    assert labels.optimal[0].any() and not labels.optimal[1:].any()
    assert labels.distances[1:].tolist() == [0 if result else -1 for result in results]
    skipped = label(game, np.stack([start, *(one for one, _ in seen)]), skip_final=True)
    assert skipped.proven.tolist() == (~skipped.final).tolist() == [True] + [False] * len(seen)
    assert not skipped.values[1:].any() and skipped.values[0] == labels.values[0]


# --- where a game begins, and what a move gave away -----------------------------------------------


@pytest.mark.parametrize("side", ["X", "O", "both"])
def test_a_reset_to_a_position(side: Any) -> None:
    game = Game(3, 4, 3)
    start = game.position("XO../.X../....")
    for given in (start, start.text, start.to_array(), start.key):
        single = MNKEnv(3, 4, 3, side=side)
        observation, info = single.reset(seed=2, options={"position": given})
        mine = "XO"[single._player]
        assert start.turn == "O" and single.position.turn == mine
        assert (info["opponent_move"] >= 0) == (mine == "X")
        assert observation["observation"].sum() == single.position.ply
        assert (single.action_masks() == observation["action_mask"].astype(bool)).all()
        assert single.reset()[0]["observation"].sum() <= 1
        two = env(3, 4, 3)
        two.reset(options={"position": given})
        assert two.agent_selection == "player_1"
        assert two.last()[4]["action_mask"].tolist() == [s == "." for s in start]
        two.step(11)
        assert two.unwrapped.board.position == start.play(11)


def test_a_position_that_the_agent_can_end_at_once_is_taken() -> None:
    observation, _ = MNKEnv(side="X").reset(options={"position": "XX./OO./..."})
    assert observation["action_mask"].sum() == 5


def test_infos_have_grades() -> None:
    start = Game(3, 3, 3).position("X../.../...")
    single = MNKEnv(side="O", level=10, grade=True)
    single.reset(seed=1, options={"position": start})
    info = single.step(1)[4]
    assert info["grade"] == grade(start, 1) and info["grade"].is_losing
    two = env(grade=True)
    two.reset(options={"position": start})
    two.step(1)
    two.step(2)
    assert two.infos["player_1"]["grade"] == grade(start, 1)
    assert two.infos["player_0"]["grade"] == grade(start.play(1), 2)
    large = MNKEnv(15, 15, 5, grade=True, grade_nodes=10)
    large.reset(seed=1)
    assert large.step(0)[4]["grade"].regret is None
    assert "grade" not in MNKEnv(side="O").reset(seed=1)[1]


def test_an_opponent_may_be_a_word() -> None:
    """Whoever plays perfectly beats a random one now and then, a perfect one never."""
    rewards = dict[str, set[float]]()
    for word in ("perfect", "random"):
        env, rewards[word] = gymnasium.make("inarow/MNK-v0", opponent=word), set()
        for seed in range(5):
            env.reset(seed=seed)
            ended = False
            while not ended:
                position = env.unwrapped.position
                _, reward, ended, _, _ = env.step(inarow.best_move(position))
            rewards[word].add(reward)
    assert rewards["perfect"] == {0} and 1 in rewards["random"]
