"""A strategy that now and then does not look: what makes levels out of strategies."""

from __future__ import annotations

from random import Random as Numbers
from typing import SupportsFloat, SupportsIndex

from inarow.model.board import as_integer
from inarow.model.errors import InvalidOptionError
from inarow.model.options import refuse_no_number
from inarow.model.position import Position, require_move
from inarow.model.results import ProgressCallback
from inarow.strategies.strategy import Choice, Strategy, drawn


class Careless:
    """Plays like `strategy`, but with probability `slip` any move; ``info["slip"]`` tells which.

    Raises `InvalidOptionError` for a probability outside of 0 … 1.

    >>> from inarow.model.game import Game
    >>> from inarow.strategies.greedy import Greedy
    >>> Careless(Greedy(), slip=0).choose(Game(3, 3, 3).start())
    Choice(move=4, value=None, info={'reason': 'centre', 'slip': False})
    """

    def __init__(self, strategy: Strategy, slip: SupportsFloat, seed: SupportsIndex = 0) -> None:
        refuse_no_number("slip", slip)
        self._slip = float(slip)
        if not 0 <= self._slip <= 1:
            raise InvalidOptionError(f"slip must be 0 to 1, not {self._slip:g}")
        if not callable(getattr(strategy, "choose", None)):
            raise TypeError(f"{type(strategy).__name__} is no strategy: it must have `choose`")
        self._strategy = strategy
        self._seed = as_integer("seed", seed)

    @property
    def name(self) -> str:
        return self._strategy.name + (f", {100 * self._slip:g} % slips" if self._slip else "")

    def __repr__(self) -> str:
        return f"Careless({self._strategy!r}, {self._slip}, seed={self._seed})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        require_move(position)
        numbers = Numbers(f"slip:{self._seed}:{position.game!r}:{position.ply}")
        if numbers.random() < self._slip:
            return Choice(drawn(position.legal_moves, numbers), None, {"slip": True})
        # Somebody's own strategy need not know of progress where nobody listens.
        choose = self._strategy.choose
        choice = choose(position) if progress is None else choose(position, progress)
        return choice._replace(info={**choice.info, "slip": False})
