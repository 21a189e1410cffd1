"""A row of a store of answers: a question in the form in which it is kept, and what is known of it.

Images of a question under the symmetries of the board share a row: the least of them is kept. Each
row carries a digest of all that it says, so that one that was altered is noticed.
"""

from __future__ import annotations

import math
from hashlib import blake2b
from typing import NamedTuple

from inarow.distributed.question import (
    Finding,
    Goal,
    Question,
    canonical,
    check_question,
    inverse,
    moved,
    moved_cell,
)
from inarow.model.errors import InvalidGameError, StoreError
from inarow.model.game import Game
from inarow.model.options import refuse_exact, require_grid
from inarow.model.position import Position, make_position

DIGEST_BYTES = 16
MOST = (1 << 63) - 1
"""What a column of integers can hold."""

KEY = 7
"""So many of the columns say which question it is."""


class StoreRow(NamedTuple):
    """The columns of a row. Sets of cells are bytes, the lowest cells first."""

    m: int
    n: int
    k: int
    goal: int
    rival_moves: int
    rival: bytes
    keeper: bytes
    held: int | None
    move: int
    zone: bytes
    nodes: int
    seconds: float
    turned: int
    """0. Stores once kept tall boards as wide ones: 1 says that the part is of the tall board."""
    digest: bytes
    part: bytes | None
    """It belongs to the question of the row, and to no image of it."""

    @property
    def is_sound(self) -> bool:
        """Whether the row is as it was written; SQLite admits any value in any column."""
        return isinstance(self.part, bytes | None) and self.digest == _digest(self)

    @property
    def question(self) -> Question:
        """The question as it is kept."""
        game = Game(self.m, self.n, self.k)
        rival, keeper = (int.from_bytes(cells, "little") for cells in (self.rival, self.keeper))
        return Question(game, Goal(self.goal), rival, keeper, bool(self.rival_moves))


def place_of(question: Question) -> tuple[Question, int]:
    """Return the question as it is kept, and the symmetry that takes that one back.

    Raises `InvalidGameError` for a game that no store takes.
    """
    check_question(question, StoreError)
    game = question.game
    refuse_exact(game, "stores of answers")
    require_grid(game, "stores of answers")
    if game.k > MOST:
        raise InvalidGameError(f"k is kept as a number of 64 bits: {game.k} is too large")
    return canonical(question)


def key_of(question: Question) -> tuple[int | bytes, ...]:
    """Return the first columns of the row of a question that is as it is kept."""
    game, goal, rival, keeper, rival_moves = question
    return (*game.size, int(goal), int(rival_moves), _packed(game, rival), _packed(game, keeper))


def row_of(question: Question, answer: Finding) -> StoreRow:
    """Return the row of an answer; a part that does not belong to its question is left out."""
    least, back = place_of(question)
    _check_answer(question, answer)
    game = question.game
    there = inverse(game, back)
    zone = _packed(game, moved(game, there, answer.zone))
    part = answer.part if least == question else None
    held = None if answer.held is None else int(answer.held)
    effort = int(answer.nodes), float(answer.seconds)
    known = held, moved_cell(game, there, answer.move), zone, *effort, 0, b"", part
    row = StoreRow._make((*key_of(least), *known))
    return row._replace(digest=_digest(row))


def finding_of(row: StoreRow, question: Question, back: int) -> Finding:
    """Return the answer of a row as it is for a question, to which a symmetry takes that kept."""
    game = question.game
    return Finding(
        None if row.held is None else bool(row.held),
        moved_cell(game, back, row.move),
        moved(game, back, int.from_bytes(row.zone, "little")),
        row.nodes,
        row.seconds,
        row.part if row[:KEY] == key_of(question) and not row.turned else None,
    )


def _packed(game: Game, cells: int) -> bytes:
    return cells.to_bytes((game.cells + 7) // 8, "little")


def better(old: StoreRow | None, new: StoreRow) -> StoreRow:
    """Return which of two rows of a question is to be kept.

    Settled answers are better than open ones, settled ones with a part better than without, open
    ones better the more was searched. Raises `StoreError` if two settled ones contradict.
    """
    if old is None:
        return new
    if old.held is None:
        return new if new.held is not None or new.nodes > old.nodes else old
    if new.held is not None and new.held != old.held:
        said = f"{_held(new)} contradicts {_held(old)}, which is kept"
        raise StoreError(f"{said}: {words(new.question)}")
    adds_part = new.part is not None and (old.part is None or old.turned)
    return new if new.held is not None and adds_part else old


def position_of(question: Question) -> Position:
    """The position of a question: the rival has X, the keeper O."""
    sides = question.rival, question.keeper
    if question.rival_moves:
        return make_position(question.game, *sides, "X", None)
    return make_position(question.game, *sides[::-1], "O", None)


def words(question: Question) -> str:
    """A question in a line: ``3,3,3 X../.O./... X to move: O holds?``."""
    position = position_of(question)
    word = "holds" if question.goal == Goal.HOLD else "stops"
    return f"{question.game.key} {position.text} {position.turn} to move: O {word}?"


def _held(row: StoreRow) -> str:
    return "'yes'" if row.held else "'no'"


def _digest(row: StoreRow) -> bytes:
    content = row._replace(digest=b"", part=None)
    digest = blake2b(repr(tuple(content)).encode(), digest_size=DIGEST_BYTES)
    if row.part is not None:
        digest.update(b"+" + row.part)
    return digest.digest()


def _check_answer(question: Question, answer: Finding) -> None:
    """Refuse an answer that no worker gives."""
    if not isinstance(answer, Finding):
        raise TypeError(f"expected a Finding, not {type(answer).__name__}")
    if answer.move != -1 and not (answer.move >= 0 and question.empty >> answer.move & 1):
        raise StoreError(f"cell {answer.move} is no move here: {words(question)}")
    if not 0 <= answer.zone <= question.game.full:
        raise StoreError(f"the zone is off the board: {words(question)}")
    if not (0 <= answer.nodes <= MOST and 0 <= answer.seconds < math.inf):
        raise StoreError(f"the effort of an answer is out of range: {words(question)}")
