"""What a proof is cut into: questions about positions, and what was found out about them."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from inarow.certificate.board import between, proof_board, sides_of
from inarow.model.bits import cells_of
from inarow.model.board import as_integer
from inarow.model.drawn import fields_told_above
from inarow.model.errors import (
    IllegalMoveError,
    InarowError,
    InvalidOptionError,
    InvalidPositionError,
)
from inarow.model.game import Game
from inarow.model.position import Position, require_position


class Goal(IntEnum):
    """What the keeper is to achieve; the numbers are those of a certificate."""

    HOLD = 1
    """The rival does not complete a line before the keeper does."""
    STOP = 2
    """The rival never completes a line, even if lines of the keeper's are not counted."""


@fields_told_above
class Question(NamedTuple):
    """Does one side, the keeper, achieve a goal against the other, the rival?

    Sets of cells are masks, bit i for cell i. Nobody has a line that counts for the goal yet, and
    a cell is empty.
    """

    game: Game
    goal: Goal
    rival: int
    keeper: int
    rival_moves: bool

    @property
    def empty(self) -> int:
        """The cells without a stone."""
        return self.game.full & ~(self.rival | self.keeper)

    @property
    def may_end(self) -> bool:
        """Can the next move end the game? Then what comes after it may be no question.

        A few nodes settle it, but as few as a limit allows may not.
        """
        if self.empty.bit_count() == 1:
            return True
        if self.goal == Goal.STOP and not self.rival_moves:
            return False  # lines of the keeper's do not count
        sides = (self.rival, self.keeper)
        own, other = sides if self.rival_moves else reversed(sides)
        return any(
            not line & other and (line & ~own).bit_count() == 1 for line in self.game.line_masks
        )

    def after(self, move: int) -> Question:
        """Return the question after a move of the side to move."""
        move = as_integer("move", move)
        if not (0 <= move < self.game.cells and self.empty >> move & 1):
            raise IllegalMoveError(f"cell {move} is taken or off the board")
        bit = 1 << move
        if self.rival_moves:
            return self._replace(rival=self.rival | bit, rival_moves=False)
        return self._replace(keeper=self.keeper | bit, rival_moves=True)


@fields_told_above
class Finding(NamedTuple):
    """What was found out about a question, and what it took.

    held
        Does the keeper achieve the goal? None: not settled with so many nodes.
    move
        A move that shows it, if the side to move is the one that succeeds; else -1.

        If it is not settled, one to go on with: where the search was, if it had got so far.
    zone
        If it is held: it stays so if the rival is given any stones elsewhere. Else all cells.
    nodes
        Positions searched, unsuccessful attempts included.
    seconds
        Time searched, the same.
    part
        The strategy of the side that succeeds, as in a certificate, numbered from 0; in zlib
        format.

        The keeper achieves the goal, or the rival wins. With the other side to move it is a node,
        else a code and what belongs to it. None if it was not asked for, or if the rival completes
        a line where the keeper was to STOP it: that proves nothing about the ordinary game.
    """

    held: bool | None
    move: int = -1
    zone: int = 0
    nodes: int = 0
    seconds: float = 0.0
    part: bytes | None = None


def check_question(question: Question, error: type[InarowError] = InvalidPositionError) -> None:
    """Raise `error` for what is no question: neither the core nor a store would tell."""
    if not isinstance(question, Question) or not isinstance(question.game, Game):
        raise TypeError(f"expected a Question about a Game, not {question!r}")
    game, goal, *stones, _ = question
    rival, keeper = (as_integer("a set of stones", cells) for cells in stones)
    if not isinstance(goal, Goal) or rival < 0 or keeper < 0 or rival & keeper:
        raise error("this is no question: a goal or a set of stones is out of range")
    if (rival | keeper) >= game.full:
        raise error("this is no question: the board is full, or a stone is off it")


def question_of(position: Position, keeper: str, goal: Goal) -> Question:
    """Return the question whether `keeper` ("X" or "O") achieves a goal in a position."""
    require_position(position)
    if not isinstance(keeper, str) or keeper not in ("X", "O"):
        raise InvalidOptionError(f'keeper must be "X" or "O", not {keeper!r}')
    return Question(position.game, goal, *sides_of(position, keeper), position.turn != keeper)


@cache
def _between(game: Game) -> list[list[int]]:
    symmetries = proof_board(game, False).symmetries
    return between(symmetries, symmetries)


def moved(game: Game, symmetry: int, cells: int) -> int:
    """Return where a symmetry of the board, numbered as in a certificate, takes a set of cells."""
    return proof_board(game, False).moved(symmetry, cells)


def moved_cell(game: Game, symmetry: int, cell: int) -> int:
    """Return where it takes a cell; -1 for none."""
    return cell if cell < 0 else proof_board(game, False).symmetries[symmetry][cell]


def inverse(game: Game, symmetry: int) -> int:
    """Return the symmetry that takes another one back."""
    return _between(game)[0][symmetry]


def composed(game: Game, first: int, then: int) -> int:
    """Return the symmetry that does one after the other."""
    return _between(game)[first][inverse(game, then)]


def canonical(question: Question) -> tuple[Question, int]:
    """Return the least of a question's images, and the symmetry that takes that one back.

    Questions are about the same play if and only if these images are equal.
    """
    sides = cells_of(question.rival), cells_of(question.keeper)
    (rival, keeper), symmetry = min(
        (tuple([sum([1 << to[cell] for cell in cells]) for cells in sides]), i)
        for i, to in enumerate(proof_board(question.game, False).symmetries)
    )
    least = question._replace(rival=rival, keeper=keeper)
    return least, inverse(question.game, symmetry)
