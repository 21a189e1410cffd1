"""Cases of the contested game for `fuzz.py`, and the judges of its answers and zones.

A case is a line of play, sometimes with two stones in a row, from a board with any stones. The
truth is full minimax where few cells are empty, elsewhere the search of the ordinary game alone; a
zone is tested by giving Maker what lies outside.
"""

import random
from functools import partial

from boards import ALL_RULES, after, describe, has_line, random_board
from cases import case
from fuzz_cases import GAMES, random_game, random_kernel, random_places
from oracles import Exhaustive

from inarow import Game
from inarow._core import PLAIN_BUDGET, RULES, make_kernel

ContestedAnswer = tuple[bool | None, int, int, int]

# Each with the most empty cells of a case, about as many as the truth takes in its stride.
ARMED_GAMES = [
    *[((3, 3, 3), 9), ((3, 4, 3), 12), ((4, 3, 3), 12), ((2, 7, 3), 14), ((3, 5, 3), 15)],
    *[((4, 4, 3), 16), ((4, 4, 4), 16), ((3, 5, 4), 15), ((4, 5, 4), 20), ((5, 4, 4), 18)],
    *[((5, 5, 4), 18), ((6, 5, 4), 16), ((4, 7, 4), 20), ((4, 8, 4), 18), ((5, 5, 3), 14)],
    *[((5, 5, 5), 18), ((6, 5, 5), 20), ((6, 6, 4), 18), ((6, 6, 5), 22), ((7, 7, 5), 22)],
    *[((8, 8, 5), 20), ((8, 8, 4), 16)],
    *[(game, 14) for game in GAMES if game[0] * game[1] >= 40],
]


class ContestedTruth:
    """Does Maker win the ordinary game? By full minimax, or by the core's other techniques."""

    def __init__(
        self, game: Game, rules: int = ALL_RULES - RULES["weak"] - RULES["contested"]
    ) -> None:
        self.game = game
        self.full = game.full
        self._exhaustive = Exhaustive(game)
        self._search = make_kernel(game, 1 << 24, rules=rules)

    def wins(self, maker: int, breaker: int, makers_turn: bool) -> bool:
        """Does Maker complete a line before Breaker does? Neither has one."""
        own, opponent = (maker, breaker) if makers_turn else (breaker, maker)
        free = self.full & ~(own | opponent)
        if free.bit_count() <= 7:
            return self._exhaustive.outcome(own, opponent)[0] == (1 if makers_turn else -1)
        holds = self._search.ask(own, opponent, 1 if makers_turn else 0, None, None)[0]
        assert holds is not None
        return holds == makers_turn


def run_contested_case(seed: int, most: int = 30) -> int:
    """One case of the contested game; returns how many answers were compared."""
    rng = random.Random(seed)
    game, rules, empties = random_game(ARMED_GAMES, rng)
    board = random_board(game, rng.randint(3, empties), rng)
    if rng.random() < 0.5:
        board = board[::-1]
    truth = ContestedTruth(game)
    # With a budget of 1 a reply is soon left for others.
    kernel, words = random_kernel(game, rules, rng, rng.choice([1, 16, PLAIN_BUDGET]))
    limited = rng.random() < 0.3
    places = random_places(game, board, empties, most, rng)
    places = [place for place in places if not has_line(game, place[1])]
    for place in places:
        if rng.random() < 0.2:
            kernel.solve_weak(*place, False, False, rng.randint(1, 60), None, None)
        nodes = rng.randint(1, 60) if limited and rng.random() < 0.5 else None
        answer = kernel.solve_contested(*place, nodes, None)
        with case(f"contested case {seed}", partial(describe, game, place), words, nodes, answer):
            check_contested_answer(truth, *place, nodes is not None, answer)
            check_contested_zone(truth, *place, answer, rng, subsets=4)
    return len(places)


def check_contested_answer(
    truth: ContestedTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    limited: bool,
    answer: ContestedAnswer,
) -> None:
    """What a kernel says of a position in which nobody has a line, against the truth."""
    wins, move, _, _ = answer
    free = truth.full & ~(maker | breaker)
    if wins is None:
        assert limited, "not proven"
        return
    assert wins == truth.wins(maker, breaker, makers_turn), "wrong value"
    if wins != makers_turn:
        return
    if move == -1:
        assert not makers_turn, "a win without a move"
        move = (free & -free).bit_length() - 1
    assert 0 <= move < truth.game.cells and free >> move & 1, "illegal move"
    maker, breaker, makers_turn = after(maker, breaker, makers_turn, move)
    if has_line(truth.game, maker if wins else breaker):
        return
    if maker | breaker == truth.full:
        assert not wins, "no line on a full board"
        return
    assert wins == truth.wins(maker, breaker, makers_turn), "a move that loses value"


def check_contested_zone(
    truth: ContestedTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    answer: ContestedAnswer,
    rng: random.Random,
    subsets: int,
) -> None:
    """Where Maker does not win, he does not if he is given any free cells outside the zone."""
    wins, _, zone, _ = answer
    if wins is not False:
        return
    free = truth.full & ~(maker | breaker)
    assert zone & ~free == 0, "cells in the zone that are not free"
    gift = free & ~zone
    for _ in range(subsets):
        given = maker | gift
        assert not has_line(truth.game, given), f"{zone:#x} is no zone: there is a line outside"
        if given | breaker != truth.full:
            assert not truth.wins(given, breaker, makers_turn), f"{zone:#x} is no zone"
        gift = free & ~zone & rng.getrandbits(truth.game.cells)
