"""Print what the weak game takes on hard positions, with rules of the search switched off.

    python benchmarks/hard.py
    python benchmarks/hard.py --without experience --without domination

The order of moves makes the nodes of any one board a matter of luck, so that a change is judged by
many: the last line has the geometric mean of the ratios. Breaker holds in all of them, which is
asserted. They were reached by moves of X's drawn by lot among the eight heaviest cells, each
answered on the heaviest, and are those that took between some 8,000 and 400,000 nodes when they
were chosen.
"""

from __future__ import annotations

import argparse
import platform
from math import exp, log
from time import process_time
from typing import NamedTuple

import inarow
from inarow._core import RULES, make_kernel

POSITIONS = [
    ("8,8,5", "......../......../....X.../...OO.../....X.../......../......../........"),
    ("8,8,5", "......../......../......../..XO..../...O..../....X.../......../........"),
    ("8,8,5", "......../......../......../...OX.../....O.../....X.../......../........"),
    ("8,8,5", "......../......../....X.../...OO.../......../....X.../......../........"),
    ("8,8,5", "......../......../......../...O..../...OXX../......../......../........"),
    ("8,8,5", "......../......../...X..../...OX.../.....O../......../......../........"),
    ("8,8,5", "......../......../......../..XO..../...X..../....O.../......../........"),
    ("8,8,5", "......../......../......../...OO.../....X.../....X.../......../........"),
    ("9,7,5", "......./......./......./......./..O..../..X.O../...X.../......./......."),
    ("9,7,5", "......./......./......./..X.O../..O..../....X../......./......./......."),
    ("9,7,5", "......./......./..O..../...X.../...OX../......./......./......./......."),
    ("9,7,5", "......./......./....O../...X.../..XO.../......./......./......./......."),
    ("9,7,5", "......./......./......./..O.X../....OX./......./......./......./......."),
    ("9,7,5", "......./......./....O../......./..XO.../....X../..O.X../......./......."),
    ("9,7,5", "......./......./..O..../......./..XOX../.X.O.../......./......./......."),
    ("10,6,5", "....../....../....../.O..../....O./.XO.X./....../...X../....../......"),
    ("10,6,5", "....../....../....../..O.../.X.X../.O.O../.X..../....../....../......"),
    ("10,6,5", "....../....../...X../...O../.XO.X./....O./....../....../....../......"),
    ("10,6,5", "....../....../....../.X..../.O..O./.XO.X./....../....../....../......"),
    ("9,6,5", "....../....../....../....../.XO.../....../....../....../......"),
    ("8,7,5", "......./......./......./...O.../....X../......./......./......."),
    ("8,7,5", "......./......./......./..XO.../......./......./......./......."),
    ("8,7,5", "......./......./......./...O.../..X..../......./......./......."),
    ("12,5,5", "...../...../...../...../.X.../.OO../...X./..XO./...../...../...../....."),
    ("12,5,5", "...../...../...../...../...X./..OO./O..../X.X../...../...../...../....."),
]

TABLE_BYTES = 512 << 20


class Effort(NamedTuple):
    nodes: int
    seconds: float
    """Of processor time."""


def effort(board: str, rows: str, rules: int) -> Effort:
    """Show that Breaker holds."""
    game = inarow.Game(*map(int, board.split(",")))
    position = game.position(rows)
    kernel = make_kernel(game, TABLE_BYTES, rules=rules)
    started = process_time()
    lower, upper, _, _, _, nodes, _ = kernel.solve_weak(
        position.x, position.o, True, False, False, None, None, None
    )
    seconds = process_time() - started
    assert lower == upper == 0, f"{board} {rows}: {lower}..{upper}"
    return Effort(nodes, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--without", action="append", choices=list(RULES), default=[])
    options = parser.parse_args()
    every = sum(RULES.values())
    choices = {"all": every, **{f"without {name}": every - RULES[name] for name in options.without}}
    print("| board | " + " | ".join(choices) + " |\n| --- |" + " ---: |" * len(choices))
    efforts: list[list[Effort]] = []
    for board, rows in POSITIONS:
        efforts.append([effort(board, rows, rules) for rules in choices.values()])
        nodes = " | ".join(f"{one.nodes:,}" for one in efforts[-1])
        print(f"| {board} | {nodes} |", flush=True)
    columns = list(zip(*efforts, strict=True))
    print(f"| together | {' | '.join(f'{sum(one.nodes for one in c):,}' for c in columns)} |")
    print(f"| seconds | {' | '.join(f'{sum(one.seconds for one in c):.1f}' for c in columns)} |")
    ratios = [
        exp(sum(log(one[i].nodes / one[0].nodes) for one in efforts) / len(efforts))
        for i in range(len(choices))
    ]
    print(f"| against all | {' | '.join(f'{ratio:.2f}x' for ratio in ratios)} |")
    print(
        f"\n{platform.machine()}, CPython {platform.python_version()}, inarow {inarow.__version__}"
    )


if __name__ == "__main__":
    main()
