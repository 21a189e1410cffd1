"""Exact values *and* distances: the winner hurries, the loser delays.

The distance of a board is the number of plies to the completed line under best play.  Among
winning moves the shortest is best, among losing moves the longest.  Full minimax with a memo: no
bound, no cut, nothing to argue about, which makes it the oracle for faster programs.

>>> solve(Rules(3, 4, 3))
DistanceResult(value=1, distance=7, move=1, nodes=111973)
>>> solve(Rules(3, 3, 3))
DistanceResult(value=0, distance=None, move=0, nodes=5478)
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from inarow.reference.rules import Board, Rules


class DistanceResult(NamedTuple):
    """Value from the side to move; plies to the completed line (``None`` for a draw, 0 for a
    line on the board); the first best move (``None`` on a finished board); boards visited."""

    value: int
    distance: int | None
    move: int | None
    nodes: int


Outcome: TypeAlias = tuple[int, int | None]  # value, distance


def rank(outcome: Outcome) -> tuple[int, int]:
    """Sorts outcomes from worst to best: late losses above early ones, early wins above late.

    >>> sorted([(1, 5), (-1, 2), (1, 3), (0, None), (-1, 4)], key=rank)
    [(-1, 2), (-1, 4), (0, None), (1, 5), (1, 3)]
    """
    value, distance = outcome
    return value, -value * (distance or 0)


def solve(rules: Rules, board: Board | None = None) -> DistanceResult:
    """Value, distance, first best move and nodes of a board (the empty one if not given).

    Visits every board that can be reached from it.  ``ValueError`` for one that no game reaches.
    """
    board = rules.check(board)
    memo: dict[Board, Outcome] = {}
    value, distance = search(rules, board, memo)
    move = None
    if not rules.is_over(board):
        # Of equals, max takes the first.
        move = max(rules.successors(board), key=lambda step: rank(seen_before(memo[step[1]])))[0]
    return DistanceResult(value, distance, move, len(memo))


def outcomes(rules: Rules) -> dict[Board, Outcome]:
    """Every reachable board of the game with its value and distance.

    >>> table = outcomes(Rules(3, 3, 3))
    >>> len(table), table[("X",) + (".",) * 3 + ("O",) + (".",) * 4]
    (5478, (0, None))
    """
    memo: dict[Board, Outcome] = {}
    search(rules, rules.start(), memo)
    return memo


def search(rules: Rules, board: Board, memo: dict[Board, Outcome]) -> Outcome:
    """The recursion, on a checked board."""
    if board not in memo:
        finished = rules.outcome(board)
        if finished is not None:
            memo[board] = finished, 0 if finished else None
        else:
            replies = (search(rules, child, memo) for _, child in rules.successors(board))
            memo[board] = max(map(seen_before, replies), key=rank)
    return memo[board]


def seen_before(reply: Outcome) -> Outcome:
    """A child's outcome as its parent sees it: the other side's value, one ply further away."""
    value, distance = reply
    return -value, None if distance is None else distance + 1
