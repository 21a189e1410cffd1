"""Random positions on boards of every width against full minimax, and in the weak game.

    python tests/fuzz.py --seconds 60 --seed 1 [--kind strong|weak|armed|exact]

Each case of the ordinary ("strong") game is a game of any size, a board with few empty cells, and a
kernel with a width, rules and a table drawn at random. Positions below that board are solved in
random order, with and without distance, with and without limits, all over one table; every answer
is compared with full minimax.

An "exact" case is the same where only exactly k in a row win, on boards that overlines fit on.

A case of the weak game is a line of play, sometimes with two stones in a row, from a board with
any stones. The truth is the reference's careful search; a zone is tested by giving Maker what
lies outside. One answer in a while is of the ordinary game, from the same table.

A case of the armed game is the same for "does he complete a line first?". The truth is full minimax
where few cells are empty, elsewhere the search of the ordinary game alone.

A failure names the case's seed, which `--seed` takes back with `--cases 1` and the `--kind`.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from helpers import (
    ALL_RULES,
    Exhaustive,
    WeakDense,
    WeakTruth,
    as_position,
    random_board,
    random_play,
    random_weak_board,
    table_of,
    widths_for,
)

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


# Where only exactly k win: boards with room beyond the ends of lines, and some without.
EXACT_GAMES = [
    *[(1, 4, 2), (1, 9, 2), (9, 1, 3), (2, 4, 2), (4, 2, 2), (3, 3, 2), (3, 4, 2), (4, 4, 2)],
    *[(3, 4, 3), (4, 3, 3), (4, 4, 3), (2, 7, 3), (7, 2, 3), (3, 6, 3), (5, 5, 3), (1, 20, 4)],
    *[(4, 5, 4), (5, 5, 4), (4, 8, 4), (8, 4, 4), (5, 6, 5), (6, 6, 4), (4, 4, 4), (7, 7, 5)],
    *[game for game in GAMES if game[0] * game[1] > 40 and game[2] < max(game[:2])],
]


def run_exact_case(seed: int, most: int = 300) -> int:
    """One case of a game of exactly k."""
    return run_case(seed, most, exact=True)


def run_case(seed: int, most: int = 300, exact: bool = False) -> int:
    """One case; returns how many answers were compared."""
    rng = random.Random(seed)
    game = Game(*rng.choice(EXACT_GAMES if exact else GAMES), exact=exact)
    empties = rng.randint(3, 9)
    if game.cells <= 25 and rng.random() < 0.4:
        position = random_play(game, game.cells - empties, rng)
        own, opponent = position._own, position._opponent
        if len(position.legal_moves) > 9:
            return 0
    else:
        own, opponent = random_board(game, empties, rng)
        if (own | opponent).bit_count() < game.cells - 10:
            return 0
    truth = Exhaustive(game)
    truth.outcome(own, opponent)
    below = [pair for pair in truth.known if pair[0] | pair[1] != truth.full]
    if rng.random() < 0.5:
        below.reverse()  # from the root down; the oracle met the late ones first
    else:
        rng.shuffle(below)
    rules = ALL_RULES
    if rng.random() < 0.4:
        rules = sum(bit for bit in RULES.values() if rng.random() < 0.6)
    # These boards have few empty cells, where chains of threats are not worth a look.
    if rng.random() < 0.7:
        rules &= ~RULES["sparing"]
    width = rng.choice(widths_for(game))
    table_bytes = table_of(rng.choice([1, 64, 1 << 10, 1 << 20]), width)
    fold = rng.choice([0, 16, 400])
    # With a budget of 1 every question is deepened, which small boards otherwise never see.
    budget = rng.choice([1, 16, PLAIN_BUDGET])
    kernel = make_kernel(
        game, table_bytes, width=width, rules=rules, fold_ply=fold, plain_budget=budget
    )
    limited = rng.random() < 0.5
    for pair in below[:most]:
        distance = rng.random() < 0.5
        nodes = rng.randint(1, 60) if limited and rng.random() < 0.5 else None
        answer = kernel.solve(*pair, distance, True, nodes, None, None)
        try:
            check_answer(truth, *pair, distance, nodes is not None, answer)
            ready = kernel.best_move(*pair)
            if ready >= 0:
                check_move(truth, *pair, ready)
        except AssertionError as error:
            board = as_position(game, *pair)
            raise AssertionError(
                f"{'exact ' * exact}case {seed}: {board!r}, width {width}, rules {rules},"
                f" {table_bytes} bytes,"
                f" fold {fold}, budget {budget}, nodes {nodes}, distance {distance}: {answer};"
                f" the truth {truth.outcome(*pair)}: {error}"
            ) from error
    return min(most, len(below))


def check_move(truth: Exhaustive, own: int, opponent: int, move: int) -> None:
    """A move is legal, keeps the value and passes by no win on the spot."""
    assert 0 <= move < truth.game.cells and not (own | opponent) >> move & 1, "illegal move"
    value, plies = truth.outcome(own, opponent)
    reached = truth.move_outcome(own, opponent, move)
    assert reached[0] == value, "the move loses value"
    assert plies != 1 or value != 1 or reached[1] == 1, "a win on the spot passed by"


def check_answer(
    truth: Exhaustive,
    own: int,
    opponent: int,
    distance: bool,
    limited: bool,
    answer: tuple[int, int, int, int, tuple[int, ...], int],
) -> None:
    """What a kernel says of a position that is not over, against the truth."""
    value, plies = truth.outcome(own, opponent)
    lower, upper, said, move, line, _ = answer
    assert lower <= value <= upper, "wrong bounds"
    assert limited or lower == upper, "not proven"
    assert 0 <= move < truth.game.cells and not (own | opponent) >> move & 1, "illegal move"
    if lower != upper:
        assert not line, "a line of play from a value that is not proven"
        return
    check_move(truth, own, opponent, move)
    if distance and value and not limited:
        assert said >= 0, "no distance"
    if distance and said >= 0:
        assert said == plies, "wrong distance"
        reached = truth.move_outcome(own, opponent, move)
        assert reached == (value, plies), "the move does not keep the distance"
    assert limited or (line and line[0] == move), "no line of play"
    for number, step in enumerate(line):
        before = truth.outcome(own, opponent)
        assert truth.move_outcome(own, opponent, step)[0] == before[0], "the line loses value"
        if distance and said >= 0:
            assert truth.move_outcome(own, opponent, step) == before, "the line loses time"
        own, opponent = opponent, own | 1 << step
        ends = truth.completes(opponent, step) or own | opponent == truth.full
        assert ends == (number == len(line) - 1) or limited, "the line ends early or late"
    if distance and value and not limited:
        assert len(line) == plies, "the line is not as long as the distance"


# --- the weak game -------------------------------------------------------------------------------

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
    size, empties = rng.choice(WEAK_GAMES)
    game = Game(*size)
    rules = ALL_RULES
    if rng.random() < 0.4:
        rules = sum(bit for bit in RULES.values() if rng.random() < 0.6)
        empties = min(empties, 9)  # without its rules a search is slow
    maker, breaker = random_weak_board(game, rng.randint(3, empties), rng)
    truth, strong = WeakTruth(game), Exhaustive(game)
    width = rng.choice(widths_for(game))
    table_bytes = table_of(rng.choice([1, 64, 1 << 10, 1 << 20]), width)
    fold = rng.choice([0, 16, 400])
    kernel = make_kernel(game, table_bytes, width=width, rules=rules, fold_ply=fold)
    limited = rng.random() < 0.3
    walks = [random_walk(game, (maker, breaker, rng.random() < 0.5), rng) for _ in range(4)]
    # Where neither colour could fill a cell there are more free ones than were asked for.
    taken = game.cells - empties
    walk = [place for walk in walks for place in walk if (place[0] | place[1]).bit_count() >= taken]
    walk = walk[:most]
    if rng.random() < 0.5:
        walk.reverse()
    for place in walk:
        distance, line = rng.random() < 0.5, rng.random() < 0.8
        nodes = rng.randint(1, 60) if limited and rng.random() < 0.5 else None
        answer = kernel.solve_weak(*place, distance, line, nodes, None, None)
        try:
            check_weak_answer(truth, *place, distance, line, nodes is not None, answer)
            check_zone(truth, *place, answer, rng, subsets=4)
        except AssertionError as error:
            maker, breaker, makers_turn = place
            board = as_text(game, maker, breaker)
            raise AssertionError(
                f"weak case {seed}: {game} {board}, {'X' if makers_turn else 'O'} to move,"
                f" width {width}, rules {rules}, {table_bytes} bytes, fold {fold}, nodes {nodes},"
                f" distance {distance}: {answer}; the truth {truth.plies(*place)} plies: {error}"
            ) from error
        check_strong_between(kernel, strong, *place[:2], rng)
    return len(walk)


def random_walk(
    game: Game, place: tuple[int, int, bool], rng: random.Random
) -> list[tuple[int, int, bool]]:
    """A game of random moves from a position, without the one where it is over."""
    met = []
    while not has_line(game, place[0]) and place[0] | place[1] != game.full:
        met.append(place)
        free = [i for i in range(game.cells) if not (place[0] | place[1]) >> i & 1]
        place = after(*place, rng.choice(free))
        if rng.random() < 0.1:
            place = (*place[:2], not place[2])
    return met


def check_strong_between(
    kernel: Kernel, truth: Exhaustive, own: int, opponent: int, rng: random.Random
) -> None:
    """Now and then a question of the ordinary game, where full minimax is quick."""
    free = truth.full & ~(own | opponent)
    lines = any(has_line(truth.game, stones) for stones in (own, opponent))
    if not lines and free.bit_count() <= 7 and rng.random() < 0.3:
        answer = kernel.solve(own, opponent, True, True, None, None, None)
        check_answer(truth, own, opponent, True, False, answer)


def has_line(game: Game, stones: int) -> bool:
    """Do the stones hold a line?"""
    return any(stones & mask == mask for mask in game.line_masks)


def as_text(game: Game, maker: int, breaker: int) -> str:
    """The board as text, Maker's stones as X."""
    cells = "".join(".XO"[(maker >> i & 1) + 2 * (breaker >> i & 1)] for i in range(game.cells))
    return "/".join(cells[i : i + game.n] for i in range(0, game.cells, game.n))


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


