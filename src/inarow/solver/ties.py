"""Which of several moves that are worth the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, SupportsIndex, TypeAlias

from inarow.model.errors import InvalidOptionError
from inarow.model.grid import as_integer
from inarow.model.position import Position

TieBreak: TypeAlias = Literal["first", "random", "centre"]
"""The lowest cell, any of them by a seed, or the one nearest to the middle of the board."""


def choose(
    position: Position, moves: Sequence[int], tie_break: TieBreak, seed: SupportsIndex
) -> int:
    """Return one of `moves`, of those that win on the spot if there are any; of equals the lowest.

    >>> import inarow
    >>> position = inarow.Game(3, 3, 3).start()
    >>> [choose(position, [5, 2, 8, 1], rule, seed=7) for rule in ("first", "centre")]
    [1, 1]
    """
    number, game = as_integer("seed", seed), position.game
    at_once = [move for move in moves if position.play(move).winner is not None]
    moves = sorted(at_once or moves)
    if tie_break == "first":
        return moves[0]
    if tie_break == "random":
        from random import Random  # few ask for it

        return Random(number).choice(moves)
    if tie_break == "centre":

        def distance(move: int) -> int:
            row, column = game.coordinates(move)
            return (2 * row - game.m + 1) ** 2 + (2 * column - game.n + 1) ** 2

        return min(moves, key=distance)
    raise InvalidOptionError(f'tie_break is "first", "random" or "centre", not {tie_break!r}')
