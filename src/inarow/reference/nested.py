"""``find_best_move`` on a nested list, with two players who call each other.

The form in which tutorials meet the subject: a list of rows with ``'x'``, ``'o'`` and ``'_'``, a
static evaluation from the view of x, and two mutually recursive procedures, x who makes the
value as large as possible and o who makes it as small as possible.  Alpha-beta keeps the empty
3x3 board within a blink.  x moves first; whose turn it is follows from the counts.

>>> find_best_move([["x", "o", "x"],
...                 ["o", "o", "x"],
...                 ["_", "_", "_"]])
BestMove(row=2, column=2, value=10)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inarow.reference.rules import EMPTY, Board, O, Result, Rules, X

Nested = Sequence[Sequence[str]]


class BestMove(NamedTuple):
    """Row and column from 0 (``None`` on a finished board); value on the scale of `evaluate`,
    always from the view of x."""

    row: int | None
    column: int | None
    value: int


def evaluate(board: Nested, k: int | None = None, *, win: int = 10, loss: int = -10) -> int:
    """``win`` if x has a line of k, ``loss`` if o has one, 0 otherwise; no look ahead.

    k is the shorter side of the board unless given.  Any ``loss < 0 < win`` will do.

    >>> evaluate([["x", "_", "o"], ["_", "x", "o"], ["_", "_", "x"]])
    10
    >>> evaluate([["x", "_", "o"], ["_", "x", "o"], ["x", "_", "o"]])
    -10
    >>> evaluate([["x", "_", "o"], ["_", "_", "_"], ["_", "_", "_"]])
    0
    """
    _check_scale(win, loss)
    rules, cells = _read(board, k, strict=False)
    winner = rules.winner(cells)
    return 0 if winner is None else win if winner == X else loss


def find_best_move(
    board: Nested, k: int | None = None, *, win: int = 10, loss: int = -10
) -> BestMove:
    """The best move of the side to move, and the value it leads to.

    Raises ``ValueError`` for rows of unequal length, foreign characters, or a board that no game
    reaches.
    """
    _check_scale(win, loss)
    rules, cells = _read(board, k)
    value, move, _ = _player(rules, cells)(rules, cells, -1, 1)
    scaled = win if value > 0 else loss if value < 0 else 0
    if move is None:
        return BestMove(None, None, scaled)
    return BestMove(*divmod(move, rules.n), scaled)


def solve(rules: Rules, board: Board | None = None) -> Result:
    """The common interface: the value is turned to the side to move."""
    board = rules.check(board)
    value, move, nodes = _player(rules, board)(rules, board, -1, 1)
    return Result(value if rules.turn(board) == X else -value, move, nodes)


def maximise(rules: Rules, board: Board, alpha: int, beta: int) -> tuple[int, int | None, int]:
    """x to move: value for x, move, nodes.  alpha is what x already has elsewhere."""
    if rules.is_over(board):
        return _final(rules, board), None, 1
    best, best_move, nodes = -2, None, 1
    for move, child in rules.successors(board):
        value, _, below = minimise(rules, child, max(alpha, best), beta)
        nodes += below
        if value > best:
            best, best_move = value, move
        if best >= beta:  # o will not let it come to this
            break
    return best, best_move, nodes


def minimise(rules: Rules, board: Board, alpha: int, beta: int) -> tuple[int, int | None, int]:
    """o to move: value for x, move, nodes.  beta is what o already has elsewhere."""
    if rules.is_over(board):
        return _final(rules, board), None, 1
    best, best_move, nodes = 2, None, 1
    for move, child in rules.successors(board):
        value, _, below = maximise(rules, child, alpha, min(beta, best))
        nodes += below
        if value < best:
            best, best_move = value, move
        if best <= alpha:  # x will not let it come to this
            break
    return best, best_move, nodes


def _player(
    rules: Rules, board: Board
) -> Callable[[Rules, Board, int, int], tuple[int, int | None, int]]:
    return maximise if rules.turn(board) == X else minimise


def _final(rules: Rules, board: Board) -> int:
    winner = rules.winner(board)
    return 0 if winner is None else 1 if winner == X else -1


def _read(board: Nested, k: int | None, strict: bool = True) -> tuple[Rules, Board]:
    """Rules and flat board; ``strict`` asks for a board that a game reaches."""
    rows = [list(row) for row in board]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("a board is a list of rows of one length, not empty")
    rules = Rules(len(rows), len(rows[0]), min(len(rows), len(rows[0])) if k is None else k)
    names = {"x": X, "o": O, "_": EMPTY}
    foreign = [cell for row in rows for cell in row if cell not in names]
    if foreign:
        raise ValueError(f"a cell holds 'x', 'o' or '_', not {foreign[0]!r}")
    cells = tuple(names[cell] for row in rows for cell in row)
    return rules, rules.check(cells) if strict else cells


def _check_scale(win: int, loss: int) -> None:
    if not loss < 0 < win:
        raise ValueError(f"need loss < 0 < win, got loss={loss} and win={win}")
