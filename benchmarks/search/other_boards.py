"""Games on boards that are no grids: values that are published, and what it takes to find them.

    python benchmarks/search/other_boards.py [--seven]

Each value is compared before it is told. `--seven` asks as well whether Breaker holds on the cube
of seven, which takes a minute.
"""

from __future__ import annotations

import argparse
from time import perf_counter

from inarow import Game, Solver
from inarow.boards import animal, box, torus

ANIMALS = {
    "domino": ["a1", "b1"],
    "el": ["a1", "a2", "b2"],
    "tic": ["a1", "b1", "c1"],
    "elly": ["a1", "a2", "a3", "b3"],
    "tippy": ["a1", "b1", "b2", "c2"],
    "knobby": ["a1", "b1", "c1", "b2"],
    "skinny": ["a1", "b1", "c1", "d1"],
    "fatty": ["a1", "b1", "a2", "b2"],
}
STRONG = {"domino": 3, "el": 5, "tic": 5, "elly": 7, "tippy": 9}
"""On 4x4, the plies in which X wins; with the other three nobody does."""
WEAK = {"domino": 2, "el": 3, "tic": 4, "elly": 4, "tippy": 3, "knobby": 5}
"""The smallest square on which Maker gets it: M. Gardner, Scientific American 240(4), 1979."""


def row(name: str, game: Game, expected: tuple[int, int | None], *, weak: bool = False) -> None:
    """Solve the empty board, compare, and print a line of the table."""
    plies = expected[1]
    started = perf_counter()
    with Solver(game) as solver:
        kind = "weak" if weak else "strong"
        found = solver.solve(game.start(), distance=plies is not None, game_kind=kind)
    seconds = perf_counter() - started
    assert found.value == expected[0] and plies in (None, found.distance), (name, found)
    winner, holder = ("Maker gets it", "Breaker holds") if weak else ("first wins", "draw")
    words = {1: winner, 0: holder, -1: "second wins"}[expected[0]]
    told = f"{words}{f' in {plies} plies' if plies is not None else ''}"
    print(f"| {name} | {told} | {found.nodes:,} | {seconds:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seven", action="store_true")
    options = parser.parse_args()
    print("| game | value | nodes | s |\n| --- | --- | ---: | ---: |")
    row("3x3x3, three in a row", Game.on(box((3, 3, 3), 3)), (1, 7))
    row("torus 3,3,3", Game.on(torus(3, 3, 3)), (1, 7))
    row("misère 3,3,3", Game(3, 3, 3, misere=True), (0, None))
    row("misère torus 3,3,3", Game.on(torus(3, 3, 3), misere=True), (1, None))
    for name, cells in ANIMALS.items():
        plies = STRONG.get(name)
        value = 0 if plies is None else 1
        row(f"{name} on 4x4", Game.on(animal(4, 4, cells)), (value, plies))
    for name, side in WEAK.items():
        for size in (side, side - 1):
            if size > 2 or (name in ("domino", "el") and size == 2):  # else it does not fit
                game = Game.on(animal(size, size, ANIMALS[name]))
                row(f"{name}, weak, {size}x{size}", game, (int(size == side), None), weak=True)
    row("fatty, weak, 9x9", Game.on(animal(9, 9, ANIMALS["fatty"])), (0, None), weak=True)
    if options.seven:
        row("7x7x7, weak", Game.on(box((7, 7, 7), 7)), (0, None), weak=True)


if __name__ == "__main__":
    main()
