"""The rules as small tools: judge a list of moves, a board, a stream of moves; keep a match.

Four classic exercises, each for any board and any k:

- `winner_of_moves`: who won, given the moves;
- `is_reachable`: can a game reach this board;
- `WinChecker`: does this move win, in constant time;
- `Match`: a game in progress, with undo and redo.

With `exact`, only a row of exactly k stones wins: see `Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from inarow.model.bits import cells_of
from inarow.model.drawn import Drawn
from inarow.model.errors import IllegalMoveError, InvalidGameError, InvalidOptionError
from inarow.model.game import Game, require_game
from inarow.model.grid import DIRECTIONS, MoveLike, as_integer
from inarow.model.legal import Player, find_fault
from inarow.model.parse import read_board
from inarow.model.position import Position

MOST_CELLS = 1 << 22
"""Of a `WinChecker`, which takes some forty bytes for each."""

Outcome = Literal["A", "B", "Draw", "Pending"]


def winner_of_moves(
    moves: Iterable[MoveLike],
    m: int = 3,
    n: int = 3,
    k: int = 3,
    method: Literal["lines", "outward"] = "lines",
    exact: bool = False,
) -> Outcome:
    """Return the outcome of a list of moves, in which A and B alternate and A begins.

    Both methods answer the same. ``"lines"`` keeps a sum for every line, +1 for each stone of A
    and -1 for each of B: a sum of k or -k is a win (with `exact`, unless there is another stone of
    the same player beyond an end). ``"outward"`` keeps the stones only, and walks from the last one
    in the eight directions: O(k) for a move, and no list of lines.

    Raises `IllegalMoveError` for a taken cell, a cell off the board or a move after the end.

    >>> winner_of_moves([(0, 0), (2, 0), (1, 1), (2, 1), (2, 2)])
    'A'
    >>> winner_of_moves([(0, 0), (1, 1)], method="outward")
    'Pending'
    """
    game = Game(m, n, k, exact=exact)
    if method not in ("lines", "outward"):
        raise InvalidOptionError(f"method must be 'lines' or 'outward', not {method!r}")
    board = [0] * game.cells
    sums = dict.fromkeys(game.lines, 0) if method == "lines" else {}
    flanks = dict(zip(game.lines, game.flanks, strict=True))
    outcome: Outcome = "Pending"
    player, free = 1, game.cells
    for move in moves:
        cell = game.cell(move)
        if outcome != "Pending":
            raise IllegalMoveError(f"{game.name(cell)} is played after the end ({outcome})")
        if board[cell]:
            raise IllegalMoveError(f"{game.name(cell)} is played twice")
        board[cell] = player
        free -= 1
        if method == "lines":
            won = _add_to_sums(game, sums, flanks, board, cell)
        else:
            won = _wins_outward(game, board, cell)
        if won:
            outcome = "A" if player == 1 else "B"
        elif not free:
            outcome = "Draw"
        player = -player
    return outcome


def _add_to_sums(
    game: Game,
    sums: dict[tuple[int, ...], int],
    flanks: Mapping[tuple[int, ...], tuple[int, ...]],
    board: Sequence[int],
    cell: int,
) -> bool:
    player, won = board[cell], False
    for line in game.lines_by_cell[cell]:
        sums[line] += player
        if sums[line] == player * game.k:
            won = won or all(board[beyond] != player for beyond in flanks[line])
    return won


def _wins_outward(game: Game, board: Sequence[int], cell: int) -> bool:
    player = board[cell]
    home_row, home_column = game.coordinates(cell)
    enough = game.k + (game.exact and game.k > 1)  # one more stone tells an overline
    for down, right in DIRECTIONS:
        length = 1
        for sense in (1, -1):
            row, column = home_row, home_column
            while length < enough:
                row, column = row + sense * down, column + sense * right
                if not (0 <= row < game.m and 0 <= column < game.n):
                    break
                if board[game.cell((row, column))] != player:
                    break
                length += 1
        if length == game.k or (length > game.k and not game.exact):
            return True
    return False


def is_reachable(
    rows: Sequence[str], m: int = 3, n: int = 3, k: int = 3, exact: bool = False
) -> bool:
    """Return whether some game, in which play ends with a complete line, reaches this board.

    With `exact` the answer True is only that nothing speaks against it: see
    `inarow.model.legal.find_fault`.

    `rows` holds a text for each row, of ``X``, ``O`` and space (or anything else that
    `Game.position` reads). Raises `InvalidPositionError` for a board that cannot be read.

    >>> is_reachable(["XOX", " X ", "   "]), is_reachable(["XOX", "O O", "XOX"])
    (False, True)
    """
    game = Game(m, n, k, exact=exact)
    x, o = read_board(game, rows)
    return find_fault(game, x, o) is None


class WinChecker:
    """Does this move complete a line? O(1) for each move and each undo, whatever m, n and k.

    A run is a longest row of stones of one player in one direction. Only its two end cells know
    its length. A new stone asks its two neighbours, which are ends of the runs it touches; it
    joins those runs, and writes the new length to the two ends of the joined run::

        before  X X X . X      after  X X X X X
                3   3   1             5   3   5     what is inside a run is not read any more

    `n` is `m` if left out, `k` the shorter side. The board may be larger than that of a `Game`,
    up to four million cells (else `InvalidGameError`). Players are 1 and 2 and need not
    alternate. `winner` is 0, 1 or 2.

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
        if self.m * self.n > MOST_CELLS:
            raise InvalidGameError(
                f"a board of {self.m}x{self.n} is too large: it may have {MOST_CELLS:,} cells"
            )
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

    def __init__(self, game: Game) -> None:
        self._positions = [require_game(game).start()]
        self._moves: list[int] = []
        self._undone: list[int] = []

    def play(self, move: MoveLike) -> int:
        """Play `move` for the side to move and return its cell; what was undone is forgotten.

        Raises `IllegalMoveError` for a taken cell, a cell off the board or a finished game.
        """
        cell = self._play(self.game.cell(move))
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
        """Where the game began: the empty board."""
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
