"""What a record is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from inarow.model.errors import IllegalMoveError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.position import Position


class Record(NamedTuple):
    """A game from where it began to where it stands.

    >>> from inarow import read_record
    >>> record = read_record("3,3,3 b2 a1")
    >>> record.game, record.moves, record.position.key
    (Game(3, 3, 3), (4, 0), '3,3,3 O../.X./...')
    """

    start: Position
    moves: tuple[int, ...]
    """The cells, in order; X and O take turns."""
    position: Position
    """After all the moves."""

    @property
    def game(self) -> Game:
        return self.start.game


def played(start: Position, moves: Iterable[tuple[int, str]]) -> Record:
    """Return the record of moves, each a cell and where it stands.

    Raises `InvalidRecordError` for one that cannot be played, naming its place.
    """
    position, cells = start, []
    for cell, place in moves:
        try:
            position = position.play(cell)
        except IllegalMoveError as error:
            raise InvalidRecordError(f"{place}: {error}") from None
        cells.append(cell)
    return Record(start, tuple(cells), position)
