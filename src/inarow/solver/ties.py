"""Which of several moves that are worth the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, SupportsIndex, TypeAlias

from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.grid import as_integer

__all__ = ["TieBreak", "choose"]

TieBreak: TypeAlias = Literal["first", "random", "centre"]
"""The lowest cell, any of them by a seed, or the one nearest to the middle of the board."""


def choose(game: Game, moves: Sequence[int], tie_break: TieBreak, seed: SupportsIndex) -> int:
    """Return one of `moves`; of those equally near to the centre the lowest.

    >>> [choose(Game(3, 3, 3), [5, 2, 8, 1], rule, seed=7) for rule in ("first", "centre")]
    [1, 1]
    """
    number = as_integer("seed", seed)
    moves = sorted(moves)
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
