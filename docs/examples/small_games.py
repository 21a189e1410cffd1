"""A table of small games: who wins on the empty board, and in how many plies. Nothing is looked up.

    python docs/examples/small_games.py               # 3 to 6 rows and columns, 3 to 5 in a row
    python docs/examples/small_games.py --most 8 --k 5 --seconds 5
    python docs/examples/small_games.py --weak        # where only X can win, and O tries to stop it
    python docs/examples/small_games.py --certificate benchmarks/results/15-15-5.cert

A board that takes longer than `--seconds` is left open, with a `?`. A large board can have been
proven once and for all: its certificate is checked (that of 15,15,5 in some ten seconds), and
nothing is searched.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import inarow
from inarow import Game, Solution, Solver


def solved(game: Game, kind: str, seconds: float) -> Solution:
    """The empty board, and the plies of a win if there is time for them."""
    return Solver(game).solve(game.start(), game_kind=kind, distance=True, seconds=seconds)


def label(found: Solution, kind: str) -> str:
    """The value in a few characters: ``X 11``, ``draw`` (in the weak game ``O``), ``?``."""
    if found.value is None:
        return "?"
    if found.value == 0:
        return "O" if kind == "weak" else "draw"
    return "X" if found.distance is None else f"X {found.distance}"


def grid(k: int, sides: Sequence[int], kind: str, seconds: float) -> list[str]:
    """The boards for one length of line; turned ones are left out."""
    lines = ["m \\ n" + "".join(f"  {n:<5}" for n in sides).rstrip()]
    nodes = 0
    for m in sides:
        cells = [""] * (m - sides[0])
        for n in range(m, sides[-1] + 1):
            found = solved(Game(m, n, k), kind, seconds)
            cells.append(label(found, kind))
            nodes += found.nodes
        lines.append(f"{m:5}" + "".join(f"  {cell:<5}" for cell in cells).rstrip())
    return [f"{k} in a row", *lines, f"{nodes:,} nodes"]


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--least", type=int, default=3, metavar="SIDE")
    parser.add_argument("--most", type=int, default=6, metavar="SIDE")
    parser.add_argument("--k", type=int, nargs="*", default=[3, 4, 5])
    parser.add_argument("--weak", action="store_true", help="The Maker-Breaker game.")
    parser.add_argument("--seconds", type=float, default=10.0, help="For each board.")
    parser.add_argument("--certificate", nargs="*", default=[], metavar="FILE")
    options = parser.parse_args()
    for path in options.certificate:
        verdict = inarow.check(path)
        print(f"{path}: {verdict.claim if verdict.verified else verdict.reason}")
    if options.certificate:
        return
    kind = "weak" if options.weak else "strong"
    sides = range(options.least, options.most + 1)
    for k in options.k:
        print("\n".join(grid(k, sides, kind, options.seconds)), end="\n\n", flush=True)
    held = "O: O stops X" if options.weak else "draw: neither side can win"
    print(f"X 11: X wins, in so many plies. {held}. ?: not proven in time.")


if __name__ == "__main__":
    try:
        main()
    except (inarow.InarowError, OSError) as error:
        sys.exit(str(error))
