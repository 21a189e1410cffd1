"""Steps a second of the vector environment and of the single one, side by side.

    python benchmarks/play/vector_env.py [--envs 4096] [--seconds 1] [M,N,K ...]

Both play any legal moves against an opponent who does the same. The clock runs in `step` and
`reset`, not while the moves of the agent are drawn. How often X wins must be what
`inarow.playouts` says.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import perf_counter

import numpy as np

import inarow
from inarow.envs import MNKEnv, MNKVectorEnv

ROUNDS = 5


def single(game: inarow.Game, seconds: float) -> tuple[float, int, int]:
    """Steps a second, games, and how many the agent has won."""
    environment = MNKEnv(*game.size)
    numbers = Random(1)
    seen, _ = environment.reset(seed=1)
    steps = games = won = 0
    spent = 0.0
    while spent < seconds:
        free = seen["action_mask"].nonzero()[0]
        action = free[int(numbers.random() * len(free))]
        started = perf_counter()
        seen, reward, is_over, _, _ = environment.step(action)
        steps += 1
        if is_over:
            seen, _ = environment.reset()
        spent += perf_counter() - started
        if is_over:
            games, won = games + 1, won + (reward > 0)
    return steps / spent, games, won


def vector(game: inarow.Game, count: int, seconds: float) -> tuple[float, int, int]:
    """The same; steps in which a game began anew are none."""
    environments = MNKVectorEnv(count, *game.size)
    numbers = np.random.default_rng(1)
    seen, _ = environments.reset(seed=1)
    steps = games = won = 0
    spent, over = 0.0, np.zeros(count, bool)
    while spent < seconds:
        steps += count - int(over.sum())
        actions = random_actions(seen["action_mask"], numbers)
        started = perf_counter()
        seen, rewards, over, _, _ = environments.step(actions)
        spent += perf_counter() - started
        games += int(over.sum())
        won += int((rewards > 0).sum())
    return steps / spent, games, won


def random_actions(masks: np.ndarray, numbers: np.random.Generator) -> np.ndarray:
    """Any free cell of every board, each with the same chance; any cell where there is none."""
    return np.where(masks, numbers.random(masks.shape), -1).argmax(axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["3,3,3", "4,4,4", "7,7,5", "15,15,5"])
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    print(
        f"{'game':10}{'single':>12}{'vector':>14}{'ratio':>8}   steps a second, {asked.envs} boards"
    )
    for key in asked.games:
        game = inarow.Game.from_key(key)
        expected = inarow.playouts(game.start(), 20_000, seed=1)
        ratios, slow, fast = [], [], []
        for _ in range(ROUNDS):
            alone, few, few_won = single(game, asked.seconds)
            together, many, many_won = vector(game, asked.envs, asked.seconds)
            slow.append(alone)
            fast.append(together)
            ratios.append(together / alone)
            for games, won in ((few, few_won), (many, many_won)):
                share = expected.x_wins / expected.games
                if games > 1000:
                    assert abs(won / games - share) < 5 * (0.25 / min(games, 20_000)) ** 0.5
        print(
            f"{key:10}{median(slow):12,.0f}{median(fast):14,.0f}{median(ratios):8.1f}", flush=True
        )


if __name__ == "__main__":
    main()
