"""Static evaluations: what a board seems to be worth, without looking ahead, from the view of X.

Both are those of the tutorials that teach minimax: any board, also one that is over, has a score.
The sums over lines are kept up to date as stones are put down and taken back: a stone changes only
the lines through its cell, which makes a search bearable that judges large boards by their lines.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from inarow.model.bits import cells_of
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.legal import OTHER, Player
from inarow.model.position import Position, make_position

Evaluation: TypeAlias = Callable[[Position], int]
"""The score of a position from the view of X, whoever is to move."""

SCORES = (10, 2, 1)
"""What a line counts, by the number of stones it misses; nothing if it misses more."""


def win_score(position: Position, win: int = 10, loss: int = -10) -> int:
    """`win` if X has a line of k, `loss` if O has one, else 0; any ``loss < 0 < win`` will do.

    Raises `InvalidOptionError` for another pair.

    >>> from inarow.model.game import Game
    >>> win_score(Game(3, 3, 3).position("X.O/.XO/..X")), win_score(Game(3, 3, 3).start())
    (10, 0)
    """
    if not loss < 0 < win:
        raise InvalidOptionError(f"need loss < 0 < win, not loss={loss} and win={win}")
    return {"X": win, "O": loss, None: 0}[position.winner]


def line_score(position: Position) -> int:
    """Over all lines with stones of X only: 10 if full, 2 if one cell short, 1 if two; less O's.

    >>> from inarow.model.game import Game
    >>> line_score(Game(3, 3, 3).position(".../.X./...")), line_score(Game(4, 4, 3).start())
    (4, 0)
    >>> line_score(Game(3, 3, 3).position("XX./.O./..."))  # X has 2 + 1; O has 1 + 1
    1
    """
    return LineSums(position).score


class LineSums:
    """The board of a position, to search below it: whoever has the `turn` puts a stone down.

    `sum` is what the lines of each side count: those on which it alone has stones. `moves` leaves
    out what is more than `reach` rows or columns away from every stone.

    >>> from inarow.model.game import Game
    >>> lines = LineSums(Game(3, 3, 3).position("X../.../..O"))
    >>> lines.put(4)  # the middle row and column and the rising diagonal; O's stone bars the other
    >>> lines.sum
    {'X': 5, 'O': 2}
    """

    def __init__(self, position: Position, reach: int | None = None) -> None:
        self.game = game = position.game
        self._reach = reach
        self._through: list[list[int]] = [[] for _ in range(game.cells)]
        self._beside: list[list[int]] = [[] for _ in range(game.cells)]
        for number, (line, flank) in enumerate(zip(game.lines, game.flanks, strict=True)):
            for cell in line:
                self._through[cell].append(number)
            for cell in flank:
                self._beside[cell].append(number)
        self._k = game.k if game.lines else 0  # which may be as large as one likes
        self._worth = [0] * (self._k + 1)
        for missing, score in enumerate(SCORES[: self._k]):
            self._worth[self._k - missing] = score
        self._count = {side: [0] * len(game.lines) for side in OTHER}
        # How many stones of the same side lie beyond its ends: with any, it wins nothing.
        self._spoilt = {side: [0] * len(game.lines) for side in OTHER}
        self._stones = dict.fromkeys(OTHER, 0)
        self._full = dict.fromkeys(OTHER, 0)  # lines completed
        self.sum = dict.fromkeys(OTHER, 0)
        sides: tuple[tuple[Player, int], ...] = (("X", position.x), ("O", position.o))
        for side, stones in sides:
            for cell in cells_of(stones):
                self._change(cell, side, 1)
        self.turn: Player = position.turn

    def put(self, cell: int) -> None:
        """Put a stone of the side to move on an empty cell."""
        self._change(cell, self.turn, 1)
        self.turn = OTHER[self.turn]

    def take(self, cell: int) -> None:
        """Take the last stone back."""
        self.turn = OTHER[self.turn]
        self._change(cell, self.turn, -1)

    def _change(self, cell: int, side: Player, step: int) -> None:
        self._stones[side] ^= 1 << cell
        other = OTHER[side]
        own, theirs, worth, k = self._count[side], self._count[other], self._worth, self._k
        spoilt = self._spoilt[side]
        for line in self._through[cell]:
            before = own[line]
            own[line] = after = before + step
            if theirs[line] == 0:
                if not spoilt[line]:
                    self.sum[side] += worth[after] - worth[before]
                    self._full[side] += (after == k) - (before == k)
            elif not self._spoilt[other][line]:
                if before == 0:  # no longer a line of the other side
                    self.sum[other] -= worth[theirs[line]]
                elif after == 0:  # one again
                    self.sum[other] += worth[theirs[line]]
        for line in self._beside[cell]:
            before = spoilt[line]
            spoilt[line] = after = before + step
            if theirs[line] == 0 and (before == 0 or after == 0):
                self.sum[side] -= step * worth[own[line]]
                self._full[side] -= step * (own[line] == k)

    @property
    def score(self) -> int:
        """The lines of X less those of O."""
        return self.sum["X"] - self.sum["O"]

    @property
    def winner(self) -> Player | None:
        """The side that has completed a line: the last to move, if any."""
        last = OTHER[self.turn]
        return last if self._full[last] else None

    @property
    def position(self) -> Position:
        """The position on the board."""
        own, opponent = self._stones[self.turn], self._stones[OTHER[self.turn]]
        return make_position(self.game, own, opponent, self.turn, self.winner)

    def moves(self) -> tuple[int, ...]:
        """The empty cells in rising order; all of them where there is none within `reach`."""
        taken = self._stones["X"] | self._stones["O"]
        empty, near = self.game.full & ~taken, 0
        if self._reach is not None:
            for cell in cells_of(taken):
                near |= _near(self.game, cell, self._reach)
        return cells_of(empty & near or empty)

    def fullness(self, cell: int) -> int:
        """How many stones are on the fullest line through a cell that is not mixed."""
        x, o = self._count["X"], self._count["O"]
        return max(
            (x[line] + o[line] for line in self._through[cell] if not (x[line] and o[line])),
            default=0,
        )


@lru_cache(maxsize=400)
def _near(game: Game, cell: int, reach: int) -> int:
    """`Game.near` as a mask."""
    return sum(1 << other for other in game.near(cell, reach))
