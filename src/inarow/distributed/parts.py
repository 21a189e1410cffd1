"""Strategies as bytes: turning one to fit another image of its position, and numbering it anew."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from inarow.certificate.images import Images
from inarow.check import CHAIN, END, KNOWN, NODE, PAIRS, PASS, POTENTIAL, WEAK

__all__ = ["composed", "put_in_place"]


def composed(images: Images, first: int, then: int) -> int:
    """Return the symmetry that does one after the other."""
    return images.between[first][images.between[0][then]]


def put_in_place(
    part: bytes,
    images: Images,
    cells: Sequence[int],
    symmetry: int,
    first_number: int,
    before: bytes | None,
) -> tuple[bytes, int]:
    """Return a part as it is written for another image of its position, and how many nodes it has.

    `cells` is where the `symmetry` takes each cell; `first_number` is added to the number of every
    node. The part is a node, or with the bytes of a move `before` it, an answer. `ValueError` if
    it is no whole strategy.
    """
    try:
        return _Place(part, images, cells, symmetry, first_number).result(before)
    except (IndexError, struct.error):
        raise ValueError("it ends too soon, or has a number that means nothing") from None


class _Place:
    """Copies a part, entry by entry."""

    def __init__(
        self, part: bytes, images: Images, cells: Sequence[int], symmetry: int, first_number: int
    ) -> None:
        self._part, self._at, self._out = part, 0, bytearray()
        self._cells, self._first = cells, first_number
        self._wide = len(cells) > 256
        back = images.between[0][symmetry]
        # What took one position to another takes the image of one to that of the other.
        self._symmetries = [
            composed(images, composed(images, back, i), symmetry) for i in range(images.count)
        ]
        if not self._wide:
            self._table = bytes([*cells, *range(len(cells), 256)])

    def result(self, before: bytes | None) -> tuple[bytes, int]:
        part, out, count = self._part, self._out, 0
        depth = int(before is None)
        while True:
            code = part[self._at]
            self._at += 1
            out.append(code)
            if code == END:
                count += 1
                depth -= 1
            else:
                if not depth:
                    out += before or b""
                elif code != PASS:
                    self._copy_cells(1)
                depth += self._entry(code)
            if depth <= 0:
                break
        if self._at != len(part):
            raise ValueError("something follows its end")
        return bytes(out), count

    def _entry(self, code: int) -> int:
        """Copy what belongs to a code; returns 1 if a node follows."""
        if code in (PASS, CHAIN):
            self._copy_cells(self._count())
        elif code == PAIRS:
            self._copy_cells(1)
            self._copy_cells(2 * self._count())
        elif code in (NODE, WEAK):
            self._copy_cells(1)
            return 1
        elif code == KNOWN:
            self._copy_cells(1)
            number, symmetry = struct.unpack_from("<IB", self._part, self._at)
            self._out += struct.pack("<IB", self._first + number, self._symmetries[symmetry])
            self._at += 5
        elif code != POTENTIAL:
            raise ValueError(f"it has a code {code}")
        return 0

    def _count(self) -> int:
        count = self._part[self._at]
        self._out.append(count)
        self._at += 1
        return count

    def _copy_cells(self, count: int) -> None:
        end = self._at + (2 * count if self._wide else count)
        chunk = self._part[self._at : end]
        if len(chunk) != end - self._at:
            raise IndexError
        if self._wide:
            cells = struct.unpack(f"<{count}H", chunk)
            self._out += struct.pack(f"<{count}H", *(self._cells[cell] for cell in cells))
        else:
            self._out += chunk.translate(self._table)
        self._at = end
