"""The ladder: one board solved by one method after another, and how many nodes each of them takes.

    python docs/examples/ladder.py                    # 3,3,3, by every method
    python docs/examples/ladder.py --position XO./.X./..O
    python docs/examples/ladder.py 4 4 4 --methods careful core

All but the last are plain Python, one technique a file of `inarow.reference`. A node is a position
on which the search begins to work. Beyond 3,3,3 minimax takes too long, and a memo much room.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from time import process_time
from typing import NamedTuple

import inarow
from inarow import Game, Position, Solver
from inarow.reference import METHODS, Rules

IDEAS = {
    "minimax": "every game to its end",
    "memo": "every position once, however many games lead to it",
    "alphabeta": "no look at what a refutation has made pointless",
    "alphabeta_memo": "values and bounds are kept, and told apart",
    "careful": "sets of cells, threats first, symmetry, moves in order",
    "core": "the compiled search: threats in chains, pairings, zones, domination and more",
}
"""The rungs, from the lowest, and the idea that each adds."""


class Rung(NamedTuple):
    """What a method took; the value is from the side to move."""

    name: str
    value: int | None
    nodes: int
    seconds: float


def climb(position: Position, names: Iterable[str] = IDEAS) -> Iterator[Rung]:
    """Solve a position by each of these methods; they must agree."""
    game, values = position.game, set()
    rules = Rules(*game.size)
    board = rules.parse(position.text)
    for name in names:
        started = process_time()
        found = Solver(game).solve(position) if name == "core" else METHODS[name](rules, board)
        values.add(found.value)
        assert len(values) == 1, f"{name} finds {found.value}, others {values}"
        yield Rung(name, found.value, found.nodes, process_time() - started)


def main() -> None:
    """Climb, and print a row for each rung."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=["3", "3", "3"], metavar="M N K")
    parser.add_argument("--position", help="Rows from the top: X../.O./...")
    parser.add_argument("--methods", nargs="*", choices=IDEAS, default=[*IDEAS])
    options = parser.parse_args()
    game = Game.from_key(",".join(options.game))
    position = game.position(options.position) if options.position else game.start()
    print(f"{game.words}, {position.status}")
    for rung in climb(position, options.methods):
        row = f"{rung.name:15}{rung.value:3}{rung.nodes:10,}{1000 * rung.seconds:12.3f} ms"
        print(f"{row}  {IDEAS[rung.name]}", flush=True)
    print("\nhow many positions there are, each of which a memo would keep:")
    for size in ((3, 3, 3), (4, 4, 3), (4, 4, 4)):
        print(f"{','.join(map(str, size)):15}{inarow.count(Game(*size)).positions:13,}")


if __name__ == "__main__":
    try:
        main()
    except (inarow.InarowError, OSError) as error:
        sys.exit(str(error))
