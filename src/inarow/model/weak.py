"""The weak game, or Maker-Breaker game: X wants to complete a line, O only to stop X.

O's own lines count for nothing, and play goes on after one. Values are, as everywhere, from the
side to move: 1 or -1 if X completes a line, 0 if O holds. If O holds in the weak game, O does
not lose the ordinary one; the converse is false.
"""

from __future__ import annotations

from inarow.model.legal import Player
from inarow.model.position import Position


def weak_winner(position: Position) -> Player | None:
    """Return who has won the weak game: "X" by a line, "O" by a full board without; else None.

    A line of O's ends only the ordinary game: `Position.is_over` is not asked here.

    >>> from inarow.model.game import Game
    >>> position = Game(3, 3, 3).position("OOO/XX./X..")
    >>> position.winner, weak_winner(position)
    ('O', None)
    """
    if position.winner == "X":
        return "X"
    return "O" if position.x | position.o == position.game.full else None
