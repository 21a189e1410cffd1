"""Lists of moves: as text, and as what keeps a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from inarow.model.board import MoveLike
from inarow.model.errors import IllegalMoveError

if TYPE_CHECKING:
    from inarow.model.game import Game
    from inarow.model.position import Position

_OTHERS = (
    r"|\(?\s*(?P<place>[0-9]{1,3}(?:\s*,\s*[0-9]{1,3}){1,MOST})(?![0-9])\s*\)?"
    r"|(?P<number>[0-9]{1,3})(?P<mark>[.):]*)"
    r"|(?P<between>[\s,;_|-]+)"
    r"|(?P<other>\S{1,20})"
)
_REST = r"(?![A-Za-z0-9]{0,20}[A-Za-z]{2})" + _OTHERS
_MOVE = r"(?P<name>[A-Za-z][0-9]{1,3})" + _REST
_FALLING = r"(?P<name>[A-Za-z](?:[0-9]{1,3}|(?![A-Za-z0-9])))" + _REST
_NAMED = r"(?P<name>[0-9]{0,3}[A-Za-z][A-Za-z0-9]{0,20})" + _OTHERS  # not of a grid


@runtime_checkable
class Recorded(Protocol):
    """A game that was played: an `inarow.Record`, or a `Match`."""

    @property
    def start(self) -> Position:
        """Where it began."""

    @property
    def moves(self) -> Sequence[int]:
        """The cells, in order; X and O take turns."""


def is_column(game: Game, move: MoveLike) -> bool:
    """Is it a letter where stones fall in columns, and so a move?"""
    if not (isinstance(move, str) and game.gravity and game.is_grid):
        return False
    return len(move) == 1 and move.isascii() and move.isalpha()


def read_cell(game: Game, taken: int, move: MoveLike) -> int:
    """The cell of a move where those of a mask are taken: as `Game.cell`, or where a stone falls.

    >>> from inarow.model.game import Game
    >>> [read_cell(Game(6, 7, 4, gravity=True), 1 << 38, move) for move in ("d", "e", "d6")]
    [31, 39, 38]
    """
    if not is_column(game, move):
        return game.cell(move)
    assert isinstance(move, str)
    if move.lower() not in game.letters:
        board = f"{game.m}x{game.n} board, whose columns are a to {game.letters[-1]}"
        raise IllegalMoveError(f"column {move} is off the {board}")
    column = range(game.letters.index(move.lower()), game.cells, game.n)
    for cell in column:
        if game._playable(taken) >> cell & 1:
            return cell
    raise IllegalMoveError(f"column {move} is full")


def turned(game: Game, cell: int) -> int:
    """The cell so many rows from the bottom as this one is from the top."""
    row, column = game.coordinates(cell)
    return game.cell((game.m - 1 - row, column))


def listed(start: Position, moves: str | Iterable[MoveLike]) -> Iterable[MoveLike]:
    """The moves of a list, or those in a text, read as they are asked for: see `read_cells`."""
    return (cell for cell, _ in read_cells(start, moves)) if isinstance(moves, str) else moves


def read_cells(start: Position, text: str, from_bottom: bool = False) -> Iterator[tuple[int, str]]:
    """The cell of every move in a text, and its place there: ``move 3 (h8)``.

    Moves are names or pairs (row, column), on a box with the layer first, numbered or not, and
    columns where stones fall. Raises `IllegalMoveError` with the place for one that is off the
    board, or a word that is none.

    >>> from inarow.model.game import Game
    >>> [cell for cell, _ in read_cells(Game(15, 15, 5).start(), "1. h8 i9 2. 7,8")]
    [112, 128, 113]
    """
    game, taken = start.game, start.x | start.o
    words = _NAMED if not game.is_grid else _FALLING if game.gravity else _MOVE
    words = words.replace("MOST", str(max(1, len(game.shape) - 1)))
    count = 0
    for match in re.finditer(words, text):
        word = match[0]
        if match["name"] or match["place"]:
            count += 1
            place = f"move {count} ({word})"
            try:
                spot = match["place"] and tuple(map(int, match["place"].split(",")))
                cell = read_cell(game, taken, spot or word)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"{place}: {error}") from None
            if from_bottom and not is_column(game, word):
                cell = turned(game, cell)
            taken |= 1 << cell
            yield cell, place
        elif match["number"]:
            # A number is passed over if it has a mark, or numbers this move or this pair of moves.
            if not match["mark"] and int(match["number"]) not in (count + 1, count // 2 + 1):
                raise IllegalMoveError(f"move {count + 1}: {word!r} is no cell")
        elif match["other"]:
            no_pass = ": there are no passes" if word.lower() in ("pass", "tt") else ""
            raise IllegalMoveError(f"move {count + 1}: {word!r} is no cell{no_pass}")
