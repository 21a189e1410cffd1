"""Static evaluations: what a board seems to be worth, without looking ahead, from the view of X.

Both are those of the tutorials that teach minimax: any board, also one that is over, has a score.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from inarow.model.errors import InvalidOptionError
from inarow.model.position import Position, make_position
from inarow.reference.line_minimax import Evaluation as LineEvaluation
from inarow.reference.line_minimax import by_lines, by_wins
from inarow.reference.line_sums import Lines
from inarow.reference.rules import EMPTY, O, Rules, X

__all__ = ["Evaluation", "as_evaluation", "line_score", "lines_of", "win_score"]

Evaluation: TypeAlias = Callable[[Position], int]
"""The score of a position from the view of X, whoever is to move."""


def win_score(position: Position, win: int = 10, loss: int = -10) -> int:
    """`win` if X has a line of k, `loss` if O has one, else 0; any ``loss < 0 < win`` will do.

    Raises `InvalidOptionError` for another pair.

    >>> from inarow.model.game import Game
    >>> win_score(Game(3, 3, 3).position("X.O/.XO/..X")), win_score(Game(3, 3, 3).start())
    (10, 0)
    """
    if not loss < 0 < win:
        raise InvalidOptionError(f"need loss < 0 < win, not loss={loss} and win={win}")
    return by_wins(lines_of(position), win, loss)


def line_score(position: Position) -> int:
    """Over all lines with stones of X only: 10 if full, 2 if one cell short, 1 if two; less O's.

    >>> from inarow.model.game import Game
    >>> line_score(Game(3, 3, 3).position(".../.X./...")), line_score(Game(4, 4, 3).start())
    (4, 0)
    >>> line_score(Game(3, 3, 3).position("XX./.O./..."))  # X has 2 + 1; O has 1 + 1
    1
    """
    return by_lines(lines_of(position))


def lines_of(position: Position) -> Lines:
    """The board with its sums over lines, as `inarow.reference.line_minimax` searches it."""
    game = position.game
    return Lines(Rules(*game.size, game.exact), tuple(position.text.replace("/", "")))


def as_evaluation(
    position: Position, evaluation: Evaluation | Literal["lines", "wins"]
) -> LineEvaluation:
    """What the search below `position` is to call for a chosen evaluation."""
    if evaluation == "lines":
        return by_lines
    if evaluation == "wins":
        return by_wins
    if isinstance(evaluation, str):
        raise InvalidOptionError(f'evaluation must be "lines" or "wins", not {evaluation!r}')
    return lambda lines: evaluation(_position_of(position, lines))


def _position_of(root: Position, lines: Lines) -> Position:
    x, o, taken = 0, 0, 0
    for cell, stone in enumerate(lines.cells):
        if stone == X:
            x |= 1 << cell
        elif stone == O:
            o |= 1 << cell
        taken += stone != EMPTY
    winner: Literal["X", "O"] | None = "X" if lines.full[X] else "O" if lines.full[O] else None
    if (taken - root.ply) % 2 == (root.turn == "X"):  # who moves alternates from the root on
        return make_position(root.game, o, x, "O", winner)
    return make_position(root.game, x, o, "X", winner)
