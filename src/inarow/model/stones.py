"""The stones on a board, cell by cell, and the shapes in which they are told.

They are two integers, bit i for cell i: `_own` for the side to move, `_opponent` for the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.bits import cells_of
from inarow.model.board import MoveLike, columns_over
from inarow.model.drawn import Drawn
from inarow.model.legal import Player, count_turn
from inarow.model.parse import letters_over

if TYPE_CHECKING:
    from inarow.model.game import Game

Stone: TypeAlias = Literal["X", "O", "."]
"""What is on a cell."""


class Stones(Drawn):
    """The stones of a `Position`, and whose turn it is."""

    __slots__ = ("_game", "_opponent", "_own", "_turn")

    _game: Game
    _own: int  # stones of the side to move
    _opponent: int  # stones of the other side
    _turn: Player

    @property
    def game(self) -> Game:
        return self._game

    @property
    def turn(self) -> Player:
        """The side to move, also when the game is over."""
        return self._turn

    @property
    def ply(self) -> int:
        """The number of stones on the board."""
        return (self._own | self._opponent).bit_count()

    @property
    def x(self) -> int:
        """The stones of X as a bit mask."""
        return self._own if self._turn == "X" else self._opponent

    @property
    def o(self) -> int:
        """The stones of O as a bit mask."""
        return self._opponent if self._turn == "X" else self._own

    # Its cells, as those of a sequence.

    def __getitem__(self, cell: MoveLike) -> Stone:
        """Return what is on a cell: ``"X"``, ``"O"`` or ``"."``.

        The cell is a number, a pair (row, column) or a name; `IllegalMoveError` if it is none.

        >>> from inarow.model.game import Game
        >>> position = Game(2, 3, 3).position("X../.O.")
        >>> position["a1"], position[1, 1], position[2], "".join(position), len(position)
        ('X', 'O', '.', 'X...O.', 6)
        """
        number = self._game.cell(cell)
        if self.x >> number & 1:
            return "X"
        return "O" if self.o >> number & 1 else "."

    def __iter__(self) -> Iterator[Stone]:
        """What is on each cell, in the order of their numbers; so ``"." in position`` asks."""
        return map(self.__getitem__, range(self._game.cells))

    def __len__(self) -> int:
        """The number of cells."""
        return self._game.cells

    # Other shapes.

    def to_array(self) -> npt.NDArray[np.int8]:
        """Return a new int8 array: +1 for X, -1 for O, 0 for an empty cell.

        Its shape is (m, n), on a box that of the box, on boards without rows (cells,).
        """
        game = self._game
        board = np.zeros(game.cells, np.int8)
        board[list(cells_of(self.x))] = 1
        board[list(cells_of(self.o))] = -1
        return board.reshape(game.shape)

    @property
    def text(self) -> str:
        """The board as text, rows from the top joined by ``/``; `Game.position` reads it.

        Layers are joined by ``//``.
        """
        rest = iter(self._rows())
        return "//".join("/".join(islice(rest, len(rows))) for rows in self._game.layers)

    def _rows(self) -> list[str]:
        """The letters of each row, layer after layer."""
        game, x, o = self._game, self.x, self.o
        letters = "".join(".XO"[(x >> i & 1) + 2 * (o >> i & 1)] for i in range(game.cells))
        return [letters[row.start : row.stop] for row in game.rows]

    @property
    def key(self) -> str:
        """The position as a text that says all: game, board, and the side to move if it is open.

        `Game.position` reads it, and `inarow.read_record` does, but for boards of `lines`.

        >>> from inarow.model.game import Game
        >>> Game(1, 5, 3, exact=True).start().play("c1").key
        '1,5,3 exact ..X..'
        """
        by_count = count_turn(self.x, self.o)
        said = "" if self._turn == by_count else f":{self._turn}"
        return f"{self._game.key} {self.text}{said}"

    def draw(self) -> str:
        """Return a drawing of several lines with column letters and row numbers.

        Layers stand side by side, the first on the left.
        """
        game, rows = self._game, iter(self._rows())
        layers = [
            [
                " ".join(f"{stone:<{len(over)}}" for stone, over in zip(row, columns, strict=False))
                for row in islice(rows, len(layer))
            ]
            for layer, columns in zip(game.layers, columns_over(game), strict=True)
        ]
        margin = len(str(len(layers[0])))
        lines = [f"{'':{margin}} {letters_over(game)}"]
        for number, across in enumerate(zip(*layers, strict=True), 1):
            lines.append(f"{number:>{margin}} {'   '.join(across)}".rstrip())
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)
