"""A picture of a position as an array of pixels, for the videos of experiments.

Stones are drawn once for a size, from the distance of each pixel to their strokes, which makes
for smooth edges; the colours are those of `inarow.svg`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from inarow.model.bits import cells_of
from inarow.model.errors import InvalidOptionError

if TYPE_CHECKING:
    from inarow.model.position import Position

_CELL, _GRID, _X, _O = (255, 255, 255), (138, 138, 138), (11, 83, 148), (179, 71, 11)
_WON, _LAST = (255, 224, 138), (207, 232, 216)


def raster(
    position: Position, *, last: int | None = None, cell_size: int = 32
) -> npt.NDArray[np.uint8]:
    """Return a uint8 array of shape (m * cell_size + 1, n * cell_size + 1, 3): red, green, blue.

    Completed lines and the cell of the `last` move have a ground of their own. `cell_size` is in
    pixels, 8 to 200; `InvalidOptionError` for any other.

    >>> from inarow.model.game import Game
    >>> raster(Game(3, 5, 3).start()).shape
    (97, 161, 3)
    """
    if not 8 <= cell_size <= 200:
        raise InvalidOptionError(f"cell_size must be 8 to 200, not {cell_size}")
    game = position.game
    picture = np.empty((game.m * cell_size + 1, game.n * cell_size + 1, 3), np.uint8)
    picture[:] = _CELL

    def tile(cell: int) -> npt.NDArray[np.uint8]:
        row, column = game.coordinates(cell)
        y, x = row * cell_size, column * cell_size
        return picture[y : y + cell_size, x : x + cell_size]

    if last is not None:
        tile(last)[:] = _LAST
    for cell in position.winning_cells:
        tile(cell)[:] = _WON
    picture[::cell_size] = _GRID
    picture[:, ::cell_size] = _GRID
    cross, ring = _stones(cell_size)
    for stones, cover, colour in ((position.x, cross, _X), (position.o, ring, _O)):
        ink = cover[:, :, None] * np.array(colour)
        for cell in cells_of(stones):
            ground = tile(cell)
            ground[:] = np.rint(ink + (1 - cover)[:, :, None] * ground).astype(np.uint8)
    return picture


@lru_cache(maxsize=8)
def _stones(size: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """How much of each pixel of a cell a cross covers, and how much a ring, from 0 to 1."""
    y, x = np.mgrid[:size, :size] - (size / 2)  # the grid takes the first row and column
    along, across = (x + y) / np.sqrt(2), (x - y) / np.sqrt(2)
    length, half_stroke = 0.26 * size * np.sqrt(2), 0.06 * size
    falling = np.hypot(np.maximum(abs(along) - length, 0), across)
    rising = np.hypot(np.maximum(abs(across) - length, 0), along)
    circle = abs(np.hypot(x, y) - 0.28 * size)
    distances = np.minimum(falling, rising), circle
    cross, ring = (np.clip(half_stroke + 0.5 - distance, 0, 1) for distance in distances)
    return cross, ring
