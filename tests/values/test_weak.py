"""The weak game in the core: values, distances, moves, lines of play and zones, at every width.

`oracles.WeakDense` knows every position of a small game, any stones, either side to move; the
reference's careful search knows larger ones. `check_weak_answer` and `check_zone` say
what an answer must be, and the last tests of this file that they would notice if it were not.
"""

import random
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product

import pytest
from boards import (
    ALL_RULES,
    EVERY_WIDTH,
    RULE_SETS,
    Place,
    Width,
    as_position,
    describe,
    has_line,
    random_board,
    random_weak_board,
    table_of,
    widths_for,
)
from cases import case
from fuzz_weak import check_weak_answer, check_zone
from oracles import WeakDense, WeakTruth, dense, weak_dense

import inarow
from inarow import Game, Position, Solution, Solver
from inarow._core import FOLD_PLY, RULES, make_kernel

Size = tuple[int, int, int]

long = pytest.mark.long

SMALL = [
    *[(1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 2, 2), (2, 2, 3), (1, 5, 1), (3, 3, 1), (3, 3, 2)],
    *[(3, 3, 3), (3, 3, 4), (2, 4, 2), (4, 2, 2), (1, 9, 3), (9, 1, 4), (2, 4, 3), (4, 2, 3)],
]
TEN_TO_TWELVE = [(3, 4, 3), (4, 3, 3), (3, 4, 4), (2, 6, 3), (1, 12, 4), (2, 5, 3), (5, 2, 2)]

# Larger games with as many empty cells as the reference takes in its stride.
MIDGAME = [
    *[((4, 4, 3), 10), ((4, 4, 4), 16), ((3, 5, 4), 15), ((3, 6, 3), 11), ((4, 5, 4), 13)],
    *[((5, 5, 4), 13), ((5, 5, 5), 15), ((6, 5, 4), 13), ((4, 7, 4), 13), ((2, 8, 3), 12)],
]

# Around the ends of words: 40 and 42 cells, 64 and 65, 128 and 132, 256 and 260, 400.
LARGE = [
    *[(5, 8, 4), (6, 7, 4), (8, 8, 5), (5, 13, 4), (8, 16, 5), (11, 12, 4), (16, 16, 5)],
    *[(13, 20, 5), (20, 20, 4), (20, 20, 6)],
]


def check_places(
    truth: WeakDense | WeakTruth,
    places: Iterable[Place],
    *,
    distance: bool,
    width: Width | None = None,
    rules: int = ALL_RULES,
    entries: int = 1 << 16,
    fold_ply: int = FOLD_PLY,
    subsets: int = 2,
    seed: int = 0,
) -> int:
    """Solve positions with one kernel and judge every answer; returns how many Breaker holds."""
    bytes_ = table_of(entries, width or 400)
    kernel = make_kernel(truth.game, bytes_, width=width, rules=rules, fold_ply=fold_ply)
    rng = random.Random(seed)
    held = 0
    for place in places:
        answer = kernel.solve_weak(*place, distance, True, None, None, None)
        with case(
            partial(describe, truth.game, place),
            f"{width=}, {rules=}, {entries=}, {fold_ply=}, {distance=}: {answer}",
        ):
            check_weak_answer(truth, *place, distance, True, False, answer)
            check_zone(truth, *place, answer, rng, subsets)
        held += answer[1] == 0
    return held


def random_places(truth: WeakTruth, empties: int, count: int, seed: int) -> Iterator[Place]:
    """Random positions with at most so many empty cells, any stones, either side to move."""
    rng = random.Random(seed)
    for _ in range(count):
        board = random_weak_board(truth.game, rng.randint(min(3, empties), empties), rng)
        if (truth.full & ~(board[0] | board[1])).bit_count() in range(1, empties + 3):
            yield *board, rng.random() < 0.5


