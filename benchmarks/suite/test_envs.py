"""Steps of the environments, in the plain loop that an agent would run, on 3,3,3.

Whoever plays draws his moves with `random`, which is part of the time; so is the reply of the
opponent in the single environment, for which a step is two moves.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from inarow import Game, playouts

envs = pytest.importorskip("inarow.envs")
gymnasium = pytest.importorskip("gymnasium")

STEPS = 20_000
OUTCOME = {1: 0, -1: 1, 0: 2}


def drawn(observation: dict[str, Any], numbers: Random) -> int:
    legal = observation["action_mask"].nonzero()[0]
    return int(legal[int(numbers.random() * len(legal))])


def play_aec(environment: Any, numbers: Random, steps: int) -> np.ndarray:
    """At least so many moves, to the end of a game; how many games X and O have won, and draws."""
    results = np.zeros(3, int)
    while steps > 0:
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, termination, _, _ = environment.last()
            if termination:
                environment.step(None)
                continue
            environment.step(drawn(observation, numbers))
            steps -= 1
            if environment.terminations["player_0"]:
                results[OUTCOME[environment.rewards["player_0"]]] += 1
    return results


def play_single(environment: Any, numbers: Random, steps: int) -> np.ndarray:
    """The same for the agent's own moves; he plays X."""
    results = np.zeros(3, int)
    observation, _ = environment.reset()
    for _ in range(steps):
        observation, reward, terminated, _, _ = environment.step(drawn(observation, numbers))
        if terminated:
            results[OUTCOME[reward]] += 1
            observation, _ = environment.reset()
    return results


def check(results: np.ndarray) -> None:
    """Random games end as they should: within four standard deviations."""
    games = results.sum()
    known = playouts(Game(3, 3, 3).start(), 200_000, seed=1)
    shares = np.array([known.x_wins, known.o_wins, known.draws]) / known.games
    assert abs(results / games - shares).max() < 4 * 0.5 / games**0.5


def test_two_players(benchmark: BenchmarkFixture) -> None:
    environment = envs.env()
    check(play_aec(environment, Random(1), STEPS))
    benchmark(play_aec, environment, Random(2), STEPS)
    benchmark.extra_info["steps/s"] = round(STEPS / benchmark.stats["median"])


@pytest.mark.parametrize("made", ["MNKEnv", "gymnasium.make"])
def test_one_player(benchmark: BenchmarkFixture, made: str) -> None:
    environment = envs.MNKEnv() if made == "MNKEnv" else gymnasium.make("inarow/MNK-v0")
    environment.reset(seed=1)
    check(play_single(environment, Random(1), STEPS))
    benchmark(play_single, environment, Random(2), STEPS)
    benchmark.extra_info["steps/s"] = round(STEPS / benchmark.stats["median"])
