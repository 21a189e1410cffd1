"""The claim of a certificate and its board, as the reader needs them: sets of cells are masks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple, cast

from inarow.check import STOP, WIN
from inarow.errors import CertificateError, InarowError
from inarow.game import Game
from inarow.position import Player, cells_of

__all__ = ["Board", "Claim", "Header", "State", "read_header"]

PART = "([XO]) (wins|holds|stops|steals)(?: within ([0-9]{1,3}) plies)?"
HEADER = re.compile(
    r"inarow certificate 1\n([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2}) (strong|weak)\n"
    rf"([XO./]{{1,419}}) ([XO])\n({PART}(?:; {PART})*)\n"
)


@dataclass(frozen=True)
class Claim:
    """One part of what is proven."""

    side: Player
    """The keeper."""
    word: str
    """``wins``, ``holds``, ``stops`` or ``steals``."""
    plies: int | None
    text: str
    """As the file has it."""


class Header(NamedTuple):
    """What the first lines of a certificate say."""

    game: Game
    weak: bool
    x: int
    o: int
    turn: Player
    claims: tuple[Claim, ...]


def read_header(data: bytes) -> Header:
    """Read the first lines; raises `CertificateError` for what is no certificate."""
    found = HEADER.fullmatch(data.decode("ascii", "replace"))
    if found is None:
        raise CertificateError("not a certificate of this version")
    *size, kind, text, turn, said = found.group(*range(1, 8))
    try:
        game = Game(*map(int, size))
    except InarowError as error:
        raise CertificateError(str(error)) from None
    if [len(row) for row in text.split("/")] != [game.n] * game.m:
        raise CertificateError("the position does not fit the game")
    cells = text.replace("/", "")
    x, o = (sum(1 << i for i, cell in enumerate(cells) if cell == side) for side in "XO")
    claims = tuple(
        Claim(cast("Player", part[1]), part[2], int(part[3]) if part[3] else None, part[0])
        for part in re.finditer(PART, said)
    )
    return Header(game, kind == "weak", x, o, cast("Player", turn), claims)


class State(NamedTuple):
    """The stones of both sides, and the lines that each can still complete, by their numbers."""

    rival: int
    keeper: int
    theirs: int
    mine: int


class Board:
    """The lines and symmetries of a board, for plays of a rival and a keeper."""

    def __init__(self, game: Game, weak: bool) -> None:
        self.cells, self.full, self.lines, self._weak = game.cells, game.full, game.line_masks, weak
        self.through = [
            sum(1 << i for i, line in enumerate(self.lines) if line >> cell & 1)
            for cell in range(game.cells)
        ]
        m, n = game.m, game.n
        self.symmetries = [
            tuple(_image(m, n, cell, symmetry) for cell in range(game.cells))
            for symmetry in range(8 if m == n else 4)
        ]
        """Of the format: where each takes every cell."""
        self.undoing = [
            next(i for i, back in enumerate(self.symmetries) if _undoes(back, there))
            for there in self.symmetries
        ]
        """For each symmetry that which takes it back."""

    def moved(self, symmetry: int, cells: int) -> int:
        """Return where a symmetry takes a set of cells."""
        to = self.symmetries[symmetry]
        return sum(1 << to[cell] for cell in cells_of(cells)) if symmetry else cells

    def state(self, rival: int, keeper: int, goal: int) -> State:
        """Return the state of a position, with the lines that count for a goal."""
        theirs = sum(1 << i for i, line in enumerate(self.lines) if not line & keeper)
        mine = sum(1 << i for i, line in enumerate(self.lines) if not line & rival)
        if goal == STOP:
            return State(rival, keeper, theirs, 0)
        return State(rival, keeper, 0 if goal == WIN and self._weak else theirs, mine)

    def rival_plays(self, at: State, cell: int) -> State:
        return State(at.rival | 1 << cell, at.keeper, at.theirs, at.mine & ~self.through[cell])

    def keeper_plays(self, at: State, cell: int) -> State:
        return State(at.rival, at.keeper | 1 << cell, at.theirs & ~self.through[cell], at.mine)

    def empty(self, at: State) -> int:
        """The cells without a stone."""
        return self.full & ~(at.rival | at.keeper)

    def missing(self, lines: int, stones: int) -> Iterator[int]:
        """What each of some lines misses."""
        return (self.lines[i] & ~stones for i in cells_of(lines))

    def lacking(self, count: int, lines: int, stones: int) -> int:
        """The cells missing on those of some lines that miss so many."""
        sets = self.missing(lines, stones)
        return reduce(or_, (cells for cells in sets if cells.bit_count() == count), 0)

    def reach(self, at: State) -> int:
        """The empty cells on the rival's open lines."""
        return reduce(or_, self.missing(at.theirs, at.rival), 0)

    def spent(self, at: State, plies: int) -> bool:
        """Do all the rival's lines miss more stones than he, to move, can place?"""
        moves = (plies + 1) // 2
        return all(cells.bit_count() > moves for cells in self.missing(at.theirs, at.rival))

    def dominated(self, at: State, unanswered: int, zone: int) -> Iterator[tuple[int, int]]:
        """The unanswered moves for which an answered cell speaks, each with that cell."""
        for move in cells_of(unanswered):
            cells = self.empty(at) & ~unanswered
            for i in cells_of(at.theirs & self.through[move]):
                cells &= self.lines[i]
            if cells:
                chosen = cells & zone or cells
                other = chosen & -chosen
                unanswered, zone = unanswered & ~(1 << move), zone | other
                yield move, other.bit_length() - 1


def _image(m: int, n: int, cell: int, symmetry: int) -> int:
    row, column = divmod(cell, n)
    row, column = (column, row) if symmetry & 4 else (row, column)
    row = m - 1 - row if symmetry & 2 else row
    return row * n + (n - 1 - column if symmetry & 1 else column)


def _undoes(back: tuple[int, ...], there: tuple[int, ...]) -> bool:
    return all(back[image] == cell for cell, image in enumerate(there))
