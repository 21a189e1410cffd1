"""Print what the weak game takes on hard positions, with rules of the search switched off.

    python benchmarks/hard.py
    python benchmarks/hard.py --without experience --without domination
    python benchmarks/hard.py --armed --without share

The order of moves makes the nodes of any one board a matter of luck, so that a change is judged by
many: the last line has the geometric mean of the ratios. Breaker holds in all positions of the weak
game. They were reached by moves of X's drawn by lot among the eight heaviest cells, each answered
on the heaviest, and are those that took between some 8,000 and 400,000 nodes when they were chosen.

With `--armed` it is the armed game on 8,8,5. The 25 questions are drawn by lot from those of
`benchmarks/middle.py 8,8,5 10 20 80`, seeds 3 to 8, that took from 50,000 to 600,000 nodes either
with the effort shared or without. All answers are asserted.
"""

from __future__ import annotations

import argparse
import platform
from functools import partial
from math import exp, log
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import inarow
from inarow._core import RULES, make_kernel

if TYPE_CHECKING:
    from collections.abc import Callable

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

# Of the armed game: the position, who Maker is, and whether he wins.
ARMED_QUESTIONS = [
    ("....X.../.....O../O.O...../......XX/....X.../.O....../X......./..O.....", "X", False),
    (".X....../XO....../X.O...X./..O...../...O...O/......../...OX..X/.OX...OX", "O", False),
    ("..O.X..O/.....X../X......X/..X...O./..X.O.../......../X....O../.O..O.X.", "O", False),
    ("......X./O.....XX/..X....O/.......O/O.....O./......X./...O.X../........", "X", False),
    ("O....XX./......../......X./O..X..../....O.../......../....O.../....XOOX", "X", False),
    ("......../..X...O./O....O../.X..X.O./...X..../......../.......X/.X....O.", "X", False),
    ("X....X../X......./......../.X....../.....O../......X./O.O..X.O/..O..O..", "X", False),
    ("....X..O/...XO.X./......../......O./......../.OOX..../......XX/....O..X", "O", False),
    ("...O.OX./....O.../.......O/......../...O..../...X..../.X....X./.X.X..O.", "X", False),
    ("......../.......X/O......./O.XOX.../.OO...../....X..X/.......X/...O....", "X", False),
    ("X.O.X..X/...X..O./X.....O./......../OO...O../......../....X..X/....O...", "O", False),
    ("O......./X......./.....O.X/O...X.../...X..../......../O......./.....X.O", "X", True),
    ("..OX..../.O.OX.../X......./X......./.XO...../..X.O.../..O..X.X/X....OO.", "O", False),
    (".XO....X/..X...X./..X...../.X...XX./X......./.O.....O/O.OO..../.OO.....", "X", False),
    ("...XX.../.XOX.O../.O....../.......O/.O.....X/......../XO.....X/....O...", "X", False),
    ("X......./.O....../.O...XOX/....X.O./......../......../......OO/..X.X...", "X", False),
    (".....X../OX.....X/......../......../....O.../.O....XO/X......./.O......", "X", False),
    ("......../...O..O./.....X../......X./......../...X..../......XX/.O...XOO", "X", False),
    ("X....OOX/......../......../......O./...O..OX/......../O.X..X../..XO...X", "O", False),
    ("......../..O...../X.O.O.XX/....O.../X......./......../.......X/O.......", "O", True),
    ("XXOX..../....X..X/...O..X./...XXO../X.....O./......../..O...O./..O.O...", "O", False),
    ("......../..X...../X......./XX.O..../O......./O.O...../.....O../.X...X..", "O", True),
    (".......X/......../X.....X./.O..X.XX/.....XO./....O.O./..O....X/....OO..", "O", False),
    ("......XO/..O...../..X...X./....X.../......../.......O/......../..XO...O", "X", True),
    (".....X../..X...../...X..O./......../.....O.X/OX....O./......O./........", "X", False),
]

TABLE_BYTES = 512 << 20


class Effort(NamedTuple):
    nodes: int
    seconds: float
    """Of processor time."""


def weak_effort(board: str, rows: str, rules: int) -> Effort:
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


def armed_effort(rows: str, maker: str, wins: bool, rules: int) -> Effort:
    """Show that Maker wins, or that he does not."""
    game = inarow.Game(8, 8, 5)
    position = game.position(rows)
    stones = (position.x, position.o) if maker == "X" else (position.o, position.x)
    kernel = make_kernel(game, TABLE_BYTES, rules=rules)
    started = process_time()
    answer, _, _, nodes = kernel.solve_armed(*stones, position.turn == maker, None, None)
    seconds = process_time() - started
    assert answer == wins, f"{rows}, {maker}: {answer}"
    return Effort(nodes, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--armed", action="store_true")
    parser.add_argument("--without", action="append", choices=list(RULES), default=[])
    options = parser.parse_args()
    every = sum(RULES.values())
    choices = {"all": every, **{f"without {name}": every - RULES[name] for name in options.without}}
    print("| board | " + " | ".join(choices) + " |\n| --- |" + " ---: |" * len(choices))
    efforts: list[list[Effort]] = []
    questions: list[tuple[str, Callable[[int], Effort]]] = (
        [("8,8,5", partial(armed_effort, *question)) for question in ARMED_QUESTIONS]
        if options.armed
        else [(board, partial(weak_effort, board, rows)) for board, rows in POSITIONS]
    )
    for board, effort in questions:
        efforts.append([effort(rules) for rules in choices.values()])
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
