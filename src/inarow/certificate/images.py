"""Images of sets of cells under the symmetries of a board."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Images", "between"]


def between(
    symmetries: Sequence[Sequence[int]], numbered: Sequence[Sequence[int]]
) -> list[list[int]]:
    """For all a and b, the number of the symmetry that does a and takes b back.

    If `symmetries[a]` takes one position to where `symmetries[b]` takes another, it takes the one
    to the other. Numbers are the places in `numbered`, which holds the same symmetries.
    """
    number = {tuple(to): i for i, to in enumerate(numbered)}
    undone = [sorted(range(len(to)), key=to.__getitem__) for to in symmetries]
    return [[number[tuple(back[cell] for cell in to)] for back in undone] for to in symmetries]


class Images:
    """Moves sets of cells, by symmetries that are given as the cells where each takes every cell.

    It is for who moves very many: they go byte by byte, through tables.
    """

    def __init__(self, symmetries: Sequence[Sequence[int]]) -> None:
        self._bytes = (len(symmetries[0]) + 7) // 8
        self._tables = [self._table(to) for to in symmetries]
        self.count = len(symmetries)
        self.between = between(symmetries, symmetries)

    def _table(self, to: Sequence[int]) -> list[list[int]]:
        """For each byte of a set of cells and each value of it, where its cells go."""
        table = []
        for first in range(0, len(to), 8):
            row = [0]
            for cell in to[first : first + 8]:
                row += [others | 1 << cell for others in row]
            table.append(row)
        return table

    def moved(self, symmetry: int, cells: int) -> int:
        """Return where a symmetry takes a set of cells."""
        result = 0
        data = cells.to_bytes(self._bytes, "little")
        for row, value in zip(self._tables[symmetry], data, strict=True):
            result |= row[value]
        return result
