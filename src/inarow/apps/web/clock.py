"""A clock of two sides: so much time each, and some more with every move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inarow.model.legal import Player


class TimeControl(NamedTuple):
    """Seconds for all moves of a side, and those that each move adds."""

    seconds: float
    increment: float


@dataclass
class Clock:
    """What each side has left; whoever asks says what time it is.

    >>> clock = Clock(TimeControl(60, 2))
    >>> clock.run("X", now=0)
    >>> clock.run("O", now=10, has_moved=True)
    >>> clock.left, clock.remaining(now=15)
    ({'X': 52, 'O': 60}, 55)
    """

    control: TimeControl
    left: dict[Player, float] = field(init=False)
    running: Player | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        self.left = {"X": self.control.seconds, "O": self.control.seconds}

    def run(self, side: Player | None, now: float, *, has_moved: bool = False) -> None:
        """Let the time of this side run, or (None) nobody's; a move adds to that of who ran."""
        if side == self.running:
            return
        if self.running is not None:
            gained = self.control.increment if has_moved else 0
            self.left[self.running] = max(0, self.remaining(now)) + gained
        self.running, self.since = side, now

    def remaining(self, now: float) -> float:
        """What the side has left whose time runs."""
        assert self.running is not None
        return self.left[self.running] - (now - self.since)

    def record(self) -> dict[str, Any]:
        """The clock as messages have it: what was left when ``running`` began to run."""
        return {**self.control._asdict(), "left": dict(self.left), "running": self.running}
