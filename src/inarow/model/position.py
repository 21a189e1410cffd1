"""A position: the stones on the board, who is to move, and what the rules make of it.

A move ors one bit into the stones of the side to move and swaps them with those of the other, so
that every rule is written once for both colours. Whoever completed a line moved last: a complete
line is always in `_opponent`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, NoReturn, SupportsIndex, final

from inarow.model.bits import cells_of, image_of
from inarow.model.board import MoveLike
from inarow.model.errors import IllegalMoveError, InvalidOptionError, InvalidPositionError
from inarow.model.legal import (
    OTHER,
    Player,
    complete_lines,
    count_turn,
    find_fault,
    last_stones,
    side_to_move,
)
from inarow.model.moves import Recorded, listed, read_cell
from inarow.model.stones import Stones

if TYPE_CHECKING:
    from inarow.model.game import Game


@final
class Position(Stones):
    """An immutable position, made by `Game.start`, `Game.position` and `play`.

    Two positions are equal if the game, the stones and the side to move agree.

    >>> from inarow.model.game import Game
    >>> position = Game(3, 3, 3).start().play("b2").play((0, 0))
    >>> position
    Game(3, 3, 3).position('O../.X./...')
    >>> position.turn, position.ply, position.legal_moves
    ('X', 2, (1, 2, 3, 5, 6, 7, 8))
    >>> print(position.draw())
      a b c
    1 O . .
    2 . X .
    3 . . .
    """

    __slots__ = ("_last", "_winner")

    _winner: Player | None
    _last: int | None  # for pictures only: no part of the value

    def __init__(self) -> None:
        raise TypeError("make a position with game.start() or game.position(board)")

    @property
    def winner(self) -> Player | None:
        return self._winner

    @property
    def is_draw(self) -> bool:
        """Whether the board is full and nobody has a line."""
        return self._winner is None and self._own | self._opponent == self._game.full

    @property
    def is_over(self) -> bool:
        return self._winner is not None or self._own | self._opponent == self._game.full

    @property
    def status(self) -> str:
        """One of ``"X wins"``, ``"O wins"``, ``"draw"``, ``"X to move"``, ``"O to move"``."""
        if self._winner is not None:
            return f"{self._winner} wins"
        return "draw" if self.is_draw else f"{self._turn} to move"

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The empty cells (with gravity, the lowest of each column), ascending; none when over."""
        if self._winner is not None:
            return ()
        return cells_of(self._game._playable(self._own | self._opponent))

    @property
    def last_move(self) -> int | None:
        """The cell that `play` played last; None if the board was set up.

        Equal positions may differ in it.
        """
        return self._last

    @property
    def winning_cells(self) -> tuple[int, ...]:
        """The cells of all completed lines, ascending."""
        return tuple(sorted({cell for line in self.winning_lines for cell in line}))

    @property
    def winning_lines(self) -> tuple[tuple[int, ...], ...]:
        """The completed lines, each of k cells."""
        if self._winner is None:
            return ()
        return tuple(complete_lines(self._game, self._opponent))

    # Moves.

    def play(self, move: MoveLike) -> Position:
        """Return the position after `move` (a cell number, a pair (row, column) or ``"b2"``).

        On a grid with gravity the letter of a column will do: ``"d"``.

        Raises `IllegalMoveError` if the cell is taken or off the board or the game is over, or with
        gravity if nothing lies below it.
        """
        game = self._game
        own, opponent, turn = self._own, self._opponent, self._turn
        cell = move if type(move) is int and 0 <= move < game.cells else self._cell(move)
        bit = 1 << cell
        if (
            (own | opponent) & bit
            or self._winner is not None
            or (game.gravity and not game._playable(own | opponent) & bit)
        ):
            self._refuse(cell)
        own |= bit
        winner: Player | None = None
        for line, span in game.spans_by_cell[cell]:
            if own & span == line:
                winner = OTHER[turn] if game.misere else turn
                break
        return make_position(game, opponent, own, "O" if turn == "X" else "X", winner, cell)

    def play_all(self, moves: str | Iterable[MoveLike] | Recorded) -> Position:
        """Return the position after all of `moves`, in order.

        They are a list of them; a text such as ``"b2 a1"``, ``"1. h8 i9 2. j10"`` or ``"7,7 8,8"``
        (row, column; on a box ``"2,0,0"``, with the layer first); or a game that begins here: an
        `inarow.Record`, or a `Match`.

        Raises `IllegalMoveError` for the first that cannot be played, or a game from elsewhere.

        >>> from inarow.model.game import Game
        >>> Game(3, 3, 3).start().play_all("b2 a1 c3")
        Game(3, 3, 3).position('O../.X./..X')
        """
        if isinstance(moves, Recorded):
            if moves.start != self:
                raise IllegalMoveError(f"the game begins at {moves.start!r}, not at {self!r}")
            moves = moves.moves
        position = self
        for move in listed(self, moves):
            position = position.play(move)
        return position

    def _cell(self, move: MoveLike) -> int:
        """The cell of a move: as `Game.cell`, or on a grid with gravity by a column's letter."""
        return read_cell(self._game, self._own | self._opponent, move)

    def _refuse(self, cell: int) -> NoReturn:
        name = self._game.name(cell)
        if self.is_over:
            raise IllegalMoveError(f"cannot play {name}: the game is over ({self.status})")
        if not (self._own | self._opponent) >> cell & 1:
            raise IllegalMoveError(f"cannot play {name}: nothing lies below it")
        holder = "X" if self.x >> cell & 1 else "O"
        raise IllegalMoveError(f"cannot play {name}: the cell is taken by {holder}")

    # Symmetry.

    def transform(self, symmetry: SupportsIndex | Sequence[int]) -> Position:
        """Return the image under one of `Game.symmetries`, given as its index or itself.

        Raises `InvalidOptionError` for an index out of range or another permutation.
        """
        game = self._game
        wanted = tuple(symmetry) if isinstance(symmetry, Sequence) else index(symmetry)
        for number, image in enumerate(game.symmetries):
            if wanted in (number, image):
                return self._transformed(image)
        raise InvalidOptionError(
            f"{game} has {len(game.symmetries)} symmetries; {symmetry!r} is none of them"
        )

    def _transformed(self, permutation: Sequence[int]) -> Position:
        own, opponent = image_of(self._own, permutation), image_of(self._opponent, permutation)
        last = None if self._last is None else permutation[self._last]
        return make_position(self._game, own, opponent, self._turn, self._winner, last)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Those of `Game.symmetries` that leave this position as it is, identity first.

        >>> from inarow.model.game import Game
        >>> len(Game(3, 3, 3).start().symmetries), len(Game(3, 3, 3).start().play("a1").symmetries)
        (8, 2)
        """
        return tuple(
            image
            for image in self._game.symmetries
            if image_of(self._own, image) == self._own
            and image_of(self._opponent, image) == self._opponent
        )

    @property
    def distinct_moves(self) -> tuple[int, ...]:
        """The legal moves, of those that are images of each other only the lowest cell.

        >>> from inarow.model.game import Game
        >>> Game(3, 3, 3).start().distinct_moves
        (0, 1, 4)
        """
        symmetries = self.symmetries
        return tuple(
            move for move in self.legal_moves if all(move <= image[move] for image in symmetries)
        )

    def canonical(self) -> Position:
        """Return the smallest image under the symmetries of the board.

        Images are ordered by the bit mask of X, then by that of O, both compared as integers.
        Two positions are images of each other exactly if their canonical positions are equal; not
        so where `inarow.boards.lines` was given symmetries that lack what they make together.
        """
        images = map(self._transformed, self._game.symmetries)
        return min(images, key=lambda image: (image.x, image.o))

    def __repr__(self) -> str:
        """Return an expression that makes an equal position, given `Game`; off grids, words."""
        game = self._game
        if find_fault(game, self.x, self.o) is None and self._turn == count_turn(self.x, self.o):
            return f"{game!r}.position({self.text!r})"
        if self._winner is None:
            return f"{game!r}.position({self.text!r}, turn={self._turn!r}, strict=False)"
        # Such a board cannot be given with a line on it: take back a stone that can have been last.
        last = last_stones(game, self._opponent, self._own)[0]
        own, turn = self._opponent & ~(1 << last), OTHER[self._turn]
        before = make_position(game, own, self._own, turn, None)
        return f"{before!r}.play({game.name(last)!r})"

    # A value.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._own == other._own
            and self._opponent == other._opponent
            and self._turn == other._turn
            and self._game == other._game
        )

    def __hash__(self) -> int:
        return hash((self._game, self._own, self._opponent, self._turn))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        state = (self._game, self._own, self._opponent, self._turn, self._winner, self._last)
        return make_position, state


_new = object.__new__


def make_position(
    game: Game,
    own: int,
    opponent: int,
    turn: Player,
    winner: Player | None,
    last: int | None = None,
) -> Position:
    """Return a position without any check: for callers who know that it is consistent."""
    position = _new(Position)
    position._game = game
    position._own = own
    position._opponent = opponent
    position._turn = turn
    position._winner = winner
    position._last = last
    return position


def require_position(given: object) -> Position:
    """Return `given`, or raise `TypeError`, with a hint to who gives a game."""
    if isinstance(given, Position):
        return given
    kind = type(given).__name__
    hint = f": its empty board is {given!r}.start()" if kind == "Game" else ""
    raise TypeError(f"expected a Position, not {kind}{hint}")


def require_position_of(game: Game, given: object, asked: object) -> Position:
    """Likewise; `InvalidPositionError` for one of another game than that which `asked` is for."""
    position = require_position(given)
    # `is` first: games are normally the same object, and comparing them costs a call.
    if position._game is not game and position._game != game:
        raise InvalidPositionError(f"a position of {position._game} given to {asked!r}")
    return position


def require_move(given: object) -> None:
    """Raise what `require_position` raises, and `InvalidPositionError` if the game is over."""
    position = require_position(given)
    if position.is_over:
        raise InvalidPositionError(f"the game is over ({position.status}): there is no move")


def validated_position(
    game: Game, x: int, o: int, turn: str | None = None, strict: bool = True
) -> Position:
    """Return the position with these stones, or raise `InvalidPositionError`: `Game.position`."""
    to_move = side_to_move(game, x, o, turn, strict)
    own, opponent = (x, o) if to_move == "X" else (o, x)
    winner = None
    if complete_lines(game, opponent):
        winner = to_move if game.misere else OTHER[to_move]
    return make_position(game, own, opponent, to_move, winner)
