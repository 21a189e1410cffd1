"""A picture of a position as self-contained SVG.

The picture brings its own light background, so that it reads the same in a light and in a dark
notebook. X is two strokes and O a ring: the sides can be told apart without colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from inarow.model.errors import InvalidOptionError
from inarow.svg.parts import clean, cross, grid_lines, text_width

if TYPE_CHECKING:
    from inarow.model.game import MoveLike
    from inarow.model.position import Position

__all__ = ["INK", "BoardDrawing", "board_svg"]

INK = "#333333"
"""Of texts and frames."""

_PAPER, _CELL, _GRID = "#f6f4ee", "#ffffff", "#8a8a8a"
_WON, _HIGHLIGHT = "#ffe08a", "#cfe8d8"
_X, _O = "#0b5394", "#b3470b"  # a dark blue and a dark orange, distinct for the colour-blind too
_FONT = "font-family='sans-serif' text-anchor='middle' dominant-baseline='central'"


def board_svg(
    position: Position,
    *,
    marks: Mapping[int, str] | None = None,
    highlight: Iterable[MoveLike] = (),
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
    >>> picture.startswith("<svg "), picture.count("class='mark'")
    (True, 1)
    """
    game = position.game
    drawing = BoardDrawing(
        position, cell_size, coordinates, highlight=[game.cell(move) for move in highlight]
    )
    if last is not None:
        drawing.mark_last(game.cell(last))
    for move, label in (marks or {}).items():
        cell = game.cell(move)
        if (position.x | position.o) >> cell & 1:
            raise InvalidOptionError(f"a mark needs an empty cell, but {game.name(cell)} is taken")
        drawing.mark(cell, label)
    return drawing.svg()


