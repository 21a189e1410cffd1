"""How much sooner do several threads solve an empty board than one? Measured over several seeds.

    python benchmarks/search/threads.py [--threads T] [--seeds N] [--rounds R] M,N,K

How many nodes a search takes is a matter of luck at its beginning, with one thread as with several:
one that begins with other random numbers may take half or twice as many. So the ratio of two single
searches says little. Here each of the seeds 0 … N - 1 is solved with one thread and with T, by
turns and from nothing, R times. The last lines have what all took on average, and in the middle.
What threads take differs from run to run; one alone takes the same nodes each time.

All answers are compared with one another, and with the known value, where there is one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import TYPE_CHECKING

import inarow

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import KNOWN, machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def main() -> None:
    """Solve, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", metavar="M,N,K")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--table-mb", type=int, default=1024)
    options = parser.parse_args()
    if min(options.seeds, options.rounds) < 1:
        parser.error("--seeds and --rounds must be 1 or more")
    try:
        game = inarow.Game.from_key(options.board)
        inarow.Solver(game, options.table_mb, options.threads)
    except ValueError as error:
        parser.error(str(error))
    known = KNOWN.get(game.key)

    def solved(seed: int, threads: int) -> tuple[int, float]:
        nonlocal known
        solver = inarow.Solver(game, options.table_mb, threads, seed=seed)
        started = perf_counter()
        solution = solver.solve(game.start())
        seconds = perf_counter() - started
        known = solution.value if known is None else known
        assert solution.value == known, f"seed {seed}: {solution.value}, not {known}"
        return solution.nodes, seconds

    solved(0, 1)  # whatever a process does but once
    print("| seed | nodes | seconds | one thread: nodes | seconds | |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    several: list[tuple[int, float]] = []
    alone: list[tuple[int, float]] = []

    def show(name: str, middle: Callable[[Iterable[float]], float], runs: int) -> None:
        """A line for the last `runs` of both."""
        (nodes, seconds), (others, longer) = (
            [middle(figures) for figures in zip(*taken[-runs:], strict=True)]
            for taken in (several, alone)
        )
        figures = f"{nodes:,.0f} | {seconds:.3f} | {others:,.0f} | {longer:.3f}"
        print(f"| {name} | {figures} | {longer / seconds:.2f}x |", flush=True)

    for seed in range(options.seeds):
        for _ in range(options.rounds):
            alone.append(solved(seed, 1))
            several.append(solved(seed, options.threads))
        show(str(seed), mean, options.rounds)
    show("mean", mean, len(alone))
    show("median", median, len(alone))
    print(f"\n{machine()}, {options.threads} thread(s) against one")


if __name__ == "__main__":
    main()
