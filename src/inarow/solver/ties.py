"""Which of several moves that are worth the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, SupportsIndex, TypeAlias, get_args

from inarow.model.errors import InvalidOptionError
from inarow.model.grid import as_integer
from inarow.model.position import Position

TieBreak: TypeAlias = Literal["first", "random", "centre"]
"""The lowest cell, any of them by a seed, or the one nearest to the middle of the board."""


def chooser(
    position: Position, tie_break: TieBreak, seed: SupportsIndex
) -> Callable[[Sequence[int]], int]:
    """Return what picks one of some moves, of those that win on the spot if there are any.

    Of equals the lowest.

    >>> import inarow
    >>> position = inarow.Game(3, 3, 3).start()
    >>> [chooser(position, rule, seed=7)([5, 2, 8, 1]) for rule in ("first", "centre")]
    [1, 1]
    """
    if tie_break not in get_args(TieBreak):
        raise InvalidOptionError(f'tie_break is "first", "random" or "centre", not {tie_break!r}')
    number, game = as_integer("seed", seed), position.game

    def distance(move: int) -> int:
        row, column = game.coordinates(move)
        return (2 * row - game.m + 1) ** 2 + (2 * column - game.n + 1) ** 2

    def choose(moves: Sequence[int]) -> int:
        at_once = [move for move in moves if position.play(move).winner is not None]
        moves = sorted(at_once or moves)
        if tie_break == "random":
            from random import Random  # few ask for it

            return Random(number).choice(moves)
        return moves[0] if tie_break == "first" else min(moves, key=distance)

    return choose
