"""The claim of a certificate, and the checker's board with what its readers and writers need.

Sets of cells are masks, sets of lines too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from struct import pack
from typing import NamedTuple, cast

from inarow.check import HEADER, PART, Checker, Geometry, Stones, Unproven, read_grid
from inarow.model.bits import cells_of, image_of
from inarow.model.boards import board_of, lines
from inarow.model.errors import CertificateError, InvalidGameError
from inarow.model.game import Game
from inarow.model.grid import Grid
from inarow.model.legal import Player
from inarow.model.parse import read_board
from inarow.model.position import Position, make_position

MOST_SYMMETRIES = 256
"""Of more a certificate has so many: a kernel makes use of 192."""


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
    """What a certificate says before its strategies."""

    position: Position
    weak: bool
    claims: tuple[Claim, ...]
    board: ProofBoard
    length: int
    """In bytes."""


LONGEST_HEADER = 1 << 18


def read_header(data: bytes) -> Header:
    """Read what is before the strategies; an error of the family for what is no certificate."""
    stream = BytesIO(data)
    text = b"".join(stream.readline(512) for _ in range(4)).decode("ascii", "replace")
    found = HEADER.fullmatch(text)
    if found is None:
        raise CertificateError("not a certificate, or not of this version")
    kind, rows, turn, said = found.group("kind", "rows", "turn", "said")
    if found["name"]:
        try:
            sizes = map(int, found.group("cells", "lines", "symmetries"))
            board = Checker(stream, None, None).read_board(*sizes)
        except Unproven as fault:
            raise CertificateError(str(fault)) from None
        game = _game_on(board, found["name"])
        if len(rows) != board.cells or "/" in rows:
            raise CertificateError("the rows do not fit the game")
        x, o = (sum(1 << i for i, each in enumerate(rows) if each == side) for side in "XO")
    else:
        try:
            board = read_grid(found)
        except Unproven as fault:
            raise CertificateError(str(fault)) from None
        game = Game.on(Grid(*map(int, found.group("m", "n", "k"))))
        x, o = read_board(game, rows)
    own, opponent = (x, o) if turn == "X" else (o, x)
    position = make_position(game, own, opponent, cast("Player", turn), None)
    claims = tuple(
        Claim(cast("Player", part[1]), part[2], int(part[3]) if part[3] else None, part[0])
        for part in re.finditer(PART, said)
    )
    weak = kind == "weak"
    return Header(position, weak, claims, ProofBoard(board, weak), stream.tell())


def _game_on(board: Geometry, name: str) -> Game:
    """The game on the lines of a file, which says how their board is called."""
    try:
        named = board_of(name)
    except InvalidGameError:
        given = map(cells_of, board.lines)
        return Game.on(lines(board.cells, given, symmetries=board.symmetries))
    if named.cells != board.cells or {*named.line_masks} != {*board.lines}:
        raise CertificateError(f"its lines are not those of {name}")
    return Game.on(named)


def between(
    symmetries: Sequence[Sequence[int]], numbered: Sequence[Sequence[int]]
) -> list[list[int]]:
    """For all a and b, the number of the symmetry that does a and takes b back.

    If `symmetries[a]` takes one position to where `symmetries[b]` takes another, it takes the one
    to the other. Numbers are the places in `numbered`, which holds the same symmetries.
    """
    number = {tuple(to): i for i, to in reversed([*enumerate(numbered)])}  # of equal ones the first
    undone = [sorted(range(len(to)), key=to.__getitem__) for to in symmetries]
    return [[number[tuple(back[cell] for cell in to)] for back in undone] for to in symmetries]


class ProofBoard(Geometry):
    """The board of a game; `weak` says which lines count.

    A symmetry has a number: that of the one that is done, and 256 times that of one that is then
    taken back, as in the file; the second is 0 on grids.
    """

    def __init__(self, board: Geometry, weak: bool) -> None:
        vars(self).update(vars(board))
        self._weak = weak
        self._images = {0: self.symmetries[0]}

    def image(self, symmetry: int) -> list[int]:
        """Where a symmetry takes each cell."""
        if symmetry not in self._images:
            self._images[symmetry] = self.turn(symmetry & 255, symmetry >> 8)
        return self._images[symmetry]

    def moved(self, symmetry: int, cells: int) -> int:
        """Return where a symmetry takes a set of cells."""
        return image_of(cells, self.image(symmetry)) if symmetry else cells

    def cell_bytes(self, *cells: int) -> bytes:
        """Return cells as the file has them."""
        return bytes(cells) if self.cell_size == 1 else pack(f"<{len(cells)}H", *cells)

    def state(self, rival: int, keeper: int, goal: int) -> Stones:
        """Return the state of a position, with the lines that count for a goal."""
        return self.start(rival, keeper, goal, self._weak)


def is_alike(game: Game, other: Game) -> bool:
    """Have two games the same rules and lines, whatever their boards and cells are called?"""
    if game.is_grid or other.is_grid or game.is_plain or other.is_plain:
        return game == other
    return game.cells == other.cells and {*game.line_masks} == {*other.line_masks}


def sides_of(position: Position, keeper: str) -> tuple[int, int]:
    """The stones of the rival and of the keeper."""
    return (position.x, position.o) if keeper == "O" else (position.o, position.x)


def undone(symmetry: int) -> int:
    """The number of the symmetry that takes one back."""
    return symmetry >> 8 | (symmetry & 255) << 8


@cache
def proof_board(game: Game, weak: bool) -> ProofBoard:
    """The board of a game, made once: that takes as long as to write a small proof."""
    if game.is_grid:
        return ProofBoard(Geometry.grid(*game.size), weak)
    symmetries = [*map(list, game.symmetries[:MOST_SYMMETRIES])]
    return ProofBoard(Geometry(game.cells, [*game.line_masks], symmetries), weak)
