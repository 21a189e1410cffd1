"""The contested game: does Maker win the ordinary game, searched with the means of the weak one?

Values, moves and zones against full minimax (`oracles.Dense` for small games, any stones, either
side to move; `ContestedTruth` for larger ones), with each rule alone and each left out, at every
width; and last, that the judges would notice if an answer were wrong.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from boards import ALL_RULES, FIRST_LOOK, RULE_SETS, Place, describe, lent, random_board, table_of
from cases import case
from fuzz_contested import (
    ContestedAnswer,
    ContestedTruth,
    check_contested_answer,
    check_contested_zone,
)
from oracles import NO_POSITION, dense

from inarow import Game, Solver
from inarow._core import FOLD_PLY, PLAIN_BUDGET, RULES, WIDTHS, make_kernel

Size = tuple[int, int, int]

PATIENCE = 4
"""A reply has so many times the plain budget of nodes before others are probed."""

SMALL = [(2, 2, 2), (3, 3, 2), (3, 3, 3), (2, 4, 3), (1, 9, 3), (9, 1, 4), (2, 5, 3)]
TEN_TO_TWELVE = [(3, 4, 3), (4, 3, 3), (3, 4, 4), (2, 6, 3)]

# Larger games with so many empty cells: 40 and 42 of them, 64 and 65, 128 and 132, 256 and more.
MIDGAME = [((4, 4, 4), 14), ((4, 5, 4), 16), ((5, 5, 4), 15), ((5, 5, 5), 16), ((4, 7, 4), 16)]
LARGE = [
    *[(5, 8, 4), (6, 7, 4), (8, 8, 5), (5, 13, 4), (8, 16, 5), (11, 12, 4), (16, 16, 5)],
    *[(13, 20, 5), (20, 20, 5), (20, 20, 6)],
]


def check_places(
    truth: ContestedTruth,
    places: list[Place],
    *,
    width: int | None = None,
    rules: int = ALL_RULES,
    entries: int = 1 << 16,
    fold_ply: int = FOLD_PLY,
    plain_budget: int = PLAIN_BUDGET,
    subsets: int = 3,
) -> list[ContestedAnswer]:
    """Judge the answers of one kernel; returns them."""
    bytes_ = table_of(entries, width or 400)
    kernel = make_kernel(
        truth.game, bytes_, width=width, rules=rules, fold_ply=fold_ply, plain_budget=plain_budget
    )
    rng = random.Random(len(places))
    answers: list[ContestedAnswer] = []
    for place in places:
        answer = kernel.solve_contested(*place, None, None)
        words = f"{width=}, {rules=}, {entries=}, {fold_ply=}, {plain_budget=}: {answer}"
        with case(partial(describe, truth.game, place), words):
            check_contested_answer(truth, *place, False, answer)
            check_contested_zone(truth, *place, answer, rng, subsets)
        answers.append(answer)
    return answers


def random_places(game: Game, empties: int, count: int, seed: int) -> list[Place]:
    """Random positions with about so many empty cells at most, any stones, either side to move."""
    rng = random.Random(seed)
    places: list[Place] = []
    while len(places) < count:
        board = random_board(game, rng.randint(3, empties), rng)
        if (game.full & ~(board[0] | board[1])).bit_count() in range(1, empties + 3):
            places.append((*(board if rng.random() < 0.5 else board[::-1]), rng.random() < 0.5))
    return places


@pytest.mark.parametrize("game", SMALL + TEN_TO_TWELVE)
def test_positions_of_small_games(game: Size) -> None:
    table = dense(*game)
    running = np.flatnonzero((table.score != NO_POSITION) & ~table.lost & ~table.won)
    running = running[table.plies[running] < table.game.cells]
    codes = np.random.default_rng(1).permutation(running)[:1_000]
    held = 0
    for width in WIDTHS:
        kernel = make_kernel(table.game, table_of(1 << 10, width), width=width)
        for code in codes:
            mover, other = int(table.mover[code]), int(table.other[code])
            wins = kernel.solve_contested(mover, other, True, None, None)[0]
            assert wins == (table.score[code] > 0), (mover, other)
            loses = kernel.solve_contested(other, mover, False, None, None)[0]
            assert loses == (table.score[code] < 0), (mover, other)
            held += not wins
    assert held


@pytest.mark.long
@pytest.mark.parametrize(("game", "empties"), MIDGAME)
def test_the_middle_of_larger_games(game: Size, empties: int) -> None:
    truth = ContestedTruth(Game(*game))
    places = random_places(truth.game, empties, 150, seed=2)
    answers = check_places(truth, places, entries=1 << 8)
    assert 10 < sum(not wins for wins, *_ in answers) < 140


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 4), (5, 5, 4)])
@pytest.mark.parametrize("name", RULE_SETS)
def test_each_rule_alone_and_left_out(name: str, size: Size) -> None:
    truth = ContestedTruth(Game(*size))
    places = random_places(truth.game, 8, 40, seed=3)
    for budget in (1, PLAIN_BUDGET):
        check_places(truth, places, rules=RULE_SETS[name], width=64, plain_budget=budget)


@pytest.mark.parametrize("game", LARGE)
def test_every_width(game: Size) -> None:
    truth = ContestedTruth(Game(*game))
    places = random_places(truth.game, 14, 25, seed=4)
    for width in WIDTHS:
        if width >= truth.game.cells:
            check_places(truth, places, width=width, entries=64)


@pytest.mark.long
@pytest.mark.parametrize("plain_budget", [1, 16])
@pytest.mark.parametrize(("game", "empties"), [((5, 5, 4), 20), ((4, 7, 4), 22)])
def test_replies_that_are_soon_left_for_others(game: Size, empties: int, plain_budget: int) -> None:
    # A reply that was left when its patience was spent, and then counted as refuted, is seen here;
    # so is a node that proof-number search left because another one looked cheaper.
    truth = ContestedTruth(Game(*game))
    places = random_places(truth.game, empties, 1_000, seed=10)
    answers = check_places(
        truth, places, entries=1 << 12, width=64, plain_budget=plain_budget, subsets=1
    )
    assert sum(nodes > PATIENCE * plain_budget for *_, nodes in answers) >= 5
    assert 100 < sum(not wins for wins, *_ in answers) < 900


def test_a_draw_that_the_weak_game_does_not_see() -> None:
    # On 5,5,4 X completes a line if O's lines do not count, but not before O in the ordinary game.
    kernel = make_kernel(Game(5, 5, 4), 1 << 24)
    assert kernel.solve_weak(0, 0, True, False, False, None, None, None)[:2] == (1, 1)
    wins, move, _, nodes = kernel.solve_contested(0, 0, True, None, None)
    assert (wins, move) == (False, -1)
    assert nodes < 3_000


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "maker", "wins"),
    [
        (".......O/.X.....X/.......X/.O.O.O.X/......../X....X../....OXO./........", "O", True),
        ("X.....O./O...O..O/....O.../..O...../......../X.O...X./..X.X..X/XXOX.O..", "O", False),
    ],
)
def test_proof_numbers_settle_what_the_order_of_moves_hides(
    rows: str, maker: str, wins: bool
) -> None:
    position = Game(8, 8, 5).position(rows)
    stones = (position.x, position.o) if maker == "X" else (position.o, position.x)
    place = *stones, position.turn == maker
    kernel = make_kernel(position.game, 1 << 24)
    assert kernel.solve_contested(*place, 10 * PLAIN_BUDGET, None)[0] is wins
    kernel = make_kernel(position.game, 1 << 24, rules=ALL_RULES - RULES["numbers"])
    assert kernel.solve_contested(*place, 20 * PLAIN_BUDGET, None)[0] is None


def test_the_easy_question_does_not_wait_for_the_hard_one() -> None:
    # Whether X wins takes some 776,000 nodes; that he can hold takes a few.
    position = Game(8, 8, 5).position(
        "..O...O./......../..X...../......OO/.X....../.......X/O......./...X..X."
    )
    kernel = make_kernel(position.game, 1 << 24)
    lower, upper, _, move, _, nodes = kernel.solve(
        position.x, position.o, False, False, 4 * PLAIN_BUDGET, None, None
    )
    assert (lower, upper, nodes) == (0, 1, 4 * PLAIN_BUDGET)
    after = position.play(move)
    assert kernel.ask(after.o, after.x, 1, PLAIN_BUDGET, None)[0] is False


def test_held_by_threats_alone() -> None:
    # O, to move, would complete a line if X's lines did not count: X holds by threats of his own.
    position = Game(8, 8, 5).position(
        "....OX../.O....../O..XO..X/..X...../..X...../...OO.../.OX...../.X...XXO"
    )
    kernel = make_kernel(position.game, 1 << 24)
    place = position.o, position.x, True
    assert kernel.solve_weak(*place, False, False, 1_000, None, None)[:2] == (1, 1)
    assert kernel.solve_contested(*place, 2_000, None)[0] is False
    assert Solver(position.game).solve(position).value == 0


@pytest.mark.long
def test_a_crew_finds_the_same() -> None:
    truth = ContestedTruth(Game(8, 8, 5), rules=ALL_RULES - RULES["contested"])
    rng = random.Random(8)
    crews = 0
    for place in random_places(truth.game, 48, 150, seed=8):
        kernel = make_kernel(truth.game, 1 << 22, plain_budget=16)  # replies take turns
        kernel.set_threads(3, 0.0)
        answer = kernel.solve_contested(*place, 20_000, None)
        if answer[3] > 2 * FIRST_LOOK:
            crews += answer[0] is not None
            check_contested_answer(truth, *place, True, answer)
            check_contested_zone(truth, *place, answer, rng, subsets=3)
    assert crews >= 5


@pytest.mark.long
def test_kernels_over_one_table_find_the_same() -> None:
    truth = ContestedTruth(Game(8, 8, 5), rules=ALL_RULES - RULES["contested"])
    places = random_places(truth.game, 46, 60, seed=9)
    memory = lent(1 << 16, 64)

    def answers(seed: int) -> list[tuple[Place, ContestedAnswer]]:
        kernel = make_kernel(truth.game, 0, memory=memory, plain_budget=16)
        mine = random.Random(seed).sample(places, len(places))
        return [(place, kernel.solve_contested(*place, 20_000, None)) for place in mine]

    with ThreadPoolExecutor(3) as pool:
        found = [one for each in pool.map(answers, range(3)) for one in each]
    rng = random.Random(9)
    for place, answer in found:
        check_contested_answer(truth, *place, True, answer)
        check_contested_zone(truth, *place, answer, rng, subsets=1)
    assert sum(answer[0] is not None and answer[3] > 16 * PATIENCE for _, answer in found) >= 5


@pytest.mark.long
def test_what_is_exported_answers_the_same_questions_elsewhere() -> None:
    truth, rng = (
        ContestedTruth(Game(8, 8, 5), rules=ALL_RULES - RULES["contested"]),
        random.Random(9),
    )
    solved, kernel = (make_kernel(truth.game, 1 << 24, plain_budget=16) for _ in range(2))
    places = random_places(truth.game, 46, 60, seed=9)
    answers = [solved.solve_contested(*place, 20_000, None) for place in places]
    buffer = np.empty(1 << 24, np.uint8)
    _, count = solved.export_entries(buffer, 0, True, 0)
    records = buffer[: count * solved.record_bytes(True)]
    assert kernel.first_bad_record(records, True) == -1
    kernel.import_entries(records, True)
    before = after = 0
    for place, answer in zip(places, answers, strict=True):
        if answer[0] is not None:
            before += answer[3]
            answer = kernel.solve_contested(*place, None, None)
            check_contested_answer(truth, *place, False, answer)
            check_contested_zone(truth, *place, answer, rng, subsets=2)
            after += answer[3]
    assert after < before / 10, (before, after)


# --- the judges ----------------------------------------------------------------------------------


def test_the_judge_of_answers_would_notice() -> None:
    truth = ContestedTruth(Game(3, 3, 3))
    won: Place = (0b000_000_011, 0b011_000_000, True)
    check_contested_answer(truth, *won, False, (True, 2, 0, 1))
    for wrong in ((False, -1, 0, 1), (True, 4, 0, 1), (True, 0, 0, 1), (True, -1, 0, 1)):
        with pytest.raises(AssertionError):
            check_contested_answer(truth, *won, False, wrong)
    with pytest.raises(AssertionError, match="not proven"):
        check_contested_answer(truth, *won, False, (None, -1, 0, 1))
    check_contested_answer(truth, *won, True, (None, -1, 0, 1))
    held: Place = (0b000_000_001, 0, False)
    check_contested_answer(truth, *held, False, (False, 4, 0, 1))
    with pytest.raises(AssertionError, match="loses value"):
        check_contested_answer(truth, *held, False, (False, 1, 0, 1))


def test_the_judge_of_zones_would_notice() -> None:
    # O completes the upper row; X could complete the lower one if he had a stone more there.
    truth, rng = ContestedTruth(Game(3, 3, 3)), random.Random(7)
    place: Place = (0b001_000_000, 0b000_000_011, False)
    zone = make_kernel(truth.game, 1 << 20).solve_contested(*place, None, None)[2]
    check_contested_zone(truth, *place, (False, 2, zone, 1), rng, subsets=64)
    for wrong in (0, 0b100, 1):
        with pytest.raises(AssertionError):
            check_contested_zone(truth, *place, (False, 2, wrong, 1), rng, subsets=64)
