"""The game: a grid on which X and O take turns, and where its positions come from."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import NoReturn, SupportsIndex, final

from inarow.model.board import Board, Line, MoveLike, as_bool, as_integer
from inarow.model.boards import KEYS, board_of
from inarow.model.counted import counted
from inarow.model.errors import InvalidGameError, InvalidPositionError
from inarow.model.grid import MAX_SIDE, Grid, require_sides
from inarow.model.parse import BoardLike, read_board, split_key
from inarow.model.position import Position, make_position, validated_position

# No number of thousands of digits: int() refuses those in an error of its own.
_NUMBER = "([1-9][0-9]{0,999})"
_GRID = re.compile(f"{_NUMBER},{_NUMBER},{_NUMBER}")
_KEY = re.compile(r"^(.*?)((?: exact| misere| gravity)*)\Z", re.S)


@final
class Game(Grid):
    """An m,n,k-game: `m` rows, `n` columns, `k` or more in a row win; X moves first.

    `m` and `n` are 1 to 20; `k` is 1 or more and may exceed the board, which then has no lines.
    With `exact`, a line wins only if it is not part of a longer row of stones of its colour: an
    overline wins nothing, and play goes on. (For k = 1 that makes no difference: the first stone
    wins.) In a `misere` game whoever completes a line loses. With `gravity` a stone can be put on
    the last row, or on a stone (Connect Four is ``Game(6, 7, 4, gravity=True)``). Games are
    immutable and compare by value. Equal games are normally the same object. `Game.on` makes
    games on other boards.

    Misère games and those with gravity are solved, analysed, played and counted; what argues by
    threats and pairings (the weak game, wins by force, estimates, certificates) refuses them.

    Raises `InvalidGameError` for a size out of range, `TypeError` for what is no integer and for
    an `exact`, `misere` or `gravity` that is no bool.

    >>> game = Game(3, 3, 3)
    >>> game.cells, len(game.lines), len(game.symmetries)
    (9, 8, 8)
    >>> game.cell("b2"), game.cell((0, 2)), game.name(8)
    (4, 2, 'c3')
    >>> game.position("X../.O./...").turn
    'X'
    >>> Game(1, 7, 3, exact=True).position("XX.XOOO").status  # four in a row would not win
    'O wins'
    >>> Game(3, 3, 3, misere=True).position("XXX/OO./...").status
    'O wins'
    >>> Game(3, 3, 3, gravity=True).start().legal_moves
    (6, 7, 8)
    """

    board: Board  # what it is on: a `Grid`, or another
    misere: bool
    gravity: bool
    _hash: int

    def __new__(
        cls,
        m: SupportsIndex,
        n: SupportsIndex,
        k: SupportsIndex,
        *,
        exact: bool = False,
        misere: bool = False,
        gravity: bool = False,
    ) -> Game:
        given = {"exact": exact, "misere": misere, "gravity": gravity}
        words = [as_bool(name, value) for name, value in given.items()]
        size = as_integer("m", m), as_integer("n", n), as_integer("k", k)
        require_sides(*size[:2], MAX_SIDE)
        return _on_grid(*size, *words)

    @classmethod
    def on(cls, board: Board, *, misere: bool = False, gravity: bool = False) -> Game:
        """Return the game on a board of `inarow.boards`: who completes a line first wins.

        It is solved, analysed and played as any other. What is of rows, columns and k alone (`m`,
        `n`, `k`, records of other programs, environments) refuses it.

        Raises `InvalidGameError` for gravity on a hexagon, or a board of given lines: nothing says
        there what is below. On one row, or a box whose first side is 1, gravity does nothing.

        >>> from inarow.boards import box
        >>> qubic = Game.on(box((4, 4, 4), 4))
        >>> qubic.start().play("2b2").play((0, 0, 0)).legal_moves[:3]
        (1, 2, 3)
        """
        if not isinstance(board, Board) or isinstance(board, Game):
            raise TypeError(f"a game is on a board, not on {type(board).__name__}")
        misere, gravity = as_bool("misere", misere), as_bool("gravity", gravity)
        if gravity and not board.drop:
            raise InvalidGameError(f"on {board.key} no cell is below another: there is no gravity")
        if isinstance(board, Grid):
            return _on_grid(*board.size, board.exact, misere, gravity)
        return _on(board, misere, gravity)

    def __getattr__(self, name: str) -> NoReturn:
        if name in ("m", "n", "k"):
            raise InvalidGameError(
                f"{self.key} is no grid of m rows and n columns with k in a row, which this is for"
            )
        raise AttributeError(f"'Game' object has no attribute {name!r}")

    def cell(self, move: MoveLike) -> int:
        """Return the number of a cell, given as that, as its name or as its place: `Board.cell`."""
        return self.board.cell(move)

    def name(self, cell: MoveLike) -> str:
        """Return the name of a cell."""
        return self.board.name(cell)

    @property
    def is_grid(self) -> bool:
        """Is it an m,n,k-game, and not one on another board?"""
        return self.board.is_grid

    def __repr__(self) -> str:
        words = [f"{word}=True" for word in self._words]
        if self.is_grid:
            return f"Game({', '.join([*map(str, self.size), *words])})"
        return f"Game.on({', '.join([repr(self.board), *words])})"

    @property
    def _words(self) -> tuple[str, ...]:
        """The words that say how its rules are not the usual ones."""
        return tuple(word for word in ("exact", "misere", "gravity") if getattr(self, word))

    @property
    def key(self) -> str:
        """The game as a text, by which files, tables and messages call it: see `from_key`.

        >>> Game(4, 5, 4).key, Game(15, 15, 5, exact=True).key, Game(6, 7, 4, gravity=True).key
        ('4,5,4', '15,15,5 exact', '6,7,4 gravity')
        """
        return " ".join((self.board.key, *self._words))

    @classmethod
    def from_key(cls, key: str) -> Game:
        """Return the game of a `key`. Raises `InvalidGameError` for what is none.

        >>> Game.from_key("15,15,5 exact")
        Game(15, 15, 5, exact=True)
        """
        board, rules = _KEY.findall(key)[0]
        given = rules.split()
        words = {word: word in given for word in ("exact", "misere", "gravity")}
        if len(given) > sum(words.values()):
            raise InvalidGameError(f"{key!r} is no game: it names a rule twice")
        if match := _GRID.fullmatch(board):
            m, n, k = map(int, match.groups())
            return cls(m, n, k, **words)
        if words.pop("exact"):
            raise InvalidGameError(f"{key!r} is no board: 'exact' goes with rows, columns and k")
        if not re.match("[a-z]+ |[0-9]+x[0-9x]+,", board):
            grids = "'4,4,4', '15,15,5 exact', '6,7,4 gravity'"
            raise InvalidGameError(f"{key!r} is no game: expected {grids}, {KEYS}")
        return cls.on(board_of(board), **words)

    def record(self) -> dict[str, int | str]:
        """Return the fields that tell of the game in JSON: `m`, `n`, `k`, or the key of a `board`.

        And its rules, whether they are the usual ones or not: `exact`, `misere`, `gravity`.
        """
        rules = {"exact": self.exact, "misere": self.misere, "gravity": self.gravity}
        if not self.is_grid:
            return {"board": self.board.key, **rules}
        return {"m": self.m, "n": self.n, "k": self.k, **rules}

    @property
    def words(self) -> str:
        """The game in words: ``4x4 board, 3 in a row``."""
        if not self.is_grid:
            return f"{self.key}: {counted(len(self.lines), 'line')}"
        aim = f"{'exactly ' * self.exact}{self.k} in a row{' loses' * self.misere}"
        return f"{self.m}x{self.n} board, {aim}{', with gravity' * self.gravity}"

    @cached_property
    def symmetries(self) -> tuple[Line, ...]:
        """Those of the board; with gravity, those that keep what is below."""
        images, drop = self.board.symmetries, self.drop
        if not self.gravity:
            return images
        above = range(self.cells - drop)
        return tuple(
            image
            for image in images
            if all(image[cell + drop] == image[cell] + drop for cell in above)
        )

    @property
    def is_plain(self) -> bool:
        """Is it misère, or has it gravity? Then it is searched plainly: little argues about it."""
        return self.misere or self.gravity

    def _playable(self, taken: int) -> int:
        """Return the mask of the cells that can be played on beside those that are `taken`."""
        empty = self.full & ~taken
        return empty & ~(empty >> self.drop) if self.gravity else empty

    def start(self) -> Position:
        """Return the empty board, X to move."""
        return make_position(self, 0, 0, "X", None)

    def position(self, board: BoardLike, turn: str | None = None, strict: bool = True) -> Position:
        """Read and check a board.

        `board` is a text with rows joined by ``/`` or line breaks (``X``, ``O``, ``.`` or ``_``,
        upper or lower case), a list of such rows (where a space is an empty cell as well), nested
        lists of +1, -1, 0 or of one-character strings, or an array of shape (m, n), of any library
        and of integers, floats or bools. A text may also be what `Position.draw` prints, or a whole
        `Position.key`, which must be of this game.

        The side to move follows from the stone counts. With `strict`, the board must be one that
        a game can reach, as far as is checked: with gravity that no stone floats, but not that some
        order of moves makes the columns; in an `exact` game not that one makes all overlines.
        Without it any counts are admitted as long as nobody has a complete line that the last stone
        did not complete, and `turn` decides who moves (needed unless X has as many stones as O or
        one more).

        Raises `InvalidPositionError` with the reason; `TypeError` for what is no board at all.

        >>> Game(3, 3, 3).position(["xx ", "oo ", "   "]).play("c1").status
        'X wins'
        """
        if isinstance(board, str):
            key, board, said = split_key(board)
            if key not in (None, self.key) and Game.from_key(key) != self:
                raise InvalidPositionError(f"the text is of {key}, not of {self.key}")
            turn = said if turn is None else turn
        x, o = read_board(self, board)
        return validated_position(self, x, o, turn, strict)

    # A value: equal, hashable, immutable, the same object after a copy or a pickle.

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Game):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_on_grid if self.is_grid else _on), self._values()

    def _values(self) -> tuple[object, ...]:
        words = self.misere, self.gravity
        return (*self.size, self.exact, *words) if self.is_grid else (self.board, *words)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Game is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Game is immutable: cannot delete {name!r}")


@lru_cache(maxsize=256)
def _on_grid(
    m: int, n: int, k: int, exact: bool, misere: bool = False, gravity: bool = False
) -> Game:
    return _made(Grid(m, n, k, exact=exact), misere, gravity)


@lru_cache(maxsize=64)
def _on(board: Board, misere: bool, gravity: bool) -> Game:
    return _made(board, misere, gravity)


def _made(board: Board, misere: bool, gravity: bool) -> Game:
    """A game that has all that its board has, with words of its own."""
    game: Game = object.__new__(Game)
    game.__dict__.update(vars(board), board=board, misere=misere, gravity=gravity)
    game.__dict__.pop("symmetries", None)  # gravity leaves fewer
    game.__dict__["_hash"] = hash((Game, *game._values()))
    return game


def require_game(given: object) -> Game:
    """Return `given`, or raise `TypeError`."""
    if isinstance(given, Game):
        return given
    raise TypeError(f"expected a Game, not {type(given).__name__}")


def start_of(given: Game | Position) -> Position:
    """Return a position, or the empty board of a game; `TypeError` for anything else."""
    if isinstance(given, Game | Position):
        return given.start() if isinstance(given, Game) else given
    raise TypeError(f"expected a Game or a Position, not {type(given).__name__}")
