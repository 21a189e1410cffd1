"""The levels keep their order, by the script of the benchmark; its statistics are right."""

import runpy
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Game
from inarow.strategies import LEVELS

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "play" / "tournament.py"))
play_match: Callable[..., Any] = SCRIPT["play_match"]
TICTACTOE = Game(3, 3, 3)


def p_value(*pairs: int) -> float:
    """Of a match whose pairs ended so."""
    ahead = sum(count * margin for count, margin in zip(pairs, (-2, -1, 0, 1, 2), strict=True))
    match = SCRIPT["Match"](2, 1, max(ahead, 0), 0, max(-ahead, 0), pairs, 0, 0, 0, 0.0)
    found: float = match.p_value
    assert match.significant == (found < 0.05)
    return found


@given(st.tuples(*[st.integers(0, 3)] * 5))
def test_the_p_value_is_that_of_all_endings(pairs: tuple[int, int, int, int, int]) -> None:
    worse2, worse1, _, better1, better2 = pairs
    margins = [2] * (worse2 + better2) + [1] * (worse1 + better1)
    ahead = better1 - worse1 + 2 * (better2 - worse2)
    endings = [
        sum(margin * sign for margin, sign in zip(margins, signs, strict=True))
        for signs in product((1, -1), repeat=len(margins))
    ]
    assert p_value(*pairs) == sum(total >= ahead for total in endings) / len(endings)


@pytest.mark.long
def test_a_match_is_repeatable_and_adds_up() -> None:
    first, second, other = (
        play_match(Game(4, 4, 3), 6, 3, games=30, seed=seed)._replace(seconds=0)
        for seed in (5, 5, 6)
    )
    assert first == second != other
    assert first.wins + first.draws + first.losses == 30
    assert sum(first.pairs) == 15
    worse2, worse1, _, better1, better2 = first.pairs
    assert first.wins - first.losses == better1 - worse1 + 2 * (better2 - worse2)


def test_a_level_against_itself_ends_even() -> None:
    """The sides have the same seeds in both games of a pair: that leaves nothing to chance."""
    for number in (1, 4, 7):
        match = play_match(TICTACTOE, number, number, games=40)
        assert match.pairs == (0, 0, 20, 0, 0), number


@pytest.mark.long
def test_far_levels_are_in_order_on_small_samples() -> None:
    for game in (TICTACTOE, Game(4, 4, 3), Game(5, 5, 4), Game(3, 4, 3, exact=True)):
        for below, above in pairwise([1, 4, 7, 10]):
            match = play_match(game, above, below, games=60)
            assert match.significant, match
        assert play_match(game, 10, 1, games=10).judged == 0  # the perfect level proves its moves


@pytest.mark.slow
@pytest.mark.parametrize("game", [(3, 3, 3), (4, 4, 3), (5, 5, 4), (7, 7, 5)])
def test_each_level_beats_the_one_below(game: tuple[int, int, int]) -> None:
    for below, above in pairwise(LEVELS):
        match = play_match(Game(*game), above, below)
        assert match.significant, match
