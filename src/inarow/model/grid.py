"""The grid: rows, columns and directions, the lines on them, symmetries, the names of cells.

The geometry of the package is computed here, as plain tuples of cells; only the witnesses,
`inarow.reference` and `inarow.check`, have their own::

    cell numbers        names           the eight lines of Grid(3, 3, 3)
    0  1  2             a1 b1 c1        rows       012 345 678
    3  4  5             a2 b2 c2        columns    036 147 258
    6  7  8             a3 b3 c3        diagonals  048 246
"""

from __future__ import annotations

import re
from functools import cached_property, partial
from itertools import product
from string import ascii_lowercase
from typing import TypeVar

import numpy as np

from inarow.model.board import Board, MoveLike, as_integer
from inarow.model.errors import IllegalMoveError, InvalidGameError

MAX_SIDE = 20
"""The largest number of rows and of columns of a game that is given by them."""
LARGEST_SIDE = 21
"""That of a grid: its parts are games, and a proof may be of all of them."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""One step along a row, a column, a falling and a rising diagonal, as (rows, columns)."""

G = TypeVar("G", bound="Grid")


def require_sides(m: int, n: int, largest: int) -> None:
    """Raise `InvalidGameError` for sides that are not in 1 to the largest."""
    for name, size in (("m (rows)", m), ("n (columns)", n)):
        if not 1 <= size <= largest:
            raise InvalidGameError(f"{name} must be 1 to {largest}, not {size}")


# No more than three digits: longer numbers are off every board, and int() refuses very long ones.
_NAME = re.compile(r"([A-Za-z])(0|[1-9][0-9]{0,2})")


class Grid(Board):
    """`m` rows and `n` columns of cells, on which `k` in a row are a line: what a `Game` is on.

    With `exact`, a line counts only where it is not part of a longer row: see `flanks`. All but the
    size is computed when it is first asked for, and kept.

    Raises `InvalidGameError` for `m` or `n` not in 1 to 21, or `k` below 1.

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

    def __new__(cls: type[G], m: int, n: int, k: int, *, exact: bool = False) -> G:
        require_sides(m, n, LARGEST_SIDE)
        if k < 1:
            raise InvalidGameError(f"k must be 1 or more, not {k}")
        grid = object.__new__(cls)
        cells = m * n
        # Past `Game.__setattr__`, as `cached_property` does.
        grid.__dict__.update(m=m, n=n, k=k, exact=exact, cells=cells, full=(1 << cells) - 1)
        grid.__dict__.update(drop=n, layers=((n,) * m,), shape=(m, n))
        return grid

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return partial(Grid, exact=self.exact), self.size

    @property
    def key(self) -> str:
        """``"m,n,k"``."""
        return ",".join(map(str, self.size))

    def __repr__(self) -> str:
        size = ", ".join(map(str, self.size))
        return f"{type(self).__name__}({size}{', exact=True' * self.exact})"

    @property
    def is_grid(self) -> bool:
        return True

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
        else:
            return super().cell(move)
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

    def from_centre(self, cell: int) -> int:
        """The squared distance of a cell to the middle of the board, in half cells."""
        row, column = divmod(cell, self.n)
        return (2 * row - self.m + 1) ** 2 + (2 * column - self.n + 1) ** 2

    def distance(self, one: MoveLike, other: MoveLike) -> int:
        """The larger of the numbers of rows and of columns between two cells."""
        (row, column), (to_row, to_column) = map(self.coordinates, (one, other))
        return max(abs(row - to_row), abs(column - to_column))

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
