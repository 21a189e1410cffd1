"""A picture of a position as self-contained SVG.

The picture brings its own light background, so that it reads the same in a light and in a dark
notebook. X is two strokes and O a ring: the sides can be told apart without colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from inarow.errors import InvalidOptionError
from inarow.svg_parts import clean, cross, grid_lines

if TYPE_CHECKING:
    from inarow.game import MoveLike
    from inarow.position import Position

__all__ = ["board_svg"]

_PAPER, _CELL, _GRID, _TEXT = "#f6f4ee", "#ffffff", "#8a8a8a", "#333333"
_WON, _HIGHLIGHT = "#ffe08a", "#cfe8d8"
_X, _O = "#0b5394", "#b3470b"  # a dark blue and a dark orange, distinct for the colour-blind too
_FONT = "font-family='sans-serif' text-anchor='middle' dominant-baseline='central'"


def board_svg(
    position: Position,
    *,
    marks: Mapping[int, str] | None = None,
    highlight: Iterable[MoveLike] = (),
    cell_size: int = 40,
    coordinates: bool = True,
) -> str:
    """Return an SVG picture of `position`.

    The cells of completed lines are filled and each line is drawn through. `marks` puts a short
    text into empty cells, such as a value or a distance; `highlight` fills and frames any cells.
    `cell_size` is in pixels, 8 to 200; `coordinates` shows column letters and row numbers.

    Raises `InvalidOptionError` for a mark on a taken cell or a cell size out of range,
    `IllegalMoveError` for a cell off the board.

    >>> from inarow.game import Game
    >>> picture = board_svg(Game(3, 3, 3).position("X../.O./..."), marks={2: "+1"})
    >>> picture.startswith("<svg "), picture.count("class='mark'")
    (True, 1)
    """
    if not 8 <= cell_size <= 200:
        raise InvalidOptionError(f"cell_size must be 8 to 200, not {cell_size}")
    game, size = position.game, cell_size
    margin = round(0.7 * size) if coordinates else round(0.15 * size)
    border = round(0.15 * size)
    width, height = margin + game.n * size + border, margin + game.m * size + border

    def centre(cell: int) -> tuple[float, float]:
        row, column = divmod(cell, game.n)
        return margin + (column + 0.5) * size, margin + (row + 0.5) * size

    title = f"{game!r}, {position.status}: {position.text}"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'"
        f" width='{width}' height='{height}' role='img'>",
        f"<title>{clean(title)}</title>",
        f"<rect width='{width}' height='{height}' rx='{border}' fill='{_PAPER}'/>",
        f"<rect x='{margin}' y='{margin}' width='{game.n * size}' height='{game.m * size}'"
        f" fill='{_CELL}'/>",
    ]

    framed = sorted({game.cell(move) for move in highlight})
    won = position.winning_cells
    for cells, kind, colour in ((framed, "highlight", _HIGHLIGHT), (won, "won", _WON)):
        for cell in cells:
            x, y = centre(cell)
            parts.append(_square(kind, x, y, size, f"fill='{colour}'"))

    lines = grid_lines(margin, margin, size, game.m, game.n)
    parts.append(f"<path d='{lines}' stroke='{_GRID}' stroke-width='1' fill='none'/>")
    for cell in framed:  # above the grid: a frame tells without colour what the fill tells
        x, y = centre(cell)
        frame = f"fill='none' stroke='{_TEXT}' stroke-width='{0.05 * size:g}'"
        parts.append(_square("frame", x, y, 0.9 * size, frame))

    if coordinates:
        for column in range(game.n):
            x, _ = centre(column)
            letter = game.name(column)[0]
            parts.append(_text("coordinate", letter, x, margin / 2, 0.34 * size))
        for row in range(game.m):
            _, y = centre(row * game.n)
            parts.append(_text("coordinate", str(row + 1), margin / 2, y, 0.34 * size))

    for cell in range(game.cells):
        x, y = centre(cell)
        if position.x >> cell & 1:
            parts.append(
                f"<path class='x' d='{cross(x, y, size)}' stroke='{_X}'"
                f" stroke-width='{0.12 * size:g}' stroke-linecap='round'/>"
            )
        elif position.o >> cell & 1:
            parts.append(
                f"<circle class='o' cx='{x:g}' cy='{y:g}' r='{0.28 * size:g}' fill='none'"
                f" stroke='{_O}' stroke-width='{0.11 * size:g}'/>"
            )

    for line in position.winning_lines:
        (x1, y1), (x2, y2) = centre(line[0]), centre(line[-1])
        parts.append(
            f"<path class='line' d='M{x1:g} {y1:g}L{x2:g} {y2:g}' stroke='{_TEXT}'"
            f" stroke-width='{0.06 * size:g}' stroke-linecap='round' opacity='0.6'/>"
        )

    for move, label in (marks or {}).items():
        cell = game.cell(move)
        if (position.x | position.o) >> cell & 1:
            raise InvalidOptionError(f"a mark needs an empty cell, but {game.name(cell)} is taken")
        x, y = centre(cell)
        # A long text shrinks to fit: about 0.6 of the font size for each character.
        parts.append(_text("mark", label, x, y, size * min(0.4, 1.25 / max(1, len(label)))))
    parts.append("</svg>")
    return "\n".join(parts)


def _square(kind: str, x: float, y: float, side: float, style: str) -> str:
    return (
        f"<rect class='{kind}' x='{x - side / 2:g}' y='{y - side / 2:g}' width='{side:g}'"
        f" height='{side:g}' {style}/>"
    )


def _text(kind: str, text: str, x: float, y: float, size: float) -> str:
    return (
        f"<text class='{kind}' x='{x:g}' y='{y:g}' font-size='{size:g}' fill='{_TEXT}' {_FONT}>"
        f"{clean(text)}</text>"
    )
