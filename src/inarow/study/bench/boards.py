"""Positions to measure with: all of the smallest game with their values, and random ones."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from inarow.model.game import Game
from inarow.model.position import Position
from inarow.reference import Rules, outcomes

__all__ = ["random_boards", "small_positions"]


@lru_cache(maxsize=1)
def small_positions() -> tuple[tuple[Position, int, int | None], ...]:
    """The 4,520 positions of 3,3,3 that are not over, with value and distance by full minimax."""
    game, rules = Game(3, 3, 3), Rules(3, 3, 3)
    return tuple(
        (game.position(rules.text(board)), value, distance)
        for board, (value, distance) in outcomes(rules).items()
        if not rules.is_over(board)
    )


def random_boards(
    game: Game, count: int, seed: int, *, finished: bool = True
) -> npt.NDArray[np.int8]:
    """Boards from uniformly random games, each looked at after a random number of its plies.

    int8 of shape (count, m, n), all reachable; `finished` also takes the boards at the end.
    """
    generator = np.random.default_rng(seed)
    # The ply at which each cell would be filled if no line ended the game; even plies are X's.
    filled = generator.permuted(np.tile(np.arange(game.cells, dtype=np.int16), (count, 1)), axis=1)
    length = np.full(count, game.cells, np.int16)
    for line in game.lines:
        on_line = filled[:, line]
        one_side = (on_line & 1 == on_line[:, :1] & 1).all(axis=1)
        ended = np.where(one_side, on_line.max(axis=1) + 1, game.cells)
        np.minimum(length, ended.astype(np.int16), out=length)
    plies = (generator.random(count) * (length + finished)).astype(np.int16)
    boards = np.where(filled < plies[:, None], 1 - 2 * (filled & 1), 0)
    return boards.astype(np.int8).reshape(count, game.m, game.n)
