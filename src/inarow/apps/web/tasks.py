"""What a worker is asked, in pickles on its standard input, and answers, in lines of JSON.

It is asked for (number, `Task`), and to end one by (number, `Order`). Each answer has the number
of its ``task``: ``progress`` and ``found`` with objects like the messages of these names (see
`messages`), ``found`` also with the ``slot`` that the analysis is at and the moves that it has
``looked`` at in this round; ``moved`` with ``move`` and ``result``; ``forced`` with ``win``; and at
last ``done``: true if the task was carried out, false if it was stopped, or a text that says why it
failed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Literal

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
    """A search, and what is known of it when it has been put off; `seconds` are left for it."""

    kind: Literal["move", "analyse", "forced"]
    position: Position
    seconds: float
    level: int | None = None
    """Of a player; None is the solver."""
    seed: int = 0
    moves: tuple[int, ...] | None = None
    """Of an analysis: which; None for all."""
    known: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """The results of an analysis, as `found` has them."""
    slot: float = 0.0
    """Seconds for a move in the round that an analysis is at; 0 before the first …"""
    looked: set[int] = field(default_factory=set)
    """… and the moves that had theirs."""

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

    def learn(self, answer: Mapping[str, Any]) -> None:
        """Keep what a worker has found, and how far it is."""
        if "found" in answer:
            self.slot, self.looked = answer["slot"], set(answer["looked"])
            self.known.update({result["move"]: result for result in answer["found"]["moves"]})
