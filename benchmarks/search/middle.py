"""Solve random positions from the middle of the game, and print how long that takes.

    python benchmarks/search/middle.py [--seconds S] [--seed N] M,N,K FROM TO COUNT

Each has FROM to TO stones, set by moves drawn by lot, and no line; each is solved from nothing for
its value. One that takes more than S seconds is given up, and counted among the slowest.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

import inarow

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine, middle_positions

SHARES = (0.5, 0.9, 0.95, 0.99)


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", metavar="M,N,K")
    parser.add_argument("fewest", type=int, metavar="FROM")
    parser.add_argument("most", type=int, metavar="TO")
    parser.add_argument("count", type=int, metavar="COUNT")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = inarow.Game(*map(int, options.board.split(",")))
    taken, given_up = [], 0
    for position in middle_positions(
        game, options.fewest, options.most, options.count, options.seed
    ):
        solver = inarow.Solver(game, table_mb=1024)
        started = process_time()
        found = solver.solve(position, seconds=options.seconds)
        taken.append((process_time() - started, position.text))
        given_up += not found.proven
        after = position.play(found.best_move)
        if found.proven and not after.is_over:
            reply = solver.solve(after, seconds=options.seconds)
            assert reply.lower <= -found.value <= reply.upper, position
    taken.sort()
    stones = f"{options.fewest} to {options.most} stones"
    print(f"{options.count} positions of {options.board} with {stones}")
    print(f"{given_up} given up after {options.seconds:.0f} s")
    for share in SHARES:
        print(f"{share:4.0%} within {taken[int(share * len(taken)) - 1][0]:.4f} s")
    for limit in (0.5, 2.0):
        within = sum(seconds <= limit for seconds, _ in taken)
        print(f"{within / len(taken):.1%} within {limit} s")
    print(f"the slowest: {taken[-1][0]:.2f} s, {taken[-1][1]}")
    print(machine())


if __name__ == "__main__":
    main()
