"""What the engine must not miss: wins by continuous fours, lines to complete and to block."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from engine_process import EngineProcess
from fours import Fours, TooLong

from inarow import Game

pytestmark = pytest.mark.processes

GAME = Game(15, 15, 5)
PLIES = 15
"""A win by fours no longer than this must be found; one is played out in at most …"""
MOST_MOVES = 21
"""… so many own moves: the engine may have found another."""
ORACLE_POSITIONS = 3000
LONG_SEEDS = (762, 1157, 1324, 1799, 329, 618, 4160)
"""Positions whose shortest win by fours takes 11, 13 or 15 plies: few random ones are like that."""

Stones = frozenset[int]


def midgame(fours: Fours, seed: int) -> tuple[Stones, Stones] | None:
    """Random stones around the centre, own side to move; None if fours decide nothing there.

    Nobody has a line or could complete one at once, except that the opponent may have one four;
    and no own move makes two fours at once.
    """
    rng = random.Random(seed)
    spread = rng.randint(4, 7)
    cells = [
        row * GAME.n + column
        for row in range(7 - spread, 8 + spread)
        for column in range(7 - spread, 8 + spread)
    ]
    stones = rng.sample(cells, 2 * rng.randint(10, 30))
    own, other = frozenset(stones[::2]), frozenset(stones[1::2])
    for side in (own, other):
        if any(fours.completes(side - {cell}, cell) for cell in side):
            return None
    threats = fours.completing(other, own)
    if fours.completing(own, other) or len(threats) > 1:
        return None
    moves = fours.fours(own, other)
    if len(moves) < 2 or (not threats and any(len(cells) > 1 for cells in moves.values())):
        return None
    return own, other


def won_by_fours(fours: Fours, seed: int) -> tuple[Stones, Stones, int] | None:
    """A position with a win by fours, and its plies."""
    position = midgame(fours, seed)
    if position is None:
        return None
    try:
        line = fours.win(*position, PLIES, ORACLE_POSITIONS)
    except TooLong:
        return None
    return None if line is None else (*position, len(line))


def name(cell: int) -> str:
    return f"{cell % GAME.n},{cell // GAME.n}"


def play_out(engine: EngineProcess, fours: Fours, own: Stones, other: Stones) -> None:
    """The engine must win by force: every move of its completes a line, or makes a four."""
    lines = [f"{name(cell)},{whose}" for whose, side in enumerate((own, other), 1) for cell in side]
    x, y = engine.move("BOARD", *lines, "DONE")
    for _ in range(MOST_MOVES):
        cell = y * GAME.n + x
        assert cell not in own | other
        if fours.completes(own, cell):
            return
        own |= {cell}
        assert not fours.completing(other, own), "the other side comes first"
        answers = fours.completing(own, other)
        assert answers, f"{name(cell)} is no four: {sorted(own)} {sorted(other)}"
        answer = min(answers)
        other |= {answer}
        x, y = engine.move(f"TURN {name(answer)}")
    pytest.fail("no end of fours")


def play_all(seeds: Iterable[int], milliseconds: int) -> Counter[int]:
    """Have the engine win wherever fours win; how many wins there were, by their plies."""
    fours, lengths = Fours(GAME), Counter[int]()
    with EngineProcess() as engine:
        engine.send(f"INFO timeout_turn {milliseconds}")
        for seed in seeds:
            found = won_by_fours(fours, seed)
            if found is not None:
                own, other, plies = found
                lengths[plies] += 1
                play_out(engine, fours, own, other)
    return lengths


def test_every_win_by_fours_is_found() -> None:
    lengths = play_all((*range(300), *LONG_SEEDS), 1000)
    assert lengths.total() >= 20 and all(lengths[plies] for plies in (5, 7, 9, 11, 13, 15)), lengths


@pytest.mark.slow
def test_every_win_by_fours_is_found_in_many_positions() -> None:
    assert play_all(range(10_000, 30_000), 300).total() > 500


def test_the_oracle_knows_wins_by_fours() -> None:
    fours, far = Fours(GAME), frozenset({0, 14, 210})
    row = frozenset({7 * 15 + 5, 7 * 15 + 6, 7 * 15 + 7})
    open_four = fours.win(row, far, PLIES, 100)
    assert open_four is not None and len(open_four) == 3
    assert fours.win(row, far | {7 * 15 + 4}, PLIES, 100) is None
    # Two rows of three, each closed at one end, cross in one cell: two fours at once.
    column = frozenset({4 * 15 + 8, 5 * 15 + 8, 6 * 15 + 8})
    both = fours.win(row | column, far | {7 * 15 + 4, 3 * 15 + 8}, PLIES, 100)
    assert both is not None and len(both) == 3 and both[0] == 7 * 15 + 8
