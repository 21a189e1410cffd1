"""Cases of the ordinary game for `fuzz.py`, and the judges of its answers.

A case is a game of any size, a board with few empty cells, and a kernel with a width, rules and a
table drawn at random. Positions below that board are solved in random order, with and without
distance, with and without limits, all over one table; every answer is compared with full minimax.
An "exact" case is the same where only exactly k in a row win, on boards that overlines fit on.
"""

import random
from functools import partial

from boards import as_position, random_board, random_play
from cases import case
from fuzz_cases import GAMES, random_kernel, random_rules
from oracles import Exhaustive

from inarow import Game
from inarow._core import PLAIN_BUDGET, RULES

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
    rules = random_rules(rng)
    # These boards have few empty cells, where chains of threats are not worth a look.
    if rng.random() < 0.7:
        rules &= ~RULES["sparing"]
    # With a budget of 1 every question is deepened, which small boards otherwise never see.
    kernel, words = random_kernel(game, rules, rng, rng.choice([1, 16, PLAIN_BUDGET]))
    limited = rng.random() < 0.5
    for pair in below[:most]:
        distance = rng.random() < 0.5
        nodes = rng.randint(1, 60) if limited and rng.random() < 0.5 else None
        answer = kernel.solve(*pair, distance, True, nodes, None, None)
        said = f"{words}, {nodes=}, {distance=}: {answer}; the truth {truth.outcome(*pair)}"
        with case(f"{'exact ' * exact}case {seed}", partial(as_position, game, *pair), said):
            check_answer(truth, *pair, distance, nodes is not None, answer)
            assert nodes is None or answer[-1] <= nodes, "more nodes than the limit"
            ready = kernel.best_move(*pair)
            if ready >= 0:
                check_move(truth, *pair, ready)
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
