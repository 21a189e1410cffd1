"""The grid: rows, columns and directions, the lines on them, symmetries, the names of cells.

The geometry of the package is computed here, as plain tuples of cells; only the witnesses,
`inarow.reference` and `inarow.check`, have their own::

    cell numbers        names           the eight lines of Grid(3, 3, 3)
    0  1  2             a1 b1 c1        rows       012 345 678
    3  4  5             a2 b2 c2        columns    036 147 258
    6  7  8             a3 b3 c3        diagonals  048 246
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from string import ascii_lowercase
from typing import SupportsIndex, TypeAlias, TypeVar

import numpy as np

from inarow.model.errors import IllegalMoveError, InvalidGameError

MAX_SIDE = 20
"""The largest number of rows and of columns."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""One step along a row, a column, a falling and a rising diagonal, as (rows, columns)."""

MoveLike: TypeAlias = "SupportsIndex | str | Sequence[SupportsIndex]"
"""A cell number, a name such as ``"b2"``, or a pair ``(row, column)``."""

G = TypeVar("G", bound="Grid")

_BOOLS = bool, np.bool_  # the second is an index, too, where numpy is of the time of Python 3.10

# No more than three digits: longer numbers are off every board, and int() refuses very long ones.
_NAME = re.compile(r"([A-Za-z])(0|[1-9][0-9]{0,2})")


def as_integer(name: str, value: SupportsIndex) -> int:
    """Return `value` as a plain int; a bool or anything that is no integer is a `TypeError`."""
    if not isinstance(value, _BOOLS):
        try:
            return int(operator.index(value))
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type(value).__name__}")


