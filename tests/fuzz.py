"""Random positions on boards of every width against full minimax.

    python tests/fuzz.py --seconds 60 --seed 1

Each case is a game of any size, a board with few empty cells, and a kernel with a width, rules
and a table drawn at random. Positions below that board are solved in random order, with and
without distance, with and without limits, all over one table; every answer is compared with
full minimax. A failure names the case's seed, which `--seed` takes back with `--cases 1`.
"""

from __future__ import annotations

import argparse
import random
from time import perf_counter

from helpers import (
    ALL_RULES,
    Exhaustive,
    as_position,
    random_board,
    random_play,
    table_of,
    widths_for,
)

from inarow import Game
from inarow._core import PLAIN_BUDGET, RULES, make_kernel

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


def run_case(seed: int, most: int = 300) -> int:
    """One case; returns how many answers were compared."""
    rng = random.Random(seed)
    game = Game(*rng.choice(GAMES))
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
                f"case {seed}: {board!r}, width {width}, rules {rules}, {table_bytes} bytes,"
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


def run(seed: int, *, cases: int | None = None, seconds: float | None = None) -> tuple[int, int]:
    """Run so many cases, or for so long; returns the numbers of cases and of answers."""
    started = perf_counter()
    done = answers = 0
    while (cases is None or done < cases) and (
        seconds is None or perf_counter() - started < seconds
    ):
        answers += run_case(seed + done)
        done += 1
    return done, answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cases", type=int, default=None, help="instead of a time")
    arguments = parser.parse_args()
    limit = arguments.seconds if arguments.cases is None else None
    cases, answers = run(arguments.seed, cases=arguments.cases, seconds=limit)
    print(f"{answers} answers in {cases} cases (seeds from {arguments.seed}): all right")


if __name__ == "__main__":
    main()
