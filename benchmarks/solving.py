"""Solve hard empty boards, one after the other, and print what each took as a Markdown table.

    python benchmarks/solving.py [--threads T] [M,N,K …]

The value is asserted where it is known; boards marked open have none published.
"""

from __future__ import annotations

import argparse
import platform
from time import perf_counter

import inarow

KNOWN = {
    "6,6,5": 0,
    "8,6,5": 0,
    "9,5,5": 0,
    "7,7,5": 0,
    "9,6,5": None,
    "8,7,5": 0,
    "9,9,6": None,
    "10,9,6": None,
    "10,5,5": None,
    "11,5,5": None,
    "5,5,4": 0,
    "6,6,4": 1,
    "7,7,4": 1,
    "4,7,4": 0,
    "4,8,4": 0,
    "4,9,4": 1,
    "4,10,4": 1,
    "4,11,4": 1,
    "4,12,4": 1,
    "4,13,4": 1,
    "4,14,4": 1,
    "4,15,4": 1,
    "4,16,4": 1,
    "4,17,4": None,
    "4,18,4": None,
    "4,19,4": None,
    "4,20,4": None,
}
"""Values from the literature and from independent programs; None: open as far as known."""

LONG = {
    "8,8,5": 0,
    "9,7,5": None,
    "10,6,5": None,
    "12,5,5": None,
    "11,9,6": None,
    "12,8,6": None,
    "10,10,6": None,
}
"""Boards that take three seconds or more: only when they are named."""


def main() -> None:
    """Solve, assert, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=list(KNOWN), metavar="M,N,K")
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
        known = {**KNOWN, **LONG}.get(board)
        assert known is None or solution.value == known, f"{board}: {solution.value}, not {known}"
        words = "X wins" if solution.value == 1 else "draw"
        mark = " (open)" if known is None else ""
        print(f"| {board} | {words}{mark} | {solution.nodes:,} | {seconds:.3f} |", flush=True)
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    print(f"\n{machine}, inarow {inarow.__version__}, {options.threads} thread(s)")


if __name__ == "__main__":
    main()
