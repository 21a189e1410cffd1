"""The core against slow programs that prune nothing.

The reference's `outcomes` vouches for `oracles.Dense`, which then holds every board of a small
game, reachable or not, with either side to move, and is compared with the core at every width,
under every set of rules, with tables of every size, also where only exactly k in a row win. `fuzz`
does the same for random boards of any size with few empty cells.
"""

import random

import numpy as np
import pytest
from boards import (
    EVERY_WIDTH,
    RULE_SETS,
    as_board,
    cells_of_width,
    random_board,
    random_play,
    rules_of,
    table_of,
    widths_for,
)
from fuzz_strong import check_answer
from oracles import Dense, Exhaustive, check_answers, check_batch, check_rows, dense, outcome_of

from inarow import Game, Solver
from inarow._core import RULES, WIDTHS
from inarow.reference import careful, outcomes

long = pytest.mark.long

Size = tuple[int, ...]
"""Rows, columns, k, and True where only exactly k win."""

SMALL: list[Size] = [
    *[(1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 2, 1), (2, 2, 2), (2, 2, 3), (1, 5, 1), (3, 3, 1)],
    *[(3, 3, 2), (3, 3, 3), (3, 3, 4), (2, 4, 2), (4, 2, 2), (2, 5, 3), (5, 2, 3), (1, 9, 3)],
    *[(9, 1, 3), (1, 10, 2), (10, 1, 5), (2, 5, 4), (5, 2, 2)],
]
EXACT: list[Size] = [
    *[(1, 1, 1), (2, 2, 1), (1, 4, 2), (2, 2, 2), (2, 4, 2), (4, 2, 2), (3, 3, 2), (1, 9, 3)],
    *[(9, 1, 2), (1, 10, 4), (2, 5, 3), (5, 2, 3), (2, 5, 2), (3, 3, 3)],
]
TWELVE: list[Size] = [
    *[(3, 4, 3), (4, 3, 3), (3, 4, 4), (4, 3, 2), (2, 6, 3), (6, 2, 3), (1, 12, 4), (12, 1, 3)],
    *[(3, 4, 3, True), (4, 3, 2, True), (2, 6, 3, True), (6, 2, 4, True), (1, 12, 3, True)],
    *[(12, 1, 4, True), (1, 12, 5, True), (1, 11, 5, True)],
]
SMALL += [(*size, True) for size in EXACT]


def shuffled(table: Dense, seed: int, most: int | None = None) -> np.ndarray:
    """Positions of a game in random order: neither early nor late ones are always known first."""
    codes = table.positions()
    return np.random.default_rng(seed).permutation(codes)[:most]


# --- the oracle ----------------------------------------------------------------------------------


ORACLES: list[Size] = [
    *[(3, 3, 3), (2, 2, 2), (2, 5, 3), (1, 9, 3), (3, 3, 2)],
    *[(1, 9, 3, True), (2, 5, 2, True), (3, 3, 2, True), (2, 4, 2, True)],
]


@pytest.mark.parametrize(
    "game",
    [
        *(game for game in ORACLES if game != (2, 5, 3)),
        *(pytest.param(game, marks=long) for game in [(2, 5, 3), (3, 4, 3)]),
    ],
)
def test_the_oracle_agrees_with_the_reference(game: Size) -> None:
    table = dense(*game)
    reachable = table.reachable()
    found = {
        tuple(".XO"[cell] for cell in row): table.outcome(code)
        for code, row in zip(reachable.tolist(), table.rows(reachable).tolist(), strict=True)
    }
    assert found == outcomes(rules_of(table.game))


def test_the_two_oracles_agree() -> None:
    table, truth = dense(3, 4, 3), Exhaustive(Game(3, 4, 3))
    rng = random.Random(1)
    for _ in range(10):
        truth.outcome(*random_board(table.game, 8, rng))
    assert len(truth.known) > 1000
    for (own, opponent), outcome in truth.known.items():
        assert table.outcome(table.code(own, opponent)) == outcome


# --- every board of small games ------------------------------------------------------------------


@pytest.mark.parametrize("measured", [False, True])
@pytest.mark.parametrize("game", [*SMALL, *[pytest.param(each, marks=long) for each in TWELVE]])
def test_every_board(game: Size, measured: bool) -> None:
    table = dense(*game)
    for seed, entries in enumerate((1, 1 << 10, 1 << 20)):
        bytes_ = table_of(entries, 40)
        check_rows(table, shuffled(table, seed), table_bytes=bytes_, distance=measured)