def after(maker: int, breaker: int, makers_turn: bool, move: int) -> tuple[int, int, bool]:
    """The position after a move."""
    if makers_turn:
        return maker | 1 << move, breaker, False
    return maker, breaker | 1 << move, True


def check_zone(
    truth: WeakDense | WeakTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    answer: WeakAnswer,
    rng: random.Random,
    subsets: int,
) -> None:
    """Where Breaker wins he still does if Maker is given any free cells outside the zone."""
    if answer[1]:
        return
    zone = answer[-1]
    free = truth.full & ~(maker | breaker)
    assert zone & ~free == 0, "cells in the zone that are not free"
    gift = free & ~zone
    for _ in range(subsets):
        given = maker | gift
        assert truth.plies(given, breaker, makers_turn) is None, f"{zone:#x} is no zone"
        gift = free & ~zone & rng.getrandbits(truth.game.cells)


# --- the armed game ------------------------------------------------------------------------------

ArmedAnswer = tuple[bool | None, int, int, int]

# Each with the most empty cells of a case, about as many as the truth takes in its stride.
ARMED_GAMES = [
    *[((3, 3, 3), 9), ((3, 4, 3), 12), ((4, 3, 3), 12), ((2, 7, 3), 14), ((3, 5, 3), 15)],
    *[((4, 4, 3), 16), ((4, 4, 4), 16), ((3, 5, 4), 15), ((4, 5, 4), 20), ((5, 4, 4), 18)],
    *[((5, 5, 4), 18), ((6, 5, 4), 16), ((4, 7, 4), 20), ((4, 8, 4), 18), ((5, 5, 3), 14)],
    *[((5, 5, 5), 18), ((6, 5, 5), 20), ((6, 6, 4), 18), ((6, 6, 5), 22), ((7, 7, 5), 22)],
    *[((8, 8, 5), 20), ((8, 8, 4), 16)],
    *[(game, 14) for game in GAMES if game[0] * game[1] >= 40],
]


