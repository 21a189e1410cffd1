"""The choice among moves of the same value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, SupportsIndex, TypeAlias, get_args

from inarow.model.board import as_integer
from inarow.model.errors import InvalidOptionError
from inarow.model.position import Position

TieBreak: TypeAlias = Literal["first", "random", "centre"]
"""The lowest cell, any of them by a seed, or the one nearest to the middle of the board."""


def chooser(
    position: Position, tie_break: TieBreak, seed: SupportsIndex
) -> Callable[[Sequence[int]], int]:
    """Return a function that picks one of some moves; a win on the spot comes before others.

    Of equally central moves it picks the lowest.

    >>> import inarow
    >>> position = inarow.Game(3, 3, 3).start()
    >>> [chooser(position, rule, seed=7)([5, 2, 8, 1]) for rule in ("first", "centre")]
    [1, 1]
    """
    if not isinstance(tie_break, str) or tie_break not in get_args(TieBreak):
        raise InvalidOptionError(f'tie_break is "first", "random" or "centre", not {tie_break!r}')
    number = as_integer("seed", seed)

    def choose(moves: Sequence[int]) -> int:
        at_once = [move for move in moves if position.play(move).winner == position.turn]
        moves = sorted(at_once or moves)
        if tie_break == "random":
            from random import Random  # few ask for it

            return Random(number).choice(moves)
        if tie_break == "first":
            return moves[0]
        return min(moves, key=position.game.board.from_centre)

    return choose
