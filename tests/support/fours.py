"""Wins by continuous fours, searched in plain Python: an oracle that shares no code with the core.

Written for k in a row in general: a four is a line that misses one stone. Every four is tried, and
the shortest wins are found first.
"""

from __future__ import annotations

from inarow import Game

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class TooLong(Exception):
    """The search has looked at as many positions as it may."""


class Fours:
    """Wins by continuous fours on one board. Stones are sets of cells."""

    def __init__(self, game: Game) -> None:
        self.cells = game.cells
        self.through: list[list[frozenset[int]]] = [[] for _ in range(game.cells)]
        for row in range(game.m):
            for column in range(game.n):
                for down, right in DIRECTIONS:
                    steps = [(row + i * down, column + i * right) for i in range(game.k)]
                    line = frozenset(r * game.n + c for r, c in steps)
                    if all(0 <= r < game.m and 0 <= c < game.n for r, c in steps):
                        for cell in line:
                            self.through[cell].append(line)
        self.looked_at = 0

    def completing(self, own: frozenset[int], other: frozenset[int]) -> set[int]:
        """The empty cells on which `own` completes a line."""
        free = set(range(self.cells)) - own - other
        return {cell for cell in free if self.completes(own, cell)}

    def completes(self, own: frozenset[int], cell: int) -> bool:
        """Does a stone on `cell` complete a line?"""
        return any(len(line & own) == len(line) - 1 for line in self.through[cell])

    def fours(self, own: frozenset[int], other: frozenset[int]) -> dict[int, set[int]]:
        """The moves that make a four, each with the cells that complete it."""
        found: dict[int, set[int]] = {}
        for line in {line for stone in own for line in self.through[stone]}:
            gaps = line - own
            if len(gaps) == 2 and not line & other:
                first, second = gaps
                found.setdefault(first, set()).add(second)
                found.setdefault(second, set()).add(first)
        return found

    def win(
        self, own: frozenset[int], other: frozenset[int], plies: int, most: int
    ) -> tuple[int, ...] | None:
        """The shortest win for `own`, to move, within so many plies; nobody completes a line yet.

        Raises `TooLong` after `most` positions.
        """
        self.looked_at, self.most = 0, most
        threats = self.completing(other, own)
        for moves in range(2, plies // 2 + 2):
            self.failed: set[tuple[frozenset[int], frozenset[int]]] = set()
            line = self._search(own, other, threats, moves)
            if line is not None:
                return line
        return None

    def _search(
        self, own: frozenset[int], other: frozenset[int], threats: set[int], moves: int
    ) -> tuple[int, ...] | None:
        """A win with so many own moves, the last of which completes a line.

        `threats` are the cells on which the other side completes one.
        """
        if moves < 2 or len(threats) > 1 or (own, other) in self.failed:
            return None
        self.looked_at += 1
        if self.looked_at > self.most:
            raise TooLong
        fours = self.fours(own, other)
        for move, cells in fours.items():
            if threats and move not in threats:
                continue
            if len(cells) > 1:
                answer, last = sorted(cells)[:2]
                return move, answer, last
        for move, cells in fours.items():
            if (threats and move not in threats) or moves == 2:
                continue
            (answer,) = cells
            after, others = own | {move}, other | {answer}
            line = self._search(after, others, self._threats(others, after, answer), moves - 1)
            if line is not None:
                return move, answer, *line
        self.failed.add((own, other))
        return None

    def _threats(self, other: frozenset[int], own: frozenset[int], answer: int) -> set[int]:
        """The cells on which the other side completes a line through its last stone."""
        gaps = [line - other for line in self.through[answer]]
        return {cell for cells in gaps if len(cells) == 1 for cell in cells - own}
