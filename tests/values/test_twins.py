"""One suite, every implementation: the core at each width and each search of the reference.

They are asked the same questions through the same interface, and must give the same answers and
refuse the same input with the same kind of error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from cases import case, refused

from inarow import Game, Solver
from inarow._core import WIDTHS, make_kernel
from inarow.reference import METHODS, Method, Rules


class Answer(NamedTuple):
    value: int
    move: int | None


Implementation = Callable[..., Answer]


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

LONG = {"reference: minimax", "reference: iterative"}
every_implementation = pytest.mark.parametrize(
    "solve",
    [
        pytest.param(solve, id=name, marks=pytest.mark.long if name in LONG else ())
        for name, solve in IMPLEMENTATIONS.items()
    ],
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
def test_known_boards(solve: Implementation) -> None:
    for *size, text, value in KNOWN:
        with case(size, text):
            answer = solve(*size, text)
            assert answer.value == value
            rules = Rules(*size)
            board = rules.parse(text)
            assert (answer.move is None) == rules.is_over(board)
            if answer.move is not None:
                after = rules.text(rules.play(board, answer.move))
                assert solve(*size, after).value == -value


@every_implementation
def test_bad_input_is_refused(solve: Implementation) -> None:
    for bad in BAD:
        with refused(ValueError, r"\S", bad):
            solve(*bad)
    for sizes in (("3", 3, 3), (3, 3.0, 3), (3, 3, None), (True, 3, 3)):
        with refused(TypeError, "must be an", sizes):
            solve(*sizes, ".../.../...")
