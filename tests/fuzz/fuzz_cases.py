"""What the cases of `fuzz.py` and of its games are made of: boards, kernels and lines of play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from boards import ALL_RULES, Place, after, every_width_for, has_line, table_of

from inarow import Game
from inarow._core import PLAIN_BUDGET, RULES, make_kernel

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

# Boards around the ends of words and directions: strips, two columns, 40 and 41 cells, 64 and 65,
# 80 and 81 (keys stop being exact), 128 and more, 256 and more, 400.
GAMES = [
    *[(3, 3, 3), (3, 4, 3), (4, 3, 3), (3, 3, 2), (2, 5, 2), (3, 5, 3), (5, 3, 3), (2, 7, 3)],
    *[(1, 9, 3), (9, 1, 3), (1, 20, 4), (20, 1, 4), (1, 20, 5), (2, 20, 3), (20, 2, 2), (4, 4, 2)],
    *[(4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 4), (3, 6, 4), (6, 3, 4), (5, 5, 4), (4, 4, 5)],
    *[(5, 5, 3), (5, 5, 5), (5, 8, 4), (8, 5, 4), (4, 10, 4), (10, 4, 4), (6, 6, 4), (6, 6, 6)],
    *[(6, 7, 4), (7, 6, 5), (7, 7, 4), (7, 7, 5), (8, 8, 4), (8, 8, 5), (8, 8, 8), (4, 16, 4)],
    *[(16, 4, 4), (5, 13, 4), (13, 5, 5), (8, 10, 5), (10, 8, 4), (9, 9, 4), (9, 9, 5), (9, 9, 7)],
    *[(8, 16, 5), (16, 8, 4), (11, 12, 5), (12, 11, 4), (13, 10, 6), (11, 11, 5), (15, 15, 5)],
    *[(16, 16, 5), (16, 16, 4), (15, 17, 6), (13, 20, 5), (20, 13, 4), (19, 19, 5), (20, 20, 5)],
    *[(20, 20, 4), (20, 20, 10), (20, 20, 20), (20, 19, 8), (7, 20, 7), (20, 7, 6), (3, 20, 3)],
]


def random_rules(rng: random.Random) -> int:
    """All rules of the search, or some of them."""
    if rng.random() < 0.4:
        return sum(bit for bit in RULES.values() if rng.random() < 0.6)
    return ALL_RULES


def random_game(
    games: Sequence[tuple[tuple[int, int, int], int]], rng: random.Random
) -> tuple[Game, int, int]:
    """One of the games, the rules of the search, and the most empty cells of a board."""
    size, empties = rng.choice(games)
    rules = random_rules(rng)
    # Without its rules a search is slow.
    return Game(*size), rules, empties if rules == ALL_RULES else min(empties, 9)


class Drawn(NamedTuple):
    """A kernel with a width and a table drawn by lot."""

    kernel: Kernel
    words: str
    """The same in words."""


def random_kernel(game: Game, rules: int, rng: random.Random, budget: int = PLAIN_BUDGET) -> Drawn:
    """A kernel of any width that holds the game, with a table of any size."""
    width = rng.choice(every_width_for(game))
    bytes_ = table_of(rng.choice([1, 64, 1 << 10, 1 << 20]), width)
    fold = rng.choice([0, 16, 400])
    seed = rng.getrandbits(64)
    kernel = make_kernel(
        game, bytes_, width=width, rules=rules, fold_ply=fold, plain_budget=budget, seed=seed
    )
    words = (
        f"width {width}, rules {rules}, {bytes_} bytes, fold {fold}, budget {budget}, seed {seed}"
    )
    return Drawn(kernel, words)


def random_walk(game: Game, place: Place, rng: random.Random) -> list[Place]:
    """A game of random moves from a position, without the one where it is over."""
    met = []
    while not has_line(game, place[0]) and place[0] | place[1] != game.full:
        met.append(place)
        free = [i for i in range(game.cells) if not (place[0] | place[1]) >> i & 1]
        place = after(*place, rng.choice(free))
        if rng.random() < 0.1:
            place = (*place[:2], not place[2])
    return met


def random_places(
    game: Game, board: tuple[int, int], empties: int, most: int, rng: random.Random
) -> list[Place]:
    """Positions of four games of random moves, in order or backwards, with at most so many empty.

    Where neither colour could fill a cell of the board, more of them are free than asked for.
    """
    walks = [random_walk(game, (*board, rng.random() < 0.5), rng) for _ in range(4)]
    taken = game.cells - empties
    places = [place for walk in walks for place in walk]
    places = [place for place in places if (place[0] | place[1]).bit_count() >= taken][:most]
    if rng.random() < 0.5:
        places.reverse()
    return places
