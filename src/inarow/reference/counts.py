"""Counting a game by brute force: boards by ply, results, classes under symmetry, games.

The boards of one ply are the set of successors of those of the ply before; play stops at a line,
and that final board counts.  With each board goes the number of ways to reach it, so the games
are counted without being played one by one.

>>> census = count(Rules(3, 3, 3))
>>> census.positions, census.classes, census.games
(5478, 765, 255168)
>>> census.terminal, census.x_wins, census.o_wins, census.draws
(958, 626, 316, 16)
>>> census.by_ply
(1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
>>> census.classes_by_ply
(1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from inarow.reference.rules import EMPTY, Board, O, Rules, X


class Census(NamedTuple):
    """The counts of a game, from the empty board on."""

    by_ply: tuple[int, ...]
    """Reachable boards with 0, 1, 2, … stones; the last entry is not zero."""
    classes_by_ply: tuple[int, ...]
    """The same, boards that differ by a symmetry of the board counted once."""
    x_wins: int
    """Finished boards on which X has a line."""
    o_wins: int
    """Finished boards on which O has a line."""
    draws: int
    """Full boards without a line."""
    games: int
    """Move sequences from the empty board to a finished one."""

    @property
    def positions(self) -> int:
        """All reachable boards."""
        return sum(self.by_ply)

    @property
    def classes(self) -> int:
        """All reachable boards up to symmetry."""
        return sum(self.classes_by_ply)

    @property
    def terminal(self) -> int:
        """All finished boards."""
        return self.x_wins + self.o_wins + self.draws


def count(rules: Rules) -> Census:
    """Walk through the game ply by ply.  Memory: the boards of two plies."""
    results: Counter[str] = Counter()
    by_ply: list[int] = []
    classes_by_ply: list[int] = []
    games = 0
    ways: Counter[Board] = Counter({rules.start(): 1})
    while ways:
        by_ply.append(len(ways))
        classes_by_ply.append(len({rules.canonical(board) for board in ways}))
        following: Counter[Board] = Counter()
        for board, paths in ways.items():
            if rules.is_over(board):
                results[rules.winner(board) or EMPTY] += 1
                games += paths
            else:
                for _, child in rules.successors(board):
                    following[child] += paths
        ways = following
    return Census(
        tuple(by_ply), tuple(classes_by_ply), results[X], results[O], results[EMPTY], games
    )
