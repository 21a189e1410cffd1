"""Where the nodes of a certificate are: one pass over the file, some bytes kept for each node.

The proof is unpacked into a temporary file, not into memory. The pass follows the structure of the
format only; whether the proof holds is for `inarow.check` to say.
"""

from __future__ import annotations

import gzip
import mmap
import os
import re
import shutil
import struct
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from inarow.certificate.board import Claim, ProofBoard, read_header
from inarow.check import END, GOALS, KNOWN, NODE, PAIRS, PASS, POTENTIAL, STOP, TREE, WEAK, WIN
from inarow.model.errors import CertificateError
from inarow.model.files import place, told_as

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
        self.name, self._progress = str(path), progress
        self._data = self._unpack(path)
        found = re.match(rb"(?:[^\n]{1,511}\n){4}", self._data)
        text = found[0] if found else b""
        try:
            self.header = read_header(text)
        except CertificateError as error:
            raise self.fault(str(error)) from None
        self.board = ProofBoard(self.header.game, self.header.weak)
        self._size = 1 if self.board.cells <= 256 else 2
        self._starts, self._ends = array("Q"), array("Q")
        self.goals, self.plies = array("B"), array("H")
        """For what each node was proven, and for how many plies."""
        self.roots: list[int] = []
        """Where the strategy of each part begins; -1 for one that has none."""
        place = len(text)
        try:
            for claim in self.header.claims:
                self.roots.append(-1 if claim.word == "steals" else place)
                if claim.word != "steals":
                    place = self._scan(place, claim)
            if place > len(self._data):
                raise IndexError
        except (IndexError, struct.error):
            raise self.fault("the file ends within the proof") from None
        starts = np.asarray(self._starts)
        self._order = np.argsort(starts).astype(np.uint32)
        self._sorted = starts[self._order]

    def __len__(self) -> int:
        return len(self.goals)

    def fault(self, reason: str) -> CertificateError:
        return CertificateError(f"{self.name} cannot be read as a certificate: {reason}")

    def _unpack(self, path: str | os.PathLike[str]) -> mmap.mmap:
        with told_as(CertificateError, path), tempfile.TemporaryFile() as target:
            try:
                with gzip.open(place(path)) as packed:
                    shutil.copyfileobj(packed, target, 1 << 20)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise self.fault(f"the file is damaged: {error}") from None
            target.flush()
            if not target.tell():  # there is nothing to map
                raise self.fault("it is empty")
            return mmap.mmap(target.fileno(), 0, access=mmap.ACCESS_READ)

    def _scan(self, place: int, claim: Claim) -> int:
        """Note all nodes of the strategy that begins at `place`; return where it ends.

        What no board has room for is refused: more moves than cells, below one another or in a
        node (each is answered once, and each chain answers one at least).
        """
        empty = self.board.cells - (self.header.x | self.header.o).bit_count()
        left = empty if claim.plies is None else claim.plies
        open_nodes: list[tuple[int, int, int, int]] = []  # start, goal, empty cells, plies left
        goal = GOALS[claim.word]
        answers = self.header.turn == claim.side  # is it one answer, without a move of the rival's?
        entries: list[int] = []  # of the open nodes
        if not answers:
            open_nodes.append((place, goal, empty, left))
            entries.append(0)
        while open_nodes or answers:
            if self._data[place] == END and open_nodes:
                start, goal, empty, left = open_nodes.pop()
                entries.pop()
                place += 1
                self._starts.append(start)
                self._ends.append(place)
                self.goals.append(goal)
                self.plies.append(max(0, min(left, empty)))
                if self._progress is not None and len(self) % 65536 == 0:
                    self._progress(len(self))
                continue
            if open_nodes:
                _, goal, empty, left = open_nodes[-1]
                entries[-1] += 1
                if entries[-1] > 2 * self.board.cells:
                    raise self.fault("a node has more answers than there are cells")
            entry, place = self._read(place, with_move=not answers)
            if entry.code in (NODE, WEAK, TREE):
                made = 1 if answers or entry.code == TREE else 2
                if made > empty:
                    raise self.fault("more moves are made than there are cells")
                entries.append(0)
                goal = WIN if entry.code == TREE else goal
                goal, left = (STOP, empty) if entry.code == WEAK else (goal, left)
                open_nodes.append((place, goal, empty - made, left - made))
            elif entry.code == KNOWN and entry.node >= len(self):
                raise self.fault(f"node {entry.node} is used before it is proven")
            elif entry.symmetry >= len(self.board.symmetries):
                raise self.fault(f"there is no symmetry {entry.symmetry}")
            answers = False
        return place

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

    def root(self, part: int) -> ProofEntry:
        """Return the root of a part as an answer; if it is a node, the answer has no reply."""
        if self.header.turn == self.header.claims[part].side:
            return self._entry(self.roots[part], with_move=False)[0]
        return ProofEntry(NODE, node=self._number_at(self.roots[part]))

    def entries(self, number: int) -> Iterator[ProofEntry]:
        """Yield the entries of a node, in their order."""
        place, end = self._starts[number], self._ends[number] - 1
        while place < end:
            entry, place = self._entry(place, with_move=True)
            yield entry

    def proof(self, entry: ProofEntry) -> bytes:
        """Return the bytes of a keeper's move and the node after it."""
        node = self._data[self._starts[entry.node] : self._ends[entry.node]]
        return entry.reply.to_bytes(self._size, "little") + node

    def _number_at(self, start: int) -> int:
        return int(self._order[np.searchsorted(self._sorted, np.uint64(start))])

    def _entry(self, place: int, *, with_move: bool) -> tuple[ProofEntry, int]:
        """Return the entry at a place, and where the next one begins."""
        entry, place = self._read(place, with_move=with_move)
        if max(entry.move, entry.reply, *entry.cells) >= self.board.cells:
            raise self.fault("a cell is off the board")
        if entry.code in (NODE, WEAK, TREE):
            number = self._number_at(place)
            return entry._replace(node=number), self._ends[number]
        return entry, place
