"""The game: its size, its lines and symmetries, the names of its cells, the reading of boards.

The geometry of the package is computed here and nowhere else, as plain tuples of cells::

    cell numbers        names           the eight lines of Game(3, 3, 3)
    0  1  2             a1 b1 c1        rows       012 345 678
    3  4  5             a2 b2 c2        columns    036 147 258
    6  7  8             a3 b3 c3        diagonals  048 246
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import NoReturn, SupportsIndex, TypeAlias, final

from inarow.model.errors import IllegalMoveError, InvalidGameError
from inarow.model.parse import BoardLike, read_board
from inarow.model.position import Position, make_position, validated_position

__all__ = ["MAX_SIDE", "BoardLike", "Game", "MoveLike", "as_integer", "read_board"]

MAX_SIDE = 20
"""The largest number of rows and of columns."""

MoveLike: TypeAlias = "SupportsIndex | str | Sequence[SupportsIndex]"
"""A cell number, a name such as ``"b2"``, or a pair ``(row, column)``."""

# One step along a row, a column, a falling and a rising diagonal, as (rows, columns).
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
# No more than three digits: longer numbers are off every board, and int() refuses very long ones.
_NAME = re.compile(r"([A-Za-z])(0|[1-9][0-9]{0,2})")


def as_integer(name: str, value: SupportsIndex) -> int:
    """Return `value` as a plain int; a bool or anything that is no integer is a `TypeError`."""
    if not isinstance(value, bool):
        try:
            return int(operator.index(value))
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type(value).__name__}")


@final
class Game:
    """An m,n,k-game: `m` rows, `n` columns, `k` or more in a row win; X moves first.

    `m` and `n` are 1 to 20; `k` is 1 or more and may exceed the board, which then has no lines.
    With `exact`, a line wins only if it is not part of a longer row of stones of its colour: an
    overline wins nothing, and play goes on. (For k = 1 that makes no difference: the first stone
    wins.) Games are immutable and compare by value. Equal games are normally the same object.

    Raises `InvalidGameError` for a size out of range, `TypeError` for what is no integer and for
    an `exact` that is no bool.

    >>> game = Game(3, 3, 3)
    >>> game.cells, len(game.lines), len(game.symmetries)
    (9, 8, 8)
    >>> game.cell("b2"), game.cell((0, 2)), game.name(8)
    (4, 2, 'c3')
    >>> game.position("X../.O./...").turn
    'X'
    >>> Game(1, 7, 3, exact=True).position("XX.XOOO").status  # four in a row would not win
    'O wins'
    """

    m: int
    n: int
    k: int
    exact: bool
    cells: int
    full: int  # the mask with every cell set
    _hash: int

    def __new__(
        cls, m: SupportsIndex, n: SupportsIndex, k: SupportsIndex, *, exact: bool = False
    ) -> Game:
        if not isinstance(exact, bool):
            raise TypeError(f"exact must be a bool, not {type(exact).__name__}")
        return _interned(as_integer("m", m), as_integer("n", n), as_integer("k", k), exact)

    @cached_property  # it writes to the instance's __dict__, past __setattr__ below
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every window of k cells: rows, columns, falling, then rising diagonals.

        The cells of a line follow one another at a constant step. For k = 1 each cell is one line.
        """
        m, n, k = self.m, self.n, self.k
        lines: dict[tuple[int, ...], None] = {}  # a set that keeps its order
        for down, right in _DIRECTIONS:
            step = down * n + right
            columns = range(k - 1 if right < 0 else 0, n - k + 1 if right > 0 else n)
            for row, column in product(range(m - (k - 1) * down), columns):
                first = row * n + column
                lines[tuple(first + i * step for i in range(k))] = None
        return tuple(lines)

    @cached_property
    def flanks(self) -> tuple[tuple[int, ...], ...]:
        """For each line, the cells beyond its ends that must not hold stones of its colour.

        None unless the game is `exact`; then up to two, in the order before, behind. They never
        change hands: a line with a stone of one's own beyond its end is lost for good.

        >>> game = Game(1, 5, 3, exact=True)
        >>> dict(zip(game.lines, game.flanks))
        {(0, 1, 2): (3,), (1, 2, 3): (0, 4), (2, 3, 4): (1,)}
        """
        if not self.exact or self.k == 1:
            return ((),) * len(self.lines)
        flanks = []
        for line in self.lines:
            (row, column), (next_row, next_column) = (divmod(cell, self.n) for cell in line[:2])
            down, right = next_row - row, next_column - column
            ends = ((row - down, column - right), (row + self.k * down, column + self.k * right))
            flanks.append(
                tuple(r * self.n + c for r, c in ends if 0 <= r < self.m and 0 <= c < self.n)
            )
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
        m, n = self.m, self.n
        found: dict[tuple[int, ...], None] = {}
        for transpose, flip_rows, flip_columns in product((False, True), repeat=3):
            if transpose and m != n:
                continue
            image = []
            for cell in range(self.cells):
                row, column = divmod(cell, n)
                if transpose:
                    row, column = column, row
                row = m - 1 - row if flip_rows else row
                column = n - 1 - column if flip_columns else column
                image.append(row * n + column)
            found[tuple(image)] = None
        return tuple(found)

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
            row, column = int(match[2]) - 1, ord(match[1].lower()) - ord("a")
        elif isinstance(move, tuple | list):
            if len(move) != 2:
                raise IllegalMoveError(f"a pair (row, column) has 2 entries, not {len(move)}")
            row, column = as_integer("row", move[0]), as_integer("column", move[1])
        elif hasattr(move, "__index__") and not isinstance(move, bool):
            number = as_integer("move", move)
            if not 0 <= number < self.cells:
                board = f"{self.m}x{self.n} board (cells 0 to {self.cells - 1})"
                raise IllegalMoveError(f"cell {number} is off the {board}")
            return number
        else:
            kind = type(move).__name__
            raise TypeError(f"a move must be a number, a (row, column) or a name, not {kind}")
        if not (0 <= row < self.m and 0 <= column < self.n):
            raise IllegalMoveError(
                f"{move!r} is off the {self.m}x{self.n} board"
                f" (rows 0 to {self.m - 1}, columns 0 to {self.n - 1};"
                f" names a1 to {self.name(self.cells - 1)})"
            )
        return row * self.n + column

    def name(self, cell: MoveLike) -> str:
        """Return the name of a cell: column letter, then row number; ``a1`` is at the top left."""
        row, column = divmod(self.cell(cell), self.n)
        return f"{chr(ord('a') + column)}{row + 1}"

    @property
    def words(self) -> str:
        """The game in words: ``4x4 board, 3 in a row``."""
        return f"{self.m}x{self.n} board, {'exactly ' * self.exact}{self.k} in a row"

    def start(self) -> Position:
        """Return the empty board, X to move."""
        return make_position(self, 0, 0, "X", None)

    def position(self, board: BoardLike, turn: str | None = None, strict: bool = True) -> Position:
        """Read and check a board.

        `board` is a text with rows joined by ``/`` or line breaks (``X``, ``O``, ``.`` or ``_``,
        upper or lower case), a list of such rows (where a space is an empty cell as well), nested
        lists of +1, -1, 0 or of one-character strings, or an int8 array of shape (m, n).

        The side to move follows from the stone counts. With `strict`, the board must be one that
        a game can reach. Without it any counts are admitted as long as nobody has a complete
        line, and `turn` decides who moves (needed unless X has as many stones as O or one more).

        Raises `InvalidPositionError` with the reason; `TypeError` for what is no board at all.

        >>> Game(3, 3, 3).position(["xx ", "oo ", "   "]).play("c1").status
        'X wins'
        """
        x, o = read_board(self, board)
        return validated_position(self, x, o, turn, strict)

    # A value: equal, hashable, immutable, the same object after a copy or a pickle.

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Game):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Game({self.m}, {self.n}, {self.k}{', exact=True' * self.exact})"

    def __reduce__(self) -> tuple[object, tuple[int, int, int, bool]]:
        return _interned, self._values()

    def _values(self) -> tuple[int, int, int, bool]:
        return self.m, self.n, self.k, self.exact

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Game is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Game is immutable: cannot delete {name!r}")


@lru_cache(maxsize=256)
def _interned(m: int, n: int, k: int, exact: bool) -> Game:
    for name, size in (("m (rows)", m), ("n (columns)", n)):
        if not 1 <= size <= MAX_SIDE:
            raise InvalidGameError(f"{name} must be 1 to {MAX_SIDE}, not {size}")
    if k < 1:
        raise InvalidGameError(f"k must be 1 or more, not {k}")
    game = object.__new__(Game)
    cells = m * n
    game.__dict__.update(
        m=m,
        n=n,
        k=k,
        exact=exact,
        cells=cells,
        full=(1 << cells) - 1,
        _hash=hash((Game, m, n, k, exact)),
    )
    return game
