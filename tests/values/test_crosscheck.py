"""The core against slow programs that prune nothing.

The reference's `outcomes` vouches for `helpers.Dense`, which then holds every board of a small
game, reachable or not, with either side to move, and is compared with the core at every width,
under every set of rules, with tables of every size. `fuzz` does the same for random boards of
any size with few empty cells.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import fuzz
import numpy as np
import pytest
from boards import (
    ALL_RULES,
    as_board,
    as_position,
    random_board,
    random_play,
    rules_of,
    table_of,
    widths_for,
)
from fuzz_strong import check_answer
from oracles import Dense, Exhaustive, check_answers, check_rows, dense, outcome_of

from inarow import Game, Solver
from inarow._core import RULES, WIDTHS
from inarow.reference import careful, distance, outcomes

SMALL = [
    *[(1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 2, 1), (2, 2, 2), (2, 2, 3), (1, 5, 1), (3, 3, 1)],
    *[(3, 3, 2), (3, 3, 3), (3, 3, 4), (2, 4, 2), (4, 2, 2), (2, 5, 3), (5, 2, 3), (1, 9, 3)],
    *[(9, 1, 3), (1, 10, 2), (10, 1, 5), (2, 5, 4), (5, 2, 2)],
]
TWELVE = [(3, 4, 3), (4, 3, 3), (3, 4, 4), (4, 3, 2), (2, 6, 3), (6, 2, 3), (1, 12, 4), (12, 1, 3)]

ONE_OFF = {f"no {name}": ALL_RULES - bit for name, bit in RULES.items()}
ALONE = {f"only {name}": bit for name, bit in RULES.items()}
RULE_SETS = {"all": ALL_RULES, "none": 0, **ONE_OFF, **ALONE}


def shuffled(table: Dense, seed: int, most: int | None = None) -> np.ndarray:
    """Positions of a game in random order: neither early nor late ones are always known first."""
    codes = table.positions()
    return np.random.default_rng(seed).permutation(codes)[:most]


# --- the oracle ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [(3, 3, 3), (2, 2, 2), (2, 5, 3), (1, 9, 3), (3, 3, 2), (3, 4, 3)])
def test_the_oracle_agrees_with_the_reference(game: tuple[int, int, int]) -> None:
    table = dense(*game)
    expected = outcomes(rules_of(table.game))
    reachable = table.reachable()
    assert len(reachable) == len(expected)
    found = {}
    for code, row in zip(reachable.tolist(), table.rows(reachable).tolist(), strict=True):
        board = tuple(".XO"[cell] for cell in row)
        found[board] = table.outcome(code)
    assert found == expected


def test_the_two_oracles_agree() -> None:
    table, truth = dense(3, 4, 3), Exhaustive(Game(3, 4, 3))
    rng = random.Random(1)
    for _ in range(10):
        truth.outcome(*random_board(table.game, 8, rng))
    assert len(truth.known) > 1000
    for (own, opponent), outcome in truth.known.items():
        assert table.outcome(table.code(own, opponent)) == outcome


# --- every board of small games ------------------------------------------------------------------


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("game", SMALL + TWELVE)
def test_every_board(game: tuple[int, int, int], distance: bool) -> None:
    table = dense(*game)
    for seed, entries in enumerate((1, 1 << 10, 1 << 20)):
        bytes_ = table_of(entries, 40)
        check_rows(table, shuffled(table, seed), table_bytes=bytes_, distance=distance)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_board_with_rules_off_at_every_width(name: str) -> None:
    for game in [(3, 3, 3), (3, 3, 2), (2, 5, 3), (1, 9, 3)]:
        table = dense(*game)
        for seed, width in enumerate(WIDTHS):
            codes = shuffled(table, seed, 4000)
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


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("game", [(3, 4, 3), (3, 4, 4), (2, 6, 3)])
def test_a_sample_of_boards_with_rules_off(game: tuple[int, int, int], name: str) -> None:
    table = dense(*game)
    rules = RULE_SETS[name]
    codes = shuffled(table, 7, 20_000)
    if not rules & RULES["table"]:
        codes = codes[table.plies[codes] >= 3][:5_000]
    for width in (40, 64, 128):
        for measured in (False, True):
            check_rows(table, codes, width=width, rules=rules, distance=measured)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("game", TWELVE)
def test_every_board_of_twelve_cells_with_rules_off(game: tuple[int, int, int], name: str) -> None:
    table = dense(*game)
    rules = RULE_SETS[name]
    codes = shuffled(table, 3)
    if not rules & RULES["table"]:
        codes = codes[table.plies[codes] >= 3][:40_000]
    for seed, width in enumerate(WIDTHS):
        entries = 1 if seed % 2 else 1 << 18
        bytes_ = table_of(entries, width)
        check_rows(
            table, codes, width=width, rules=rules, table_bytes=bytes_, distance=seed % 2 == 0
        )


# --- the public face -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [(3, 3, 3), (2, 2, 2), (2, 5, 3), (1, 9, 3), (3, 3, 2)])
def test_every_reachable_board_through_solve(game: tuple[int, int, int]) -> None:
    table = dense(*game)
    reachable = table.reachable()
    truth = Exhaustive(table.game)
    solver = Solver(table.game, table_mb=1)
    rows = table.rows(reachable).reshape(-1, table.game.m, table.game.n)
    for code, row in zip(reachable.tolist(), rows, strict=True):
        position = table.game.position(row)
        value, plies = table.outcome(code)
        for measured in (False, True):
            solution = solver.solve(position, distance=measured)
            assert solution.proven
            assert solution.value == solution.lower == solution.upper == value
            assert solution.distance == (plies if measured or position.is_over else None)
            if position.is_over:
                assert solution.best_move is None
                assert solution.line == ()
                continue
            assert solution.best_move == solution.line[0]
            raw = (value, value, plies if measured and plies else -1)
            check_answer(
                truth,
                position._own,
                position._opponent,
                measured,
                False,
                (*raw, solution.best_move, solution.line, 0),
            )


def test_batch_of_every_reachable_board() -> None:
    for game in [(3, 3, 3), (3, 4, 3), (4, 3, 3), (2, 6, 3)]:
        table = dense(*game)
        codes = table.reachable()
        boards = table.rows(codes).reshape(-1, table.game.m, table.game.n)
        for threads in (1, 2):
            batch = Solver(table.game, threads=threads).solve_batch(
                boards, distance=True, optimal=True
            )
            assert batch.proven.all()
            check_answers(
                table,
                codes,
                batch.lower,
                batch.upper,
                batch.moves,
                batch.distances,
                batch.optimal,
            )
            assert (batch.values == batch.lower).all()


# --- larger boards -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, plies",
    [
        ((4, 4, 4), 6),
        ((4, 4, 3), 5),
        ((5, 4, 4), 10),
        ((3, 6, 4), 8),
        ((5, 5, 4), 15),
        ((6, 6, 4), 26),
        ((5, 5, 5), 15),
    ],
)
def test_midgame_values_against_the_careful_search(game: tuple[int, int, int], plies: int) -> None:
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


@pytest.mark.parametrize("game", [(4, 4, 4), (4, 4, 3), (3, 5, 4)])
def test_midgame_distances_against_the_reference(game: tuple[int, int, int]) -> None:
    board, rng = Game(*game), random.Random(12)
    reference, solver = rules_of(board), Solver(board, table_mb=16)
    known: dict[tuple[str, ...], tuple[int, int | None]] = {}
    for number in range(40):
        position = random_play(board, board.cells - 8 + number % 3, rng)
        expected = distance.search(reference, as_board(position), known)
        solution = solver.solve(position, distance=True)
        assert (solution.value, solution.distance) == expected, position


@pytest.mark.parametrize("game", [(3, 3, 3), (4, 4, 4), (5, 5, 4), (4, 8, 4), (9, 9, 5)])
def test_constructed_positions_with_any_stone_counts(game: tuple[int, int, int]) -> None:
    board, rng = Game(*game), random.Random(13)
    solver = Solver(board, table_mb=16)
    odd = 0
    for _ in range(60):
        own, opponent = random_board(board, rng.randint(3, 8), rng)
        truth = Exhaustive(board)
        value, plies = truth.outcome(own, opponent)
        position = as_position(board, own, opponent, rng.choice("XO"))
        if position.is_over:
            continue
        odd += own.bit_count() - opponent.bit_count() not in (0, -1)
        solution = solver.solve(position, distance=True)
        assert (solution.value, solution.distance) == (value, plies), position
        for move, after in solver.analyse(position, distance=True).items():
            expected = truth.move_outcome(own, opponent, move)
            assert (after.value, after.distance) == expected, (position, move)
    assert odd > 10


def test_random_boards_of_every_size() -> None:
    cases, answers = fuzz.run(0, cases=1200)
    assert cases == 1200
    assert answers > 100_000


@pytest.mark.slow
def test_many_random_boards_of_every_size(record_property: Callable[[str, object], None]) -> None:
    seed = int(os.environ.get("INAROW_FUZZ_SEED", "1000000"))
    cases, answers = fuzz.run(seed, cases=int(os.environ.get("INAROW_FUZZ_CASES", "5000")))
    record_property("answers", answers)
    assert answers > 10 * cases


# --- every board of sixteen cells ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", [(3, 5, 3), (5, 3, 4), (4, 4, 4), (4, 4, 3), (2, 8, 3)])
def test_every_reachable_board_of_larger_games(game: tuple[int, int, int]) -> None:
    table = Dense(Game(*game))
    codes = np.random.default_rng(1).permutation(table.reachable())
    for measured in (False, True):
        check_rows(table, codes, table_bytes=1 << 28, distance=measured)


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
    batch = Solver(table.game).solve_batch(
        table.rows(codes).reshape(-1, 3, 3), distance=True, optimal=True
    )
    names = ["lower", "upper", "moves", "distances", "optimal"]
    answers = [getattr(batch, name).copy() for name in names]
    check_answers(table, codes, *answers)
    won = int(np.flatnonzero(table.score[codes] == 97)[0])  # in three plies
    assert outcome_of(97) == (1, 3)
    for number in range(5):
        spoilt = [array.copy() for array in answers]
        cell = spoilt[number][won]
        spoilt[number][won] = ~cell if cell.dtype == bool else cell - 2
        with pytest.raises(AssertionError):
            check_answers(table, codes, *spoilt)


def test_every_width_is_used() -> None:
    """The natural width of a game is the narrowest that holds it; all of them are tested above."""
    assert widths_for(Game(5, 8, 4)) == list(WIDTHS)
    assert widths_for(Game(20, 20, 5)) == [400]
    assert [widths_for(Game(m, n, 4))[0] for m, n in ((5, 8), (6, 7), (8, 8), (5, 13))] == [
        *[40, 64, 64, 128]
    ]
