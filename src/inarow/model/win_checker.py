"""Does a move win? Answered in constant time, by keeping the lengths of the rows at their ends."""

from __future__ import annotations

from inarow.model.errors import IllegalMoveError, InvalidGameError, InvalidOptionError
from inarow.model.grid import as_integer

__all__ = ["WinChecker"]


class WinChecker:
    """Does this move complete a line? O(1) for each move and each undo, whatever m, n and k.

    A run is a longest row of stones of one player in one direction. Only its two end cells know
    its length. A new stone asks its two neighbours, which are ends of the runs it touches; it
    joins those runs, and writes the new length to the two ends of the joined run::

        before  X X X . X      after  X X X X X
                3   3   1             5   3   5     what is inside a run is not read any more

    `n` is `m` if left out, `k` the shorter side. The board may be larger than that of a `Game`.
    Players are 1 and 2 and need not alternate. `winner` is 0, 1 or 2.

    >>> checker = WinChecker(3)
    >>> [checker.move(row, row, 1) for row in (0, 2, 1)], checker.winner
    ([0, 0, 1], 1)
    >>> checker.undo()
    >>> checker.winner
    0
    """

    def __init__(
        self, m: int, n: int | None = None, k: int | None = None, exact: bool = False
    ) -> None:
        self.m = as_integer("m", m)
        self.n = self.m if n is None else as_integer("n", n)
        self.k = min(self.m, self.n) if k is None else as_integer("k", k)
        for name, size in (("m", self.m), ("n", self.n), ("k", self.k)):
            if size < 1:
                raise InvalidGameError(f"{name} must be 1 or more, not {size}")
        if not isinstance(exact, bool):
            raise TypeError(f"exact must be a bool, not {type(exact).__name__}")
        self.exact = exact and self.k > 1  # a single stone wins either way
        self.winner = 0
        # A frame of empty cells around the board: a step off the edge finds no stone.
        self._width = self.n + 2
        cells = (self.m + 2) * self._width
        self._owner = bytearray(cells)
        steps = (1, self._width, self._width + 1, self._width - 1)
        self._runs = [(step, [0] * cells) for step in steps]
        # Each move as its cell and, per direction, the lengths of the runs that it joined.
        self._history: list[tuple[int, list[tuple[int, int]]]] = []

    def move(self, row: int, column: int, player: int) -> int:
        """Put a stone of `player` and return `player` if that completes a line, else 0.

        Raises `IllegalMoveError` for a cell that is taken or off the board and after a win,
        `InvalidOptionError` for a player other than 1 and 2.
        """
        row, column = as_integer("row", row), as_integer("column", column)
        player = as_integer("player", player)
        if player not in (1, 2):
            raise InvalidOptionError(f"player must be 1 or 2, not {player}")
        if not (0 <= row < self.m and 0 <= column < self.n):
            raise IllegalMoveError(f"({row}, {column}) is off the {self.m}x{self.n} board")
        if self.winner:
            raise IllegalMoveError(f"the game is over: player {self.winner} has won")
        cell = (row + 1) * self._width + column + 1
        owner = self._owner
        if owner[cell]:
            raise IllegalMoveError(f"({row}, {column}) is taken by player {owner[cell]}")
        owner[cell] = player
        joined = []
        for step, length in self._runs:
            before = length[cell - step] if owner[cell - step] == player else 0
            after = length[cell + step] if owner[cell + step] == player else 0
            run = before + 1 + after
            length[cell - before * step] = length[cell + after * step] = run
            if run == self.k or (run > self.k and not self.exact):
                self.winner = player
            joined.append((before, after))
        self._history.append((cell, joined))
        return self.winner

    def undo(self) -> None:
        """Take back the last stone. Raises `IllegalMoveError` on an empty board."""
        if not self._history:
            raise IllegalMoveError("there is no move to undo")
        cell, joined = self._history.pop()
        for (step, length), (before, after) in zip(self._runs, joined, strict=True):
            # The near ends of both runs were inside the joined one and kept their lengths.
            length[cell - before * step] = before
            length[cell + after * step] = after
        self._owner[cell] = 0
        self.winner = 0  # no stone follows a win
