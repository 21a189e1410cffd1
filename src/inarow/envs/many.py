"""Thousands of boards at once, as arrays: what the vector environment keeps and plays on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from inarow.model.game import Game
from inarow.model.grid import DIRECTIONS

__all__ = ["Boards", "full_lines"]

Rows = npt.NDArray[np.intp]
"""Numbers of boards, or a cell for each of some."""

TRIES = 4
"""Cells that are drawn for a random move before the free ones are counted."""


@lru_cache(maxsize=64)
def _rays(game: Game) -> Rows:
    """The cells that lie before and behind each cell in every direction: (reach, cells, 8).

    What is off the board is the cell after the last, on which there is never a stone.
    """
    reach = min(game.k if game.exact else game.k - 1, max(game.m, game.n))
    rays = np.full((reach, game.cells, 8), game.cells, np.intp)
    for cell in range(game.cells):
        row, column = divmod(cell, game.n)
        for number, (down, right) in enumerate(DIRECTIONS):
            for side, sign in enumerate((-1, 1)):
                for far in range(reach):
                    r, c = row + sign * (far + 1) * down, column + sign * (far + 1) * right
                    if 0 <= r < game.m and 0 <= c < game.n:
                        rays[far, cell, 2 * number + side] = r * game.n + c
    return rays


def full_lines(game: Game, stones: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which of N boards have a completed line: (N,), of the stones of one side, (N, cells)."""
    found = np.zeros(len(stones), bool)
    for line, flanks in zip(game.lines, game.flanks, strict=True):
        found |= stones[:, list(line)].all(axis=1) & ~stones[:, list(flanks)].any(axis=1)
    return found


class Boards:
    """N boards, as one player (number 0) and the other (1) have put stones on them."""

    def __init__(self, game: Game, count: int) -> None:
        self.game = game
        self.count = count
        self._width = game.cells + 1
        # Interleaved as in an observation; the last cell is off the board.
        self._stones = np.zeros((count, self._width, 2), np.int8)
        self.free = np.ones((count, game.cells), np.int8)
        """1 for every cell without a stone: (N, cells)."""
        self.left = np.full(count, game.cells)
        """How many these are: (N,)."""

    @property
    def planes(self) -> npt.NDArray[np.int8]:
        """Where there are stones of the first player and of the second: (N, m, n, 2), a copy."""
        game = self.game
        return self._stones[:, : game.cells].copy().reshape(self.count, game.m, game.n, 2)

    def clear(self, rows: Rows, start: npt.NDArray[np.int8] | None = None) -> None:
        """Take all stones of some boards away, or set those of `start`: (rows, cells, 2)."""
        self._stones[rows] = 0
        if start is not None:
            self._stones[rows, : self.game.cells] = start
        self.free[rows] = 1 - self._stones[rows, : self.game.cells].max(axis=2)
        self.left[rows] = self.free[rows].sum(axis=1)

    def play(self, player: int, rows: Rows, cells: Rows) -> npt.NDArray[np.bool_]:
        """Put a stone of a player on a free cell of some boards; on which is it a line?"""
        game = self.game
        self._stones[rows, cells, player] = 1
        self.free[rows, cells] = 0
        self.left[rows] -= 1
        flat, first = self._stones.reshape(-1), (rows * (2 * self._width) + player)[:, None]
        runs = np.ones((len(rows), 8), np.int8)
        lengths = np.zeros((len(rows), 8), np.int8)
        for rays in _rays(game):
            runs &= flat.take(first + 2 * rays.take(cells, axis=0))
            lengths += runs
        through = lengths[:, ::2] + lengths[:, 1::2] + 1
        hit = through == game.k if game.exact and game.k > 1 else through >= game.k
        return np.asarray(hit.any(axis=1))

    def random_cells(self, rows: Rows, numbers: np.random.Generator) -> Rows:
        """Return any free cell of each of some boards, each with the same chance."""
        cells = np.empty(len(rows), np.intp)
        open_ = np.arange(len(rows))
        for _ in range(TRIES):
            drawn = numbers.integers(0, self.game.cells, len(open_))
            cells[open_] = drawn
            open_ = open_[self.free[rows[open_], drawn] == 0]
        if len(open_):
            here = rows[open_]
            place = (numbers.random(len(open_)) * self.left[here]).astype(np.intp)
            order = self.free[here].cumsum(axis=1, dtype=np.int16)
            cells[open_] = (order > place[:, None]).argmax(axis=1)
        return cells