class Grid:
    """`m` rows and `n` columns of cells, on which `k` in a row are a line: what a `Game` is on.

    With `exact`, a line counts only where it is not part of a longer row: see `flanks`. All but the
    size is computed when it is first asked for, and kept.

    Raises `InvalidGameError` for `m` or `n` not in 1 to 20, or `k` below 1.

    >>> grid = Grid(3, 3, 3)
    >>> grid.cells, len(grid.lines), len(grid.symmetries), grid.letters
    (9, 8, 8, 'abc')
    >>> grid.cell("b2"), grid.cell((0, 2)), grid.name(8), grid.coordinates(8)
    (4, 2, 'c3', (2, 2))
    """

    m: int
    n: int
    k: int
    exact: bool
    cells: int
    full: int  # the mask with every cell set

    # Not `__init__`: a `Game` that is there already is returned by its `__new__` as it is.
    def __new__(cls: type[G], m: int, n: int, k: int, *, exact: bool = False) -> G:
        for name, size in (("m (rows)", m), ("n (columns)", n)):
            if not 1 <= size <= MAX_SIDE:
                raise InvalidGameError(f"{name} must be 1 to {MAX_SIDE}, not {size}")
        if k < 1:
            raise InvalidGameError(f"k must be 1 or more, not {k}")
        grid = object.__new__(cls)
        cells = m * n
        # Past `Game.__setattr__`, as `cached_property` does.
        grid.__dict__.update(m=m, n=n, k=k, exact=exact, cells=cells, full=(1 << cells) - 1)
        return grid

    def __repr__(self) -> str:
        size = ", ".join(map(str, self.size))
        return f"{type(self).__name__}({size}{', exact=True' * self.exact})"

    @property
    def size(self) -> tuple[int, int, int]:
        """``(m, n, k)``."""
        return self.m, self.n, self.k

    # Lines.

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every window of k cells: rows, columns, falling, then rising diagonals.

        The cells of a line follow one another at a constant step. For k = 1 each cell is one line.
        """
        lines: dict[tuple[int, ...], None] = {}  # a set that keeps its order
        for down, right in DIRECTIONS:
            step = down * self.n + right
            for first in range(self.cells):
                row, column = divmod(first, self.n)
                if self._holds(row + (self.k - 1) * down, column + (self.k - 1) * right):
                    lines[tuple([first + i * step for i in range(self.k)])] = None
        return tuple(lines)

    @cached_property
    def flanks(self) -> tuple[tuple[int, ...], ...]:
        """For each line, the cells beyond its ends that must not hold stones of its colour.

        None unless the game is `exact`; then up to two, in the order before, behind. They never
        change hands: a line with a stone of one's own beyond its end is lost for good.

        >>> grid = Grid(1, 5, 3, exact=True)
        >>> dict(zip(grid.lines, grid.flanks))
        {(0, 1, 2): (3,), (1, 2, 3): (0, 4), (2, 3, 4): (1,)}
        """
        if not self.exact or self.k == 1:
            return ((),) * len(self.lines)
        flanks = []
        for line in self.lines:
            (row, column), (next_row, next_column) = map(self.coordinates, line[:2])
            down, right = next_row - row, next_column - column
            ends = ((row - down, column - right), (row + self.k * down, column + self.k * right))
            flanks.append(tuple(self.cell(end) for end in ends if self._holds(*end)))
        return tuple(flanks)

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For each line its mask and that of its span: the line, and its flanks if `exact`.

        A side has completed a line if of the span it holds the line and nothing else.
        """
        return tuple(
            (mask, mask | sum(1 << cell for cell in flank))
            for mask, flank in zip(self.line_masks, self.flanks, strict=True)
        )

    @cached_property
    def spans_by_cell(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each cell, the `spans` of the lines through it, in the order of `lines_by_cell`."""
        spans = dict(zip(self.lines, self.spans, strict=True))
        return tuple(tuple(spans[line] for line in lines) for lines in self.lines_by_cell)

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """The lines as bit masks, in the order of `lines`; bit i is cell i."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    @cached_property
    def lines_by_cell(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell, the lines through it."""
        through: list[list[tuple[int, ...]]] = [[] for _ in range(self.cells)]
        for line in self.lines:
            for cell in line:
                through[cell].append(line)
        return tuple(map(tuple, through))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the board as permutations, ``perm[cell] = image``, identity first.

        A square has 8, a rectangle 4, a strip of one row or column 2, a single cell 1.
        """
        rows, columns = np.indices((self.m, self.n))
        images = [
            abs(bottom - r) * self.n + abs(right - c)  # mirrored from the bottom, from the right
            for r, c in [(rows, columns), (columns, rows)][: 2 if self.m == self.n else 1]
            for bottom, right in product((0, self.m - 1), (0, self.n - 1))
        ]
        return tuple(dict.fromkeys(tuple(image.ravel().tolist()) for image in images))

    # Cells and their names.

    def cell(self, move: MoveLike) -> int:
        """Return the cell number of `move`: an integer, a pair ``(row, column)`` or ``"b2"``.

        Raises `IllegalMoveError` for a move off the board or a text that names no cell,
        `TypeError` for anything else, `bool` included.
        """
        if isinstance(move, str):
            match = _NAME.fullmatch(move)
            if match is None:
                raise IllegalMoveError(
                    f"cannot read the move {move!r}: expected a column letter and a row number,"
                    f" such as 'a1' or '{self.name(self.cells - 1)}'"
                )
            row, column = int(match[2]) - 1, ascii_lowercase.index(match[1].lower())
        elif isinstance(move, tuple | list):
            if len(move) != 2:
                raise IllegalMoveError(f"a pair (row, column) has 2 entries, not {len(move)}")
            row, column = as_integer("row", move[0]), as_integer("column", move[1])
        elif hasattr(move, "__index__") and not isinstance(move, _BOOLS):
            number = as_integer("move", move)
            if not 0 <= number < self.cells:
                board = f"{self.m}x{self.n} board (cells 0 to {self.cells - 1})"
                raise IllegalMoveError(f"cell {number} is off the {board}")
            return number
        else:
            kind = type(move).__name__
            raise TypeError(f"a move must be a number, a (row, column) or a name, not {kind}")
        if not self._holds(row, column):
            raise IllegalMoveError(
                f"{move!r} is off the {self.m}x{self.n} board"
                f" (rows 0 to {self.m - 1}, columns 0 to {self.n - 1};"
                f" names a1 to {self.name(self.cells - 1)})"
            )
        return row * self.n + column

    def _holds(self, row: int, column: int) -> bool:
        return 0 <= row < self.m and 0 <= column < self.n

    def coordinates(self, cell: MoveLike) -> tuple[int, int]:
        """Return the row and the column of a cell, from 0 at the top left."""
        return divmod(self.cell(cell), self.n)

    def name(self, cell: MoveLike) -> str:
        """Return the name of a cell: column letter, then row number; ``a1`` is at the top left."""
        row, column = self.coordinates(cell)
        return f"{ascii_lowercase[column]}{row + 1}"

    @property
    def letters(self) -> str:
        """The letters of the columns; rows are numbered from 1."""
        return ascii_lowercase[: self.n]

    @property
    def centre(self) -> int:
        """The cell in the middle; where there are two or four, the last of them."""
        return self.cell((self.m // 2, self.n // 2))

    def near(self, cell: MoveLike, distance: int) -> list[int]:
        """Return the cells at most so many rows and columns away, the cell itself included.

        >>> Grid(5, 5, 5).near("a1", 1)
        [0, 1, 5, 6]
        """
        distance = as_integer("distance", distance)
        row, column = self.coordinates(cell)
        rows = range(max(0, row - distance), min(self.m, row + distance + 1))
        columns = range(max(0, column - distance), min(self.n, column + distance + 1))
        return [self.cell(pair) for pair in product(rows, columns)]
