"""Which moves are answered: the side to move fails if all of them are.

The rules are those by which a certificate is checked (``docs/reference/certificates.md``): an
answer to one move answers all moves outside its zone, and a cell speaks for those that it
dominates.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_

from inarow._core import LINE_WEIGHTS
from inarow.certificate.board import ProofBoard, proof_board
from inarow.check import WIN, Lines, Stones, members
from inarow.distributed.question import Goal, Question

OWN_LINES, OTHER_LINES = (0, 1, 16, 4, 1), (0, 1, 8, 2, 1)
"""What a line of the mover's, or the other side's, counts by what it misses: `board/order.pxi`."""


def _state(question: Question) -> tuple[ProofBoard, Stones, int]:
    """The position as the side sees it that does not move, the lines that count, and its goal."""
    board = proof_board(question.game, question.goal == Goal.STOP)
    if question.rival_moves:
        goal: int = question.goal
        return board, board.state(question.rival, question.keeper, goal), goal
    return board, board.state(question.keeper, question.rival, WIN), WIN


class Cover:
    """Which moves of a position are answered so far: `answers`, in the order in which they were."""

    def __init__(self, question: Question) -> None:
        self._board, self._at, self._goal = _state(question)
        self.answers: list[int] = []
        self._left: tuple[int, int] | None = None  # as long as it is known
        self._open = question.empty
        self._zone = 0 if self._goal == Goal.STOP else question.game.full
        if self._goal != Goal.STOP:  # where the side that does not move would complete a line
            wins = self._board.missed(self._at, self._at.mine[1:2])
            if wins:
                self._open = 0 if wins & (wins - 1) else wins  # he cannot block two

    def is_open(self, move: int) -> bool:
        """Is this move still to be answered?"""
        return bool(self._open >> move & 1)

    def answer(self, move: int, zone: int) -> None:
        """Note that a move that is open has been answered."""
        self.answers.append(move)
        self._left = None
        self._open &= zone & ~(1 << move)
        if self._goal == Goal.STOP:
            self._zone |= zone

    def left(self) -> tuple[int, int]:
        """Return the moves that are left to answer, and the zone if there are none."""
        if self._left is None:
            self._left = self._find_left()
        return self._left

    def _find_left(self) -> tuple[int, int]:
        board, at = self._board, self._at
        moves = (board.empty(at).bit_count() + 1) // 2  # of the side that moves
        if self._open and self._goal != WIN and not any(at.theirs[: moves + 1]):
            return 0, board.missed(at, at.theirs)
        left = self._open
        if self._goal == Goal.STOP:
            # Any cell that is answered would do. One in the zone leaves it as it is, and the same
            # for every image of the position.
            speakers = board.empty(at) & ~left & self._zone
            every = reduce(or_, at.theirs)
            for move in members(left):
                lines = [board.lines[i] for i in members(every & board.through[move])]
                if reduce(and_, lines, speakers):
                    left &= ~(1 << move)
        return left, self._zone


def in_order(question: Question) -> list[int]:
    """The empty cells, the most promising for the side to move first."""
    board, at, goal = _state(question)
    worth = dict.fromkeys(members(question.empty), 0)

    def count(sets: Lines, values: Sequence[int]) -> None:
        for missed, lines in enumerate(sets):
            for i in members(lines):
                for cell in members(board.lines[i] & question.empty):
                    worth[cell] += values[min(missed, len(values) - 1)]

    if question.goal == Goal.STOP:
        count(at.theirs if goal == Goal.STOP else at.mine, LINE_WEIGHTS)
    else:
        count(at.theirs, OWN_LINES)
        count(at.mine, OTHER_LINES)
    return sorted(worth, key=lambda cell: (-worth[cell], cell))
