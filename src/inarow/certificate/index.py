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
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from inarow.certificate.board import Board, Claim, read_header
from inarow.check import CHAIN, END, GOALS, KNOWN, NODE, PAIRS, PASS, POTENTIAL, STOP, WEAK
from inarow.model.errors import CertificateError

__all__ = ["Entry", "Index"]

Reported = Callable[[int], object]
"""Is called with a number of nodes, now and then."""


class Entry(NamedTuple):
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
        self.board = Board(self.header.game, self.header.weak)
        self._size = 1 if self.board.cells <= 256 else 2
        starts, ends, goals, plies = array("Q"), array("Q"), array("B"), array("H")
        self.roots: list[int] = []
        """Where the strategy of each part begins; -1 for one that has none."""
        try:
            place = len(text)
            for claim in self.header.claims:
                self.roots.append(-1 if claim.word == "steals" else place)
                if claim.word != "steals":
                    place = self._scan(place, claim, starts, ends, goals, plies)
        except IndexError:
            raise self.fault("the file ends within the proof") from None
        self._starts, self._ends = np.asarray(starts), np.asarray(ends)
        self._order = np.argsort(self._starts).astype(np.uint32)
        self._sorted = self._starts[self._order]
        self._goals, self._plies = goals, plies

    def __len__(self) -> int:
        return len(self._goals)

    def fault(self, reason: str) -> CertificateError:
        return CertificateError(f"{self.name} cannot be read as a certificate: {reason}")

    def _unpack(self, path: str | os.PathLike[str]) -> mmap.mmap:
        with tempfile.TemporaryFile() as target:
            try:
                with gzip.open(path) as packed:
                    shutil.copyfileobj(packed, target, 1 << 20)
                target.flush()
                return mmap.mmap(target.fileno(), 0, access=mmap.ACCESS_READ)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise self.fault(f"the file is damaged: {error}") from None
            except OSError as error:
                raise CertificateError(f"{path} cannot be read: {error.strerror}") from error
            except ValueError:  # there is nothing to map
                raise self.fault("it is empty") from None

    def _scan(
        self,
        place: int,
        claim: Claim,
        starts: array[int],
        ends: array[int],
        goals: array[int],
        plies: array[int],
    ) -> int:
        """Note all nodes of the strategy that begins at `place`; return where it ends."""
        data, size = self._data, self._size
        empty = self.board.cells - (self.header.x | self.header.o).bit_count()
        left = empty if claim.plies is None else claim.plies
        open_nodes: list[tuple[int, int, int, int]] = []  # start, goal, empty cells, plies left
        goal = GOALS[claim.word]
        answers = self.header.turn == claim.side  # is it one answer, without a move of the rival's?
        if not answers:
            open_nodes.append((place, goal, empty, left))
        while open_nodes or answers:
            code = data[place]
            place += 1
            if code == END and open_nodes:
                start, goal, empty, left = open_nodes.pop()
                starts.append(start)
                ends.append(place)
                goals.append(goal)
                plies.append(max(0, min(left, empty)))
                if self._progress is not None and len(goals) % 65536 == 0:
                    self._progress(len(goals))
                continue
            if open_nodes:
                _, goal, empty, left = open_nodes[-1]
            if code != PASS and not answers:
                place += size
            if code in (PASS, CHAIN):
                place += 1 + data[place] * size
            elif code == PAIRS:
                place += 1 + size + data[place + size] * 2 * size
            elif code in (NODE, WEAK):
                place += size
                made = 1 if answers else 2
                goal, left = (STOP, empty) if code == WEAK else (goal, left)
                open_nodes.append((place, goal, empty - made, left - made))
            elif code == KNOWN:
                number = int.from_bytes(data[place + size : place + size + 4], "little")
                if number >= len(goals):
                    raise self.fault(f"node {number} is used before it is proven")
                if data[place + size + 4] >= len(self.board.symmetries):
                    raise self.fault(f"there is no symmetry {data[place + size + 4]}")
                place += size + 5
            elif code != POTENTIAL:
                raise self.fault(f"code {code} has no place here")
            answers = False
        if place > len(data):
            raise IndexError
        return place

    # What is said of one node.

    def goal(self, number: int) -> int:
        """Return for what a node was proven."""
        return self._goals[number]

    def plies(self, number: int) -> int:
        """Return for how many plies it was."""
        return self._plies[number]

    def root(self, part: int) -> Entry:
        """Return the root of a part as an answer; if it is a node, the answer has no reply."""
        if self.header.turn == self.header.claims[part].side:
            return self._entry(self.roots[part], with_move=False)[0]
        return Entry(NODE, node=self._number_at(self.roots[part]))

    def entries(self, number: int) -> Iterator[Entry]:
        """Yield the entries of a node, in their order."""
        place, end = int(self._starts[number]), int(self._ends[number]) - 1
        while place < end:
            entry, place = self._entry(place, with_move=True)
            yield entry

    def _number_at(self, start: int) -> int:
        return int(self._order[np.searchsorted(self._sorted, np.uint64(start))])

    def _entry(self, place: int, *, with_move: bool) -> tuple[Entry, int]:
        """Return the entry at a place, and where the next one begins."""
        data, size = self._data, self._size

        def cells(at: int, count: int) -> tuple[int, ...]:
            found = tuple(
                int.from_bytes(data[i : i + size], "little")
                for i in range(at, at + count * size, size)
            )
            if any(cell >= self.board.cells for cell in found):
                raise self.fault("a cell is off the board")
            return found

        code, place = data[place], place + 1
        move = -1
        if with_move and code != PASS:
            (move,), place = cells(place, 1), place + size
        if code == POTENTIAL:
            return Entry(code, move), place
        if code in (PASS, CHAIN):
            count = data[place]
            return Entry(code, move, cells=cells(place + 1, count)), place + 1 + count * size
        (reply,), place = cells(place, 1), place + size
        if code == PAIRS:
            count = 2 * data[place]
            return Entry(code, move, reply, cells(place + 1, count)), place + 1 + count * size
        if code == KNOWN:
            number = int.from_bytes(data[place : place + 4], "little")
            return Entry(code, move, reply, (), number, data[place + 4]), place + 5
        number = self._number_at(place)
        return Entry(code, move, reply, (), number), int(self._ends[number])
