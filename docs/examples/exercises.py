"""Three classic exercises: who won, can this board be, does this move win.

    python docs/examples/exercises.py

`inarow.winner_of_moves`, `is_reachable` and `WinChecker` answer them for any board and any k; here
are the textbook ways for n rows, n columns and n in a row, and both have to agree on random games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence

from inarow import Game, Match, WinChecker, is_reachable, winner_of_moves

Moves = Sequence[Sequence[int]]


def winner_by_sums(moves: Moves, n: int = 3) -> str:
    """Add up every row, column and diagonal, 1 for each stone of A and -1 for each of B."""
    board = [[0] * n for _ in range(n)]
    for number, (row, column) in enumerate(moves):
        board[row][column] = -1 if number % 2 else 1
    lines = [*board, *zip(*board, strict=True)]
    lines += [[board[i][i] for i in range(n)], [board[i][-1 - i] for i in range(n)]]
    for player, total in (("A", n), ("B", -n)):
        if any(sum(line) == total for line in lines):
            return player
    return "Draw" if len(moves) == n * n else "Pending"


class Counters:
    """Does this move win? A counter for each row, each column and both diagonals: O(1) a move."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rows, self.columns = [0] * n, [0] * n
        self.falling = self.rising = 0

    def move(self, row: int, column: int, player: int) -> int:
        """Put a stone; the player, 1 or 2, if that wins, else 0."""
        stone = 1 if player == 1 else -1
        self.rows[row] += stone
        self.columns[column] += stone
        self.falling += stone * (row == column)
        self.rising += stone * (row + column == self.n - 1)
        counts = self.rows[row], self.columns[column], self.falling, self.rising
        return player if stone * self.n in counts else 0


def random_game(n: int, rng: random.Random) -> list[tuple[int, int]]:
    """The moves of a game at random, to its end."""
    match = Match(Game(n, n, n))
    while not match.is_over:
        match.play(rng.choice(match.free_cells))
    return [divmod(cell, n) for cell in match.moves]


def compare(games: Iterable[list[tuple[int, int]]], n: int) -> int:
    """Both ways of the first and the third exercise, move by move; how many positions agreed."""
    seen = 0
    for moves in games:
        counters, checker = Counters(n), WinChecker(n)
        for number, (row, column) in enumerate(moves, 1):
            player = 2 - number % 2
            assert counters.move(row, column, player) == checker.move(row, column, player)
            assert winner_by_sums(moves[:number], n) == winner_of_moves(moves[:number], n, n, n)
            seen += 1
    return seen


LISTS = [
    [[0, 0], [2, 0], [1, 1], [2, 1], [2, 2]],
    [[0, 0], [1, 1], [0, 1], [0, 2], [1, 0], [2, 0]],
    [[0, 0], [1, 1], [2, 0], [1, 0], [1, 2], [2, 1], [0, 1], [0, 2], [2, 2]],
    [[0, 0], [1, 1]],
]
BOARDS = [
    ["O  ", "   ", "   "],
    ["XOX", " X ", "   "],
    ["XXX", "   ", "OOO"],
    ["XOX", "O O", "XOX"],
]
STREAM = [(0, 0, 1), (0, 2, 2), (2, 2, 1), (1, 1, 2), (2, 0, 1), (1, 0, 2), (2, 1, 1)]


def main() -> None:
    """The examples that come with the exercises, then the comparison."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for moves in LISTS:
        print(moves, winner_of_moves(moves))
    for rows in BOARDS:
        print(rows, is_reachable(rows))
    checker = WinChecker(3)
    print([checker.move(*move) for move in STREAM])
    rng = random.Random(1)
    for n in (3, 4, 5):
        seen = compare([random_game(n, rng) for _ in range(100)], n)
        print(f"{n},{n},{n}: 100 random games, both ways agree on {seen:,} positions")


if __name__ == "__main__":
    main()
