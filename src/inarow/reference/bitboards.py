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

Cells: TypeAlias = int
"""A set of cells."""


def cell_set(cells: Iterable[int]) -> Cells:
    """The set of these cells."""
    return sum(1 << cell for cell in cells)


def members(cells: Cells) -> tuple[int, ...]:
    """The cells of a set, ascending."""
    # The binary digits, lowest first: in pure Python quicker than taking off bit after bit.
    return tuple([cell for cell, digit in enumerate(f"{cells:b}"[::-1]) if digit == "1"])


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