class ArmedTruth:
    """Does Maker win the ordinary game? By full minimax, or by the core's other techniques."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.full = game.full
        self._exhaustive = Exhaustive(game)
        self._search = make_kernel(game, 1 << 24, rules=ALL_RULES - RULES["weak"] - RULES["armed"])

    def wins(self, maker: int, breaker: int, makers_turn: bool) -> bool:
        """Does Maker complete a line before Breaker does? Neither has one."""
        own, opponent = (maker, breaker) if makers_turn else (breaker, maker)
        free = self.full & ~(own | opponent)
        if free.bit_count() <= 7:
            return self._exhaustive.outcome(own, opponent)[0] == (1 if makers_turn else -1)
        holds = self._search.ask(own, opponent, 1 if makers_turn else 0, None, None)[0]
        assert holds is not None
        return holds == makers_turn


def run_armed_case(seed: int, most: int = 30) -> int:
    """One case of the armed game; returns how many answers were compared."""
    rng = random.Random(seed)
    size, empties = rng.choice(ARMED_GAMES)
    game = Game(*size)
    rules = ALL_RULES
    if rng.random() < 0.4:
        rules = sum(bit for bit in RULES.values() if rng.random() < 0.6)
        empties = min(empties, 9)  # without its rules a search is slow
    maker, breaker = random_board(game, rng.randint(3, empties), rng)
    if rng.random() < 0.5:
        maker, breaker = breaker, maker
    truth = ArmedTruth(game)
    width = rng.choice(widths_for(game))
    table_bytes = table_of(rng.choice([1, 64, 1 << 10, 1 << 20]), width)
    fold = rng.choice([0, 16, 400])
    # With a budget of 1 a reply is soon left for others.
    budget = rng.choice([1, 16, PLAIN_BUDGET])
    kernel = make_kernel(
        game, table_bytes, width=width, rules=rules, fold_ply=fold, plain_budget=budget
    )
    limited = rng.random() < 0.3
    walks = [random_walk(game, (maker, breaker, rng.random() < 0.5), rng) for _ in range(4)]
    taken = game.cells - empties
    walk = [
        place
        for walk in walks
        for place in walk
        if (place[0] | place[1]).bit_count() >= taken and not has_line(game, place[1])
    ]
    walk = walk[:most]
    if rng.random() < 0.5:
        walk.reverse()
    for place in walk:
        if rng.random() < 0.2:
            kernel.solve_weak(*place, False, False, rng.randint(1, 60), None, None)
        nodes = rng.randint(1, 60) if limited and rng.random() < 0.5 else None
        answer = kernel.solve_armed(*place, nodes, None)
        try:
            check_armed_answer(truth, *place, nodes is not None, answer)
            check_armed_zone(truth, *place, answer, rng, subsets=4)
        except AssertionError as error:
            maker, breaker, makers_turn = place
            board = as_text(game, maker, breaker)
            raise AssertionError(
                f"armed case {seed}: {game} {board}, {'X' if makers_turn else 'O'} to move,"
                f" width {width}, rules {rules}, {table_bytes} bytes, fold {fold}, budget {budget},"
                f" nodes {nodes}: {answer}: {error}"
            ) from error
    return len(walk)


def check_armed_answer(
    truth: ArmedTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    limited: bool,
    answer: ArmedAnswer,
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


def check_armed_zone(
    truth: ArmedTruth,
    maker: int,
    breaker: int,
    makers_turn: bool,
    answer: ArmedAnswer,
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


# --- running -------------------------------------------------------------------------------------


def run(
    seed: int,
    *,
    cases: int | None = None,
    seconds: float | None = None,
    case: Callable[[int], int] = run_case,
) -> tuple[int, int]:
    """Run so many cases, or for so long; returns the numbers of cases and of answers."""
    started = perf_counter()
    done = answers = 0
    while (cases is None or done < cases) and (
        seconds is None or perf_counter() - started < seconds
    ):
        answers += case(seed + done)
        done += 1
    return done, answers


KINDS = {
    "strong": run_case,
    "weak": run_weak_case,
    "armed": run_armed_case,
    "exact": run_exact_case,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60, help="shared by the kinds of game")
    parser.add_argument("--cases", type=int, default=None, help="of each kind, instead of a time")
    parser.add_argument("--kind", choices=KINDS, default=None, help="only this kind of game")
    arguments = parser.parse_args()
    kinds = [arguments.kind] if arguments.kind else list(KINDS)
    limit = arguments.seconds / len(kinds) if arguments.cases is None else None
    for kind in kinds:
        cases, answers = run(arguments.seed, cases=arguments.cases, seconds=limit, case=KINDS[kind])
        print(
            f"{kind}: {answers} answers in {cases} cases (seeds from {arguments.seed}): all right"
        )


if __name__ == "__main__":
    main()
