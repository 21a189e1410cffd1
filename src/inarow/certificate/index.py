"""Where the nodes of a certificate are: one pass over the file, some bytes kept for each node.

The proof is unpacked into a temporary file, not into memory. The pass, which is compiled, follows
the structure of the format only; whether the proof holds is for `inarow.check` to say.
"""

from __future__ import annotations

import gzip
import mmap
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from struct import pack, unpack
from typing import NamedTuple

from inarow._core.nodes import Nodes
from inarow.certificate.board import LONGEST_HEADER, Claim, ProofBoard, read_header, sides_of
from inarow.check import END, GOALS, KNOWN, NODE, PAIRS, PASS, POTENTIAL, TREE, WEAK, unpacked
from inarow.model.bits import cells_of
from inarow.model.errors import CertificateError, InarowError
from inarow.model.files import AnyPath, place, refuse_pointer, told_as

Reported = Callable[[int], object]
"""Is called with a number of nodes, now and then."""


class ProofEntry(NamedTuple):
    """One entry of a node as it stands in the file."""

    code: int
    move: int = -1
    reply: int = -1
    cells: tuple[int, ...] = ()
    """Of a chain, or of pairs, two by two."""
    node: int = -1
    """The number of the node that follows or is referred to."""
    symmetry: int = 0

    @property
    def is_followed(self) -> bool:
        """Does a node follow in the file?"""
        return self.code in (NODE, WEAK, TREE)

    def written(self, board: ProofBoard) -> bytes:
        """Return the entry as the file has it."""
        played = board.cell_bytes(*(cell for cell in (self.move, self.reply) if cell >= 0))
        data = bytes([self.code]) + played
        if self.code == KNOWN:
            turns = 1 if board.columns else 2
            return data + pack("<I", self.node) + self.symmetry.to_bytes(turns, "little")
        if self.is_followed or self.code == POTENTIAL:
            return data
        count = len(self.cells) // 2 if self.code == PAIRS else len(self.cells)
        return data + bytes([count]) + board.cell_bytes(*self.cells)


def read_entry(
    data: bytes | mmap.mmap, place: int, board: ProofBoard, *, with_move: bool = True
) -> tuple[ProofEntry, int]:
    """Return the entry at a place, and where what follows it begins: a node, or the next."""
    size, code = board.cell_size, data[place]
    place += 1
    move = reply = -1
    if with_move and code not in (PASS, TREE):
        move, place = int.from_bytes(data[place : place + size], "little"), place + size
    if code >= PAIRS:
        reply, place = int.from_bytes(data[place : place + size], "little"), place + size
    if code == KNOWN:
        number, place = int.from_bytes(data[place : place + 4], "little"), place + 4
        end = place + (1 if board.columns else 2)
        symmetry = int.from_bytes(data[place:end], "little")
        return ProofEntry(code, move, reply, (), number, symmetry), end
    if code in (NODE, WEAK, TREE, POTENTIAL):
        return ProofEntry(code, move, reply), place
    end = place + 1 + data[place] * size * (2 if code == PAIRS else 1)
    cells = data[place + 1 : end]
    found = tuple(cells) if size == 1 else unpack(f"<{len(cells) // 2}H", cells)
    return ProofEntry(code, move, reply, found), end


class Index:
    """The nodes of the certificate in a file, by their numbers."""

    def __init__(self, path: AnyPath, progress: Reported | None = None) -> None:
        self.name, self.progress = str(path), progress
        self._data = self._unpack(path)
        try:
            self.header = read_header(self._data[:LONGEST_HEADER])
        except InarowError as error:
            raise self.fault(str(error)) from None
        self.board = self.header.board
        self._size = self.board.cell_size
        self._turns = 1 if self.board.columns else 2  # bytes that tell a symmetry
        lines = [*map(cells_of, self.board.lines)]
        self._nodes = Nodes(
            self._data, self.board.cells, lines, len(self.board.symmetries), self._turns, progress
        )
        self.roots: dict[int, ProofEntry] = {}
        """How the strategy of each part begins: an answer to nothing, or a node without a reply."""
        place = self.header.length
        try:
            for part, claim in enumerate(self.header.claims):
                if claim.word != "steals":
                    self.roots[part], place = self._root(place, claim)
        except ValueError as error:
            raise self.fault(str(error)) from None
        except IndexError:
            raise self.fault("the file ends within the proof") from None

    def __len__(self) -> int:
        return len(self._nodes)

    def goal(self, number: int) -> int:
        """For what a node was proven."""
        return self._nodes[number][3]

    def plies(self, number: int) -> int:
        """For how many plies a node was proven."""
        return self._nodes[number][4]

    def length(self, number: int) -> int:
        """In how many plies the win of a node is completed at most; 0: it is no win."""
        return self._nodes[number][5]

    def fault(self, reason: str) -> CertificateError:
        return CertificateError(f"{self.name} cannot be read as a certificate: {reason}")

    def _unpack(self, path: AnyPath) -> mmap.mmap:
        with told_as(CertificateError, path), tempfile.TemporaryFile() as target:
            refuse_pointer(path, CertificateError)
            try:
                with open(place(path), "rb") as file:
                    shutil.copyfileobj(unpacked(file), target, 1 << 20)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise self.fault(f"the file is damaged: {error}") from None
            target.flush()
            if not target.tell():  # there is nothing to map
                raise self.fault("it is empty")
            return mmap.mmap(target.fileno(), 0, access=mmap.ACCESS_READ)

    def _root(self, place: int, claim: Claim) -> tuple[ProofEntry, int]:
        """Note the nodes of the strategy that begins at a place; return its root, and its end."""
        position = self.header.position
        empty = self.board.cells - position.ply
        goal, left = GOALS[claim.word], empty if claim.plies is None else claim.plies
        keeper = cells_of(sides_of(position, claim.side)[1])
        answers = position.turn == claim.side
        end = self._nodes.add(place, answers, keeper, goal, empty, left)
        root = (
            read_entry(self._data, place, self.board, with_move=False)[0]
            if answers
            else ProofEntry(NODE)
        )
        return root._replace(node=len(self) - 1) if root.is_followed else root, end

    def entries(self, number: int) -> Iterator[ProofEntry]:
        """Yield the entries of a node, in their order."""
        start, _, first, *_ = self._nodes[number]
        children, child = list[int](), number - 1  # the last one ends just before the node does
        while child >= first:
            children.append(child)
            child = self._nodes[child][2] - 1
        place = start
        while self._data[place] != END:
            entry, place = read_entry(self._data, place, self.board)
            if entry.is_followed:
                entry = entry._replace(node=children.pop())
                place = self._nodes[entry.node][1]
            yield entry

    def below(self, number: int) -> int:
        """How many nodes the file has from one on, itself counted, but not those referred to."""
        return number + 1 - self._nodes[number][2]

    def proof(self, entry: ProofEntry) -> bytes:
        """Return the bytes of a keeper's move and the node after it."""
        start, end, *_ = self._nodes[entry.node]
        return entry.reply.to_bytes(self._size, "little") + self._data[start:end]