class BoardDrawing:
    """A board with its stones, on which more is drawn before `svg` returns it.

    `caption` lines stand below the board. With a `label` of its own (what a screen reader says
    of the picture) it is a group, whose parts may have labels as well.
    """

    def __init__(
        self,
        position: Position,
        cell_size: int = 40,
        coordinates: bool = True,
        *,
        highlight: Iterable[int] = (),
        captions: Sequence[str] = (),
        label: str | None = None,
    ) -> None:
        if not 8 <= cell_size <= 200:
            raise InvalidOptionError(f"cell_size must be 8 to 200, not {cell_size}")
        self.position, self.size = position, cell_size
        self._margin = round(0.7 * cell_size) if coordinates else round(0.15 * cell_size)
        self._open(label, captions)
        self._draw_cells(sorted(set(highlight)))
        if coordinates:
            self._draw_coordinates()
        self._draw_stones()
        self.draw_lines(position)

    def centre(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = self.position.game.coordinates(cell)
        size, margin = self.size, self._margin
        return margin + (column + 0.5) * size, margin + (row + 0.5) * size

    def add(self, *parts: str) -> None:
        """Draw on top of all so far."""
        self._parts += parts

    def svg(self) -> str:
        """The picture."""
        return "\n".join([*self._parts, "</svg>"])

    # What the board is made of.

    def _open(self, label: str | None, captions: Sequence[str]) -> None:
        game, size, margin = self.position.game, self.size, self._margin
        border = round(0.15 * size)
        letters = 0.32 * size
        across, down = game.n * size, game.m * size
        width, height = margin + across + border, margin + down + border
        bottom = height
        if captions:
            longest = max(text_width(line, letters) for line in captions)
            width = max(width, round(longest + 2 * border))
            height += round(1.4 * letters * len(captions)) + border
        title = f"{game!r}, {self.position.status}: {self.position.text}"
        kind = "role='img'" if label is None else f"role='group' aria-label='{clean(label)}'"
        self._parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'"
            f" width='{width}' height='{height}' {kind}>",
            f"<title>{clean(title)}</title>",
            f"<rect width='{width}' height='{height}' rx='{border}' fill='{_PAPER}'/>",
            f"<rect x='{margin}' y='{margin}' width='{across}' height='{down}' fill='{_CELL}'/>",
        ]
        for number, line in enumerate(captions):
            y = bottom + (0.7 + 1.4 * number) * letters
            self.add(
                f"<text class='caption' x='{border}' y='{y:g}' font-size='{letters:g}'"
                f" fill='{INK}' font-family='sans-serif' dominant-baseline='central'>"
                f"{clean(line)}</text>"
            )

    def _draw_cells(self, framed: Sequence[int]) -> None:
        game, size = self.position.game, self.size
        won = self.position.winning_cells
        for cells, kind, colour in ((framed, "highlight", _HIGHLIGHT), (won, "won", _WON)):
            for cell in cells:
                self.add(_square(kind, *self.centre(cell), size, f"fill='{colour}'"))
        lines = grid_lines(self._margin, self._margin, size, game.m, game.n)
        self.add(f"<path d='{lines}' stroke='{_GRID}' stroke-width='1' fill='none'/>")
        for cell in framed:  # above the grid: a frame tells without colour what the fill tells
            self.frame(cell, "frame")

    def _draw_coordinates(self) -> None:
        game, size = self.position.game, self.size
        for column, letter in enumerate(game.letters):
            x, _ = self.centre(column)
            self.text("coordinate", letter, x, self._margin / 2, 0.34 * size)
        for row in range(game.m):
            _, y = self.centre(game.cell((row, 0)))
            self.text("coordinate", str(row + 1), self._margin / 2, y, 0.34 * size)

    def _draw_stones(self) -> None:
        for cell in range(self.position.game.cells):
            if self.position.x >> cell & 1:
                self.add(self.x_stone(cell))
            elif self.position.o >> cell & 1:
                self.add(self.o_stone(cell))

    # What may be drawn on it.

    def x_stone(self, cell: int, more: str = "") -> str:
        """A stone of X; `more` are attributes."""
        x, y = self.centre(cell)
        return (
            f"<path class='x' d='{cross(x, y, self.size)}' stroke='{_X}'"
            f" stroke-width='{0.12 * self.size:g}' stroke-linecap='round'{more}/>"
        )

    def o_stone(self, cell: int, more: str = "") -> str:
        """A stone of O, likewise."""
        x, y = self.centre(cell)
        return (
            f"<circle class='o' cx='{x:g}' cy='{y:g}' r='{0.28 * self.size:g}' fill='none'"
            f" stroke='{_O}' stroke-width='{0.11 * self.size:g}'{more}/>"
        )

    def draw_lines(self, position: Position, more: str = "") -> None:
        """Draw through the lines that are complete in a position."""
        for line in position.winning_lines:
            (x1, y1), (x2, y2) = self.centre(line[0]), self.centre(line[-1])
            self.add(
                f"<path class='line' d='M{x1:g} {y1:g}L{x2:g} {y2:g}' stroke='{INK}'"
                f" stroke-width='{0.06 * self.size:g}' stroke-linecap='round'"
                f" opacity='0.6'{more}/>"
            )

    def frame(self, cell: int, kind: str, more: str = "") -> None:
        """Frame a cell."""
        style = f"fill='none' stroke='{INK}' stroke-width='{0.05 * self.size:g}'{more}"
        self.add(_square(kind, *self.centre(cell), 0.9 * self.size, style))

    def mark(
        self, cell: int, label: str, kind: str = "mark", ink: str = INK, more: str = ""
    ) -> None:
        """Write into a cell; a long text shrinks to fit: about 0.6 of its size for a character."""
        size = self.size * min(0.4, 1.25 / max(1, len(label)))
        self.text(kind, label, *self.centre(cell), size, ink, more)

    def mark_last(self, cell: int) -> None:
        """Fill a corner of the cell that was played last."""
        x, y = self.centre(cell)
        half, side = self.size / 2, 0.22 * self.size
        self.add(
            f"<path class='last' d='M{x + half:g} {y - half:g}v{side:g}l{-side:g} {-side:g}z'"
            f" fill='{INK}'/>"
        )

    def text(
        self, kind: str, text: str, x: float, y: float, size: float, ink: str = INK, more: str = ""
    ) -> None:
        """Write centred at (x, y)."""
        self.add(
            f"<text class='{kind}' x='{x:g}' y='{y:g}' font-size='{size:g}' fill='{ink}' {_FONT}"
            f"{more}>{clean(text)}</text>"
        )


def _square(kind: str, x: float, y: float, side: float, style: str) -> str:
    return (
        f"<rect class='{kind}' x='{x - side / 2:g}' y='{y - side / 2:g}' width='{side:g}'"
        f" height='{side:g}' {style}/>"
    )
