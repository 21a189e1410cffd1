"""Plain minimax: follow every game to its end.

The value of a board is the best, for the side to move, of what its moves lead to; a board worth v
to my opponent is worth -v to me.  Seen from the side to move, the two players of von Neumann's
theorem (1928) become one procedure, often called negamax.

>>> rules = Rules(3, 3, 3)
>>> solve(rules, rules.parse("X.O/.X./..O"))
Result(value=0, move=5, nodes=186)
"""

from __future__ import annotations

from inarow.reference.rules import Board, Result, Rules


def solve(rules: Rules, board: Board | None = None) -> Result:
    """Value, first best move and nodes of a board (the empty one if not given).

    The time grows with the number of *games*, not of boards: 549,946 nodes for the 5,478 boards
    of 3,3,3.  Raises ``ValueError`` for a board that no game reaches.
    """
    return search(rules, rules.check(board))


def search(rules: Rules, board: Board) -> Result:
    """The recursion, on a board that has been checked."""
    outcome = rules.outcome(board)
    if outcome is not None:
        return Result(outcome, None, 1)
    best, best_move, nodes = -2, None, 1  # below every value, so that some move is always chosen
    for move, child in rules.successors(board):
        reply = search(rules, child)
        nodes += reply.nodes
        if -reply.value > best:
            best, best_move = -reply.value, move
    return Result(best, best_move, nodes)
