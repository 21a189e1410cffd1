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

import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from inarow.distributed.question import Finding, Question
from inarow.distributed.store.file import StoreFile
from inarow.distributed.store.row import KEY, StoreRow, better, place_of, row_of
from inarow.model.errors import StoreError

_COLUMNS = ", ".join(StoreRow._fields)
_WITH_KEY = " AND ".join(f"{name} = ?" for name in StoreRow._fields[:KEY])
_FIND = f"SELECT {_COLUMNS} FROM answers WHERE {_WITH_KEY}"
_INSERT = f"INSERT INTO answers ({_COLUMNS}) VALUES ({', '.join('?' * len(StoreRow._fields))})"
_CHANGED = ", ".join(f"{name} = ?" for name in StoreRow._fields[KEY:])
_UPDATE = f"UPDATE answers SET {_CHANGED} WHERE {_WITH_KEY}"
_SCAN = f"SELECT id, {_COLUMNS} FROM answers WHERE id > ? ORDER BY id LIMIT 64"


class Store:
    """The store in a file, which is made if it is not there, or empty. To be closed; `with` does.

    `read_only` changes nothing, and refuses a file that is not there. Every method raises
    `StoreError` for a file that is damaged, is no store, or cannot be read or written, and
    `InvalidGameError` for a game that no store takes, those of exactly k in a row.
    """

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        self._file = StoreFile(path, read_only)

    def __repr__(self) -> str:
        return f"Store({str(self.path)!r})"

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    def close(self) -> None:
        """Close the file; what was kept stays. A closed store may be closed again."""
        self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def find(self, question: Question) -> Finding | None:
        """Return what is known of a question, seen from its own side of the board; or None.

        A damaged row is as good as none. The part comes only to the canonical question of a board
        (`inarow.distributed.question.canonical`), as it was kept for that one.
        """
        place = place_of(question)
        row = _first(self._file.read(_FIND, *place.key))
        return place.seen(row) if row is not None and _answers(row, place.key) else None

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
        rows = [_row_of_pair(pair) for pair in answers]
        with self._file.transaction() as connection:
            for row in rows:
                _merge(connection, row)

    def __iter__(self) -> Iterator[tuple[Question, Finding]]:
        """Yield what is kept, in the order of keeping, but for damaged rows."""
        last = -1 << 63
        while chunk := self._file.read(_SCAN, last):
            for number, *columns in chunk:
                if cast(int, number) <= last:  # or it would go round and round
                    raise StoreError(f"{self.path} is damaged: its rows are out of order")
                last = cast(int, number)
                row = StoreRow._make(columns)
                if row.is_sound:
                    yield row.question, place_of(row.question).seen(row)


def _row_of_pair(pair: object) -> StoreRow:
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError(f"expected pairs of a Question and a Finding, not {type(pair).__name__}")
    return row_of(*pair)


def _merge(connection: sqlite3.Connection, row: StoreRow) -> None:
    """Keep a row, or what is there if it is better."""
    key = row[:KEY]
    there = _first(connection.execute(_FIND, key).fetchall())
    sound = there if there is not None and _answers(there, key) else None
    if better(sound, row) is sound:
        return
    if there is None:
        connection.execute(_INSERT, row)
    else:
        connection.execute(_UPDATE, (*row[KEY:], *key))


def _first(found: list[tuple[object, ...]]) -> StoreRow | None:
    return StoreRow._make(found[0]) if found else None


def _answers(row: StoreRow, key: tuple[object, ...]) -> bool:
    """Is it a sound row of this question? A damaged index may lead to another one."""
    return row[:KEY] == key and row.is_sound
