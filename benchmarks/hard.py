"""Print what the weak or the contested game takes on hard positions, with rules switched off.

    python benchmarks/hard.py
    python benchmarks/hard.py --without history --without domination
    python benchmarks/hard.py --contested --without numbers

The order of moves makes the nodes of any one board a matter of luck, so that a change is judged by
many: the last line has the geometric mean of the ratios. Breaker holds in all positions of the weak
game. They were reached by moves of X's drawn by lot among the eight heaviest cells, each answered
on the heaviest, and are those that took between some 8,000 and 400,000 nodes when they were chosen.

With `--contested` it is the contested game on 8,8,5: can the side to move win, or the other one, in
positions of `benchmarks/middle.py 8,8,5 10 20 80`? The 25 questions are drawn by lot from those of
the seeds 21 to 26 that took from 50,000 to 600,000 nodes when they were chosen, by the search of
then or by one that it was compared with. What was tuned was tuned on other seeds. All answers are
asserted.
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

# Of the contested game: the position, who Maker is, and whether he wins.
CONTESTED_QUESTIONS = [
    (".X...X../.....X../......../.O..O..X/......../.O....../.....X../..O....O", "O", False),
    ("O.....OX/..XX..X./O.....OO/....X.X./.X....../....XOO./X....O.O/......X.", "X", True),
    (".O.O..X./.....O../XO..X.../....OX../.O...X../.X...O.O/..O...XX/.X.....X", "O", False),
    ("...X..../.O..X.../......../......../..O...../..O....O/.X...X.X/..O...X.", "O", True),
    (".X.X..../O.....X./O.OOO.../......../.....X../.O...X../......X./OO...XX.", "X", False),
    ("O.X...../...O...X/......O./......../.....X../O......O/.X...XO./X.......", "X", False),
    ("......../....X..X/..OX..../OX....../OX....X./...X.O../...O...O/.O..X...", "X", False),
    ("...XO.../....O.../.....O../......O./..X....X/.X..X.../.O...XX./......O.", "X", True),
    (".......O/.X.....X/.......X/.O.O.O.X/......../X....X../....OXO./........", "O", True),
    ("X..XX.../XX....../.XOO..../O......./O..O..../.O....X./.....XXO/...O....", "O", True),
    ("X.X...../.O.X..../......../..O...../.....X../.OO...X./.....O../........", "O", False),
    ("...O..../XOXO.O.X/......../X.....X./.O....../......../......../.....X..", "O", False),
    ("O...X.../X....O../..O....O/......../....X.X./....O.../.....O../.XX....X", "O", False),
    ("......../XO.O..../X..XXO../X......O/......../......X./O......./....OX..", "X", False),
    ("....X.../.......O/..X...../.......O/......XX/OO....../X......./......XO", "X", False),
    (".......O/.O...O.X/...X..../.XX...../....O..X/......../......../.O......", "X", False),
    ("...O.O.O/..O...../.O..X..X/O...X.../.X..XX../......../......../....X...", "X", True),
    ("..O...O./....X.../..X.X.../X......./......../...O..O./......../.X....O.", "X", True),
    ("......../.....XX./...X...O/.......O/O......./.X....O./...OX.../........", "X", True),
    ("O....O.X/.O.X.X../......O./.....X../.....X../X......O/X.X...OO/.O.X.XO.", "X", True),
    (".O....../X.....O./X.X...../.....O../....X.../....X.../....O.O./........", "X", True),
    ("....O.X./.OO...O./O.XX..../..OX..../......../O......./.XXX..../.......X", "X", True),
    ("..O...../XO..X.XX/......../......../.....X.O/....X.../.OO...X./.....O..", "X", False),
    ("X...X.X./...OX.../......../.....X../......../OO....X./..OX.OOX/..OO.XO.", "X", False),
    ("......../.O....../X..X..O./......../......X./O.O..X.X/X.....O./....O...", "X", True),
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


def contested_effort(rows: str, maker: str, wins: bool, rules: int) -> Effort:
    """Show that Maker wins, or that he does not."""
    game = inarow.Game(8, 8, 5)
    position = game.position(rows)
    stones = (position.x, position.o) if maker == "X" else (position.o, position.x)
    kernel = make_kernel(game, TABLE_BYTES, rules=rules)
    started = process_time()
    answer, _, _, nodes = kernel.solve_contested(*stones, position.turn == maker, None, None)
    seconds = process_time() - started
    assert answer == wins, f"{rows}, {maker}: {answer}"
    return Effort(nodes, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contested", action="store_true", help="questions of the contested game")
    parser.add_argument("--without", action="append", choices=list(RULES), default=[])
    options = parser.parse_args()
    every = sum(RULES.values())
    choices = {"all": every, **{f"without {name}": every - RULES[name] for name in options.without}}
    print("| board | " + " | ".join(choices) + " |\n| --- |" + " ---: |" * len(choices))
    efforts: list[list[Effort]] = []
    questions: list[tuple[str, Callable[[int], Effort]]] = (
        [("8,8,5", partial(contested_effort, *question)) for question in CONTESTED_QUESTIONS]
        if options.contested
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
