"""Thousands of boards at once, as arrays: what the vector environment keeps and plays on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from inarow.model.game import Game

Rows = npt.NDArray[np.intp]
"""Numbers of boards, or a cell for each of some."""


@lru_cache(maxsize=64)
def _lines_at(game: Game) -> tuple[Rows, npt.NDArray[np.int8]]:
    """For each cell the numbers of lines, and what a stone there counts in each: (cells, most).

    In a line of its own it counts one; beyond its end, where exactly k win, so little that the line
    never comes to k. What fills a row up is there twice.
    """
    at: list[list[tuple[int, int]]] = [[] for _ in range(game.cells)]
    for number, (line, flanks) in enumerate(zip(game.lines, game.flanks, strict=True)):
        for cell in line:
            at[cell].append((number, 1))
        for cell in flanks:
            at[cell].append((number, -game.k - 1))
    most = max(map(len, at))
    table = np.array([(lines * most)[:most] for lines in at], np.intp)
    table = table.reshape(game.cells, most, 2)
    return table[:, :, 0], table[:, :, 1].astype(np.int8)


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
        self._lines, self._counts = _lines_at(game)
        self._stones = np.zeros((count, game.cells, 2), np.int8)
        self._in_lines = np.zeros((2, count, len(game.lines)), np.int8)  # counts of each player
        # All cells of each board, the free ones first, and the place of each: to draw one at once.
        self._order = np.empty((count, game.cells), np.int16)
        self._place = np.empty((count, game.cells), np.int16)
        self.free = np.ones((count, game.cells), np.int8)
        """1 for every cell without a stone: (N, cells)."""
        self.left = np.full(count, game.cells)
        """How many these are: (N,)."""
        self.last = np.full(count, -1)
        """The cells of the last moves: (N,); -1 for none."""
        self.clear(np.arange(count))

    @property
    def planes(self) -> npt.NDArray[np.int8]:
        """Where there are stones of the first player and of the second: (N, m, n, 2), a copy."""
        return self._stones.copy().reshape(self.count, self.game.m, self.game.n, 2)

    def clear(self, rows: Rows) -> None:
        """Take all stones of some boards away, and forget in which order they came there."""
        self._order[rows] = self._place[rows] = np.arange(self.game.cells)
        self.last[rows] = -1
        self._stones[rows] = 0
        self._in_lines[:, rows] = 0
        self.free[rows] = 1
        self.left[rows] = self.game.cells

    def play(self, player: int, rows: Rows, cells: Rows) -> npt.NDArray[np.bool_]:
        """Put a stone of a player on a free cell of some boards; on which is it a line?"""
        at = rows * self.game.cells  # flat indices take half the time of pairs
        self._take(rows, at, cells)
        self.last[rows] = cells
        at += cells
        self._stones.reshape(-1)[2 * at + player] = 1
        self.free.reshape(-1)[at] = 0
        in_lines = self._in_lines[player].reshape(-1)
        where = self._lines.take(cells, axis=0) + rows[:, None] * self._in_lines.shape[2]
        found = in_lines.take(where) + self._counts.take(cells, axis=0)
        in_lines[where] = found
        return np.asarray((found == self.game.k).any(axis=1))

    def _take(self, rows: Rows, first: Rows, cells: Rows) -> None:
        """Have a cell and the last of the free ones change places; `first` is where rows begin."""
        left = self.left.take(rows)
        left -= 1
        self.left[rows] = left
        order, places = self._order.reshape(-1), self._place.reshape(-1)
        last, place = order.take(first + left), places.take(first + cells)
        order[first + place], order[first + left] = last, cells
        places[first + last], places[first + cells] = place, left

    def free_cells(self, rows: Rows, numbers: npt.NDArray[np.float64]) -> Rows:
        """Return a free cell of each of some boards: any, as the numbers from 0 to 1 are drawn."""
        places = (numbers * self.left.take(rows)).astype(np.intp)
        places += rows * self.game.cells
        cells: Rows = self._order.reshape(-1).take(places).astype(np.intp)
        return cells


class Draws:
    """Random numbers for N games, of which each has a seed of its own: SplitMix64 in arrays."""

    def __init__(self, count: int) -> None:
        self._states = np.zeros(count, np.uint64)

    def seed(self, rows: Rows, seeds: npt.NDArray[np.uint64]) -> None:
        """Begin the numbers of some games anew."""
        self._states[rows] = _scattered(seeds)  # seeds may be neighbours

    def draw(self, rows: Rows) -> npt.NDArray[np.float64]:
        """Return a number from 0 to below 1 for each of some games."""
        states = self._states.take(rows) + np.uint64(0x9E3779B97F4A7C15)
        self._states[rows] = states
        return (_scattered(states) >> np.uint64(11)) * np.float64(2.0**-53)


def _scattered(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The numbers as SplitMix64 shows its states: a bit that changes changes half of them."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))
