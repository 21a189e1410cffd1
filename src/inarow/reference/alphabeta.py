"""Alpha-beta: do not refute a move twice.

The search carries a window (alpha, beta): the side to move already has alpha elsewhere, and the
opponent will not let it have beta or more.  A board worth at least beta need not be looked at any
further.  What comes back is a promise in three parts:

    value <= alpha          the true value is at most ``value``   (an upper bound)
    alpha < value < beta    the true value is ``value``           (exact)
    value >= beta           the true value is at least ``value``  (a lower bound)

The values of this game lie in -1 .. 1, so the window (-1, 1) loses nothing: a bound below -1 or
above 1 would be no news.  It stops at the first win found; the textbook's infinite window looks on
for something better.  Analysed by Knuth and Moore, "An analysis of alpha-beta pruning",
Artificial Intelligence 6 (1975).

>>> rules = Rules(3, 3, 3)
>>> solve(rules, infinite=True)
Result(value=0, move=0, nodes=18297)
>>> solve(rules)
Result(value=0, move=0, nodes=16811)
"""

from __future__ import annotations

from inarow.reference.rules import Board, Result, Rules


def solve(rules: Rules, board: Board | None = None, *, infinite: bool = False) -> Result:
    """Value, first best move and nodes of a board (the empty one if not given).

    ``infinite`` opens the root's window as wide as it goes, to show what the narrow one saves.
    Raises ``ValueError`` for a board that no game reaches.
    """
    bound = 2 if infinite else 1  # with values in -1 .. 1, 2 is infinity
    return search(rules, rules.check(board), -bound, bound)


def search(rules: Rules, board: Board, alpha: int, beta: int) -> Result:
    """The recursion, on a checked board: the promise above (the "fail-soft" form)."""
    outcome = rules.outcome(board)
    if outcome is not None:
        return Result(outcome, None, 1)
    best, best_move, nodes = -2, None, 1
    for move, child in rules.successors(board):
        # The opponent sees the window from the other side.
        reply = search(rules, child, -beta, -max(alpha, best))
        nodes += reply.nodes
        if -reply.value > best:
            best, best_move = -reply.value, move
        if best >= beta:
            break
    return Result(best, best_move, nodes)
