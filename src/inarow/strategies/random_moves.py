"""Any legal move, all equally likely: the yardstick of every other strategy."""

from __future__ import annotations

from typing import SupportsIndex

from inarow.model.board import as_integer
from inarow.model.position import Position, require_move
from inarow.model.results import ProgressCallback
from inarow.strategies.strategy import Choice, drawn, numbers_for


class Random:
    """Plays at random.

    >>> from inarow.model.game import Game
    >>> position = Game(3, 3, 3).position("XOX/OXO/OX.")
    >>> Random(seed=1).choose(position).move
    8
    """

    name = "random"

    def __init__(self, seed: SupportsIndex = 0) -> None:
        self._seed = as_integer("seed", seed)

    def __repr__(self) -> str:
        return f"Random(seed={self._seed})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        require_move(position)
        return Choice(drawn(position.legal_moves, numbers_for(self._seed, position)), None, {})
