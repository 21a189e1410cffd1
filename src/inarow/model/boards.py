"""Boards that are no grids: boxes, tori, hexagons, animals, and any lines that are given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import permutations, product
from math import prod
from typing import SupportsIndex

from inarow.model.board import (
    MOST_CELLS,
    Board,
    Line,
    MoveLike,
    as_integer,
    checked_lines,
    entries,
    in_order,
)
from inarow.model.errors import IllegalMoveError, InarowError, InvalidGameError

__all__ = ["animal", "board_of", "box", "hexagon", "lines", "torus"]

_MOST_SIDES = 6
_MOST_ALIKE = 7  # layers that are rearranged: of more there are too many ways


def box(shape: Sequence[SupportsIndex], k: SupportsIndex) -> Board:
    """Return the board of a box, on which `k` in a row in any direction are a line.

    `shape` has the sides, the layers first: ``box((4, 4, 4), 4)`` is Qubic, with 76 lines. Its
    symmetries are those of the box; and where all sides are k, those that rearrange its layers
    along all axes alike, if opposite layers stay opposite (Golomb and Hales, "Hypercube
    Tic-Tac-Toe", 2002): 192 on Qubic. With gravity stones fall to the last layer.

    >>> qubic = box((4, 4, 4), 4)
    >>> qubic.key, len(qubic.lines), len(qubic.symmetries), qubic.cell("2b3"), qubic.cell((1, 2, 1))
    ('4x4x4,4', 76, 192, 25, 25)
    """
    sides = _sizes("a side", shape)
    length = _size("k", k)
    if not 2 <= len(sides) <= _MOST_SIDES:
        raise InvalidGameError(f"a box has 2 to {_MOST_SIDES} sides, not {len(sides)}")
    cells = _places(sides)
    directions = [
        step for step in product((-1, 0, 1), repeat=len(sides)) if step > (0,) * len(sides)
    ]
    found = _rows(cells, directions, length)
    key = f"{'x'.join(map(str, sides))},{length}"
    rows = [sides[-1]] * sides[-2]
    layers = [rows] * prod(sides[:-2])
    turns = _turns_of_box(sides, alike=set(sides) == {length} and length <= _MOST_ALIKE)
    drop = prod(sides[1:])
    return Board(key, found, layers, turns, shape=sides, drop=drop)


def torus(m: SupportsIndex, n: SupportsIndex, k: SupportsIndex) -> Board:
    """Return the board of `m` rows and `n` columns whose edges are joined: lines go on beyond them.

    Its symmetries are those of the rectangle, after any shift. A line goes through no cell twice.
    With gravity stones fall to the last row.

    >>> board = torus(5, 5, 4)
    >>> len(board.lines), len(board.symmetries)
    (100, 200)
    """
    (rows, columns), length = _sizes("a side", (m, n)), _size("k", k)
    cells = _places((rows, columns))
    found: dict[frozenset[int], Line] = {}  # a whole row is one line, wherever it begins
    for (row, column), (down, right) in product(cells, ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = tuple(
            cells[(row + i * down) % rows, (column + i * right) % columns]
            for i in range(min(length, MOST_CELLS + 1))
        )
        if len({*line}) == length:
            found.setdefault(frozenset(line), line)
    turns = [
        tuple(
            image[cells[(row + down) % rows, (column + right) % columns]] for row, column in cells
        )
        for image in _turns_of_box((rows, columns))
        for down, right in cells
    ]
    key = f"torus {rows},{columns},{length}"
    return _rectangle(key, rows, columns, found.values(), turns)


def hexagon(side: SupportsIndex, k: SupportsIndex) -> Board:
    """Return the board of hexagonal cells that is a hexagon, with so many of them on each side.

    Lines are `k` in a row in the three directions. The cells are numbered, and named, row by row.

    >>> board = hexagon(3, 3)
    >>> board.cells, len(board.lines), len(board.symmetries), board.layers
    (19, 27, 12, ((3, 4, 5, 4, 3),))
    """
    edge, length = _size("the side", side), _size("k", k)
    if 3 * edge * (edge - 1) + 1 > MOST_CELLS:
        raise InvalidGameError(f"a hexagon of side {edge} has more than {MOST_CELLS} cells")
    span = range(1 - edge, edge)  # cells by three coordinates whose sum is 0
    cells: dict[Line, int] = {
        place: number
        for number, place in enumerate(
            place for place in ((q, r, -q - r) for r in span for q in span) if place[2] in span
        )
    }
    found = _rows(cells, [(1, 0, -1), (0, 1, -1), (1, -1, 0)], length)
    turns = [
        tuple(cells[tuple(sign * place[axis] for axis in order)] for place in cells)
        for order in permutations(range(3))
        for sign in (1, -1)
    ]
    rows = [2 * edge - 1 - abs(r) for r in span]
    return Board(f"hexagon {edge},{length}", found, [rows], turns)


def animal(m: SupportsIndex, n: SupportsIndex, cells: Iterable[MoveLike]) -> Board:
    """Return the board of `m` rows and `n` columns on which an animal, anywhere, is a line.

    `cells` are those of the animal (a polyomino, say) at one place, as names or pairs (row, column)
    of a grid; turned and mirrored it counts as well (Harary's generalization; Gardner, "Tic-tac-toe
    gamesters", 1979). With gravity stones fall to the last row.

    >>> elly = animal(4, 4, ["a1", "a2", "a3", "b3"])
    >>> elly.key, len(elly.lines), len(elly.symmetries)
    ('animal 4,4,a1-a2-a3-b3', 48, 8)
    """
    from inarow.model.grid import MAX_SIDE, Grid

    rows, columns = _sizes("a side", (m, n))
    largest = Grid(MAX_SIDE, MAX_SIDE, 1)  # on which it is drawn
    if isinstance(cells, str):
        raise TypeError("the cells of an animal are a list of cells, not a text")
    try:
        drawn = [largest.coordinates(cell) for cell in entries("the cells of an animal", cells)]
    except IllegalMoveError as error:
        raise InvalidGameError(f"an animal is drawn with cells from a1 to t20: {error}") from None
    if not drawn or len({*drawn}) < len(drawn):
        raise InvalidGameError("an animal has one cell or more, all of them different")
    found: dict[frozenset[int], Line] = {}
    places = _places((rows, columns))
    shapes = {
        tuple(sorted((sign * a, mirror * b) for pair in drawn for a, b in [pair[::turn]]))
        for sign, mirror, turn in product((1, -1), (1, -1), (1, -1))
    }
    for shape in sorted(shapes):
        top, left = min(row for row, _ in shape), min(column for _, column in shape)
        for down, right in places:
            moved = [(row - top + down, column - left + right) for row, column in shape]
            if all(place in places for place in moved):
                line = tuple(places[place] for place in moved)
                found.setdefault(frozenset(line), line)
    top, left = (min(place[axis] for place in drawn) for axis in (0, 1))
    named = "-".join(largest.name((row - top, column - left)) for row, column in sorted(drawn))
    key = f"animal {rows},{columns},{named}"
    turns = _turns_of_box((rows, columns))
    return _rectangle(key, rows, columns, found.values(), turns)


def lines(
    cells: SupportsIndex,
    lines: Iterable[Iterable[SupportsIndex]],
    names: Sequence[str] | None = None,
    symmetries: Iterable[Sequence[SupportsIndex]] = (),
) -> Board:
    """Return the board of so many `cells` with these `lines`, each a set of cell numbers from 0.

    Its cells are called p1, p2, … if no `names` are given. `symmetries`, permutations
    ``perm[cell] = image``, make searches shorter; each is verified to take lines to lines.

    >>> star = lines(7, [(0, 1, 2), (0, 3, 4), (0, 5, 6)], symmetries=[(0, 3, 4, 5, 6, 1, 2)])
    >>> star.key, star.name(6), len(star.symmetries)
    ('lines 7:adada74b', 'p7', 2)
    """
    number = _size("cells", cells)
    if number > MOST_CELLS:
        raise InvalidGameError(f"a board has 1 to {MOST_CELLS} cells, not {number}")
    names = [f"p{cell}" for cell in range(1, number + 1)] if names is None else names
    ordered = sorted(tuple(sorted(line)) for line in checked_lines("", number, lines))
    made = Board("", ordered, [[number]], symmetries, names=names)
    told = repr((made.lines, made.symmetries, made.names)).encode()
    digest = blake2b(told, digest_size=4).hexdigest()
    made.__dict__["_key"] = f"lines {number}:{digest}"
    return made


KEYS = "'4x4x4,4', 'torus 5,5,4', 'hexagon 3,3' or 'animal 4,4,a1-a2-b2'"
"""The forms of a `Board.key`."""


def board_of(key: str, told: str = "", forms: str = KEYS) -> Board:
    """Return the board of a `Board.key` such as ``"4x4x4,4"`` or ``"torus 5,5,4"``.

    Raises `InvalidGameError` for what is none, and for that of given lines, which it does not tell:
    of a key that was `told` in other `forms`, in these.
    """
    kind, _, sizes = key.rpartition(" ")
    try:
        if kind == "" and (match := re.fullmatch(r"([0-9]+(?:x[0-9]+)+),([0-9]+)", sizes)):
            return box(tuple(map(int, match[1].split("x"))), int(match[2]))
        makers: dict[str, Callable[..., Board]] = {"torus": torus, "hexagon": hexagon}
        if kind in makers:
            return makers[kind](*map(int, sizes.split(",")))
        if kind == "animal":
            m, n, drawn = sizes.split(",")
            return animal(int(m), int(n), drawn.split("-"))
    except InarowError as error:
        raise InvalidGameError(f"{told or repr(key)} is no board: {error}") from None
    except (TypeError, ValueError):  # too many numbers, or what is none
        pass
    if kind.startswith("lines") and not told:
        raise InvalidGameError(f"{told or repr(key)} does not tell the lines: give the game")
    raise InvalidGameError(f"{told or repr(key)} is no board: expected {forms}")


def _size(name: str, value: SupportsIndex) -> int:
    number = as_integer(name, value)
    if number < 1:
        raise InvalidGameError(f"{name} must be 1 or more, not {number}")
    return number


def _sizes(name: str, values: Sequence[SupportsIndex]) -> tuple[int, ...]:
    sizes = tuple(_size(name, value) for value in in_order("sides", values))
    if prod(sizes) > MOST_CELLS:
        raise InvalidGameError(f"a board has 1 to {MOST_CELLS} cells, not {prod(sizes)}")
    return sizes


def _rectangle(
    key: str, m: int, n: int, found: Iterable[Line], symmetries: Iterable[Line]
) -> Board:
    return Board(key, found, [[n] * m], symmetries, shape=(m, n), drop=n)


def _places(sides: Sequence[int]) -> dict[tuple[int, ...], int]:
    """The cells by their coordinates, in the order of their numbers."""
    return {place: cell for cell, place in enumerate(product(*map(range, sides)))}


def _rows(
    cells: dict[tuple[int, ...], int], directions: Iterable[tuple[int, ...]], length: int
) -> list[Line]:
    """All rows of so many cells, in these directions."""
    found = []
    for first, step in product(cells, directions):
        line = []
        for i in range(min(length, MOST_CELLS + 1)):
            cell = cells.get(tuple(at + i * by for at, by in zip(first, step, strict=True)))
            if cell is None:
                break
            line.append(cell)
        else:
            found.append(tuple(line))
    return found


def _turns_of_box(sides: Sequence[int], *, alike: bool = False) -> Iterator[Line]:
    """The symmetries of a box as permutations of its cells; `alike`: see `box`.

    They are found when they are asked for: a board that has too many lines is refused before.
    """
    cells = _places(sides)
    side = sides[0]
    orders: list[Sequence[int]] = [range(side)]
    if alike:  # of the layers, where opposite ones stay opposite
        orders = [
            order
            for order in permutations(range(side))
            if all(order[i] + order[-1 - i] == side - 1 for i in range(side))
        ]
    found: dict[Line, None] = {}
    for axes in permutations(range(len(sides))):
        if tuple(sides[axis] for axis in axes) != tuple(sides):
            continue
        for mirrored in product((False, True), repeat=len(sides)):
            for order in orders:
                image = []
                for place in cells:
                    moved = [place[axis] for axis in axes]
                    moved = [order[at] for at in moved] if alike else moved
                    image.append(
                        cells[
                            tuple(
                                limit - 1 - at if turned else at
                                for at, turned, limit in zip(moved, mirrored, sides, strict=True)
                            )
                        ]
                    )
                found[tuple(image)] = None
    yield from found
