"""A store of answers: what workers found out about questions, in a file that nothing spoils.

    >>> import tempfile
    >>> from inarow import Game
    >>> from inarow.distributed.job import settle
    >>> from inarow.distributed.question import Goal, question_of
    >>> from inarow.store import Store
    >>> position = Game(3, 4, 3).start().play("b1")
    >>> question = question_of(position, keeper="O", goal=Goal.HOLD)
    >>> directory = tempfile.TemporaryDirectory()
    >>> with Store(f"{directory.name}/answers.store") as store:
    ...     store.keep(question, settle(question))
    ...     image = question_of(Game(3, 4, 3).start().play("c3"), keeper="O", goal=Goal.HOLD)
    ...     store.find(image).held
    False

Images of a question under the symmetries of the board are one. The file is an SQLite database.
Several processes may have it open, each with a `Store` of its own; threads may share one. It is not
to be carried through a fork.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from inarow.distributed.question import Finding, Question
from inarow.distributed.store.file import StoreFile
from inarow.distributed.store.row import KEY, StoreRow, better, finding_of, key_of, place_of, row_of
from inarow.model.errors import StoreError

_COLUMNS = ", ".join(StoreRow._fields)
_WITH_KEY = " AND ".join(f"{name} = ?" for name in StoreRow._fields[:KEY])
_FIND = f"SELECT {_COLUMNS} FROM answers WHERE {_WITH_KEY}"
_CHANGED = ", ".join(f"{name} = excluded.{name}" for name in StoreRow._fields[KEY:])
_KEEP = (
    f"INSERT INTO answers ({_COLUMNS}) VALUES ({', '.join('?' * len(StoreRow._fields))})"
    f" ON CONFLICT ({', '.join(StoreRow._fields[:KEY])}) DO UPDATE SET {_CHANGED}"
)
_SCAN = f"SELECT id, {_COLUMNS} FROM answers WHERE id > ? ORDER BY id LIMIT 64"


class Store(StoreFile):
    """The store in a file, which is made if it is not there, or empty. To be closed; `with` does.

    `read_only` changes nothing, and refuses a file that is not there. Every method raises
    `StoreError` for a file that is damaged, is no store, or cannot be read or written, and
    `InvalidGameError` for a game that no store takes, those of exactly k in a row.
    """

    def find(self, question: Question) -> Finding | None:
        """Return what is known of a question, seen from its own side of the board; or None.

        A damaged row is as good as none. The part comes only to the canonical question of a board
        (`inarow.distributed.question.canonical`), as it was kept for that one.
        """
        least, back = place_of(question)
        row = _sound(self._read(_FIND, *key_of(least)), key_of(least))
        return row and finding_of(row, question, back)

    def keep(self, question: Question, answer: Finding) -> None:
        """Keep an answer, unless there is a better one: see `keep_all`."""
        self.keep_all([(question, answer)])

    def keep_all(self, answers: Iterable[tuple[Question, Finding]]) -> None:
        """Keep answers, all or none; when this returns they are on the disk.

        A settled answer is never replaced by an open one, nor one with a part by one without; of
        two open ones that with more nodes stays. A part is kept for the canonical question of its
        board, and left out for another one. Two settled answers that contradict each other are a
        `StoreError`, and so is a full disk: nothing is written then, and the store stays usable.
        """
        rows = []
        for pair in answers:
            if not isinstance(pair, tuple) or len(pair) != 2:
                kind = type(pair).__name__
                raise TypeError(f"expected pairs of a Question and a Finding, not {kind}")
            rows.append(row_of(*pair))
        with self._transaction():
            for row in rows:
                self._merge(row)

    def _merge(self, row: StoreRow) -> None:
        """Keep a row, or what is there if it is better."""
        there = _sound(self._read(_FIND, *row[:KEY]), row[:KEY])
        if better(there, row) is not there:
            self._connection.execute(_KEEP, row)

    def __iter__(self) -> Iterator[tuple[Question, Finding]]:
        """Yield what is kept, in the order of keeping, but for damaged rows."""
        last = -1 << 63
        while chunk := self._read(_SCAN, last):
            for number, *columns in chunk:
                if cast(int, number) <= last:  # or it would go round and round
                    raise StoreError(f"{self.path} is damaged: its rows are out of order")
                last = cast(int, number)
                row = StoreRow._make(columns)
                if row.is_sound:
                    question = row.question
                    yield question, finding_of(row, question, place_of(question)[1])


def _sound(found: list[tuple[object, ...]], key: tuple[object, ...]) -> StoreRow | None:
    """The sound row of a question among those found. A damaged index may lead to another one."""
    row = StoreRow._make(found[0]) if found else None
    return row if row is not None and row[:KEY] == key and row.is_sound else None
