"""Games on boards that are no grids: values that are published, and what it takes to find them.

    python benchmarks/search/other_boards.py [--seven]

Each value is compared before it is told. A certificate of it is written and checked, but for misère
games, which have none: the table has its positions, and the seconds of the check. `--seven` asks as
well whether Breaker holds on the cube of seven, which takes some minutes.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

import inarow
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
QUBIC = Path(__file__).parents[1] / "results/qubic.cert"


def checked(path: Path, claim: str) -> str:
    """What it takes to check a certificate, which has to claim this."""
    started = perf_counter()
    verdict = inarow.check(path)
    seconds = perf_counter() - started
    assert verdict.verified and verdict.claim.endswith(f": {claim}"), (path, verdict)
    return f"{verdict.nodes:,} | {seconds:.2f}"


def row(name: str, game: Game, expected: tuple[int, int | None], *, weak: bool = False) -> None:
    """Solve the empty board, compare, prove, check, and print a line of the table."""
    value, plies = expected
    kind = "weak" if weak else "strong"
    within = f" in {plies} plies" if plies is not None else ""
    with tempfile.TemporaryDirectory() as folder, Solver(game) as solver:
        path = None if game.misere else Path(folder) / "certificate"
        found = solver.solve(
            game.start(), distance=plies is not None, game_kind=kind, certificate=path
        )
        assert found.value == value and plies in (None, found.distance), (name, found)
        claim = "X wins" if value else "O stops" if weak else "a draw"
        if plies is not None:
            claim += f" within {plies} plies; O holds within {plies - 1} plies"
        proof = "- | -" if path is None else checked(path, claim)
    winner, holder = ("Maker gets it", "Breaker holds") if weak else ("first wins", "draw")
    told = (winner if value else holder) + within
    print(f"| {name} | {told} | {found.nodes:,} | {found.seconds:.2f} | {proof} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seven", action="store_true")
    options = parser.parse_args()
    print("| game | value | nodes | s | certificate, positions | checked, s |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    row("3x3x3, three in a row", Game.on(box((3, 3, 3), 3)), (1, 7))
    print(f"| Qubic, as below | first wins | - | - | {checked(QUBIC, 'X wins')} |", flush=True)
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
