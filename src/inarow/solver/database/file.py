"""The file of a database: what it holds, where, and how it is checked.

All numbers are little-endian::

    header      magic, version, m, n, k, digest of these (without the magic)
    sections    for each ply 0 … m n: a tally of its positions, a digest for each block of its
                labels, and a digest of the section, which covers the header too
    labels      for each ply its layer, one byte for each position: `_core/database/` tells where
                it lies (`place.pxi`) and what it says (`label.pxi`)

A block is 4096 labels; blocks begin anew with each layer. So a file is opened by reading its
header and sections, which vouch for each other, and the labels are checked block by block when
they are first used. While it is built the file has another magic and another name. Its layers are
written last ply first, each before its section: a layer is whole exactly if its section is.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from inarow._core.database import BLOCK_BYTES, LARGEST, Index
from inarow.model.errors import DatabaseError, InvalidGameError
from inarow.model.game import Game
from inarow.model.options import refuse_exact

MAGIC = b"\x89INAROWD"
UNFINISHED = b"\x89INAROWU"
VERSION = 1
"""Rises whenever places or labels come to mean something else."""

FIELDS = struct.Struct("<HBBQ")  # version, m, n, k
DIGEST_BYTES = 16
HEADER = struct.Struct(f"<8s{FIELDS.size}s{DIGEST_BYTES}s")
TALLY = struct.Struct(f"<{LARGEST + 2}Q")
BLOCK_DIGEST_BYTES = 8
MOST_K = (1 << 64) - 1


class Section(NamedTuple):
    """What the front of the file says of a ply."""

    tally: tuple[int, ...]
    """Positions with each label 0 … 25 (draws, then by distance); last, those with a line."""
    digests: bytes
    """The digests of the blocks, one after the other."""


class Layout:
    """Where everything lies in the file of a game."""

    def __init__(self, game: Game) -> None:
        refuse_exact(game, "databases")
        if game.cells > LARGEST:
            raise InvalidGameError(
                f"databases are for boards of up to {LARGEST} cells; {game} has {game.cells}"
            )
        if game.k > MOST_K:
            raise InvalidGameError(f"k is kept as a number of 64 bits: {game.k} is too large")
        self.game = game
        self.index = Index(game.cells, game.line_masks, game.symmetries)
        layers = [self.index.layer(ply) for ply in range(game.cells + 2)]
        self.shapes = [(rows, columns) for _, rows, columns in layers[:-1]]
        """Rows and columns of each layer."""
        blocks = [-(-rows * columns // BLOCK_BYTES) for rows, columns in self.shapes]
        self.first_block = _running(0, blocks)
        """The number of each layer's first block, and of all blocks."""
        fixed = TALLY.size + DIGEST_BYTES
        sizes = (fixed + BLOCK_DIGEST_BYTES * count for count in blocks)
        self.sections = _running(HEADER.size, sizes)
        """Where the section of each ply begins, and the labels."""
        self.layers = [self.labels + first for first, _, _ in layers]
        """Where the layer of each ply begins, and the end of the file."""

    @property
    def labels(self) -> int:
        """Where the labels begin."""
        return self.sections[-1]

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self.layers[-1]

    @cached_property
    def plies(self) -> range:
        """The plies that have layers."""
        return range(len(self.shapes))

    def block(self, number: int) -> tuple[int, int, int]:
        """The ply of a block, and where it begins and ends in the file."""
        ply = next(ply for ply in self.plies if number < self.first_block[ply + 1])
        begin = self.layers[ply] + (number - self.first_block[ply]) * BLOCK_BYTES
        return ply, begin, min(begin + BLOCK_BYTES, self.layers[ply + 1])

    def pack(self, ply: int, section: Section) -> bytes:
        """The bytes of a section."""
        content = TALLY.pack(*section.tally) + section.digests
        return content + self._section_digest(ply, content)

    def unpack(self, ply: int, content: bytes) -> Section | None:
        """A section from its bytes; None if they are not those that were written."""
        if self._section_digest(ply, content[:-DIGEST_BYTES]) != content[-DIGEST_BYTES:]:
            return None
        return Section(TALLY.unpack_from(content), content[TALLY.size : -DIGEST_BYTES])

    def _section_digest(self, ply: int, content: bytes) -> bytes:
        digest = blake2b(_fields(self.game), digest_size=DIGEST_BYTES)
        digest.update(bytes([ply]) + content)
        return digest.digest()


def _running(first: int, sizes: Iterable[int]) -> list[int]:
    """The running sums from `first` on, one more than there are sizes."""
    sums = [first]
    for size in sizes:
        sums.append(sums[-1] + size)
    return sums


def block_digest(content: bytes | memoryview) -> bytes:
    """The digest of the labels of a block."""
    return blake2b(content, digest_size=BLOCK_DIGEST_BYTES).digest()


def block_digests(labels: memoryview) -> bytes:
    """The digests of all blocks of a layer."""
    blocks = range(0, len(labels), BLOCK_BYTES)
    return b"".join([block_digest(labels[first : first + BLOCK_BYTES]) for first in blocks])


def digest_in(section: Section, number: int) -> bytes:
    """The digest of a block, by its number in its layer."""
    first = number * BLOCK_DIGEST_BYTES
    return section.digests[first : first + BLOCK_DIGEST_BYTES]


def write_header(game: Game, magic: bytes = MAGIC) -> bytes:
    """The header of a file."""
    fields = _fields(game)
    return HEADER.pack(magic, fields, blake2b(fields, digest_size=DIGEST_BYTES).digest())


def read_header(header: bytes, path: Path, magic: bytes = MAGIC) -> Game:
    """Return the game of the file, or raise `DatabaseError`."""
    if header[: len(magic)] != magic:
        if header[: len(magic)] == UNFINISHED:
            raise DatabaseError(f"{path} is an unfinished database: build it again to go on")
        raise DatabaseError(f"{path} is no database of inarow")
    damaged = DatabaseError(f"{path} is damaged: it was cut short or altered")
    if len(header) < HEADER.size:
        raise damaged
    _, fields, digest = HEADER.unpack(header)
    if digest != blake2b(fields, digest_size=DIGEST_BYTES).digest():
        raise damaged
    version, m, n, k = FIELDS.unpack(fields)
    if version != VERSION:
        raise DatabaseError(
            f"{path} is a database of version {version}; this inarow reads {VERSION}"
        )
    try:
        return Game(m, n, k)
    except ValueError:
        raise damaged from None


def _fields(game: Game) -> bytes:
    return FIELDS.pack(VERSION, *game.size)


def sum_of_values(sections: Sequence[Section]) -> tuple[int, int, int]:
    """Positions that X wins, that O wins, and draws."""
    x_wins = o_wins = draws = 0
    for ply, section in enumerate(sections):
        draws += section.tally[0]
        won = sum(section.tally[1:-1:2])
        lost = sum(section.tally[2:-1:2]) + section.tally[-1]
        x_wins += lost if ply % 2 else won
        o_wins += won if ply % 2 else lost
    return x_wins, o_wins, draws
