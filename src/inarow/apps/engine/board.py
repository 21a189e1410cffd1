"""The stones of a game as the protocol names them: ``x,y`` are column and row from the top left.

The engine's own stones are always those of "X", to move: a search does not know colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from inarow.model.game import Game
from inarow.model.legal import complete_lines
from inarow.model.position import Position, validated_position

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


class CommandError(ValueError):
    """What is wrong with a command; nothing has been changed by it."""


def numbers(text: str, wanted: str) -> tuple[int, ...]:
    """Return the numbers of a text such as ``7,8``, as many as `wanted` (``x,y``) has.

    >>> numbers("7, 8", "x,y")
    (7, 8)
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == wanted.count(",") + 1 and all(map(_NUMBER.fullmatch, parts)):
        return tuple(map(int, parts))
    raise CommandError(f"{wanted} was expected, not {text[:40]!r}")


class EngineBoard(NamedTuple):
    """A board with the stones of both sides; what cannot be is a `CommandError`."""

    game: Game
    own: int = 0
    opponent: int = 0

    def cell(self, x: int, y: int) -> int:
        """Return the cell of column x, row y."""
        if not (0 <= x < self.game.n and 0 <= y < self.game.m):
            raise CommandError(f"{x},{y} is not on the board of {self.game.n}x{self.game.m}")
        return self.game.cell((y, x))

    def name(self, cell: int) -> str:
        """Return ``x,y`` of a cell."""
        row, column = self.game.coordinates(cell)
        return f"{column},{row}"

    def position(self) -> Position:
        """Return the position, own side to move; the game must not be over."""
        for stones, whose in ((self.opponent, "the opponent has"), (self.own, "I have")):
            if complete_lines(self.game, stones):
                raise CommandError(f"the game is over: {whose} five in a row")
        if self.own | self.opponent == self.game.full:
            raise CommandError("the game is over: the board is full")
        return validated_position(self.game, self.own, self.opponent, "X", strict=False)

    def with_stone(self, x: int, y: int, own: bool) -> EngineBoard:
        """Return the board after one more stone."""
        cell = self.cell(x, y)
        if (self.own | self.opponent) >> cell & 1:
            raise CommandError(f"{x},{y} is taken")
        bit = 1 << cell
        return EngineBoard(self.game, self.own | bit * own, self.opponent | bit * (not own))

    def without_stone(self, x: int, y: int) -> EngineBoard:
        """Return the board after a stone was taken back."""
        bit = 1 << self.cell(x, y)
        if not (self.own | self.opponent) & bit:
            raise CommandError(f"{x},{y} is empty: there is nothing to take back")
        return self._replace(own=self.own & ~bit, opponent=self.opponent & ~bit)

    def with_stones(self, stones: Iterable[tuple[int, ...]]) -> EngineBoard:
        """Return a board with just these stones: (x, y, 1 for own and 2 for the opponent's)."""
        board = EngineBoard(self.game)
        for x, y, whose in stones:
            if whose not in (1, 2):
                raise CommandError(f"{x},{y},{whose}: a stone is 1 (own) or 2 (the opponent's)")
            board = board.with_stone(x, y, whose == 1)
        return board
