"""A board with its sums over lines, kept up to date as stones are put down and taken back.

>>> lines = Lines(Rules(3, 3, 3), tuple("X.......O"))
>>> lines.put(4, X)  # the middle row and column and the rising diagonal; O's stone bars the other
>>> lines.sum
{'X': 5, 'O': 2}
"""

from __future__ import annotations

from inarow.reference.rules import EMPTY, Board, O, Rules, X

SCORES = (10, 2, 1)
"""What a line counts, by the number of stones it misses; nothing if it misses more."""
OTHER = {X: O, O: X}


class Lines:
    """A board with its sums over lines; stones are put down and taken back."""

    def __init__(self, rules: Rules, board: Board) -> None:
        self.rules = rules
        self.cells = [EMPTY] * len(board)
        self.through: list[list[int]] = [[] for _ in board]
        self.beside: list[list[int]] = [[] for _ in board]
        for number, line in enumerate(rules.lines):
            for cell in line:
                self.through[cell].append(number)
            for cell in rules.beyond[line]:
                self.beside[cell].append(number)
        self.count = {X: [0] * len(rules.lines), O: [0] * len(rules.lines)}
        # How many stones of the same side lie beyond its ends: with any, it wins nothing.
        self.spoilt = {X: [0] * len(rules.lines), O: [0] * len(rules.lines)}
        self.sum = {X: 0, O: 0}
        self.full = {X: 0, O: 0}  # lines completed
        self.worth = [0] * (rules.k + 1)
        for missing, score in enumerate(SCORES[: rules.k]):
            self.worth[rules.k - missing] = score
        self.won = SCORES[0] * len(rules.lines) + 1
        for cell, stone in enumerate(board):
            if stone != EMPTY:
                self.put(cell, stone)

    def put(self, cell: int, stone: str) -> None:
        """Put a stone on an empty cell."""
        self.cells[cell] = stone
        self._change(cell, stone, 1)

    def take(self, cell: int) -> None:
        """Take a stone back."""
        stone, self.cells[cell] = self.cells[cell], EMPTY
        self._change(cell, stone, -1)

    def _change(self, cell: int, stone: str, step: int) -> None:
        other = OTHER[stone]
        own, theirs, worth, k = self.count[stone], self.count[other], self.worth, self.rules.k
        spoilt = self.spoilt[stone]
        for line in self.through[cell]:
            before = own[line]
            own[line] = after = before + step
            if theirs[line] == 0:
                if not spoilt[line]:
                    self.sum[stone] += worth[after] - worth[before]
                    self.full[stone] += (after == k) - (before == k)
            elif not self.spoilt[other][line]:
                if before == 0:  # no longer a line of the other side
                    self.sum[other] -= worth[theirs[line]]
                elif after == 0:  # one again
                    self.sum[other] += worth[theirs[line]]
        for line in self.beside[cell]:
            before = spoilt[line]
            spoilt[line] = after = before + step
            if theirs[line] == 0 and (before == 0 or after == 0):
                self.sum[stone] -= step * worth[own[line]]
                self.full[stone] -= step * (own[line] == k)

    def near(self, reach: int | None) -> list[int]:
        """The empty cells within ``reach`` rows and columns of a stone; all if there is none."""
        empty = [cell for cell, stone in enumerate(self.cells) if stone == EMPTY]
        if reach is None or len(empty) == len(self.cells):
            return empty
        m, n = self.rules.m, self.rules.n
        close: set[int] = set()
        for cell, stone in enumerate(self.cells):
            if stone != EMPTY:
                row, column = divmod(cell, n)
                for r in range(max(0, row - reach), min(m, row + reach + 1)):
                    first = r * n + max(0, column - reach)
                    close.update(range(first, r * n + min(n, column + reach + 1)))
        return [cell for cell in empty if cell in close] or empty
