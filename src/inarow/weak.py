"""The weak game, or Maker-Breaker game: X wants to complete a line, O only to stop him.

O's own lines count for nothing, and play goes on after one. Values are, as everywhere, from the
side to move: 1 or -1 if X completes a line, 0 if O holds. If O holds in the weak game, he does not
lose the ordinary one; the converse is false.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from inarow.position import Player, Position
from inarow.solution import Report, Solution, ended, searched

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

__all__ = ["solve_weak", "weak_winner"]


def weak_winner(position: Position) -> Player | None:
    """Return who has won the weak game: "X" by a line, "O" by a full board without; else None.

    A line of O's ends only the ordinary game: `Position.is_over` is not asked here.

    >>> from inarow.game import Game
    >>> position = Game(3, 3, 3).position("OOO/XX./X..")
    >>> position.winner, weak_winner(position)
    ('O', None)
    """
    if position.winner == "X":
        return "X"
    return "O" if position.x | position.o == position.game.full else None


def solve_weak(
    kernel: Kernel,
    position: Position,
    distance: bool,
    nodes: int | None,
    seconds: float | None,
    report: Report | None,
) -> Solution:
    """Return the solution of a position in the weak game; the limits have been checked."""
    winner = weak_winner(position)
    if winner is not None:
        return ended(-1 if winner == "X" else 0)
    started = perf_counter()
    maker_moves = position.turn == "X"
    lower, upper, plies, move, line, spent, _zone = kernel.solve_weak(
        position.x, position.o, maker_moves, distance, True, nodes, seconds, report
    )
    if not maker_moves:
        lower, upper = -upper, -lower
    answer = lower, upper, plies, move, line, spent
    return searched(answer, distance, perf_counter() - started)
