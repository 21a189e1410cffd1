"""Solve random positions from the middle of the game, and print how long that takes.

    python benchmarks/middle.py [--seconds S] [--seed N] [--without RULE] M,N,K FROM TO COUNT

Each has FROM to TO stones, set by moves drawn by lot, and no line; each is solved from nothing for
its value. One that takes more than S seconds is given up, and counted among the slowest.
"""

from __future__ import annotations

import argparse
import platform
import random
from time import process_time
from typing import TYPE_CHECKING

import inarow
from inarow._core import RULES, make_kernel

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

TABLE_BYTES = 1 << 30
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
    parser.add_argument("--without", action="append", choices=list(RULES), default=[])
    options = parser.parse_args()
    game = inarow.Game(*map(int, options.board.split(",")))
    rng = random.Random(options.seed)
    rules = sum(bit for name, bit in RULES.items() if name not in options.without)
    taken, given_up = [], 0
    for _ in range(options.count):
        position = drawn_by_lot(game, rng.randint(options.fewest, options.most), rng)
        kernel = make_kernel(game, TABLE_BYTES, rules=rules)
        started = process_time()
        lower, upper, move = bounds(kernel, position, options.seconds)
        taken.append((process_time() - started, position.text))
        given_up += lower != upper
        after = position.play(move)
        if lower == upper and not after.is_over:
            worst, best, _ = bounds(kernel, after, options.seconds)
            assert worst <= -lower <= best, position
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
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    print(f"{machine}, inarow {inarow.__version__}")


def bounds(kernel: Kernel, position: inarow.Position, seconds: float) -> tuple[int, int, int]:
    """Bounds on the value of a position for the side to move, and a move."""
    stones = (position.x, position.o) if position.turn == "X" else (position.o, position.x)
    lower, upper, _, move, _, _ = kernel.solve(*stones, False, False, None, seconds, None)
    return lower, upper, move


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
