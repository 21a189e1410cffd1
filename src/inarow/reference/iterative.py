"""Minimax without recursion: the call stack becomes a list.

Python limits how deep calls may nest.  A search needs no calls, only a place to return to: for
each board on the current path the moves still to try, the best so far, and the move that led
here.  The boards come in the order of the recursion, so value, move and nodes are the same.

>>> rules = Rules(3, 3, 3)
>>> solve(rules, rules.parse("X.O/.X./..O"))
Result(value=0, move=5, nodes=186)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inarow.reference.rules import Board, Result, Rules


@dataclass
class Frame:
    """One board on the path from the root: what a recursive call keeps in its variables."""

    successors: Iterator[tuple[int, Board]]
    entered_by: int | None
    best: int = -2
    best_move: int | None = None

    def learn(self, move: int | None, value: int) -> None:
        """Take note of a move and its value."""
        if value > self.best:
            self.best, self.best_move = value, move


def solve(rules: Rules, board: Board | None = None) -> Result:
    """Value, first best move and nodes: those of ``minimax.solve``."""
    board = rules.check(board)
    outcome = rules.outcome(board)
    if outcome is not None:
        return Result(outcome, None, 1)
    path = [Frame(rules.successors(board), None)]
    nodes = 1
    while True:
        frame = path[-1]
        step = next(frame.successors, None)
        if step is None:  # every move of this board is done: hand its value to the one above
            path.pop()
            if not path:
                return Result(frame.best, frame.best_move, nodes)
            path[-1].learn(frame.entered_by, -frame.best)
            continue
        move, child = step
        nodes += 1
        outcome = rules.outcome(child)
        if outcome is None:
            path.append(Frame(rules.successors(child), move))
        else:
            frame.learn(move, -outcome)
