"""Which moves of a question are answered, and in which order they are tried.

The side to move fails if all of them are: the rules are those of certificates.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from inarow._core import LINE_WEIGHTS
from inarow.certificate.board import ProofBoard, proof_board
from inarow.certificate.cover import Cover
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


class QuestionCover(Cover):
    """Which moves of a position are answered so far: `answers`, in the order in which they were."""

    def __init__(self, question: Question) -> None:
        super().__init__(*_state(question))
        self.answers: list[int] = []
        self._left: tuple[int, int] | None = None  # as long as it is known

    def is_open(self, move: int) -> bool:
        """Is this move still to be answered?"""
        return bool(self.open >> move & 1)

    def answer(self, move: int, zone: int) -> None:
        """Note that a move that is open has been answered."""
        super().answer(move, zone)
        self.answers.append(move)
        self._left = None

    def left(self) -> tuple[int, int]:
        """Return the moves that are left to answer, and the zone if there are none."""
        if self._left is None:
            end = copy(self)
            end.finish(self.board.empty(self.at).bit_count(), narrow=True)
            self._left = end.open, end.zone
        return self._left


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
