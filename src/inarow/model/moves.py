"""Lists of moves: as text, and as what keeps a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from inarow.model.board import Board
from inarow.model.errors import IllegalMoveError

if TYPE_CHECKING:
    from inarow.model.position import Position

_REST = (
    r"|\(?\s*(?P<row>[0-9]{1,3})\s*,\s*(?P<column>[0-9]{1,3})(?![0-9])\s*\)?"
    r"|(?P<number>[0-9]{1,3})(?P<mark>[.):]*)"
    r"|(?P<between>[\s,;_|-]+)"
    r"|(?P<other>\S{1,20})"
)
_MOVE = re.compile(r"(?P<name>[A-Za-z][0-9]{1,3})(?![A-Za-z0-9]{0,20}[A-Za-z]{2})" + _REST)
_NAMED = re.compile(r"(?P<name>[0-9]{0,3}[A-Za-z][A-Za-z0-9]{0,20})" + _REST)  # not of a grid


@runtime_checkable
class Recorded(Protocol):
    """A game that was played: an `inarow.Record`, or a `Match`."""

    @property
    def start(self) -> Position:
        """Where it began."""

    @property
    def moves(self) -> Sequence[int]:
        """The cells, in order; X and O take turns."""


def read_cells(game: Board, text: str) -> Iterator[tuple[int, str]]:
    """The cell of every move in a text, and its place there: ``move 3 (h8)``.

    Moves are names or pairs (row, column), numbered or not. Raises `IllegalMoveError` with the
    place for one that is off the board, or a word that is none.

    >>> from inarow.model.grid import Grid
    >>> [cell for cell, _ in read_cells(Grid(15, 15, 5), "1. h8 i9 2. 7,8")]
    [112, 128, 113]
    """
    count = 0
    for match in (_MOVE if game.is_grid else _NAMED).finditer(text):
        word = match[0]
        if match["name"] or match["row"]:
            count += 1
            place = f"move {count} ({word})"
            try:
                pair = match["row"] and (int(match["row"]), int(match["column"]))
                yield game.cell(pair or word), place
            except IllegalMoveError as error:
                raise IllegalMoveError(f"{place}: {error}") from None
        elif match["number"]:
            # A number is passed over if it has a mark, or numbers this move or this pair of moves.
            if not match["mark"] and int(match["number"]) not in (count + 1, count // 2 + 1):
                raise IllegalMoveError(f"move {count + 1}: {word!r} is no cell")
        elif match["other"]:
            no_pass = ": there are no passes" if word.lower() in ("pass", "tt") else ""
            raise IllegalMoveError(f"move {count + 1}: {word!r} is no cell{no_pass}")
