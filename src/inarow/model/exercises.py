"""The rules as small tools, for any board and any k: judge a list of moves, a board, one move.

With `exact`, only a row of exactly k stones wins: see `Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from inarow.model.board import MoveLike, as_bool, as_integer
from inarow.model.errors import IllegalMoveError, InvalidGameError, InvalidOptionError
from inarow.model.game import Game
from inarow.model.legal import find_fault
from inarow.model.parse import read_board

MOST_CELLS = 1 << 22
"""Of a `WinChecker`, which takes some forty bytes for each."""

Outcome = Literal["A", "B", "Draw", "Pending"]


def winner_of_moves(
    moves: str | Iterable[MoveLike], m: int = 3, n: int = 3, k: int = 3, exact: bool = False
) -> Outcome:
    """Return the outcome of a list of moves, in which A and B alternate and A begins.

    Raises `IllegalMoveError` for a taken cell, a cell off the board or a move after the end.

    >>> winner_of_moves([(0, 0), (2, 0), (1, 1), (2, 1), (2, 2)])
    'A'
    >>> winner_of_moves([(0, 0), (1, 1)])
    'Pending'
    """
    position = Game(m, n, k, exact=exact).start().play_all(moves)
    if position.winner is not None:
        return "A" if position.winner == "X" else "B"
    return "Draw" if position.is_over else "Pending"


def is_reachable(
    rows: Sequence[str], m: int = 3, n: int = 3, k: int = 3, exact: bool = False
) -> bool:
    """Return whether some game, in which play ends with a complete line, reaches this board.

    With `exact` the answer True is only that nothing speaks against it. `rows` holds a text for
    each row, of ``X``, ``O`` and space (or anything else that `Game.position` reads). Raises
    `InvalidPositionError` for a board that cannot be read.

    >>> is_reachable(["XOX", " X ", "   "]), is_reachable(["XOX", "O O", "XOX"])
    (False, True)
    """
    game = Game(m, n, k, exact=exact)
    return find_fault(game, *read_board(game, rows)) is None


class WinChecker:
    """Does this move complete a line? O(1) for each move and each undo, whatever m, n and k.

    A run is a longest row of stones of one player in one direction, and its two ends know its
    length. A new stone asks its neighbours, which are ends of the runs that it joins, and tells the
    ends of the joined run. `n` is `m` if left out, `k` the shorter side; up to four million cells
    (else `InvalidGameError`). Players are 1 and 2 and need not alternate; `winner` is 0, 1 or 2.

    >>> checker = WinChecker(3)
    >>> [checker.move(row, row, 1) for row in (0, 2, 1)], checker.winner
    ([0, 0, 1], 1)
    """

    def __init__(
        self, m: int, n: int | None = None, k: int | None = None, exact: bool = False
    ) -> None:
        self.m = as_integer("m", m)
        self.n = self.m if n is None else as_integer("n", n)
        self.k = min(self.m, self.n) if k is None else as_integer("k", k)
        for name in "mnk":
            if getattr(self, name) < 1:
                raise InvalidGameError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if self.m * self.n > MOST_CELLS:
            size = f"{self.m}x{self.n}"
            raise InvalidGameError(
                f"a board of {size} is too large: it may have {MOST_CELLS:,} cells"
            )
        self.exact = as_bool("exact", exact) and self.k > 1  # a single stone wins either way
        self.winner = 0
        # A frame of empty cells around the board: a step off the edge finds no stone.
        self._width = self.n + 2
        cells = (self.m + 2) * self._width
        self._owner = bytearray(cells)
        steps = (1, self._width, self._width + 1, self._width - 1)
        self._runs = [(step, [0] * cells) for step in steps]
        # Each move as its cell and, per direction, the lengths of the runs that it joined.
        self._history: list[tuple[int, list[tuple[int, int]]]] = []

    def __repr__(self) -> str:
        return f"WinChecker({self.m}, {self.n}, {self.k}, exact={self.exact})"

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
