"""The contested game: does Maker win the ordinary game, searched with the means of the weak one?

Values, moves and zones against full minimax (`oracles.Dense` for small games, any stones, either
side to move; `ContestedTruth` for larger ones), with each rule alone and each left out, at every
width; and last, that the judges would notice if an answer were wrong.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from boards import (
    ALL_RULES,
    EVERY_WIDTH,
    FIRST_LOOK,
    RULE_SETS,
    Place,
    Width,
    describe,
    every_width_for,
    lent,
    random_board,
    table_of,
)
from cases import case
from fuzz_contested import (
    ContestedAnswer,
    ContestedTruth,
    check_contested_answer,
    check_contested_zone,
)
from oracles import NO_POSITION, dense

from inarow import Game
from inarow._core import FOLD_PLY, LINESETS, PLAIN_BUDGET, RULES, make_kernel
from inarow.boards import animal, box, hexagon, torus

Size = tuple[int, int, int]

PATIENCE = 4
"""A reply has so many times the plain budget of nodes before others are probed."""

SMALL = [(2, 2, 2), (3, 3, 2), (3, 3, 3), (2, 4, 3), (1, 9, 3), (9, 1, 4), (2, 5, 3)]
TEN_TO_TWELVE = [(3, 4, 3), (4, 3, 3), (3, 4, 4), (2, 6, 3)]

# Larger games with so many empty cells: 40 and 42 of them, 64 and 65, 128 and 132, 256 and more.
MIDGAME = [((4, 4, 4), 14), ((4, 5, 4), 16), ((5, 5, 4), 15), ((5, 5, 5), 16), ((4, 7, 4), 16)]
SOON_LEFT = [((5, 5, 4), 20), ((4, 7, 4), 22)]
LARGE = [
    *[(5, 8, 4), (6, 7, 4), (8, 8, 5), (5, 13, 4), (8, 16, 5), (11, 12, 4), (16, 16, 5)],
    *[(13, 20, 5), (20, 20, 5), (20, 20, 6)],
]


def check_places(
    truth: ContestedTruth,
    places: list[Place],
    *,
    width: Width | None = None,
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
    for width in EVERY_WIDTH:
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
@pytest.mark.parametrize(
    ("game", "empties", "count", "plain_budget"),
    [
        *[(game, empties, 150, PLAIN_BUDGET) for game, empties in MIDGAME],
        # A reply that was left when its patience was spent, and then counted as refuted, is seen
        # here; so is a node that proof-number search left because another one looked cheaper.
        *[(game, empties, 1_000, 1) for game, empties in SOON_LEFT],
        *[(game, empties, 1_000, 16) for game, empties in SOON_LEFT],
    ],
)
def test_the_middle_of_larger_games(
    game: Size, empties: int, count: int, plain_budget: int
) -> None:
    truth = ContestedTruth(Game(*game))
    places = random_places(truth.game, empties, count, seed=10)
    width = None if plain_budget == PLAIN_BUDGET else 64
    answers = check_places(truth, places, entries=1 << 8, width=width, plain_budget=plain_budget)
    held = sum(not wins for wins, *_ in answers)
    assert min(held, count - held) > count // 15
    long = sum(nodes > PATIENCE * plain_budget for *_, nodes in answers)
    assert plain_budget == PLAIN_BUDGET or long >= 5


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 4), (5, 5, 4)])
@pytest.mark.parametrize("name", RULE_SETS)
def test_each_rule_alone_and_left_out(name: str, size: Size) -> None:
    truth = ContestedTruth(Game(*size))
    places = random_places(truth.game, 8, 40, seed=3)
    for budget in (1, PLAIN_BUDGET):
        check_places(truth, places, rules=RULE_SETS[name], width=64, plain_budget=budget)


@pytest.mark.parametrize("width", LINESETS)
@pytest.mark.parametrize(
    ("game", "empties"),
    [
        *[(Game(3, 3, 3), 7), (Game(4, 4, 4), 14), (Game(5, 5, 5), 16)],
        *[(Game.on(box((3, 3, 3), 3)), 12), (Game.on(hexagon(3, 3)), 11)],
        *[(Game.on(torus(4, 4, 3)), 9), (Game.on(animal(4, 4, ["a1", "a2", "a3", "b3"])), 11)],
    ],
    ids=str,
)
def test_zones_of_lines_by_number(game: Game, empties: int, width: str) -> None:
    """On the grids, the cube and the hexagon no two lines share two cells: pairings are matched."""
    truth = ContestedTruth(game)
    places = random_places(game, empties, 100, seed=2)
    for budget in (1, PLAIN_BUDGET):
        check_places(truth, places, width=width, plain_budget=budget)


@pytest.mark.parametrize("game", LARGE)
def test_every_width(game: Size) -> None:
    truth = ContestedTruth(Game(*game))
    places = random_places(truth.game, 14, 25, seed=4)
    for width in every_width_for(truth.game):
        check_places(truth, places, width=width, entries=64)


HARD = Game(8, 8, 5)


def judge_hard(answers: list[tuple[Place, ContestedAnswer]]) -> int:
    """Compare with a search that has no such rule; how many were settled with many nodes."""
    truth, rng = ContestedTruth(HARD, rules=ALL_RULES - RULES["contested"]), random.Random(9)
    for place, answer in answers:
        check_contested_answer(truth, *place, True, answer)
        check_contested_zone(truth, *place, answer, rng, subsets=2)
    return sum(answer[0] is not None and answer[3] > 2 * FIRST_LOOK for _, answer in answers)


@pytest.mark.long
def test_a_crew_finds_the_same() -> None:
    answers = []
    for place in random_places(HARD, 48, 150, seed=8):
        kernel = make_kernel(HARD, 1 << 22, plain_budget=16)  # replies take turns
        kernel.set_threads(3, 0.0)
        answers.append((place, kernel.solve_contested(*place, 20_000, None)))
    assert judge_hard(answers) >= 5


@pytest.mark.long
def test_kernels_over_one_table_find_the_same() -> None:
    places, memory = random_places(HARD, 46, 60, seed=9), lent(1 << 16, 64)

    def answers(seed: int) -> list[tuple[Place, ContestedAnswer]]:
        kernel = make_kernel(HARD, 0, memory=memory, plain_budget=16)
        mine = random.Random(seed).sample(places, len(places))
        return [(place, kernel.solve_contested(*place, 20_000, None)) for place in mine]

    with ThreadPoolExecutor(3) as pool:
        found = [one for each in pool.map(answers, range(3)) for one in each]
    judge_hard(found)
    assert sum(answer[0] is not None and answer[3] > 16 * PATIENCE for _, answer in found) >= 5


@pytest.mark.long
def test_what_is_exported_answers_the_same_questions_elsewhere() -> None:
    solved, kernel = (make_kernel(HARD, 1 << 24, plain_budget=16) for _ in range(2))
    places = random_places(HARD, 46, 60, seed=9)
    answers = [(place, solved.solve_contested(*place, 20_000, None)) for place in places]
    buffer = np.empty(1 << 24, np.uint8)
    _, count = solved.export_entries(buffer, 0, True, 0)
    records = buffer[: count * solved.record_bytes(True)]
    assert kernel.first_bad_record(records, True) == -1
    kernel.import_entries(records, True)
    settled = [(place, answer) for place, answer in answers if answer[0] is not None]
    again = [(place, kernel.solve_contested(*place, None, None)) for place, _ in settled]
    judge_hard(again)
    assert all(answer[0] is not None for _, answer in again)
    before, after = (sum(answer[3] for _, answer in each) for each in (settled, again))
    assert after < before / 10, (before, after)


# --- the judges ----------------------------------------------------------------------------------


def test_the_judges_would_notice() -> None:
    truth, rng = ContestedTruth(Game(3, 3, 3)), random.Random(7)
    won: Place = (0b000_000_011, 0b011_000_000, True)
    held: Place = (0b000_000_001, 0, False)
    check_contested_answer(truth, *won, False, (True, 2, 0, 1))
    check_contested_answer(truth, *won, True, (None, -1, 0, 1))
    check_contested_answer(truth, *held, False, (False, 4, 0, 1))
    for place, wrong in (
        *((won, (False, -1, 0, 1)), (won, (True, 4, 0, 1)), (won, (True, 0, 0, 1))),
        *((won, (True, -1, 0, 1)), (won, (None, -1, 0, 1)), (held, (False, 1, 0, 1))),
    ):
        with pytest.raises(AssertionError):
            check_contested_answer(truth, *place, False, wrong)
    # O completes the upper row; X could complete the lower one if he had a stone more there.
    place = (0b001_000_000, 0b000_000_011, False)
    zone = make_kernel(truth.game, 1 << 20).solve_contested(*place, None, None)[2]
    check_contested_zone(truth, *place, (False, 2, zone, 1), rng, subsets=64)
    for outside in (0, 0b100, 1):
        with pytest.raises(AssertionError):
            check_contested_zone(truth, *place, (False, 2, outside, 1), rng, subsets=64)
