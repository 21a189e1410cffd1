"""What a record is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from inarow.model.drawn import fields_told_above
from inarow.model.errors import IllegalMoveError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.position import Position

Comments: TypeAlias = "tuple[tuple[int, str], ...]"
"""Texts in order, each with how many moves come before it, counted from where the game began."""


@fields_told_above
class Branch(NamedTuple):
    """Moves that were not played, in place of those of another line.

    parent
        The branch that it leaves, an earlier one of `Record.branches`; None for the game itself.
    ply
        How many moves, counted from where the game began, come before its own.
    moves
        The cells, in order; none where there is only a comment.
    comments
        Those beside its moves: after how many moves, and the words.

    >>> from inarow import read_record
    >>> read_record("(;SZ[3]RU[k=3];B[bb] (;W[aa]) (;W[cc];B[ca]))").branches
    (Branch(parent=None, ply=1, moves=(8, 2), comments=()),)
    """

    parent: int | None
    ply: int
    moves: tuple[int, ...]
    comments: Comments = ()


@fields_told_above
class Record(NamedTuple):
    """A game from where it began to where it stands, and what is noted beside it.

    start
        Where it began.
    moves
        The cells, in order; X and O take turns.
    position
        The position after all the moves.
    names
        Those of the players of X and of O, where they are told.
    comments
        Those of the game itself: after how many moves, and the words.
    branches
        Those of the game by where they leave it, then those of the first branch, and so on.

    >>> from inarow import read_record
    >>> record = read_record("3,3,3 b2 a1")
    >>> record.game, record.moves, record.position.key
    (Game(3, 3, 3), (4, 0), '3,3,3 O../.X./...')
    """

    start: Position
    moves: tuple[int, ...]
    position: Position
    names: tuple[str, str] = ("", "")
    comments: Comments = ()
    branches: tuple[Branch, ...] = ()

    @property
    def game(self) -> Game:
        return self.start.game

    def line(self, branch: int) -> tuple[int, ...]:
        """Return all the moves to the end of a branch, from where the game began.

        >>> from inarow import read_record
        >>> read_record("(;SZ[3]RU[k=3];B[bb](;W[aa])(;W[cc];B[ca]))").line(0)
        (4, 8, 2)
        """
        _, ply, moves, _ = self.branches[branch]
        parts, parent = [moves], self.branches[branch].parent
        while parent is not None:
            above = self.branches[parent]
            parts.append(above.moves[: ply - above.ply])
            parent, ply = above.parent, above.ply
        return tuple(cell for part in (self.moves[:ply], *reversed(parts)) for cell in part)


def played(start: Position, moves: Iterable[tuple[int, str]]) -> Record:
    """Return the record of moves, each a cell and where it stands.

    Raises `InvalidRecordError` for one that cannot be played, naming its place.
    """
    position, cells = start, []
    for cell, place in moves:
        position = after(position, cell, place)
        cells.append(cell)
    return Record(start, tuple(cells), position)


def after(position: Position, cell: int, place: str) -> Position:
    """Return the position after a move that stands at `place`; raises like `played`."""
    try:
        return position.play(cell)
    except IllegalMoveError as error:
        raise InvalidRecordError(f"{place}: {error}") from None
