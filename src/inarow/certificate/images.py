"""Images of positions: one name for all positions that a symmetry of the board makes the same."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Images", "between"]

FOLD_STONES = 16
"""Positions with more stones are named as they are: few images of them are ever met."""


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
    """Names positions, for symmetries that are given as the cells where each takes every cell."""

    def __init__(self, symmetries: Sequence[Sequence[int]]) -> None:
        self._bytes = (len(symmetries[0]) + 7) // 8
        self._tables = [self._table(to) for to in symmetries]
        self.count = len(symmetries)
        self.between = between(symmetries, symmetries)

    def _table(self, to: Sequence[int]) -> list[list[int]]:
        """For each byte of a set of cells and each value of it, where its cells go."""
        table = []
        for first in range(0, len(to), 8):
            there = [1 << cell for cell in to[first : first + 8]]
            row = [0] * (1 << len(there))
            for value in range(1, len(row)):
                low = value & -value
                row[value] = row[value ^ low] | there[low.bit_length() - 1]
            table.append(row)
        return table

    def moved(self, symmetry: int, cells: int) -> int:
        """Return where a symmetry takes a set of cells."""
        result = 0
        for row, value in zip(
            self._tables[symmetry], cells.to_bytes(self._bytes, "little"), strict=True
        ):
            result |= row[value]
        return result

    def name(self, rival: int, keeper: int) -> tuple[tuple[int, int], int]:
        """Return the smallest image of a position, and the symmetry that leads there."""
        best, by = (rival, keeper), 0
        if (rival | keeper).bit_count() <= FOLD_STONES:
            for symmetry in range(1, len(self._tables)):
                moved = self.moved(symmetry, rival)
                if moved <= best[0]:
                    image = moved, self.moved(symmetry, keeper)
                    if image < best:
                        best, by = image, symmetry
        return best, by
