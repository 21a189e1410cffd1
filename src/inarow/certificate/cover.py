"""Which of the rival's moves are answered at a node, by the rules of the format.

They are those of `inarow.check`, which keeps its own: here nothing is refused. An answer to one
move answers all moves outside its zone; a cell speaks for those that it dominates; and if too few
moves are left to complete a line, no answer is needed (``docs/reference/certificates.md``).
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_

from inarow.certificate.board import ProofBoard
from inarow.check import STOP, WIN, Stones, members


class Cover:
    """What is answered so far."""

    def __init__(self, board: ProofBoard, at: Stones, goal: int) -> None:
        self.board, self.at, self.goal = board, at, goal
        self.open = board.empty(at)
        """The moves that are not answered."""
        self.zone = 0 if goal == STOP else board.full
        """The cells that the answers need: all, if the keeper's lines count."""
        self.wins = 0 if goal == STOP else board.missed(at, at.mine[1:2])
        """The cells that complete a line of the keeper's."""
        if self.wins:
            self.open = 0 if self.wins & (self.wins - 1) else self.wins  # nobody blocks two

    def answer(self, move: int, zone: int) -> None:
        """Note the answer to a move that is open."""
        self.open &= zone & ~(1 << move)
        self.zone |= zone

    def finish(self, plies: int, narrow: bool = False) -> dict[int, int]:
        """Close what needs no answer, with so many plies left.

        Returns the moves that are dominated, each with the cell.
        Any cell that is answered will do. The `narrow` take one in the zone, which then stays as
        it is, and the same for every image of the position.
        """
        board, at = self.board, self.at
        if self.open and self.goal != WIN and not any(at.theirs[: (plies + 3) // 2]):
            self.open, self.zone = 0, board.missed(at, at.theirs)
        dominated: dict[int, int] = {}
        every = reduce(or_, at.theirs)
        for move in members(self.open if self.goal == STOP else 0):
            free = board.empty(at) & ~self.open & (self.zone if narrow else board.full)
            lines = members(every & board.through[move])
            if cells := reduce(and_, (board.lines[i] for i in lines), free):
                speaker = next(members(cells & self.zone or cells))
                dominated[move] = speaker
                self.open &= ~(1 << move)
                self.zone |= 1 << speaker
        return dominated
