"""A picture of a position as an array of pixels, for the videos of experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from inarow.model.position import Position

CELL = 32
"""The pixels of a cell, a line of the grid among them."""

# Red, green and blue, as in the pictures of `inarow.svg`.
EMPTY, GRID, X, O = (255, 255, 255), (138, 138, 138), (11, 83, 148), (179, 71, 11)  # noqa: E741
WON, LAST = (255, 224, 138), (207, 232, 216)


def raster(position: Position, last: int | None = None) -> npt.NDArray[np.uint8]:
    """Return a uint8 array of shape (m * 32 + 1, n * 32 + 1, 3): red, green, blue.

    Completed lines and the cell of the last move have a ground of their own; `last` tells it of a
    position that does not know it.

    >>> from inarow.model.game import Game
    >>> raster(Game(3, 5, 3).start()).shape
    (97, 161, 3)
    """
    game = position.game
    last = position.last_move if last is None else last
    y, x = np.mgrid[:CELL, :CELL] - CELL / 2  # from the middle of a cell
    cross = (abs(abs(x) - abs(y)) < 2.5) & (abs(x) < 9)
    ring = abs(np.hypot(x, y) - 9) < 2
    picture = np.full((game.m * CELL + 1, game.n * CELL + 1, 3), EMPTY, np.uint8)
    for cell in range(game.cells):
        row, column = game.coordinates(cell)
        tile = picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        if cell in position.winning_cells:
            tile[:] = WON
        elif cell == last:
            tile[:] = LAST
        if position.x >> cell & 1:
            tile[cross] = X
        elif position.o >> cell & 1:
            tile[ring] = O
    picture[::CELL] = GRID
    picture[:, ::CELL] = GRID
    return picture
