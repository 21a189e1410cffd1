"""Solve random positions from the middle of the game, and print how long that takes.

    python benchmarks/middle.py [--seconds S] [--seed N] M,N,K FROM TO COUNT

Each has FROM to TO stones, set by moves drawn by lot, and no line; each is solved from nothing for
its value. One that takes more than S seconds is given up, and counted among the slowest.
"""

from __future__ import annotations

import argparse
import platform
import random
from time import process_time

import inarow

SHARES = (0.5, 0.9, 0.95, 0.99)


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", metavar="M,N,K")
    parser.add_argument("stones", type=int, nargs=2, metavar=("FROM", "TO"))
    parser.add_argument("count", type=int)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = inarow.Game(*map(int, options.board.split(",")))
    rng = random.Random(options.seed)
    taken, values = [], []
    for _ in range(options.count):
        position = drawn_by_lot(game, rng.randint(*options.stones), rng)
        solver = inarow.Solver(game, table_mb=1024)
        started = process_time()
        found = solver.solve(position, seconds=options.seconds)
        seconds = process_time() - started
        taken.append((seconds, position.text))
        values.append(found.value)
        if found.value is not None:
            after = solver.solve(position.play(found.best_move), seconds=options.seconds).value
            assert after in (None, -found.value), position
    taken.sort()
    fewest, most = options.stones
    given_up = sum(value is None for value in values)
    print(f"{options.count} positions of {options.board} with {fewest} to {most} stones")
    print(f"{given_up} given up after {options.seconds:.0f} s")
    for share in SHARES:
        print(f"{share:4.0%} within {taken[int(share * len(taken)) - 1][0]:.4f} s")
    for limit in (0.5, 2.0):
        within = sum(seconds <= limit for seconds, _ in taken)
        print(f"{within / len(taken):.1%} within {limit} s")
    print(f"the slowest: {taken[-1][0]:.2f} s, {taken[-1][1]}")
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    print(f"{machine}, inarow {inarow.__version__}")


def drawn_by_lot(game: inarow.Game, stones: int, rng: random.Random) -> inarow.Position:
    """A position with so many stones in which nobody has won."""
    while True:
        position = game.start()
        while not position.is_over and position.ply < stones:
            position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            return position


if __name__ == "__main__":
    main()