# --- every board of small games ------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, most, widths",
    [
        *[(game, 200, EVERY_WIDTH) for game in SMALL],
        *[pytest.param(game, 1_500, EVERY_WIDTH, marks=long) for game in SMALL],
        *[pytest.param(game, None, (64,), marks=long) for game in SMALL],
        *[pytest.param(game, 700, EVERY_WIDTH, marks=long) for game in TEN_TO_TWELVE],
    ],
)
def test_positions_of_small_games(game: Size, most: int | None, widths: tuple[Width, ...]) -> None:
    """So many of them, or all."""
    table = weak_dense(*game)
    for number, width in enumerate(widths):
        for distance in (False, True):
            check_places(
                table,
                table.positions(most, 2 * number + distance),
                distance=distance,
                width=width,
                entries=(1, 1 << 8, 1 << 16)[number % 3],
            )


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("most", [12, pytest.param(60, marks=long)])
def test_rules_off_at_every_width(most: int, name: str) -> None:
    for game in [(3, 3, 3), (2, 5, 3), (3, 4, 4), (3, 3, 2)]:
        table = weak_dense(*game)
        for number, width in enumerate(EVERY_WIDTH):
            for entries in (1, 1 << 14):
                check_places(
                    table,
                    table.positions(most, number),
                    distance=(number + entries) % 2 == 0,
                    width=width,
                    rules=RULE_SETS[name],
                    entries=entries,
                    fold_ply=(0, 400)[number % 2],
                )


# --- larger boards -------------------------------------------------------------------------------


@pytest.mark.parametrize("game, empties", [*MIDGAME, *[(game, 12) for game in LARGE]])
@pytest.mark.parametrize("count, subsets", [(4, 2), pytest.param(40, 4, marks=long)])
def test_midgame_positions(game: Size, empties: int, count: int, subsets: int) -> None:
    truth = WeakTruth(Game(*game))
    held = 0
    for number, width in enumerate(widths_for(truth.game)):
        places = list(random_places(truth, empties, count, 100 + number))
        for distance in (False, True):
            entries = (1 << 16, 1, 1 << 10)[(number + distance) % 3]
            held += check_places(
                truth, places, distance=distance, width=width, entries=entries, subsets=subsets
            )
    if count >= 40 and game not in LARGE:
        assert held > 0 and any(truth.plies(*place) for place in truth.known)


@pytest.mark.long
@pytest.mark.parametrize("game", [(9, 9, 4), (12, 12, 5), (13, 13, 4), (20, 20, 4), (5, 20, 4)])
def test_open_boards_with_a_line_at_hand(game: Size) -> None:
    """More live lines than the prover sets down.  Wins that the reference sees within 8 plies."""
    board, rng = Game(*game), random.Random(13)
    truth = WeakTruth(board, stones=4)
    kernel = make_kernel(board, 1 << 24)
    judged = 0
    for _ in range(30):
        row, column = rng.randrange(board.m - 4), rng.randrange(board.n - 4)
        cells = [board.cell((row + i, column + j)) for i in range(5) for j in range(5)]
        rng.shuffle(cells)
        few = rng.randint(2, 5)
        maker, breaker = (
            sum(1 << cell for cell in part)
            for part in (cells[:few], cells[few : few + rng.randint(0, few)])
        )
        place = maker, breaker, rng.random() < 0.6
        if not truth.plies(*place):
            continue  # over, or not won so soon
        answer = kernel.solve_weak(*place, True, True, 20_000, None, None)
        assert answer[1] == 1, describe(truth.game, place)
        if answer[2] != -1:
            check_weak_answer(truth, *place, True, True, True, answer)
            judged += 1
    assert judged > 3


