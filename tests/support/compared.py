"""The core beside the reference, on boards of small games."""

import random
from functools import lru_cache

from boards import rules_of

from inarow import Game
from inarow._core import make_kernel
from inarow.reference import EMPTY, X, outcomes

Cells = tuple[str, ...]
Known = dict[Cells, tuple[int, int | None]]


@lru_cache(maxsize=64)
def known_of(game: Game) -> tuple[Known, list[tuple[Cells, int, int]]]:
    """What the reference says of every board; and those not over, with both sides' stones."""
    reference, going_on = rules_of(game), []
    known = outcomes(reference)
    for board in known:
        if not reference.is_over(board):
            x = sum(1 << cell for cell, stone in enumerate(board) if stone == X)
            o = sum(1 << cell for cell, stone in enumerate(board) if stone not in (X, EMPTY))
            going_on.append((board, *((x, o) if reference.turn(board) == X else (o, x))))
    return known, going_on


def compare(game: Game, rules: int, width: int | str, most: int, seed: int = 1) -> int:
    """Compare the core with the reference on so many boards that are not over; how many."""
    reference, rng = rules_of(game), random.Random(seed)
    known, going_on = known_of(game)
    boards = rng.sample(going_on, min(most, len(going_on)))
    kernel = make_kernel(game, 1 << 22, rules=rules, width=width, plain_budget=rng.choice([1, 64]))
    for number, (board, own, opponent) in enumerate(boards):
        value, plies = known[board]
        measured = number % 3 > 0
        lower, upper, distance, move, line, _ = kernel.solve(
            own, opponent, measured, True, None, None, None
        )
        told = game.key, rules, width, reference.text(board)
        assert lower == upper == value, told
        if measured:
            assert distance == (-1 if plies is None else plies), told
        reply_value, reply_plies = known[reference.play(board, move)]
        assert reply_value == -value, told
        if measured and plies is not None:
            assert reply_plies == plies - 1 and len(line) == plies, told
        for cell in line:
            board = reference.play(board, cell)
        assert not line or reference.outcome(board) in (None, value * (-1) ** len(line)), told
    return len(boards)
