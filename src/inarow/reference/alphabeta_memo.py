"""Alpha-beta with a memo that knows what it knows.

The trap.  Under alpha-beta most boards come back with a *bound*, true only beside the window they
were searched with.  A memo from board to value drops the window, and a bound met again under
another window passes for the exact value.  So each entry must say which of three it is: EXACT,
LOWER (at least) or UPPER (at most).  An entry answers a board only if it is exact or lies beyond
the window.  Such tables come from chess programs (Slate and Atkin, "Chess 4.5", 1977).

The error is easy to miss: the empty 3x3 board comes out right by luck.  On the
board below, a draw, the naive memo promises X a win (under the textbook's infinite window; under
(-1, 1) it errs from 3x4 boards on, see the tests).

>>> rules = Rules(3, 3, 3)
>>> solve(rules, rules.parse("XXO/.../.O."))
Result(value=0, move=6, nodes=76)
>>> solve(Rules(3, 3, 3))
Result(value=0, move=0, nodes=2503)

A memo may be bounded: with ``capacity`` entries the oldest make room.  Forgetting costs time,
never truth.

>>> solve(Rules(3, 3, 3), capacity=50)
Result(value=0, move=0, nodes=10008)
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from inarow.reference.rules import Board, Result, Rules


class Bound(Enum):
    """How a stored value relates to the true one."""

    EXACT = "true value = stored value"
    LOWER = "true value >= stored value"
    UPPER = "true value <= stored value"


class Entry(NamedTuple):
    """What the memo keeps of a board."""

    value: int
    bound: Bound
    move: int | None

    def answers(self, alpha: int, beta: int) -> bool:
        """Whether a search with this window could learn no more from the board."""
        if self.bound is Bound.LOWER:
            return self.value >= beta
        return self.bound is Bound.EXACT or self.value <= alpha


Memo: TypeAlias = dict[Board, Entry]


def solve(rules: Rules, board: Board | None = None, *, capacity: int | None = None) -> Result:
    """Value, a best move and nodes; boards answered by the memo are not counted.

    ``capacity`` limits the number of entries (``None``: no limit, 0: no memo at all).
    Raises ``ValueError`` for a negative capacity or a board that no game reaches.
    """
    if capacity is not None and capacity < 0:
        raise ValueError(f"capacity must not be negative, got {capacity}")
    return search(rules, rules.check(board), -1, 1, {}, capacity)


def search(
    rules: Rules, board: Board, alpha: int, beta: int, memo: Memo, capacity: int | None
) -> Result:
    """The recursion, on a checked board; the value is a promise as in ``alphabeta``."""
    entry = memo.get(board)
    if entry is not None and entry.answers(alpha, beta):
        return Result(entry.value, entry.move, 0)
    outcome = rules.outcome(board)
    if outcome is not None:
        store(memo, board, Entry(outcome, Bound.EXACT, None), capacity)
        return Result(outcome, None, 1)
    best, best_move, nodes = -2, None, 1
    for move, child in rules.successors(board):
        reply = search(rules, child, -beta, -max(alpha, best), memo, capacity)
        nodes += reply.nodes
        if -reply.value > best:
            best, best_move = -reply.value, move
        if best >= beta:
            break
    store(memo, board, Entry(best, classify(best, alpha, beta), best_move), capacity)
    return Result(best, best_move, nodes)


def classify(value: int, alpha: int, beta: int) -> Bound:
    """What the value says, given the window (alpha, beta) it was found with."""
    if value >= beta:
        return Bound.LOWER
    return Bound.UPPER if value <= alpha else Bound.EXACT


def store(memo: Memo, board: Board, entry: Entry, capacity: int | None) -> None:
    """Write an entry; in a full memo the oldest goes (a dict remembers the order of writing)."""
    if capacity == 0:
        return
    if capacity is not None and board not in memo and len(memo) >= capacity:
        del memo[next(iter(memo))]
    memo[board] = entry
