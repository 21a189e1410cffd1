"""A game at the keyboard: who plays, what was played, and what is taken back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from inarow.model.board import MoveLike
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.legal import OTHER, Player
from inarow.model.match import Match
from inarow.model.position import Position
from inarow.strategies.levels import LEVELS, Level, level

Who: TypeAlias = "int | Literal['person', 'solver']"
"""Who plays a side: a person, the solver, or a level."""


def read_who(option: str, text: str, machine: Who) -> Who:
    """Read ``person``, ``solver``, the number of a level, or ``machine`` for what that plays as.

    Raises `InvalidOptionError`.

    >>> [read_who("--x", text, machine=3) for text in ("Solver", "7", "machine")]
    ['solver', 7, 3]
    """
    word = text.strip().lower()
    if word == "person":
        return "person"
    if word == "solver":
        return "solver"
    if word == "machine":
        return machine
    if re.fullmatch("[0-9]{1,3}", word) and int(word) in LEVELS:
        return int(word)
    raise InvalidOptionError(
        f"{option} is person, machine, solver or a level from {LEVELS[0]} to {LEVELS[-1]},"
        f" not {text!r}"
    )


class Session(Match):
    """The state of play; every change of it is a method, none of which prints or thinks.

    The machine plays when its turn comes, but waits (`is_paused`) where its move was just taken
    back, or its thought broken off.
    """

    def __init__(self, start: Position, who: dict[Player, Who], seed: int) -> None:
        self.who, self._seed, self._games = who, seed, -1
        self.begin(start)

    def begin(self, start: Position) -> None:
        """Begin a new game from a position."""
        super().__init__(start)
        self._levels: dict[int, Level] = {}
        self.resigned: Player | None = None
        self.is_paused = False
        self._games += 1

    @property
    def is_over(self) -> bool:
        return super().is_over or self.resigned is not None

    @property
    def status(self) -> str:
        """As `Position.status`, or who has resigned."""
        if self.resigned is None:
            return super().status
        return f"{OTHER[self.resigned]} wins, {self.resigned} has resigned"

    @property
    def to_play(self) -> Who:
        """Who plays the side to move."""
        return self.who[self.turn]

    @property
    def is_machines_turn(self) -> bool:
        """Is it for the machine to go on, without being asked?"""
        return not self.is_over and not self.is_paused and self.to_play != "person"

    @property
    def is_watched(self) -> bool:
        """Does no person play?"""
        return "person" not in self.who.values()

    def player(self, number: int) -> Level:
        """The level of that number; in every new game it draws other numbers."""
        if number not in self._levels:
            self._levels[number] = level(self.game, number, seed=self._seed + self._games)
        return self._levels[number]

    def play(self, move: MoveLike) -> int:
        """Play for the side to move; what was undone is forgotten."""
        if self.resigned is not None:
            raise IllegalMoveError(f"the game is over ({self.status})")
        cell = super().play(move)
        self.is_paused = False
        return cell

    def take_back(self) -> int:
        """Undo to where a person last had to move; how many moves that was.

        Where nobody but the machine plays it is one, and the machine waits.
        """
        if self.resigned is not None:
            self.resigned = None
            self.is_paused = True
            return 0
        self.undo()
        count = 1
        while self.moves and not self.is_watched and self.to_play != "person":
            self.undo()
            count += 1
        self.is_paused = self.to_play != "person"
        return count

    def play_again(self) -> int:
        """Redo what was taken back, as far as a person has to move; how many moves."""
        self.redo()
        count = 1
        while self._undone and not (self.is_over or self.is_watched or self.to_play == "person"):
            self.redo()
            count += 1
        self.is_paused = self.to_play != "person"
        return count

    def resign(self) -> None:
        """The side to move gives up."""
        if self.is_over:
            raise IllegalMoveError(f"the game is over ({self.status})")
        self.resigned = self.turn

    def seat(self, who: Mapping[Player, Who]) -> None:
        """Change who plays; the machine takes its turn at once."""
        self.who.update(who)
        self.is_paused = False