@long
@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("exact", [False, True])
def test_every_board_with_rules_off_at_every_width(name: str, exact: bool) -> None:
    for size in [(3, 3, 3), (3, 3, 2), (2, 5, 3), (1, 9, 3)]:
        table = dense(*size, exact)
        for seed, width in enumerate(WIDTHS if exact else EVERY_WIDTH):
            codes = shuffled(table, seed, 1500)
            for entries in (1, 1 << 10, 1 << 20):
                for fold in (0, 400):
                    check_rows(
                        table,
                        codes,
                        width=width,
                        rules=RULE_SETS[name],
                        table_bytes=table_of(entries, width),
                        fold_ply=fold,
                        distance=(seed + entries + fold) % 2 == 0,
                    )


@long
@pytest.mark.parametrize("name", RULE_SETS)
def test_boards_of_twelve_cells_with_rules_off(name: str) -> None:
    rules = RULE_SETS[name]
    for game in [(3, 4, 3), (3, 4, 4), (2, 6, 3)]:
        table = dense(*game)
        codes = shuffled(table, 7, 8_000)
        if not rules & RULES["table"]:
            codes = codes[table.plies[codes] >= 3][:5_000]
        for seed, width in enumerate(w for w in EVERY_WIDTH if cells_of_width(w) <= 128):
            bytes_ = table_of(1 if seed % 2 else 1 << 18, width)
            for measured in (False, True):
                check_rows(
                    table, codes, width=width, rules=rules, table_bytes=bytes_, distance=measured
                )


# --- larger boards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, plies",
    [
        ((4, 4, 3), 5),
        ((5, 4, 4), 10),
        ((6, 6, 4), 26),
        ((5, 5, 5), 15),
    ],
)
def test_midgame_values_against_the_careful_search(game: Size, plies: int) -> None:
    board, rng = Game(*game), random.Random(11)
    reference, solver = rules_of(board), Solver(board, table_mb=16)
    for number in range(60):
        position = random_play(board, plies + number % 4, rng)
        value = careful.solve(reference, as_board(position)).value
        for measured in (False, True):
            solution = solver.solve(position, distance=measured)
            assert solution.value == value, position
            child = position.play(solution.line[0])
            assert careful.solve(reference, as_board(child)).value == -value, position


# --- the judges ----------------------------------------------------------------------------------


def test_the_fuzz_program_would_notice() -> None:
    """Each kind of wrong answer is told from a right one."""
    game = Game(3, 3, 3)
    position = game.position("XX./OO./...")
    own, opponent = position._own, position._opponent
    truth = Exhaustive(game)
    right = (1, 1, 1, 2, (2,), 1)
    check_answer(truth, own, opponent, True, False, right)
    wrong_ones = [
        (0, 0, -1, 2, (2,), 1),  # value
        (1, 1, 3, 2, (2,), 1),  # distance
        (1, 1, 1, 5, (5,), 1),  # passes by the win on the spot
        (1, 1, 1, 0, (0,), 1),  # taken
        (0, 1, -1, 2, (), 1),  # not proven without a limit
        (1, 1, 1, 2, (2, 5), 1),  # a line beyond the end
        (1, 1, 1, 2, (), 1),  # no line
    ]
    for wrong in wrong_ones:
        with pytest.raises(AssertionError):
            check_answer(truth, own, opponent, True, False, wrong)


def test_the_comparison_of_arrays_would_notice() -> None:
    table = dense(3, 3, 3)
    codes = table.reachable()
    boards = table.rows(codes).reshape(-1, 3, 3)
    batch = Solver(table.game).solve_batch(boards, distance=True, optimal=True)
    won = int(np.flatnonzero(table.score[codes] == 97)[0])  # in three plies
    assert outcome_of(97) == (1, 3)
    for name in ("lower", "upper", "moves", "distances", "optimal"):
        check_batch(table, codes, batch)
        array = getattr(batch, name)
        right = array[won].copy()
        array[won] = ~right if array.dtype == bool else right - 2
        with pytest.raises(AssertionError):
            arrays = batch.lower, batch.upper, batch.moves, batch.distances, batch.optimal
            check_answers(table, codes, *arrays)
        array[won] = right


def test_every_width_is_used() -> None:
    """The natural width of a game is the narrowest that holds it; all of them are tested above."""
    assert widths_for(Game(5, 8, 4)) == list(WIDTHS)
    assert widths_for(Game(20, 20, 5)) == [400]
    assert [widths_for(Game(m, n, 4))[0] for m, n in ((5, 8), (6, 7), (8, 8), (5, 13))] == [
        *[40, 64, 64, 128]
    ]
