"""Minimax with a memo: every board is searched once, however many games lead to it.

The order in which the stones came does not matter, so the search tree folds into a graph: 549,946
nodes become 5,478 on 3,3,3.  No branch is cut, so the memo holds *every* reachable board with its
exact value; that is what makes it safe to share between calls.

>>> rules, memo = Rules(3, 3, 3), {}
>>> solve(rules, memo=memo)
Result(value=0, move=0, nodes=5478)
>>> solve(rules, rules.parse("X../.../..."), memo=memo)  # known already: nothing is visited
Result(value=0, move=4, nodes=0)
"""

from __future__ import annotations

from inarow.reference.rules import Board, Result, Rules


def solve(
    rules: Rules,
    board: Board | None = None,
    *,
    memo: dict[Board, tuple[int, int | None]] | None = None,
) -> Result:
    """Value, first best move and nodes; ``nodes`` is the number of boards added to the memo.

    ``memo`` maps a board to its value and move.  Give your own to keep it between calls on the
    same rules.  Raises ``ValueError`` for a board that no game reaches.
    """
    board = rules.check(board)
    memo = {} if memo is None else memo
    known = len(memo)
    value, move = search(rules, board, memo)
    return Result(value, move, len(memo) - known)


def search(
    rules: Rules, board: Board, memo: dict[Board, tuple[int, int | None]]
) -> tuple[int, int | None]:
    """The recursion: value and move of a checked board."""
    if board in memo:
        return memo[board]
    best: int
    best_move: int | None = None
    outcome = rules.outcome(board)
    if outcome is not None:
        best = outcome
    else:
        best = -2
        for move, child in rules.successors(board):
            value = -search(rules, child, memo)[0]
            if value > best:
                best, best_move = value, move
    memo[board] = best, best_move
    return best, best_move
