"""Thousands of boards at once, as arrays: what the vector environment keeps and plays on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from inarow.model.game import Game

Rows = npt.NDArray[np.intp]
"""Numbers of boards, or a cell for each of some."""


@lru_cache(maxsize=64)
def _strips(game: Game) -> tuple[int, Rows, npt.NDArray[np.uint32]]:
    """The rows, columns and diagonals of the board, of at most 20 cells: how many there are,
    and for each cell which four it is on, (4, cells), and its bit in them, (4, cells).
    """
    m, n = game.m, game.n
    row, column = np.divmod(np.arange(game.cells), n)
    first = np.cumsum([0, m, n, m + n - 1])[:, None]
    strips = first + np.stack((row, column, row - column + n - 1, row + column))
    bits = np.stack((column, row, column, column)).astype(np.uint32)
    return 2 * (m + n) + m + n - 2, strips, np.uint32(1) << bits


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
        strips, self._strips, self._bits = _strips(game)
        self._stones = np.zeros((count, game.cells, 2), np.int8)
        self._in_strips = np.zeros((2, count, strips), np.uint32)
        # All cells of each board, the free ones first, and the place of each: to draw one at once.
        self._order = np.empty((count, game.cells), np.int16)
        self._place = np.empty((count, game.cells), np.int16)
        self.free = np.ones((count, game.cells), np.int8)
        """1 for every cell without a stone: (N, cells)."""
        self.left = np.full(count, game.cells)
        """How many these are: (N,)."""
        self.shuffle()

    @property
    def planes(self) -> npt.NDArray[np.int8]:
        """Where there are stones of the first player and of the second: (N, m, n, 2), a copy."""
        return self._stones.copy().reshape(self.count, self.game.m, self.game.n, 2)

    def shuffle(self) -> None:
        """Forget in which order cells were taken before, which random moves depend on."""
        self._order[:] = self._place[:] = np.arange(self.game.cells)

    def clear(self, rows: Rows) -> None:
        """Take all stones of some boards away."""
        self._stones[rows] = 0
        self._in_strips[:, rows] = 0
        self.free[rows] = 1
        self.left[rows] = self.game.cells

    def play(self, player: int, rows: Rows, cells: Rows) -> npt.NDArray[np.bool_]:
        """Put a stone of a player on a free cell of some boards; on which is it a line?"""
        at = rows * self.game.cells  # flat indices take half the time of pairs
        self._take(rows, at, cells)
        at += cells
        self._stones.reshape(-1)[2 * at + player] = 1
        self.free.reshape(-1)[at] = 0
        flat = self._in_strips[player].reshape(-1)
        where = self._strips.take(cells, axis=1)
        where += rows * self._in_strips.shape[2]
        runs = flat.take(where)
        runs |= self._bits.take(cells, axis=1)
        flat[where] = runs
        return np.asarray(self._has_line(runs).any(axis=0))

    def _has_line(self, strips: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """The cells where k in a row begin, exactly k if that is the game."""
        k = self.game.k
        if k > max(self.game.m, self.game.n):
            return np.zeros_like(strips)
        runs, length = strips, 1
        while length < k:
            step = min(length, k - length)
            runs = runs & (runs >> np.uint32(step))
            length += step
        if self.game.exact and k > 1:
            runs = runs & ~(strips >> np.uint32(k)) & ~(strips << np.uint32(1))
        return runs

    def _take(self, rows: Rows, first: Rows, cells: Rows) -> None:
        """Have a cell and the last of the free ones change places; `first` is where rows begin."""
        left = self.left.take(rows)
        left -= 1
        self.left[rows] = left
        order, places = self._order.reshape(-1), self._place.reshape(-1)
        last, place = order.take(first + left), places.take(first + cells)
        order[first + place], order[first + left] = last, cells
        places[first + last], places[first + cells] = place, left

    def random_cells(self, rows: Rows, numbers: np.random.Generator) -> Rows:
        """Return any free cell of each of some boards, each with the same chance."""
        places = (numbers.random(len(rows)) * self.left.take(rows)).astype(np.intp)
        places += rows * self.game.cells
        cells: Rows = self._order.reshape(-1).take(places).astype(np.intp)
        return cells
