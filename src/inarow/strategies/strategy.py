"""What a strategy is: something that chooses a move, and says what it thought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random as Numbers
from time import perf_counter
from typing import NamedTuple, Protocol

from inarow.model.drawn import fields_told_above
from inarow.model.position import Position
from inarow.model.results import Progress, ProgressCallback, require_callable
from inarow.solver.solver import Solver

LOOK_NODES = 64
"""Nodes of a search in plain Python between two looks at the clock."""
TELL_SECONDS = 0.05
"""How often it tells how far it is: as often as a solver does."""


@fields_told_above
class Choice(NamedTuple):
    """What a strategy answers.

    move
        A legal move.
    value
        What the position is worth to the side to move, on the strategy's own scale, or None.
    info
        How it came to that: effort, bounds and the like, by name.
    """

    move: int
    value: float | None
    info: Mapping[str, object]


class Strategy(Protocol):
    """Chooses a move in any position that is not over.

    The strategies of this package keep no state between calls: the same strategy with the same
    seed chooses the same move in the same position, whatever was asked before, so that a game
    between two of them can be repeated. They may be used from several threads.
    """

    @property
    def name(self) -> str:
        """A few words for tables."""
        ...

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        """Return a move for the side to move; raises `InvalidPositionError` if the game is over.

        `progress` is called some twenty times a second while a search is on, as by `Solver.solve`;
        what it raises ends the search, and the call.
        """
        ...


class Watch:
    """Counts the nodes of a search in plain Python, and tells who listens how far it is."""

    def __init__(self, progress: ProgressCallback | None) -> None:
        require_callable(progress)
        self.nodes = 0
        self._progress = progress
        self._started = self._told = perf_counter()

    def count(self) -> None:
        """There is one more node; what the listener raises ends the search."""
        self.nodes += 1
        if self._progress is None or self.nodes % LOOK_NODES:
            return
        now = perf_counter()
        if now - self._told >= TELL_SECONDS:
            self._told = now
            self._progress(Progress(self.nodes, now - self._started))


def numbers_for(seed: int, position: Position) -> Numbers:
    """Random numbers for one position: they depend on nothing but what is given here."""
    return Numbers(f"{seed}:{position.game!r}:{position.text}:{position.turn}")


def drawn(moves: Sequence[int], numbers: Numbers) -> int:
    """One of the moves. Not `choice`: only the sequence of `random` is promised for all Pythons."""
    return moves[int(numbers.random() * len(moves))]


def random_wins(solver: Solver, position: Position, count: int, seed: int) -> int:
    """How many of so many random games the side that moved last wins, less those that it loses."""
    if position.is_over:
        return 0 if position.winner is None else count
    games = solver.playouts(position, count, seed)
    wins = games.x_wins - games.o_wins
    return -wins if position.turn == "X" else wins
