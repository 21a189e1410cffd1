"""One suite, every implementation: the core at each width and each search of the reference.

They are asked the same questions through the same interface, and must give the same answers and
refuse the same input with the same kind of error.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from inarow import Game, Solver
from inarow._core import WIDTHS, make_kernel
from inarow.reference import METHODS, Method, Rules


class Answer(NamedTuple):
    value: int
    move: int | None


Implementation = Callable[[int, int, int, str], Answer]


def by_core(m: int, n: int, k: int, text: str) -> Answer:
    game = Game(m, n, k)
    solution = Solver(game).solve(game.position(text))
    assert solution.value is not None
    return Answer(solution.value, solution.best_move)


def by_width(width: int, m: int, n: int, k: int, text: str) -> Answer:
    game = Game(m, n, k)
    position = game.position(text)
    if position.is_over:
        return Answer(0 if position.winner is None else -1, None)
    kernel = make_kernel(game, 1 << 20, width=width)
    stones = position._own, position._opponent
    lower, upper, _, move, _, _ = kernel.solve(*stones, False, False, None, None, None)
    assert lower == upper
    return Answer(lower, move)


def by_reference(method: Method, m: int, n: int, k: int, text: str) -> Answer:
    rules = Rules(m, n, k)
    result = method(rules, rules.parse(text))
    return Answer(result.value, result.move)


IMPLEMENTATIONS: dict[str, Implementation] = {
    "core": by_core,
    **{f"core at width {width}": partial(by_width, width) for width in WIDTHS},
    **{f"reference: {name}": partial(by_reference, method) for name, method in METHODS.items()},
}

every_implementation = pytest.mark.parametrize(
    "solve", IMPLEMENTATIONS.values(), ids=IMPLEMENTATIONS.keys()
)

# Boards with their values, worked out by hand: who is to move can complete, must block, is caught
# by two threats, has nothing left to win.
KNOWN = [
    (3, 3, 3, "XX./OO./...", 1),
    (3, 3, 3, "XX./O../...", -1),
    (3, 3, 3, "X../.O./...", 0),
    (3, 3, 3, "XOX/XOO/O.X", 0),
    (3, 3, 3, "XXX/OO./...", -1),
    (3, 3, 3, "XOX/XOO/OXX", 0),
    (3, 4, 3, "X.../OO../X...", 1),
    (2, 4, 3, "XX../OO..", 1),
    (2, 3, 3, "X../...", 0),
    (1, 5, 2, "..X..", -1),
    (3, 3, 4, "X../.O./...", 0),
    (1, 1, 1, ".", 1),
]

BAD = [
    (0, 3, 3, "..."),
    (3, 3, 0, ".../.../..."),
    (-1, 3, 3, "..."),
    (3, 3, 3, ".../..."),
    (3, 3, 3, ".../.../.."),
    (3, 3, 3, ".../.Z./..."),
    (3, 3, 3, "OO./.../..."),
    (3, 3, 3, "XX./.../..."),
    (3, 3, 3, "XXX/OOO/..."),
    (3, 3, 3, "XXX/OO./O.."),
    (3, 3, 3, "OOO/XX./XX."),
    (1, 7, 2, "XX.OO.X"),
    (3, 5, 2, "XX.XX/...../OOO.."),
]


@every_implementation
@pytest.mark.parametrize(("m", "n", "k", "text", "value"), KNOWN)
def test_known_boards(solve: Implementation, m: int, n: int, k: int, text: str, value: int) -> None:
    answer = solve(m, n, k, text)
    assert answer.value == value
    rules = Rules(m, n, k)
    board = rules.parse(text)
    if rules.is_over(board):
        assert answer.move is None
    else:
        assert answer.move is not None
        after = rules.text(rules.play(board, answer.move))
        assert solve(m, n, k, after).value == -value


@every_implementation
@pytest.mark.parametrize(("m", "n", "k", "text"), BAD)
def test_bad_input_is_a_value_error(
    solve: Implementation, m: int, n: int, k: int, text: str
) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        solve(m, n, k, text)


@every_implementation
@pytest.mark.parametrize("sizes", [("3", 3, 3), (3, 3.0, 3), (3, 3, None), (True, 3, 3)])
def test_a_size_that_is_no_integer_is_a_type_error(
    solve: Implementation, sizes: tuple[int, int, int]
) -> None:
    with pytest.raises(TypeError, match="must be an"):
        solve(*sizes, ".../.../...")


@pytest.mark.parametrize(
    ("size", "stones"), [((3, 3, 3), 2), ((3, 4, 3), 6), ((4, 3, 3), 6), ((4, 4, 4), 10)]
)
def test_random_boards_have_one_value(size: tuple[int, int, int], stones: int) -> None:
    rng = random.Random(sum(size))
    rules = Rules(*size)
    for _ in range(12):
        board = rules.start()
        for _ in range(stones):
            if not rules.is_over(board):
                board = rules.play(board, rng.choice(rules.moves(board)))
        text = rules.text(board)
        values = {name: solve(*size, text).value for name, solve in IMPLEMENTATIONS.items()}
        assert len(set(values.values())) == 1, (text, values)
