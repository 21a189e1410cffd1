"""What a worker is asked and answers: JSON objects, one a line, in its standard streams.

To the worker::

    {"task": 7, "kind": "analyse", "m": 3, "n": 3, "k": 3, "exact": false,
     "position": "X../.../...", "moves": null, "seconds": 10.0, "known": [], "slot": 0.0,
     "looked": []}
    {"task": 8, "kind": "move", ..., "level": 10, "seed": 1}
    {"stop": 7, "hurry": false}

From it, each with the number of its ``task``: ``progress`` and ``found`` with objects like the
messages of these names (see `messages`), and with the ``slot`` that the analysis is at;
``found`` also with the moves that it has ``looked`` at since the last, in this round; ``moved``
with ``move`` and ``result``; and at last ``done``: true if the task was carried out, false if it
was stopped, or a text that says why it failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from inarow.apps.web.boards import game_of
from inarow.model.position import Position

__all__ = ["Task"]

LEAST_SECONDS = 0.05
"""What a task that was put off has left at least: it must be able to end."""


@dataclass(frozen=True)
class Task:
    """A search; `seconds` are what it may still take."""

    kind: Literal["move", "analyse"]
    position: Position
    seconds: float
    level: int | None = None
    """Of a player; None is the solver."""
    seed: int = 0
    moves: tuple[int, ...] | None = None
    """Of an analysis: which; None for all."""
    known: tuple[Mapping[str, Any], ...] = ()
    """The results that an analysis had before it was put off, as `found` has them."""
    slot: float = 0.0
    """Seconds for a move in the round that an analysis is at; 0 before the first …"""
    looked: frozenset[int] = frozenset()
    """… and the moves that had theirs."""

    @property
    def may_yield(self) -> bool:
        """Can it be put off and taken up again? A player's move, once begun, is made."""
        return self.kind == "analyse" or self.level is None

    def later(
        self, spent: float, known: Iterable[Mapping[str, Any]], slot: float, looked: Iterable[int]
    ) -> Task:
        """What is left of it after `spent` seconds."""
        return replace(
            self,
            seconds=max(LEAST_SECONDS, self.seconds - spent),
            known=tuple(known),
            slot=slot,
            looked=frozenset(looked),
        )

    def record(self, number: int) -> dict[str, Any]:
        """The object that asks a worker."""
        return {
            "task": number,
            "kind": self.kind,
            **self.position.game.record(),
            "position": self.position.text,
            "seconds": self.seconds,
            "level": self.level,
            "seed": self.seed,
            "moves": None if self.moves is None else list(self.moves),
            "known": list(self.known),
            "slot": self.slot,
            "looked": sorted(self.looked),
        }

    @staticmethod
    def from_record(record: dict[str, Any]) -> Task:
        """The task that a worker is asked."""
        return Task(
            kind=record["kind"],
            position=game_of(record).position(record["position"]),
            seconds=record["seconds"],
            level=record["level"],
            seed=record["seed"],
            moves=None if record["moves"] is None else tuple(record["moves"]),
            known=tuple(record["known"]),
            slot=record["slot"],
            looked=frozenset(record["looked"]),
        )
