"""Games and boards as JSON, and the checks of those that come from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inarow.apps.web.limits import Limits
from inarow.model.errors import InvalidOptionError
from inarow.model.game import MAX_SIDE, Game
from inarow.model.position import Position

__all__ = ["Board", "cells", "game_of", "integer", "mapping", "read_board"]

MOST_CELLS = MAX_SIDE**2


@dataclass(frozen=True)
class Board:
    """A position and how it came about."""

    start: Position
    moves: tuple[int, ...]
    position: Position

    def record(self) -> dict[str, Any]:
        """The board as messages have it."""
        moves = list(self.moves)
        return {**self.start.game.record(), "start": self.start.text, "moves": moves}


def game_of(record: Mapping[str, Any]) -> Game:
    """The game that a `Game.record` tells of; raises an `InarowError` for none.

    >>> game_of({"m": 4, "n": 5, "k": 4})
    Game(4, 5, 4)
    """
    exact = record.get("exact", False)
    if not isinstance(exact, bool):
        raise InvalidOptionError("exact must be true or false")
    return Game(*(integer(record, name, 1, MAX_SIDE) for name in "mnk"), exact=exact)


def read_board(value: Mapping[str, Any], limits: Limits) -> Board:
    """Read a board, replay its moves; raises an `InarowError` for one that no game reaches."""
    game = game_of(value)
    if game.cells > limits.cells:
        raise InvalidOptionError(f"this server takes boards of up to {limits.cells} cells")
    start = game.start()
    text = value.get("start")
    if text is not None:
        if not isinstance(text, str) or len(text) > 2 * game.cells:
            raise InvalidOptionError("start must be the text of a position")
        start = game.position(text)
    moves = cells(value.get("moves", []), "moves")
    return Board(start, moves, start.play_all(moves))


def cells(value: object, name: str) -> tuple[int, ...]:
    """Read a list of cells; whether they are on a board is not judged."""
    found = value if isinstance(value, list) else [None]
    if len(found) > MOST_CELLS or not all(type(cell) is int for cell in found):
        raise InvalidOptionError(f"{name} must be a list of at most {MOST_CELLS} cells")
    return tuple(found)


def mapping(message: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Read a field that is an object."""
    value = message.get(name)
    if not isinstance(value, dict):
        raise InvalidOptionError(f"{name} must be an object")
    return value


def integer(message: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """Read a field that is an integer within bounds."""
    value = message.get(name)
    if type(value) is not int or not least <= value <= most:
        raise InvalidOptionError(f"{name} must be an integer from {least} to {most}")
    return value
