"""Where the nodes of a certificate are: one pass over the file, some bytes kept for each node.

The proof is unpacked into a temporary file, not into memory. The pass follows the structure of the
format only; whether the proof holds is for `inarow.check` to say.
"""

from __future__ import annotations

import gzip
import mmap
import os
import shutil
import struct
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

from inarow.certificate.board import Claim, ProofBoard, read_header
from inarow.check import (
    END,
    GOALS,
    KNOWN,
    MAGIC,
    NODE,
    PAIRS,
    PASS,
    POTENTIAL,
    STOP,
    TREE,
    WEAK,
    WIN,
)
from inarow.model.errors import CertificateError, InarowError
from inarow.model.files import place, refuse_pointer, told_as

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


class Index:
    """The nodes of the certificate in a file, by their numbers."""

    def __init__(self, path: str | os.PathLike[str], progress: Reported | None = None) -> None:
        self.name, self.progress = str(path), progress
        self._data = self._unpack(path)
        text = b"".join(self._data[:2048].splitlines(keepends=True)[:4])
        try:
            self.header = read_header(text)
        except InarowError as error:
            raise self.fault(str(error)) from None
        self.board = ProofBoard(self.header.position.game, self.header.weak)
        self._size = self.board.cell_size
        self._starts, self._ends, self._firsts = array("Q"), array("Q"), array("I")
        """Where each node begins and ends, and the first node that ends within it."""
        self.goals, self.plies = array("B"), array("H")
        """For what each node was proven, and for how many plies."""
        self.roots: dict[int, ProofEntry] = {}
        """How the strategy of each part begins: an answer to nothing, or a node without a reply."""
        place = len(text)
        try:
            for part, claim in enumerate(self.header.claims):
                if claim.word != "steals":
                    self.roots[part], place = self._root(place, claim)
            if place > len(self._data):
                raise IndexError
        except (IndexError, struct.error):
            raise self.fault("the file ends within the proof") from None
        except RecursionError:
            raise self.fault("it is nested too deeply") from None

    def __len__(self) -> int:
        return len(self.goals)

    def fault(self, reason: str) -> CertificateError:
        return CertificateError(f"{self.name} cannot be read as a certificate: {reason}")

    def _unpack(self, path: str | os.PathLike[str]) -> mmap.mmap:
        with told_as(CertificateError, path), tempfile.TemporaryFile() as target:
            refuse_pointer(path, CertificateError)
            try:
                with open(place(path), "rb") as file:
                    is_packed = file.peek(2)[:2] == MAGIC
                    proof = gzip.GzipFile(fileobj=file) if is_packed else file
                    shutil.copyfileobj(proof, target, 1 << 20)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise self.fault(f"the file is damaged: {error}") from None
            target.flush()
            if not target.tell():  # there is nothing to map
                raise self.fault("it is empty")
            return mmap.mmap(target.fileno(), 0, access=mmap.ACCESS_READ)

    def _root(self, place: int, claim: Claim) -> tuple[ProofEntry, int]:
        """Note the nodes of the strategy that begins at a place; return its root, and its end."""
        empty = self.board.cells - self.header.position.ply
        goal, left = GOALS[claim.word], empty if claim.plies is None else claim.plies
        if self.header.position.turn == claim.side:
            root, place = self._answer(place, goal, empty, left, with_move=False)
        else:
            root, place = ProofEntry(NODE), self._node(place, goal, empty, left)
        return root._replace(node=len(self) - 1) if root.code in (NODE, WEAK) else root, place

    def _node(self, place: int, goal: int, empty: int, left: int) -> int:
        """Note a node, with so many empty cells and plies left; return where it ends."""
        start, first, entries = place, len(self), 0
        while self._data[place] != END:
            entries += 1  # each answers one move or, after a pass, one at least
            if entries > 2 * self.board.cells:
                raise self.fault("a node has more answers than there are cells")
            _, place = self._answer(place, goal, empty, left, with_move=True)
        self._starts.append(start)
        self._ends.append(place + 1)
        self._firsts.append(first)
        self.goals.append(goal)
        self.plies.append(max(0, min(left, empty)))
        if self.progress is not None and len(self) % 65536 == 0:
            self.progress(len(self))
        return place + 1

    def _answer(
        self, place: int, goal: int, empty: int, left: int, *, with_move: bool
    ) -> tuple[ProofEntry, int]:
        """Note the nodes of an answer; return its entry, and where it ends."""
        entry, place = self._read(place, with_move=with_move)
        if entry.code == KNOWN and entry.node >= len(self):
            raise self.fault(f"node {entry.node} is used before it is proven")
        if entry.symmetry >= len(self.board.symmetries):
            raise self.fault(f"there is no symmetry {entry.symmetry}")
        if entry.code in (NODE, WEAK, TREE):
            made = 1 if entry.move < 0 else 2
            if made > empty:
                raise self.fault("more moves are made than there are cells")
            goal, left = (STOP, empty) if entry.code == WEAK else (goal, left)
            goal = WIN if entry.code == TREE else goal
            place = self._node(place, goal, empty - made, left - made)
        return entry, place

    def _read(self, place: int, *, with_move: bool) -> tuple[ProofEntry, int]:
        """Return the entry at a place, and where what follows it begins: a node, or the next."""
        data, size, code = self._data, self._size, self._data[place]
        if not END < code <= TREE or (code in (PASS, TREE) and not with_move):
            raise self.fault(f"code {code} has no place here")
        place += 1
        move = reply = -1
        if with_move and code not in (PASS, TREE):
            move, place = int.from_bytes(data[place : place + size], "little"), place + size
        if code >= PAIRS:
            reply, place = int.from_bytes(data[place : place + size], "little"), place + size
        if code == KNOWN:
            number = int.from_bytes(data[place : place + 4], "little")
            return ProofEntry(code, move, reply, (), number, data[place + 4]), place + 5
        if code in (NODE, WEAK, TREE, POTENTIAL):
            return ProofEntry(code, move, reply), place
        end = place + 1 + data[place] * size * (2 if code == PAIRS else 1)
        cells = data[place + 1 : end]
        found = tuple(cells) if size == 1 else struct.unpack(f"<{len(cells) // 2}H", cells)
        return ProofEntry(code, move, reply, found), end

    def entries(self, number: int) -> Iterator[ProofEntry]:
        """Yield the entries of a node, in their order."""
        children, child = list[int](), number - 1  # the last one ends just before the node does
        while child >= self._firsts[number]:
            children.append(child)
            child = self._firsts[child] - 1
        place = self._starts[number]
        while self._data[place] != END:
            entry, place = self._read(place, with_move=True)
            if entry.code in (NODE, WEAK, TREE):
                entry = entry._replace(node=children.pop())
                place = self._ends[entry.node]
            yield self.checked(entry)

    def below(self, number: int) -> int:
        """How many nodes the file has from one on, itself counted, but not those referred to."""
        return number + 1 - self._firsts[number]

    def checked(self, entry: ProofEntry) -> ProofEntry:
        """Return the entry; raises `CertificateError` if a cell of it is off the board."""
        if max(entry.move, entry.reply, *entry.cells) >= self.board.cells:
            raise self.fault("a cell is off the board")
        return entry

    def proof(self, entry: ProofEntry) -> bytes:
        """Return the bytes of a keeper's move and the node after it."""
        node = self._data[self._starts[entry.node] : self._ends[entry.node]]
        return entry.reply.to_bytes(self._size, "little") + node
