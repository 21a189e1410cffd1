"""What a worker is asked, in pickles on its standard input, and answers, in lines of JSON.

It is asked for (number, `Task`), and to end one by (number, `Order`). Each answer has the number
of its ``task``: ``progress``, ``found``, ``moved`` and ``forced`` with objects like the messages of
these names (see `messages`), and at last ``done``: true if the task was carried out, false if it
was stopped, or a text that says why it failed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

from inarow.model.position import Position
from inarow.strategies.levels import EXACT_CELLS, LEVELS


class Order(Enum):
    """How a task is to end before it is done."""

    STOP = auto()
    """At once: nobody waits for it any more."""
    PUT_OFF = auto()
    """When it has told what it found, to be taken up again."""
    HURRY = auto()
    """With the move that it has by then."""


@dataclass
class Task:
    """A search; `seconds` are left for it."""

    kind: Literal["move", "analyse", "forced"]
    position: Position
    seconds: float
    level: int | None = None
    """Of a player; None is the solver."""
    seed: int = 0
    moves: tuple[int, ...] | None = None
    """Of an analysis: which; None for all."""

    @property
    def may_yield(self) -> bool:
        """Can it be put off and taken up again? A player's move, once begun, is made."""
        return self.kind == "analyse" or self.level is None

    @property
    def is_quick(self) -> bool:
        """Will it take a small part of a second? Only the best level looks far on large boards."""
        is_small = self.position.game.cells <= EXACT_CELLS
        is_played = self.level is not None and self.level < LEVELS[-1]
        return self.kind == "move" and (is_small or is_played)
