"""A board: cells, the lines on them, symmetries, and the names of cells; what a `Game` is on.

`Grid` is the board of an m,n,k-game; `model/boards.py` makes others. The geometry of the package is
computed here and there, as plain tuples of cells; only the witnesses, `inarow.reference` and
`inarow.check`, have their own.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from itertools import accumulate
from string import ascii_lowercase
from typing import SupportsIndex, TypeAlias, TypeVar, cast

import numpy as np

from inarow.model.counted import counted
from inarow.model.errors import IllegalMoveError, InvalidGameError

MOST_CELLS, MOST_LINES, LONGEST_LINE = 400, 512, 20
"""What the kernels have room for; the last two are limits of boards that are no grid."""

T = TypeVar("T")
Line: TypeAlias = tuple[int, ...]

MoveLike: TypeAlias = "SupportsIndex | str | Sequence[SupportsIndex]"
"""A cell number, a name such as ``"b2"``, or a pair ``(row, column)``."""

_BOOLS = bool, np.bool_  # the second is an index, too, where numpy is of the time of Python 3.10


def as_bool(name: str, value: object) -> bool:
    """Return `value` as a plain bool; what is none, of Python or numpy, is a `TypeError`."""
    if not isinstance(value, _BOOLS):
        raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
    return bool(value)


def as_integer(name: str, value: SupportsIndex) -> int:
    """Return `value` as a plain int; a bool or anything that is no integer is a `TypeError`."""
    if not isinstance(value, _BOOLS):
        try:
            return int(operator.index(value))
        except TypeError:
            pass
    raise TypeError(f"{name} must be an integer, not {type(value).__name__}")


def entries(name: str, values: Iterable[T]) -> list[T]:
    """Return what is in `values`; `TypeError` for what holds nothing."""
    try:
        found = iter(values)
    except TypeError:
        raise TypeError(f"{name} must be a list, not {type(values).__name__}") from None
    return list(found)


def in_order(name: str, values: Iterable[T]) -> list[T]:
    """As `entries`, where their order counts; `TypeError` for a set or a dict as well."""
    if isinstance(values, AbstractSet | Mapping):
        raise TypeError(f"{name} must be a list, not {type(values).__name__}")
    return entries(name, values)


def letters_of(columns: int) -> list[str]:
    """The letters of so many columns: a to z, then aa, ab, …"""
    firsts = ["", *ascii_lowercase]
    return [f"{firsts[i // 26]}{ascii_lowercase[i % 26]}" for i in range(columns)]


class Board:
    """Any set of lines on up to 400 cells: 1 to 512 lines of 2 to 20 cells, no line inside another.

    Made by `box`, `torus`, `hexagon`, `animal` and `lines` of `inarow.boards`, and given to
    `Game.on`. Boards compare by value.

    `key` names the board. `layers` says how its cells, which are numbered from 0, are laid out: the
    lengths of the rows of each layer; `shape` is that of arrays. `drop` is how far on the cell lies
    that is below a cell, for games with gravity; 0 if nothing is.

    Raises `InvalidGameError` for lines that are none, and for a symmetry that does not take lines
    to lines.
    """

    cells: int
    full: int  # the mask with every cell set
    drop: int
    layers: tuple[tuple[int, ...], ...]
    shape: tuple[int, ...]
    exact: bool
    _key: str

    # Not `__init__`: a `Game` that is there already is returned by its `__new__` as it is.
    def __new__(
        cls,
        key: str,
        lines: Iterable[Iterable[SupportsIndex]],
        layers: Sequence[Sequence[int]],
        symmetries: Iterable[Sequence[SupportsIndex]] = (),
        *,
        names: Sequence[str] | None = None,
        shape: tuple[int, ...] | None = None,
        drop: int = 0,
    ) -> Board:
        cells = sum(map(sum, layers))
        if not 1 <= cells <= MOST_CELLS:
            raise InvalidGameError(f"a board has 1 to {MOST_CELLS} cells, not {cells}")
        board = object.__new__(cls)
        board.__dict__.update(
            _key=key,
            cells=cells,
            exact=False,
            full=(1 << cells) - 1,
            drop=drop,
            layers=tuple(map(tuple, layers)),
            shape=shape or (cells,),
            lines=checked_lines(key, cells, lines),
        )
        board.__dict__["symmetries"] = board._checked_symmetries(symmetries)
        if names is not None:
            board.__dict__["names"] = _checked_names(cells, names)
        return board

    @property
    def key(self) -> str:
        return self._key

    @property
    def is_grid(self) -> bool:
        """Is it the board of an m,n,k-game, a `Grid`?"""
        return False

    def __repr__(self) -> str:
        cells, lines = counted(self.cells, "cell"), counted(len(self.lines), "line")
        return f"<board {self.key}: {cells}, {lines}>"

    # Lines.

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The cells of every line."""
        raise NotImplementedError

    @cached_property
    def flanks(self) -> tuple[Line, ...]:
        """For each line, the cells that must not hold stones of its colour as well: none."""
        return ((),) * len(self.lines)

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
    def lines_by_cell(self) -> tuple[tuple[Line, ...], ...]:
        """For each cell, the lines through it."""
        through: list[list[Line]] = [[] for _ in range(self.cells)]
        for line in self.lines:
            for cell in line:
                through[cell].append(line)
        return tuple(map(tuple, through))

    @cached_property
    def symmetries(self) -> tuple[Line, ...]:
        """The symmetries of the board as permutations, ``perm[cell] = image``, identity first."""
        raise NotImplementedError

    def _checked_symmetries(self, given: Iterable[Sequence[SupportsIndex]]) -> tuple[Line, ...]:
        """The identity and those that are `given`; `InvalidGameError` for one that is none."""
        found: dict[Line, None] = {tuple(range(self.cells)): None}
        lines = set(map(frozenset, self.lines))
        for symmetry in entries("symmetries", given):
            images = in_order("a symmetry", symmetry)
            image = tuple(as_integer("a symmetry's cell", cell) for cell in images)
            if sorted(image) != list(range(self.cells)):
                raise InvalidGameError(f"{_shown(image)} is no permutation of {self.cells} cells")
            if {frozenset(image[cell] for cell in line) for line in lines} != lines:
                raise InvalidGameError(f"{_shown(image)} does not take lines to lines")
            found[image] = None
        return tuple(found)

    # Cells and their names.

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the cells: column letter, then row number, behind that of the layer.

        >>> from inarow.boards import box
        >>> box((2, 2, 2), 2).names
        ('1a1', '1b1', '1a2', '1b2', '2a1', '2b1', '2a2', '2b2')
        """
        several = len(self.layers) > 1
        return tuple(
            f"{layer if several else ''}{letter}{row}"
            for layer, rows in enumerate(self.layers, 1)
            for row, length in enumerate(rows, 1)
            for letter in letters_of(length)
        )

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name.lower(): cell for cell, name in enumerate(self.names)}

    @cached_property
    def rows(self) -> tuple[range, ...]:
        """The cells of each row, layer after layer."""
        lengths = [length for rows in self.layers for length in rows]
        ends = accumulate(lengths)
        return tuple(range(end - length, end) for end, length in zip(ends, lengths, strict=True))

    def name(self, cell: MoveLike) -> str:
        """Return the name of a cell."""
        return self.names[self.cell(cell)]

    def cell(self, move: MoveLike) -> int:
        """Return the cell number of `move`: an integer, a name, or a place in `shape`.

        Raises `IllegalMoveError` for a move off the board or a text that names no cell,
        `TypeError` for anything else, `bool` included.
        """
        if isinstance(move, str):
            if (number := self._numbers.get(move.lower())) is None:
                known = f"{self.names[0]} to {self.names[-1]} are"
                if columns_over(self) == [self.names]:  # names of its own, in no order
                    more = ", …" * (self.cells > 6)
                    known = f"its {self.cells} are {', '.join(self.names[:6])}{more}"
                raise IllegalMoveError(f"{move!r} is no cell of {self.key}: {known}")
            return number
        if isinstance(move, tuple | list):
            place = [as_integer("a coordinate", entry) for entry in move]
            number = 0
            if len(place) != len(self.shape) or not all(
                0 <= at < side for at, side in zip(place, self.shape, strict=True)
            ):
                raise IllegalMoveError(f"{move!r} is no place in {self.shape}")
            for at, side in zip(place, self.shape, strict=True):
                number = number * side + at
            return number
        if not hasattr(move, "__index__") or isinstance(move, _BOOLS):
            kind = type(move).__name__
            raise TypeError(f"a move must be a number, a place or a name, not {kind}")
        number = as_integer("move", cast("SupportsIndex", move))
        if not 0 <= number < self.cells:
            board = f"{'x'.join(map(str, self.shape))} board (cells 0 to {self.cells - 1})"
            raise IllegalMoveError(f"cell {number} is off the {board}")
        return number

    # Where cells are.

    @property
    def centre(self) -> int:
        """A cell on as many lines as any; the first such."""
        return min(range(self.cells), key=self.from_centre)

    def from_centre(self, cell: int) -> int:
        """How far a cell is from the middle, to order cells by: here, on how few lines it is."""
        return -len(self.lines_by_cell[cell])

    def distance(self, one: MoveLike, other: MoveLike) -> int:
        """How far two cells are from each other: 1 if they are on a line, 2 if not."""
        one, other = self.cell(one), self.cell(other)
        if one == other:
            return 0
        return 1 if any(other in line for line in self.lines_by_cell[one]) else 2

    # A value.

    def _values(self) -> tuple[object, ...]:
        return self.key, self.lines, self.layers, self.symmetries, self.names, self.shape, self.drop

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Board) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.key, self.lines))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        made = partial(Board, names=self.names, shape=self.shape, drop=self.drop)
        return made, self._values()[:4]


def checked_lines(
    key: str, cells: int, given: Iterable[Iterable[SupportsIndex]]
) -> tuple[Line, ...]:
    """The lines as tuples of cells; `InvalidGameError` for what is none."""
    lines = [
        tuple(as_integer("a line's cell", cell) for cell in entries("a line", line))
        for line in entries("lines", given)
    ]
    if key and not lines:
        raise InvalidGameError(f"a line of {key} does not fit on the board")
    if not 1 <= len(lines) <= MOST_LINES:
        raise InvalidGameError(f"a board has 1 to {MOST_LINES} lines, not {len(lines)}")
    for line in lines:
        if not 2 <= len(line) <= LONGEST_LINE:
            raise InvalidGameError(f"a line has 2 to {LONGEST_LINE} cells, not {len(line)}")
        if len({*line}) < len(line) or not all(0 <= cell < cells for cell in line):
            raise InvalidGameError(
                f"the line {line} is not of different cells from 0 to {cells - 1}"
            )
    masks = [sum(1 << cell for cell in line) for line in lines]
    for number, mask in enumerate(masks):
        for other in range(number):
            if mask & masks[other] in (mask, masks[other]):
                raise InvalidGameError(
                    f"one of the lines {lines[other]}, {lines[number]} is in the other"
                )
    return tuple(lines)


def _checked_names(cells: int, names: Sequence[str]) -> tuple[str, ...]:
    names = in_order("names", names)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a name must be a text, not {type(name).__name__}")
    if len(names) != cells or len({name.lower() for name in names}) < cells:
        raise InvalidGameError(f"{cells} cells want as many different names")
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*", name):
            raise InvalidGameError(f"a name is letters and digits, and no number: not {name!r}")
    return tuple(map(str, names))  # those of NumPy's are written otherwise


def columns_over(board: Board) -> list[Sequence[str]]:
    """What stands over the columns of each layer: letters, or names that cells were given."""
    letters: list[Sequence[str]] = [letters_of(max(rows)) for rows in board.layers]
    if len(board.rows) == 1 and board.names != tuple(f"{letter}1" for letter in letters[0]):
        return [board.names]
    return letters


def _shown(image: Line) -> str:
    return f"({', '.join(map(str, image[:12]))}{', …' * (len(image) > 12)})"
