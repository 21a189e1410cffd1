"""Write and check certificates of empty boards, and print what each took as a Markdown table.

    python benchmarks/proofs/certificates.py [--keep DIRECTORY] [--distance] [M,N,K …]

Every certificate must be verified, and its value be the known one where there is one. Times are
by the clock, and for the proof include the search, of which it is one call.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter

import inarow

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import KNOWN, machine

SHORT = ["5,5,4", "6,6,4", "7,7,4", "6,6,5", "7,7,5", "8,6,5", "8,7,5", "4,7,4", "4,8,4", "4,9,4"]


def main() -> None:
    """Prove, check, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", default=SHORT, metavar="M,N,K")
    parser.add_argument("--keep", type=Path, metavar="DIRECTORY", help="Keep the certificates.")
    parser.add_argument("--distance", action="store_true", help="Prove the distance as well.")
    parser.add_argument("--table-mb", type=int, default=1024)
    options = parser.parse_args()
    print(
        "| board | proven | positions | bytes | search (s) | with proof (s) | ratio | check (s) |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    place = nullcontext(options.keep) if options.keep else tempfile.TemporaryDirectory()
    with place as directory:
        for board in options.boards:
            game = inarow.Game(*map(int, board.split(",")))
            path = Path(directory) / f"{board.replace(',', '-')}.cert"
            solver = inarow.Solver(game, table_mb=options.table_mb)
            begun = perf_counter()
            solution = solver.solve(game.start(), distance=options.distance, certificate=path)
            written = perf_counter()
            verdict = inarow.check(path)
            checked = perf_counter() - written
            assert verdict.verified, verdict
            known = KNOWN.get(board)
            assert known is None or solution.value == known, board
            claim = verdict.claim.rpartition(": ")[2]
            mark = " (open)" if known is None else ""
            search, whole = solution.seconds, written - begun
            print(
                f"| {board} | {claim}{mark} | {verdict.nodes:,} | {path.stat().st_size:,}"
                f" | {search:.2f} | {whole:.2f} | {whole / search:.2f} | {checked:.2f} |",
                flush=True,
            )
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
