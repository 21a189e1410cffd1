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
    symmetries_of,
)
from inarow.model.bits import image_of
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


class Place(NamedTuple):
    """Where a question is kept: in which form, and how cells are taken there and back."""

    question: Question
    there: tuple[int, ...]
    """For each cell of the board that was asked about, that of the board of the row."""
    back: tuple[int, ...]
    owns_part: bool
    """Is it the question of the row itself? To an image of it no part belongs."""

    @property
    def key(self) -> tuple[int | bytes, ...]:
        """The first columns of the row."""
        game, goal, rival, keeper, rival_moves = self.question
        size = (game.cells + 7) // 8
        sides = (cells.to_bytes(size, "little") for cells in (rival, keeper))
        return (*game.size, int(goal), int(rival_moves), *sides)

    def seen(self, row: StoreRow) -> Finding:
        """The answer of the row as it is for the question that was asked."""
        zone = image_of(int.from_bytes(row.zone, "little"), self.back)
        return Finding(
            None if row.held is None else bool(row.held),
            self.back[row.move] if row.move >= 0 else -1,
            zone,
            row.nodes,
            row.seconds,
            row.part if self.owns_part and not row.turned else None,
        )


def place_of(question: Question) -> Place:
    """Return where a question is kept; `InvalidGameError` for a game that no store takes."""
    check_question(question, StoreError)
    game = question.game
    refuse_exact(game, "stores of answers")
    require_grid(game, "stores of answers")
    if game.k > MOST:
        raise InvalidGameError(f"k is kept as a number of 64 bits: {game.k} is too large")
    least, symmetry = canonical(question)
    back = symmetries_of(game.m, game.n)[symmetry]
    there = symmetries_of(game.m, game.n)[inverse(game, symmetry)]
    return Place(least, tuple(there), tuple(back), least == question)


def row_of(question: Question, answer: Finding) -> StoreRow:
    """Return the row of an answer; a part that does not belong to its question is left out."""
    place = place_of(question)
    _check_answer(question, answer)
    move = place.there[answer.move] if answer.move >= 0 else -1
    zone = image_of(answer.zone, place.there).to_bytes((question.game.cells + 7) // 8, "little")
    part = answer.part if place.owns_part else None
    held = None if answer.held is None else int(answer.held)
    effort = int(answer.nodes), float(answer.seconds)
    row = StoreRow._make((*place.key, held, move, zone, *effort, 0, b"", part))
    return row._replace(digest=_digest(row))


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
