"""A game in progress, to play, undo and redo on."""

from __future__ import annotations

from inarow.model.bits import cells_of
from inarow.model.board import MoveLike
from inarow.model.counted import counted
from inarow.model.drawn import Drawn
from inarow.model.errors import IllegalMoveError
from inarow.model.game import Game, require_game
from inarow.model.legal import Player
from inarow.model.position import Position


class Match(Drawn):
    """A game in progress, to play, undo and redo on.

    >>> match = Match(Game(3, 3, 3))
    >>> for move in ("a1", "a2", "b1", "b2", "c1"):
    ...     _ = match.play(move)
    >>> match.status, match.winner, match.moves
    ('X wins', 'X', (0, 3, 1, 4, 2))
    >>> match.undo(), match.turn, match.free_cells
    (2, 'X', (2, 5, 6, 7, 8))
    """

    def __init__(self, game: Game | Position) -> None:
        """Begin with the empty board, or with another position."""
        start = game if isinstance(game, Position) else require_game(game).start()
        self._positions = [start]
        self._moves: list[int] = []
        self._undone: list[int] = []

    def __repr__(self) -> str:
        return f"<match: {self.position!r} after {counted(len(self._moves), 'move')}>"

    def play(self, move: MoveLike) -> int:
        """Play `move` for the side to move and return its cell; what was undone is forgotten.

        Raises `IllegalMoveError` for a taken cell, a cell off the board or a finished game.
        """
        cell = self._play(self.position._cell(move))
        self._undone.clear()
        return cell

    def undo(self) -> int:
        """Take back the last move and return its cell. Raises `IllegalMoveError` at the start."""
        if not self._moves:
            raise IllegalMoveError("there is no move to undo")
        self._positions.pop()
        cell = self._moves.pop()
        self._undone.append(cell)
        return cell

    def redo(self) -> int:
        """Play the move undone last and return its cell. Raises `IllegalMoveError` without one."""
        if not self._undone:
            raise IllegalMoveError("there is no move to redo")
        return self._play(self._undone.pop())

    def _play(self, cell: int) -> int:
        self._positions.append(self.position.play(cell))
        self._moves.append(cell)
        return cell

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._positions[0]

    @property
    def moves(self) -> tuple[int, ...]:
        """The cells played so far, in order."""
        return tuple(self._moves)

    @property
    def turn(self) -> Player:
        """The side to move, also when the game is over."""
        return self.position.turn

    @property
    def winner(self) -> Player | None:
        return self.position.winner

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def status(self) -> str:
        """One of ``"X wins"``, ``"O wins"``, ``"draw"``, ``"X to move"``, ``"O to move"``."""
        return self.position.status

    @property
    def free_cells(self) -> tuple[int, ...]:
        """The empty cells, ascending; a finished game may have some as well."""
        return cells_of(self.game.full & ~(self.position.x | self.position.o))

    @property
    def position(self) -> Position:
        """The position on the board, which later moves do not change."""
        return self._positions[-1]