@pytest.mark.long
def test_zones_by_definition() -> None:
    """Every subset of the cells outside a zone, or a win, not only a few of them."""
    tested, wide = [0, 0], [0, 0]  # of those that Breaker wins, and that Maker wins
    boards = [((4, 4, 4), 16), ((3, 5, 4), 15), ((4, 5, 4), 12), ((5, 5, 5), 13)]
    boards += [((4, 4, 3), 16), ((5, 5, 4), 14), ((6, 5, 4), 14), ((4, 7, 4), 14)]
    for size, empties in boards:
        truth = WeakTruth(Game(*size))
        kernel = make_kernel(truth.game, 1 << 20)
        for place in random_places(truth, empties, 25, 9):
            answer = kernel.solve_weak(*place, False, False, None, None, None)
            check_zone(truth, *place, answer, random.Random(10), subsets=64)
            tested[answer[1]] += 1
            wide[answer[1]] += answer[-1] == truth.full & ~(place[0] | place[1])
    assert min(tested) > 30
    assert wide[0] < tested[0] / 2  # a zone of all free cells claims nothing
    assert wide[1] < tested[1] / 2


@pytest.mark.long
def test_zones_of_hard_positions_hold_for_a_search_without_zones() -> None:
    """Positions too hard for the reference: another kernel confirms that the gifts are no help."""
    gifts = [0, 0]  # to Maker, where Breaker wins, and to Breaker
    for size, stones in [((7, 7, 5), 8), ((6, 6, 5), 6), ((9, 9, 6), 14), ((4, 7, 4), 6)]:
        game, rng = Game(*size), random.Random(11)
        kernel = make_kernel(game, 1 << 22)
        fewer = ALL_RULES - RULES["zones"] - RULES["wins"] - RULES["domination"]
        other = make_kernel(game, 1 << 22, rules=fewer)
        for _ in range(30):
            cells = rng.sample(range(game.cells), stones)
            maker, breaker = (sum(1 << cell for cell in cells[i::2]) for i in (0, 1))
            makers_turn = rng.random() < 0.5
            answer = kernel.solve_weak(maker, breaker, makers_turn, False, False, None, None, None)
            value = answer[1]
            free = game.full & ~(maker | breaker)
            assert answer[-1] & ~free == 0
            for gift in (free & ~answer[-1], free & ~answer[-1] & rng.getrandbits(game.cells)):
                gifts[value] += gift.bit_count()
                if value:
                    place = maker, breaker | gift, makers_turn
                else:
                    assert not has_line(game, maker | gift)
                    place = maker | gift, breaker, makers_turn
                if gift != free:
                    assert other.solve_weak(*place, False, False, None, None, None)[1] == value
    assert min(gifts) > 200


# --- what theory says ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [(6, 6, 5), (7, 7, 5), (6, 6, 4), (5, 13, 5), (9, 9, 6)])
def test_a_stone_never_harms_its_owner(game: Size) -> None:
    board, rng = Game(*game), random.Random(14)
    kernel = make_kernel(board, 1 << 24)

    def makes(maker: int, breaker: int, makers_turn: bool) -> int:
        if has_line(board, maker):
            return 1
        answer = kernel.solve_weak(maker, breaker, makers_turn, False, False, None, None, None)
        assert answer[0] == answer[1]
        return int(answer[0])

    changed = 0
    for _ in range(30):
        maker, breaker = random_weak_board(board, rng.randint(18, 24), rng)
        free = [i for i in range(board.cells) if not (maker | breaker) >> i & 1]
        for makers_turn in (False, True):
            value = makes(maker, breaker, makers_turn)
            assert makes(maker, breaker, False) <= value <= makes(maker, breaker, True)
            for cell in rng.sample(free, min(4, len(free))):
                helped = makes(maker | 1 << cell, breaker, makers_turn)
                hindered = makes(maker, breaker | 1 << cell, makers_turn)
                assert hindered <= value <= helped
                changed += hindered < helped
    assert changed > 0


# --- the public face -----------------------------------------------------------------------------


def check_solution(
    truth: WeakDense | WeakTruth, position: Position, distance: bool, solution: Solution
) -> None:
    """What the solver says of a position of the weak game, over or not."""
    place = position.x, position.o, position.turn == "X"
    plies = truth.plies(*place)
    value = 0 if plies is None else 1 if position.turn == "X" else -1
    assert solution.proven
    assert solution.value == solution.lower == solution.upper == value, position
    if plies == 0 or position.x | position.o == truth.full:
        assert (solution.distance, solution.best_move, solution.line) == (plies, None, ())
        return
    assert solution.distance == (plies if distance else None), position
    assert solution.best_move is not None
    raw = abs(value), abs(value), plies if distance and plies else -1
    answer = (*raw, solution.best_move, solution.line, solution.nodes, 0)
    check_weak_answer(truth, *place, distance, True, False, answer)


