"""A match: the limited solver against minimax of a fixed depth with the line evaluation.

    python benchmarks/play/match.py                  # 40 games on 15,15,5: some five minutes
    python benchmarks/play/match.py --reach 2        # the opponent sees more moves: most of an hour
    python benchmarks/play/match.py --nodes 300000   # the same games on any machine

Every opening (two to four random stones around the centre) is played twice, once with each
colour. The opponent takes as long as its depth takes; the solver may use no more time for a move
than the opponent used for its last one, and never more than the cap; or it has so many nodes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from inarow import Game, Position, Solver
from inarow.strategies import AlphaBeta
from inarow.strategies.strategy import Strategy

Choose = Callable[[Position, float], tuple[int, bool]]
"""Of a position, and the seconds of the opponent's last move: a move, and is it proven?"""


class Played(NamedTuple):
    """One game from our side."""

    points: float
    final: Position
    slowest: float  # seconds, of our moves
    opponent: float  # seconds, of all the opponent's moves
    proven: int  # our moves that were proven


def opening(game: Game, seed: int) -> Position:
    """Two to four stones on random cells of the centre."""
    rng = random.Random(seed)
    rows = range(max(0, game.m // 2 - 2), min(game.m, game.m // 2 + 3))
    columns = range(max(0, game.n // 2 - 2), min(game.n, game.n // 2 + 3))
    cells = [row * game.n + column for row in rows for column in columns]
    return game.start().play_all(rng.sample(cells, rng.randint(2, 4)))


def play_game(
    start: Position, colour: str, choose: Choose, opponent: Strategy, allowance: float = 0
) -> Played:
    """We play `colour` from `start` to the end of the game."""
    position, slowest, total, proven = start, 0.0, 0.0, 0
    while not position.is_over:
        began = perf_counter()
        if position.turn == colour:
            move, is_proven = choose(position, allowance)
            slowest = max(slowest, perf_counter() - began)
            proven += is_proven
        else:
            move = opponent.choose(position).move
            allowance = perf_counter() - began
            total += allowance
        position = position.play(move)  # raises if the move is not legal
    points = 0.5 if position.winner is None else float(position.winner == colour)
    return Played(points, position, slowest, total, proven)


def main() -> None:
    """Play the match, and print every game and the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", nargs=3, type=int, metavar=("M", "N", "K"), default=[15, 15, 5])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--reach", type=int, default=1, help="the opponent's moves lie this near")
    parser.add_argument("--cap", type=float, default=0.2, help="seconds for a move of the solver")
    parser.add_argument("--nodes", type=int, help="for a move of the solver, instead of seconds")
    options = parser.parse_args()
    game = Game(*options.size)
    opponent = AlphaBeta(options.depth, ends="known", reach=options.reach)
    points = 0.0
    for number in range(options.games):
        start = opening(game, 1000 * options.seed + number // 2)
        colour = "XO"[number % 2]
        solver = Solver(game, table_mb=64)

        def choose(
            position: Position, allowance: float, solver: Solver = solver
        ) -> tuple[int, bool]:
            seconds = None if options.nodes else min(options.cap, allowance)
            solution = solver.solve(position, seconds=seconds, nodes=options.nodes)
            return solution.best_move, solution.proven

        # What the first move may take, if it is the solver's: the opponent's time for the same one.
        began = perf_counter()
        opponent.choose(start)
        played = play_game(start, colour, choose, opponent, perf_counter() - began)
        points += played.points
        print(
            f"game {number + 1:>2}, {colour}: {played.points:g} in {played.final.ply} plies, "
            f"slowest move {played.slowest:.3f} s, {played.proven} proven; "
            f"the opponent took {played.opponent:.1f} s",
            flush=True,
        )
    size = ",".join(map(str, options.size))
    print(f"the solver scored {points:g} of {options.games} on {size}, seed {options.seed}")


if __name__ == "__main__":
    main()
