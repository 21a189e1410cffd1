"""A drawn board, and pictures of positions; the layers of a box stand side by side.

X is two strokes and O a ring: the sides can be told apart without colour. A picture of a position
has its own paper, light or dark as the reader's system asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from inarow.model.bits import cells_of
from inarow.model.board import columns_over
from inarow.model.errors import InvalidOptionError
from inarow.model.moves import listed
from inarow.model.position import require_position
from inarow.svg.drawing import Drawing, text_width

if TYPE_CHECKING:
    from inarow.model.board import Board, MoveLike
    from inarow.model.position import Position

BETWEEN = 0.7
"""Cells between two layers."""


def board_svg(
    position: Position,
    *,
    marks: Mapping[int, str] | None = None,
    highlight: str | Iterable[MoveLike] = (),
    last: MoveLike | None = None,
    cell_size: int = 40,
    coordinates: bool = True,
) -> str:
    """Return an SVG picture of `position`.

    The cells of completed lines are filled and each line is drawn through. `marks` puts a short
    text into empty cells, such as a value or a distance; `highlight` fills and frames any cells;
    the cell of the `last` move has a corner filled. `cell_size` is in pixels, 8 to 200;
    `coordinates` shows column letters and row numbers.

    Raises `InvalidOptionError` for a mark on a taken cell or a cell size out of range,
    `IllegalMoveError` for a cell off the board.

    >>> from inarow.model.game import Game
    >>> picture = board_svg(Game(3, 3, 3).position("X../.O./..."), marks={2: "+1"})
    >>> picture.startswith("<svg "), picture.count("class='mark ")
    (True, 1)
    """
    game = require_position(position).game
    if not 8 <= cell_size <= 200:
        raise InvalidOptionError(f"cell_size must be 8 to 200, not {cell_size}")
    framed = sorted({position._cell(move) for move in listed(position, highlight)})
    corner = None if last is None else game.cell(last)
    board = board_picture(position, cell_size, coordinates, framed=framed, last=corner)
    for move, label in (marks or {}).items():
        cell = position._cell(move)
        if (position.x | position.o) >> cell & 1:
            raise InvalidOptionError(f"a mark needs an empty cell, but {game.name(cell)} is taken")
        board.mark(cell, label)
    return board.drawing.svg()


def board_picture(
    position: Position,
    cell: int = 40,
    coordinates: bool = True,
    *,
    framed: Sequence[int] = (),
    last: int | None = None,
    captions: Sequence[str] = (),
    label: str | None = None,
) -> BoardDrawing:
    """Return the picture of one board, with `captions` below it, to draw more on it."""
    game = position.game
    margin, border = round((0.7 if coordinates else 0.15) * cell), round(0.15 * cell)
    letters = 0.32 * cell
    columns, rows = extent(game)
    width, bottom = margin + columns * cell + border, margin + rows * cell + border
    longest = max((text_width(line, letters) for line in captions), default=0)
    height = bottom + round(1.4 * letters * len(captions)) + border * bool(captions)
    title = f"{game!r}, {position.status}: {position.text}"
    drawing = Drawing(title, max(width, round(longest + 2 * border)), height, label)
    for number, line in enumerate(captions):
        y = bottom + (0.7 + 1.4 * number) * letters
        drawing.text("page", line, border, y, letters, name="caption")
    board = BoardDrawing(drawing, position, margin, margin, cell)
    board.fill("zone", framed, "highlight")
    board.fill("last", position.winning_cells, "won")
    board.grid()
    for number in framed:  # above the grid: a frame tells without colour what the fill tells
        board.frame(number, "frame")
    if coordinates:
        board.coordinates()
    board.stones(position.x, position.o)
    board.lines(position)
    if last is not None:
        x, y = board.centre(last)
        side = 0.22 * cell
        corner = f"M{x + cell / 2:g} {y - cell / 2:g}v{side:g}l{-side:g} {-side:g}z"
        drawing.stroke("ink", corner, 1, name="last", filled=True)
    return board


def offsets(game: Board) -> list[float]:
    """Where each layer begins, in cells from the left, and the next one would."""
    widths = (max(rows) + BETWEEN for rows in game.layers)
    return list(accumulate(widths, initial=0))


def extent(game: Board) -> tuple[float, int]:
    """How many cells a board is wide, with what is between its layers, and how many high."""
    return offsets(game)[-1] - BETWEEN, max(map(len, game.layers))


class BoardDrawing:
    """A board whose upper left corner is at a place of a drawing."""

    def __init__(
        self,
        drawing: Drawing,
        position: Position,
        left: float,
        top: float,
        cell: float,
        paper: str = "cell",
    ) -> None:
        self.drawing, self.position, self.cell = drawing, position, cell
        self._left, self._top = left, top
        layers = position.game.layers
        # Short rows, as those of a hexagon, are in the middle.
        starts = [
            (start + (max(rows) - length) / 2, row, length)
            for start, rows in zip(offsets(position.game), layers, strict=False)
            for row, length in enumerate(rows)
        ]
        self._places = [
            (left + (start + column + 0.5) * cell, top + (row + 0.5) * cell)
            for start, row, length in starts
            for column in range(length)
        ]
        # The rectangles of which a board consists, as left, top, columns and rows: layers, or rows.
        self._blocks = [
            (left + start * cell, top + row * cell, length, 1) for start, row, length in starts
        ]
        if all(len(set(rows)) == 1 for rows in layers):
            self._blocks = [
                (left + start * cell, top, rows[0], len(rows))
                for start, rows in zip(offsets(position.game), layers, strict=False)
            ]
        for x, y, columns, rows in self._blocks:
            drawing.box(paper, x, y, columns * cell, rows * cell)

    def centre(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self._places[cell]

    def fill(self, kind: str, cells: Iterable[int], name: str = "") -> None:
        """Fill cells, before the grid is drawn."""
        for x, y in map(self.centre, cells):
            corner = x - self.cell / 2, y - self.cell / 2
            self.drawing.box(kind, *corner, self.cell, self.cell, edge=0, name=name)

    def grid(self, width: float = 1) -> None:
        """The lines around and between the cells."""
        cell = self.cell
        for x, y, columns, rows in self._blocks:
            across = "".join(f"M{x:g} {y + i * cell:g}h{columns * cell:g}" for i in range(rows + 1))
            down = "".join(f"M{x + i * cell:g} {y:g}v{rows * cell:g}" for i in range(columns + 1))
            self.drawing.stroke("grid", across + down, width, name="grid")

    def coordinates(self) -> None:
        """What is over the columns, if all rows have the same, and row numbers to the left."""
        game, away, size = self.position.game, 0.35 * self.cell, 0.34 * self.cell
        places = [
            (words, x + (i + 0.5) * self.cell, self._top - away)
            for (x, *_), columns in zip(self._blocks, columns_over(game), strict=False)
            if len(self._blocks) == len(game.layers)
            for i, words in enumerate(columns)
        ]
        for row in range(len(game.layers[0])):
            y = self._top + (row + 0.5) * self.cell
            places.append((str(row + 1), self._left - away, y))
        for words, x, y in places:
            fits = min(size, 0.95 * self.cell / text_width(words, 1))
            self.drawing.text("page", words, x, y, fits, quiet=True, middle=True, name="coordinate")

    def stones(self, x_cells: int, o_cells: int, opacity: float = 1) -> None:
        """Stones of both sides, given as masks."""
        r = 0.27 * self.cell
        cross = f"m{-r:g} {-r:g}l{2 * r:g} {2 * r:g}m0 {-2 * r:g}l{-2 * r:g} {2 * r:g}"
        ring = f"m{-r:g} 0a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0"
        for ink, cells, shape in (("x", x_cells, cross), ("o", o_cells, ring)):
            if cells:
                places = map(self.centre, cells_of(cells))
                path = "".join(f"M{x:g} {y:g}{shape}" for x, y in places)
                name, width = f"stone-{ink}", 0.12 * self.cell
                self.drawing.stroke(ink, path, width, name=name, opacity=opacity)

    def lines(self, position: Position, dashes: str = "") -> None:
        """Draw through the lines that are complete in a position, where these are straight."""
        for line in position.winning_lines if position.game.is_grid else ():
            (xa, ya), (xb, yb) = self.centre(line[0]), self.centre(line[-1])
            path, width = f"M{xa:g} {ya:g}L{xb:g} {yb:g}", max(1.8, 0.06 * self.cell)
            self.drawing.stroke("ink", path, width, name="line", dashes=dashes, opacity=0.6)

    def frame(self, cell: int, name: str, dashes: str = "", opacity: float = 1) -> None:
        """Frame a cell."""
        (x, y), side = self.centre(cell), 0.9 * self.cell
        path = f"M{x - side / 2:g} {y - side / 2:g}h{side:g}v{side:g}h{-side:g}z"
        width = 0.05 * self.cell
        self.drawing.stroke("ink", path, width, name=name, dashes=dashes, opacity=opacity)

    def mark(
        self, cell: int, label: str, kind: str = "cell", name: str = "mark", **style: bool
    ) -> None:
        """Write into a cell; a long text shrinks to fit: about 0.6 of its size for a character."""
        size = self.cell * min(0.4, 1.25 / max(1, len(label)))
        self.drawing.text(kind, label, *self.centre(cell), size, middle=True, name=name, **style)

    def threads(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Join the cells of pairs that are no neighbours: best below the stones."""
        for a, b in pairs:
            if not self._near(a, b):
                (xa, ya), (xb, yb) = self.centre(a), self.centre(b)
                path = f"M{xa:g} {ya:g}L{xb:g} {yb:g}"
                self.drawing.stroke("pair-edge", path, 0.036 * self.cell, name="thread")

    def pairs(self, pairs: Iterable[tuple[int, int]], names: Iterable[str]) -> None:
        """Put a band around neighbours of a pair, rings around others; in each its name."""
        for (a, b), words in zip(pairs, names, strict=False):
            label = f"pair {words}: {' and '.join(map(self.position.game.name, (a, b)))}"
            (xa, ya), (xb, yb) = self.centre(a), self.centre(b)
            path = f"M{xa:g} {ya:g}{'L' if self._near(a, b) else 'h0M'}{xb:g} {yb:g}h0"
            with self.drawing.group("pair", label):
                self.drawing.stroke("pair-edge", path, 0.61 * self.cell)
                self.drawing.stroke("pair", path, 0.55 * self.cell)
                for cell in (a, b):
                    self.mark(cell, words, name="name", bold=True)

    def _near(self, a: int, b: int) -> bool:
        (xa, ya), (xb, yb) = self.centre(a), self.centre(b)
        return max(abs(xa - xb), abs(ya - yb)) <= 1.01 * self.cell
