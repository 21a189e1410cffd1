"""The claim of a certificate, and the checker's board with what its readers and writers need.

Sets of cells are masks, sets of lines too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

from inarow.check import HEADER, PART, Geometry, Stones
from inarow.model.bits import image_of
from inarow.model.errors import CertificateError
from inarow.model.game import Game
from inarow.model.legal import Player
from inarow.model.parse import read_board
from inarow.model.position import Position, make_position


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

    position: Position
    weak: bool
    claims: tuple[Claim, ...]


def read_header(data: bytes) -> Header:
    """Read the first lines; raises an error of the family for what is no certificate."""
    found = HEADER.fullmatch(data.decode("ascii", "replace"))
    if found is None:
        raise CertificateError("not a certificate, or not of this version")
    *size, kind, text, turn, said = found.group(*range(1, 8))
    game = Game(*map(int, size))
    x, o = read_board(game, text)
    own, opponent = (x, o) if turn == "X" else (o, x)
    position = make_position(game, own, opponent, cast("Player", turn), None)
    claims = tuple(
        Claim(cast("Player", part[1]), part[2], int(part[3]) if part[3] else None, part[0])
        for part in re.finditer(PART, said)
    )
    return Header(position, kind == "weak", claims)


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
    """The board of a game; `weak` says which lines count."""

    def __init__(self, game: Game, weak: bool) -> None:
        super().__init__(*game.size)
        self._weak = weak
        self.inverse = between(self.symmetries, self.symmetries)[0]
        """For each symmetry that which takes it back."""

    def moved(self, symmetry: int, cells: int) -> int:
        """Return where a symmetry takes a set of cells."""
        return image_of(cells, self.symmetries[symmetry]) if symmetry else cells

    def state(self, rival: int, keeper: int, goal: int) -> Stones:
        """Return the state of a position, with the lines that count for a goal."""
        return self.start(rival, keeper, goal, self._weak)


@cache
def proof_board(game: Game, weak: bool) -> ProofBoard:
    """The board of a game, made once: that takes as long as to write a small proof."""
    return ProofBoard(game, weak)