@pytest.mark.long
@pytest.mark.parametrize("game, most", [((3, 3, 3), None), ((3, 4, 4), 2_000), ((2, 5, 2), None)])
def test_reachable_boards_through_solve(game: Size, most: int | None) -> None:
    """Also those where X has won, the full ones, and those where play goes on after O's line."""
    table, truth = dense(*game), weak_dense(*game)
    codes = table.reachable()
    rows = table.rows(codes).reshape(-1, table.game.m, table.game.n)
    solver = Solver(table.game, table_mb=1)
    chosen = random.Random(17).sample(range(len(codes)), min(len(codes), most or len(codes)))
    winners = set()
    for i in chosen:
        position = table.game.position(rows[i])
        for distance in (False, True):
            solution = solver.solve(position, game_kind="weak", distance=distance)
            check_solution(truth, position, distance, solution)
        winners.add(position.winner)
    assert winners == {"X", "O", None}


@pytest.mark.parametrize("game, empties", [((4, 4, 4), 12), ((5, 5, 4), 12), ((9, 9, 5), 9)])
def test_constructed_positions_with_any_stone_counts(game: Size, empties: int) -> None:
    board, rng = Game(*game), random.Random(18)
    truth, solver = WeakTruth(board), Solver(board, table_mb=16)
    odd = 0
    for _ in range(60):
        own, opponent = random_board(board, rng.randint(3, empties), rng)
        position = as_position(board, own, opponent, rng.choice("XO"))
        odd += position.x.bit_count() - position.o.bit_count() not in (0, 1)
        for distance in (False, True):
            solution = solver.solve(position, game_kind="weak", distance=distance)
            check_solution(truth, position, distance, solution)
    assert odd > 10


def test_a_line_of_o_does_not_end_the_weak_game() -> None:
    game = Game(3, 3, 3)
    won_by_o = game.position("XX./OO./.X.").play("c2")
    assert won_by_o.winner == "O"
    solution = inarow.solve(won_by_o, game_kind="weak", distance=True)
    assert (solution.value, solution.distance, solution.best_move) == (1, 1, 2)
    ordinary = inarow.solve(won_by_o)
    assert (ordinary.value, ordinary.best_move) == (-1, None)
    choice = game.position("XX./OO./..X")  # O may make a line, or deny X his
    assert choice.turn == "O"
    assert inarow.solve(choice).best_move == 5
    solution = inarow.solve(choice, game_kind="weak", distance=True)
    assert (solution.value, solution.best_move) == (0, 2)


# --- limits --------------------------------------------------------------------------------------


def test_a_question_too_hard_for_its_limit_stays_open() -> None:
    hard = Game(9, 9, 5)
    solver = Solver(hard, table_mb=64)
    for turn in ("X", "O"):
        board = [[0] * 9 for _ in range(9)]
        position = hard.position(board, turn=turn, strict=False)
        for limit in ({"nodes": 50}, {"seconds": 0.05}, {"nodes": 50, "seconds": 0.05}):
            solution = solver.solve(position, game_kind="weak", **limit)
            assert (solution.value, solution.distance, solution.proven) == (None, None, False)
            expected = (0, 1) if turn == "X" else (-1, 0)
            assert (solution.lower, solution.upper) == expected
            assert solution.line == ()
            assert solution.best_move is None or solution.best_move in position.legal_moves
            assert solution.seconds < 5


# --- the judges ----------------------------------------------------------------------------------

FORK = (0b000_000_101, 0b000_010_000, True)  # X.X/.O./... with X to move: he closes at b1


