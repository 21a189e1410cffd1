"""The rules of the (m,n,k)-game as a textbook states them: no bits, no tricks.

A board is a flat tuple of ``'X'``, ``'O'`` and ``'.'``; cell ``row * n + column``, row 0 at the
top.  X moves first.  A line of k *or more* stones wins (free-style), and the game stops there.
With ``exact`` only a row of exactly k does; a longer one wins nothing, and the game goes on.
With ``misere`` whoever has a line loses; with ``gravity`` a stone falls down its column.
`Rules.of` takes any sets of cells as lines.

>>> rules = Rules(3, 3, 3)
>>> board = rules.parse("XX./OO./...")
>>> rules.turn(board), rules.moves(board)
('X', (2, 5, 6, 7, 8))
>>> rules.winner(rules.play(board, 2))
'X'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from inarow.reference.geometry import symmetries, windows

X, O, EMPTY = "X", "O", "."  # noqa: E741 - the game's own name for the second player

Board: TypeAlias = tuple[str, ...]


class Result(NamedTuple):
    """What every search of this folder answers.

    ``value`` is from the side to move: +1 win, 0 draw, -1 loss.  ``move`` is a cell, or ``None``
    on a finished board.  ``nodes`` counts the boards visited, the root included; a board that
    a memo answers is looked up, not visited.
    """

    value: int
    move: int | None
    nodes: int


@dataclass(frozen=True)
class Rules:
    """An (m,n,k)-game: m rows, n columns, k in a row, exactly k if ``exact``.

    Raises ``TypeError`` where a number is no ``int`` and ``ValueError`` where it is below 1.
    A k larger than the board is allowed: nobody has a line, every game is a draw.

    >>> Rules(1, 7, 3, exact=True).winner(tuple("XXXXOOO"))
    'O'
    >>> Rules(2, 2, 2, misere=True).winner(tuple("XXO."))
    'O'
    >>> Rules(2, 2, 2, gravity=True).moves(tuple("..X."))
    (0, 3)
    """

    m: int
    n: int
    k: int
    exact: bool = False
    misere: bool = False
    gravity: bool = False
    given: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(
        cls,
        m: int,
        n: int,
        lines: Iterable[Iterable[int]],
        *,
        misere: bool = False,
        gravity: bool = False,
    ) -> Rules:
        """The game in which ``lines`` are these sets of cells, on m rows of n cells.

        With gravity a stone lies on one n cells further on.  Nothing is known of symmetries.

        >>> Rules.of(1, 4, [(0, 3), (1, 2)]).winner(tuple("XO.X"))
        'X'
        """
        given = tuple(sorted(tuple(sorted(line)) for line in lines))
        return cls(m, n, max(map(len, given)), False, misere, gravity, given)

    def __post_init__(self) -> None:
        for name in ("exact", "misere", "gravity"):
            if not isinstance(word := getattr(self, name), bool):
                raise TypeError(f"{name} must be a bool, not {type(word).__name__}")
        for name, number in (("m", self.m), ("n", self.n), ("k", self.k)):
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"{name} must be an int, not {type(number).__name__}")
            if number < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """Every line of exactly k cells; a longer row of stones contains such a line.

        >>> len(Rules(3, 3, 3).lines), len(Rules(4, 4, 3).lines), Rules(1, 2, 1).lines
        (8, 24, ((0,), (1,)))
        """
        return tuple(self.beyond)

    @cached_property
    def beyond(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        """For each line the cells that must not hold its stones as well, for it to win."""
        if self.given:
            return dict.fromkeys(self.given, ())
        return windows(self.m, self.n, self.k, self.exact)

    def has_line(self, board: Board, line: tuple[int, ...]) -> bool:
        """Whether one side has completed this line."""
        stone = board[line[0]]
        return (
            stone != EMPTY
            and all(board[cell] == stone for cell in line)
            and all(board[cell] != stone for cell in self.beyond[line])
        )

    def refuse_exact(self, what: str) -> None:
        """Raise ``ValueError`` for a game in which an extra stone can do harm."""
        if self.exact:
            raise ValueError(f"{what} takes no rule of exactly k: an extra stone does harm there")
        if self.misere or self.gravity:
            raise ValueError(f"{what} takes no misère and no gravity")

    def start(self) -> Board:
        """The empty board."""
        return (EMPTY,) * (self.m * self.n)

    def turn(self, board: Board) -> str:
        """The side to move, from the stone counts."""
        return X if board.count(X) == board.count(O) else O

    def winner(self, board: Board) -> str | None:
        """``'X'``, ``'O'`` or ``None``."""
        owner = next((board[line[0]] for line in self.lines if self.has_line(board, line)), None)
        if owner is None or not self.misere:
            return owner
        return X if owner == O else O

    def outcome(self, board: Board) -> int | None:
        """The value of a finished board, ``None`` while the game goes on.

        Only the last stone can have completed a line, so to the side to move a line is a loss; in
        a misère game, a win.
        """
        if self.winner(board) is not None:
            return 1 if self.misere else -1
        return None if EMPTY in board else 0

    def can_hold(self, board: Board, cell: int) -> bool:
        """Whether a stone may be put on a cell: an empty one, and with gravity none lies below."""
        below = cell + self.n if self.gravity else len(board)
        return board[cell] == EMPTY and (below >= len(board) or board[below] != EMPTY)

    def is_over(self, board: Board) -> bool:
        """Whether somebody has a line or no cell is free."""
        return self.outcome(board) is not None

    def moves(self, board: Board) -> tuple[int, ...]:
        """The legal moves in rising order; none once the game is over."""
        if self.is_over(board):
            return ()
        return tuple(cell for cell in range(len(board)) if self.can_hold(board, cell))

    def successors(self, board: Board) -> Iterator[tuple[int, Board]]:
        """Each move with the board after it.  The caller knows that the game is not over."""
        stone = self.turn(board)
        for cell in range(len(board)):
            if self.can_hold(board, cell):
                yield cell, (*board[:cell], stone, *board[cell + 1 :])

    def play(self, board: Board, cell: int) -> Board:
        """The board after a move; ``ValueError`` if the move is not legal."""
        if not 0 <= cell < len(board):
            raise ValueError(f"cell {cell} is not on the {self.m}x{self.n} board")
        if board[cell] != EMPTY:
            raise ValueError(f"cell {cell} is taken by {board[cell]}")
        if not self.can_hold(board, cell):
            raise ValueError(f"nothing lies below cell {cell}")
        if self.is_over(board):
            raise ValueError("the game is over")
        return (*board[:cell], self.turn(board), *board[cell + 1 :])

    def check_cells(self, board: Board | None) -> Board:
        """The board itself (``None``: the empty one); ``ValueError`` for other sizes or letters."""
        board, size = self.start() if board is None else board, self.m * self.n
        if len(board) != size:
            raise ValueError(f"a {self.m}x{self.n} board has {size} cells, not {len(board)}")
        if foreign := set(board) - {X, O, EMPTY}:
            raise ValueError(f"a cell holds 'X', 'O' or '.', not {min(map(repr, foreign))}")
        return board

    def check(self, board: Board | None) -> Board:
        """The board itself if a legal game reaches it, else ``ValueError``; ``None`` = start.

        A board is reachable exactly when the counts fit and, if somebody has a line, that side
        moved last and without one of its stones has none.  (With ``exact`` the order of the rest
        matters where there are overlines, with gravity how the columns were filled, and a board may
        pass that no game reaches.)
        """
        board = self.check_cells(board)
        xs, os = board.count(X), board.count(O)
        if xs - os not in (0, 1):
            raise ValueError(f"{xs} X and {os} O: X moves first and the sides alternate")
        last = X if xs > os else O
        full = [line for line in self.lines if self.has_line(board, line)]
        for line in full:
            if board[line[0]] != last:
                raise ValueError(f"{board[line[0]]} has a line, yet {last} moved after it")
        if self.gravity and any(
            board[cell] != EMPTY == board[cell + self.n] for cell in range(len(board) - self.n)
        ):
            raise ValueError("a stone has nothing below it")
        before = [
            (*board[:cell], EMPTY, *board[cell + 1 :])
            for line in full[:1]
            for cell in line
            if not self.gravity or cell < self.n or board[cell - self.n] == EMPTY
        ]
        if full and not any(self.winner(board) is None for board in before):
            raise ValueError(f"{last} has two lines that no single stone completes")
        return board

    def parse(self, text: str) -> Board:
        """Read ``"X../.O./..."``: rows from the top, joined by ``/`` or line breaks.

        Lower case and ``_`` for an empty cell are read too.  ``ValueError`` for anything that is
        not a reachable board of this game.
        """
        rows = [row.strip() for row in text.strip().replace("/", "\n").splitlines()]
        if len(rows) != self.m or any(len(row) != self.n for row in rows):
            raise ValueError(f"{text!r} does not have {self.m} rows of {self.n} cells")
        return self.check(tuple("".join(rows).upper().replace("_", EMPTY)))

    def text(self, board: Board) -> str:
        """The inverse of `parse`."""
        return "/".join("".join(board[i : i + self.n]) for i in range(0, len(board), self.n))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The maps of the board onto itself: 8 on a square, 4 on a rectangle, fewer on strips.

        With gravity those that leave every cell in its row.
        """
        maps = symmetries(self.m, self.n)
        if self.given:
            return (tuple(range(self.m * self.n)),)
        if not self.gravity:
            return maps
        return tuple(
            where
            for where in maps
            if all(to // self.n == at // self.n for at, to in enumerate(where))
        )

    def images(self, board: Board) -> tuple[Board, ...]:
        """The board seen through every symmetry, the board itself first."""
        return tuple(tuple(board[cell] for cell in where) for where in self.symmetries)

    def canonical(self, board: Board) -> Board:
        """The smallest image: the same for all boards that differ by a symmetry only."""
        return min(self.images(board))
