"""Cases of the weak game for `fuzz.py`, and the judges of its answers and zones.

A case is a line of play, sometimes with two stones in a row, from a board with any stones. The
truth is the reference's careful search; a zone is tested by giving Maker what lies outside. One
answer in a while is of the ordinary game, from the same table.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from boards import after, describe, has_line, random_weak_board
from cases import case
from fuzz_cases import GAMES, random_game, random_kernel, random_places
from fuzz_strong import check_answer
from oracles import Exhaustive, WeakDense, WeakTruth

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

WeakAnswer = tuple[int, int, int, int, tuple[int, ...], int, int]

# Each with the most empty cells that the reference takes in its stride.
WEAK_GAMES = [
    *[((3, 3, 3), 9), ((3, 3, 4), 9), ((3, 4, 3), 12), ((4, 3, 4), 12), ((2, 5, 3), 10)],
    *[((1, 9, 3), 9), ((12, 1, 4), 12), ((2, 7, 3), 14), ((3, 5, 3), 15), ((5, 3, 4), 15)],
    *[((3, 5, 4), 15), ((4, 4, 3), 16), ((4, 4, 4), 16), ((2, 8, 4), 16), ((1, 16, 3), 16)],
    *[((8, 2, 3), 16), ((4, 4, 2), 16), ((3, 6, 3), 14), ((4, 5, 4), 15), ((5, 4, 4), 15)],
    *[((5, 5, 4), 14), ((5, 5, 5), 16), ((6, 5, 4), 14), ((4, 7, 4), 14), ((5, 5, 3), 14)],
    *[((6, 6, 4), 14), ((6, 6, 5), 16), ((7, 7, 5), 16)],
    *[(game, 11) for game in GAMES if game[0] * game[1] >= 40],
]


def run_weak_case(seed: int, most: int = 40) -> int:
    """One case of the weak game; returns how many answers were compared."""
    rng = random.Random(seed)
    game, rules, empties = random_game(WEAK_GAMES, rng)
    board = random_weak_board(game, rng.randint(3, empties), rng)
    truth, strong = WeakTruth(game), Exhaustive(game)
    kernel, words = random_kernel(game, rules, rng)
    limited = rng.random() < 0.3
    places = random_places(game, board, empties, most, rng)
    for place in places:
        distance, line = rng.random() < 0.5, rng.random() < 0.8
        nodes = rng.randint(1, 60) if limited and rng.random() < 0.5 else None
        answer = kernel.solve_weak(*place, distance, line, nodes, None, None)
        said = f"{words}, {nodes=}, {distance=}: {answer}"
        with case(f"weak case {seed}", partial(describe, game, place), said):
            check_weak_answer(truth, *place, distance, line, nodes is not None, answer)
            check_zone(truth, *place, answer, rng, subsets=4)
        check_strong_between(kernel, strong, *place[:2], rng)
    return len(places)


def check_strong_between(
    kernel: Kernel, truth: Exhaustive, own: int, opponent: int, rng: random.Random
) -> None:
    """Now and then a question of the ordinary game, where full minimax is quick."""
    free = truth.full & ~(own | opponent)
    lines = any(has_line(truth.game, stones) for stones in (own, opponent))
    if not lines and free.bit_count() <= 7 and rng.random() < 0.3:
        answer = kernel.solve(own, opponent, True, True, None, None, None)
        check_answer(truth, own, opponent, True, False, answer)


def check_weak_answer(
    truth: WeakDense | WeakTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    distance: bool,
    line: bool,
    limited: bool,
    answer: WeakAnswer,
) -> None:
    """What a kernel says of a position of the weak game that is not over, against the truth."""
    plies = truth.plies(maker, breaker, makers_turn)
    lower, upper, said, move, moves, _, _ = answer
    assert 0 <= lower <= (plies is not None) <= upper <= 1, "wrong bounds"
    free = truth.full & ~(maker | breaker)
    assert move == -1 or (0 <= move < truth.game.cells and free >> move & 1), "illegal move"
    if lower != upper:
        assert limited, "not proven"
        assert said == -1, "a distance without a value"
        assert not moves, "a line of play from a value that is not proven"
        return
    if said != -1:
        assert said == plies, "wrong distance"
    assert not distance or limited or said != -1 or plies is None, "no distance"
    assert move != -1, "no move"
    measured = distance and said != -1
    assert not moves or moves[0] == move, "the line begins with another move"
    if line and not limited:
        assert moves, "no line of play"
    assert line or not moves, "a line of play unasked"
    for step in moves or (move,):
        assert plies != 0 and free >> step & 1, "the line leaves the game"
        reached = truth.plies(*after(maker, breaker, makers_turn, step))
        assert (reached is None) == (plies is None), "a move that loses value"
        assert plies != 1 or reached == 0, "a win on the spot passed by"
        if measured and plies is not None:
            assert reached == plies - 1, "a move that loses time"
        maker, breaker, makers_turn = after(maker, breaker, makers_turn, step)
        free &= ~(1 << step)
        plies = reached
    if moves and measured and not limited:
        assert plies == 0, "the line is not as long as the distance"


def check_zone(
    truth: WeakDense | WeakTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    answer: WeakAnswer,
    rng: random.Random,
    subsets: int,
) -> None:
    """Who wins still does, and as soon, if the other is given any free cells outside the zone."""
    lower, upper, said, *_, zone = answer
    if lower != upper:
        return
    free = truth.full & ~(maker | breaker)
    assert zone & ~free == 0, "cells in the zone that are not free"
    gift = free & ~zone
    for _ in range(subsets):
        given = (maker, breaker | gift) if upper else (maker | gift, breaker)
        plies = truth.plies(*given, makers_turn)
        assert (plies is not None) == bool(upper), f"{zone:#x} is no zone"
        assert said == -1 or (plies is not None and plies <= said), f"{zone:#x} is slower"
        gift = free & ~zone & rng.getrandbits(truth.game.cells)