def test_the_judge_of_answers_would_notice() -> None:
    truth = weak_dense(3, 3, 3)
    assert truth.plies(*FORK) == 1
    right = (1, 1, 1, 1, (1,), 1, 0)
    check_weak_answer(truth, *FORK, True, True, False, right)
    check_weak_answer(truth, *FORK, True, True, True, (0, 1, -1, 3, (), 1, 0))
    check_weak_answer(truth, *FORK, True, True, True, (0, 1, -1, -1, (), 1, 0))
    wrong_ones = [
        (0, 0, -1, 1, (1,), 1, 0),  # value
        (0, 1, -1, 1, (), 1, 0),  # not proven without a limit
        (1, 2, -1, 1, (1,), 1, 0),  # a bound that no value has
        (-1, 1, -1, 1, (1,), 1, 0),
        (1, 1, 3, 1, (1,), 1, 0),  # distance
        (1, 1, -1, 1, (1,), 1, 0),  # no distance
        (1, 1, 1, -1, (), 1, 0),  # no move
        (1, 1, 1, 2, (2,), 1, 0),  # taken
        (1, 1, 1, 9, (9,), 1, 0),  # off the board
        (1, 1, 1, 7, (7,), 1, 0),  # passes by the win on the spot
        (1, 1, 1, 1, (7,), 1, 0),  # a line with another move
        (1, 1, 1, 1, (1, 3), 1, 0),  # a line beyond the end
        (1, 1, 1, 1, (), 1, 0),  # no line
    ]
    for wrong in wrong_ones:
        with pytest.raises(AssertionError):
            check_weak_answer(truth, *FORK, True, True, False, wrong)
    with pytest.raises(AssertionError, match="unasked"):
        check_weak_answer(truth, *FORK, True, False, False, right)
    with pytest.raises(AssertionError, match="not proven"):
        check_weak_answer(truth, *FORK, True, True, True, (0, 1, -1, 1, (1,), 1, 0))


def test_the_judge_of_answers_would_notice_a_lost_tempo() -> None:
    """A line of seven plies, cut short, or with another cell in the place of each move."""
    truth, place = weak_dense(3, 3, 3), (0, 0, True)
    answer = make_kernel(truth.game, 1 << 20).solve_weak(*place, True, True, None, None, None)

    def judge(line: tuple[int, ...]) -> None:
        answer = (1, 1, 7, line[0], line, 1, 0)
        check_weak_answer(truth, *place, True, True, False, answer)

    line, messages = answer[4], set()
    judge(line)
    with pytest.raises(AssertionError, match="not as long"):
        judge(line[:5])
    for number, cell in product(range(7), range(9)):
        try:
            judge((*line[:number], cell))
        except AssertionError as error:
            messages.add(str(error).splitlines()[0])
    assert {"a move that loses value", "a move that loses time"} <= messages


def test_the_judge_of_zones_would_notice() -> None:
    truth, rng = weak_dense(3, 3, 3), random.Random(24)
    kernel = make_kernel(truth.game, 1 << 20)
    # Breaker, to move, holds; Maker, to move, completes a line, or wins by a fork.
    for place in ((0b1, 0b10_000, False), (0b011, 0b110_000, True), (0b1, 0b10_000_010, True)):
        free = truth.full & ~(place[0] | place[1])
        answer = kernel.solve_weak(*place, True, False, None, None, None)
        for zone in (free, answer[-1]):
            check_zone(truth, *place, (*answer[:-1], zone), rng, subsets=64)
        for wrong in (0, free & ~answer[-1], free | 1, truth.full, free | 1 << 9):
            with pytest.raises(AssertionError):
                check_zone(truth, *place, (*answer[:-1], wrong), rng, subsets=64)
        lower, upper, plies, *rest = answer
        if plies != -1:
            check_zone(truth, *place, (lower, upper, plies + 2, *rest), rng, subsets=64)
            with pytest.raises(AssertionError, match="slower"):
                check_zone(truth, *place, (lower, upper, plies - 1, *rest), rng, subsets=64)
