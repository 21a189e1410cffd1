"""A table of moves learns tic-tac-toe by playing itself, and its regret against perfect play falls.

    python docs/examples/learn.py --games 60000 --seed 1 -o regret.svg

The agent keeps a number for every move in every position it has met, and after each move takes it
a step towards what the move led to: the result, or the negative of the best that the other side
makes of it (Q-learning for a game of two: Littman, "Markov games as a framework for multi-agent
reinforcement learning", ICML 1994). It knows nothing but the environment.

Its *regret* is how much value its greedy moves give away in a game against random moves: 1 for a
win that becomes a draw or a draw that becomes a loss, 2 for a win that becomes a loss. The
oracle knows the value of every position, so the expected regret is computed, not sampled: at 0
the agent plays perfectly wherever it gets to.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from inarow import Game, Position
from inarow.envs import env, label
from inarow.envs.board import Board
from inarow.svg.drawing import MARGIN, Drawing

GAME = Game(3, 3, 3)
EXPLORING, RATE = 0.8, 1.0
"""How often any move is tried; how far an estimate goes towards a new one: all the way, since the
rules leave nothing to chance."""

Table: TypeAlias = "dict[bytes, npt.NDArray[np.float64]]"
"""For each observation, an estimate of every move; those of taken cells are never asked for."""
Policy: TypeAlias = "Callable[[Position], Mapping[int, float]]"
"""The probabilities of moves."""


def best(estimates: npt.NDArray[np.float64], legal: npt.NDArray[np.intp]) -> int:
    """The legal move of the highest estimate, the first of several."""
    return int(legal[estimates[legal].argmax()])


def learn(table: Table, games: int, numbers: Random) -> None:
    """Play so many games against itself, and learn from each move."""
    environment = env(GAME.m, GAME.n, GAME.k)
    for _ in range(games):
        environment.reset()
        before: tuple[npt.NDArray[np.float64], int] | None = None
        for _ in environment.agent_iter(GAME.cells + 1):
            observation, reward, over, _, _ = environment.last()
            estimates = table.setdefault(observation["observation"].tobytes(), np.zeros(GAME.cells))
            legal = observation["action_mask"].nonzero()[0]
            if before is not None:
                others, move = before  # of the other side, which moved last
                target = -reward if over else -estimates[legal].max()
                others[move] += RATE * (target - others[move])
            if over:
                break
            if numbers.random() < EXPLORING:
                move = int(legal[int(numbers.random() * len(legal))])
            else:
                move = best(estimates, legal)
            environment.step(move)
            before = estimates, move


def greedy(table: Table) -> Policy:
    """What the agent plays when it does not explore."""
    nothing = np.zeros(GAME.cells)

    def choose(position: Position) -> dict[int, float]:
        estimates = table.get(seen(position).tobytes(), nothing)
        return {best(estimates, np.array(position.legal_moves)): 1.0}

    return choose


def any_move(position: Position) -> dict[int, float]:
    """Random play."""
    moves = position.legal_moves
    return dict.fromkeys(moves, 1 / len(moves))


@cache
def seen(position: Position) -> npt.NDArray[np.int8]:
    """What the side to move observes."""
    board = Board(GAME, None)
    board.clear(position)
    return board.observation("XO".index(position.turn))["observation"]


@cache
def values() -> dict[Position, int]:
    """The value of every position, from the side to move."""
    found, fresh = {}, [GAME.start()]
    while fresh:
        found.update(dict.fromkeys(fresh, -1 if fresh[0].ply else 0))
        after = (position.play(move) for position in fresh for move in position.legal_moves)
        fresh = list(dict.fromkeys(after))
    open_positions = [position for position in found if not position.is_over]
    labels = label(GAME, np.stack([seen(position) for position in open_positions]))
    found.update((position, 0) for position in found if position.is_draw)
    found.update(zip(open_positions, labels.values.tolist(), strict=True))
    return found


def regret(policy: Policy) -> float:
    """The expected regret of a game against random moves, as X and as O in turn."""
    known = values()

    def given_away(side: str) -> float:
        @cache
        def ahead(position: Position) -> float:
            if position.is_over:
                return 0.0
            mine = position.turn == side
            total = 0.0
            for move, chance in (policy if mine else any_move)(position).items():
                after = position.play(move)
                cost = known[position] + known[after] if mine else 0
                total += chance * (cost + ahead(after))
            return total

        return ahead(GAME.start())

    return (given_away("X") + given_away("O")) / 2


def train(games: int, seed: int, steps: int = 24) -> list[tuple[int, float]]:
    """Learn, and look at the regret `steps` times: numbers of games, and what it was then."""
    table: Table = {}
    numbers = Random(seed)
    curve = [(0, regret(greedy(table)))]
    for step in range(steps):
        played, until = curve[-1][0], games * (step + 1) // steps
        learn(table, until - played, numbers)
        curve.append((until, regret(greedy(table))))
    return curve


# The picture.

LEFT, TOP, WIDTH, HEIGHT = 70, 92, 560, 240


def picture(curve: Sequence[tuple[int, float]], seed: int) -> str:
    """The curve as self-contained SVG, for light and dark paper."""
    games, chance = curve[-1][0], regret(any_move)
    top = max(chance, *(height for _, height in curve))
    ticks = [tick / 4 for tick in range(int(4 * top) + 2)]

    def at(played: float, height: float) -> tuple[float, float]:
        return LEFT + WIDTH * played / games, TOP + HEIGHT * (1 - height / ticks[-1])

    width, height = LEFT + WIDTH + MARGIN, TOP + HEIGHT + 64
    title = "A table learns tic-tac-toe by playing itself"
    points = [at(*point) for point in curve]
    _, level = at(0, chance)
    described = f"{title}: regret from {curve[0][1]:.2f} to {curve[-1][1]:.2f}"
    drawing = Drawing(described, width, height)
    text, stroke = drawing.text, drawing.stroke
    about = "Value given away in a game against random moves, exactly; 0 is perfect play."
    drawing.heading(title, about)
    for tick in ticks:
        stroke("scale", f"M{LEFT} {at(0, tick)[1]:g}h{WIDTH}", 1)
        text("page", f"{tick:g}", LEFT - 8, at(0, tick)[1], 12, quiet=True, end=True)
    stroke("limit", f"M{LEFT} {level:g}h{WIDTH}", 1.5, dashes="6 4", name="chance")
    text("page", f"random moves: {chance:.2f}", LEFT + WIDTH, level - 10, 12, end=True)
    stroke("x", "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), 2.5, name="agent")
    for played in (0, games // 2, games):
        x, y = at(played, 0)[0], TOP + HEIGHT + 16
        text("page", f"{played:,}", x, y, 12, quiet=True, middle=True)
    text("page", f"games, seed {seed}", LEFT + WIDTH / 2, TOP + HEIGHT + 40, 13, middle=True)
    return drawing.svg()


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, print the curve, and draw it."""
    parser = argparse.ArgumentParser(description="Learn tic-tac-toe and draw the regret.")
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args(arguments)
    curve = train(chosen.games, chosen.seed)
    for played, height in curve:
        print(f"{played:>8,} games  regret {height:.4f}")
    if chosen.output is not None:
        chosen.output.write_text(picture(curve, chosen.seed) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
