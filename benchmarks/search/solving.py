"""Solve hard empty boards, one after the other, and print what each took as a Markdown table.

    python benchmarks/search/solving.py [--threads T] [M,N,K …]

The value is asserted where it is known; boards marked open have none published.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter

import inarow

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import KNOWN, machine

BOARDS = [
    *["6,6,5", "8,6,5", "9,5,5", "7,7,5", "9,6,5", "8,7,5", "9,9,6", "10,9,6", "10,5,5", "11,5,5"],
    *["5,5,4", "6,6,4", "7,7,4", *(f"4,{n},4" for n in range(7, 21))],
    *["8,8,5", "9,7,5", "10,6,5"],
]
"""Without 12,5,5, 11,9,6, 12,8,6 and 10,10,6, which take longer."""


def main() -> None:
    """Solve, assert, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=BOARDS, metavar="M,N,K")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table-mb", type=int, default=1024)
    options = parser.parse_args()
    print("| board | value | nodes | seconds |\n| --- | --- | ---: | ---: |")
    for board in options.boards:
        game = inarow.Game(*map(int, board.split(",")))
        started = perf_counter()
        solver = inarow.Solver(game, table_mb=options.table_mb, threads=options.threads)
        solution = solver.solve(game.start())
        seconds = perf_counter() - started
        known = KNOWN.get(board)
        assert known is None or solution.value == known, f"{board}: {solution.value}, not {known}"
        words = "X wins" if solution.value == 1 else "draw"
        mark = " (open)" if known is None else ""
        print(f"| {board} | {words}{mark} | {solution.nodes:,} | {seconds:.3f} |", flush=True)
    print(f"\n{machine()}, {options.threads} thread(s)")


if __name__ == "__main__":
    main()
