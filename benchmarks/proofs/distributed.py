"""Print what a spread proof takes with one and with two local workers, against a search alone.

    python benchmarks/proofs/distributed.py 8,7,5 8,8,5

The boards are empty and solved from nothing, each by fresh threads; values are asserted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import inarow
from inarow.distributed import solve

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="+", metavar="M,N,K")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--table-mb", type=int, default=1024)
    options = parser.parse_args()
    print("| board | | nodes | time (s) | against the search alone |")
    print("| --- | --- | ---: | ---: | ---: |")
    for board in options.boards:
        position = inarow.Game(*map(int, board.split(","))).start()
        alone = inarow.Solver(position.game, table_mb=options.table_mb).solve(position)
        print(f"| {board} | search alone | {alone.nodes:,} | {alone.seconds:.1f} | |", flush=True)
        for workers in options.workers:
            found = solve(position, workers=workers, table_mb=options.table_mb)
            assert found.value == alone.value
            words = f"{workers} worker{'s' if workers > 1 else ''}"
            print(
                f"| {board} | {words} | {found.nodes:,} | {found.seconds:.1f}"
                f" | {alone.seconds / found.seconds:.2f}x |",
                flush=True,
            )
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
