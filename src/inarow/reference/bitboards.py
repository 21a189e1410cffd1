"""Sets of cells as ints: bit c stands for cell c.

>>> cells = cell_set([0, 1, 5])
>>> cells, members(cells)
(35, (0, 1, 5))

An image under a symmetry is put together from tables, eight cells at a time:

>>> turned = image_tables((6, 3, 0, 7, 4, 1, 8, 5, 2))  # cell 0 goes to 6, cell 1 to 3 ...
>>> members(image(cells, turned))
(1, 3, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from inarow.reference.rules import EMPTY, Board

Cells: TypeAlias = int
"""A set of cells."""


def cell_set(cells: Iterable[int]) -> Cells:
    """The set of these cells."""
    return sum(1 << cell for cell in cells)


def members(cells: Cells) -> tuple[int, ...]:
    """The cells of a set, ascending."""
    # The binary digits, lowest first: in pure Python quicker than taking off bit after bit.
    return tuple([cell for cell, digit in enumerate(f"{cells:b}"[::-1]) if digit == "1"])


def sides(board: Board, first: str) -> tuple[Cells, Cells]:
    """The stones of one side, and those of the other."""
    own = cell_set(cell for cell, stone in enumerate(board) if stone == first)
    return own, cell_set(cell for cell, stone in enumerate(board) if stone != EMPTY) & ~own


def shortages(lines: Iterable[Cells]) -> tuple[Cells, list[Cells], Cells]:
    """What the nearly complete lines of one side offer it, given the cells that each line misses.

    The cells that complete a line; the distinct sets of two missing cells; and the cells where two
    of those cross: a stone there leaves two different gaps.
    """
    gaps = met = crossings = 0
    pairs: list[Cells] = []
    for missing in lines:
        count = missing.bit_count()
        if count == 1:
            gaps |= missing
        elif count == 2 and missing not in pairs:  # twice the same pair is still one gap
            pairs.append(missing)
            crossings |= met & missing
            met |= missing
    return gaps, pairs, crossings


def defences(pairs: Iterable[Cells], crossings: Cells) -> Cells:
    """The cells on pairs that cross at each of these crossings; all cells if there is none."""
    found = -1
    for crossing in members(crossings):
        met = 0
        for pair in pairs:
            if pair >> crossing & 1:
                met |= pair
        found &= met
    return found


def image_tables(where: Sequence[int]) -> list[list[Cells]]:
    """For each eight cells, the images of all their 256 subsets; ``where[cell]`` is an image."""
    tables = []
    for first in range(0, len(where), 8):
        table = [0]
        for target in where[first : first + 8]:
            table += [image | 1 << target for image in table]
        tables.append(table)
    return tables


def image(cells: Cells, tables: list[list[Cells]]) -> Cells:
    """The image of a set of cells, given the tables of a symmetry."""
    found = 0
    for table in tables:
        found |= table[cells & 255]
        cells >>= 8
    return found
