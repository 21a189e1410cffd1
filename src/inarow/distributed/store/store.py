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
    ...     turned = question_of(Game(4, 3, 3).start().play("a3"), keeper="O", goal=Goal.HOLD)
    ...     store.find(turned).held
    False

Questions about the same play are one: symmetries of the board and its transposition are looked
through on the way in and out. The file is an SQLite database. Several processes may have it open,
each with a `Store` of its own; threads may share one. It is not to be carried through a fork.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, cast

from inarow.distributed.question import Finding, Question
from inarow.distributed.store.file import StoreFile
from inarow.distributed.store.row import KEY, StoreRow, better, pair_of, place_of, row_of
from inarow.model.errors import StoreError
from inarow.model.files import unfinished
from inarow.model.game import Game

_COLUMNS = ", ".join(StoreRow._fields)
_WITH_KEY = " AND ".join(f"{name} = ?" for name in StoreRow._fields[:KEY])
_FIND = f"SELECT {_COLUMNS} FROM answers WHERE {_WITH_KEY}"
_INSERT = f"INSERT INTO answers ({_COLUMNS}) VALUES ({', '.join('?' * len(StoreRow._fields))})"
_CHANGED = ", ".join(f"{name} = ?" for name in StoreRow._fields[KEY:])
_UPDATE = f"UPDATE answers SET {_CHANGED} WHERE {_WITH_KEY}"
_SCAN = f"SELECT id, {_COLUMNS} FROM answers WHERE id > ? ORDER BY id LIMIT 64"
_SUMS = """
SELECT m, n, k, count(*), total(held = 1), total(held = 0), total(held IS NULL), count(part),
    total(length(part)), sum(nodes >> 32), sum(nodes & 4294967295), total(seconds)
FROM answers GROUP BY m, n, k ORDER BY m, n, k
"""


class Stats(NamedTuple):
    """What a store has of one game, or of all."""

    answers: int
    held: int
    """The keeper achieves the goal."""
    lost: int
    """He does not."""
    unsettled: int
    parts: int
    part_bytes: int
    nodes: int
    seconds: float


class Store:
    """The store in a file, which is made if it is not there, or empty. To be closed; `with` does.

    `read_only` changes nothing, and refuses a file that is not there. Every method raises
    `StoreError` for a file that is damaged, is no store, or cannot be read or written, and
    `InvalidGameError` for a game that no store takes, those of exactly k in a row.
    """

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        self._file = StoreFile(path, read_only)

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

    # One question.

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

    # The whole.

    def stats(self) -> Stats:
        """Sums over all games, of what the rows say: only `verify` looks at digests."""
        sums = self.games().values()
        none = Stats(0, 0, 0, 0, 0, 0, 0, 0.0)
        return Stats._make(map(sum, zip(none, *sums, strict=True)))

    def games(self) -> dict[Game, Stats]:
        """The games of the store, as they are kept (m <= n), and what it has of each."""
        found = {}
        for m, n, k, *counts, high, low, seconds in self._file.read(_SUMS):
            try:
                game = Game(cast(int, m), cast(int, n), cast(int, k))
                whole = [int(cast(float, number)) for number in counts]
                nodes = (int(cast(float, high)) << 32) + int(cast(float, low))
            except (TypeError, ValueError):
                raise StoreError(f"{self.path} is damaged: it has a row of no game") from None
            found[game] = Stats._make((*whole, nodes, seconds))
        return found

    def __iter__(self) -> Iterator[tuple[Question, Finding]]:
        """Yield what is kept, in the order of keeping, but for damaged rows.

        Questions come as they are kept, or as their parts want them; from either the same is found.
        """
        return (pair_of(row) for _, row in self.rows() if row is not None)

    def rows(self) -> Iterator[tuple[int, StoreRow | None]]:
        """Yield the number of each row, and the row, None if it is damaged."""
        last = -1 << 63
        while chunk := self._file.read(_SCAN, last):
            for number, *columns in chunk:
                if cast(int, number) <= last:  # or it would go round and round
                    raise StoreError(f"{self.path} is damaged: its rows are out of order")
                last = cast(int, number)
                row = StoreRow._make(columns)
                yield last, row if row.is_sound else None

    def sample(self, count: int, seed: int = 0) -> list[tuple[Question, Finding]]:
        """Return so many settled answers drawn by lot, or all if there are fewer.

        The same seed draws the same from the same store. Damaged rows are left out.
        """
        numbers = self._file.read("SELECT id FROM answers WHERE held IS NOT NULL ORDER BY id")
        chosen = random.Random(seed).sample(numbers, min(count, len(numbers)))
        query = f"SELECT {_COLUMNS} FROM answers WHERE id = ?"
        drawn = (_first(self._file.read(query, number)) for (number,) in chosen)
        return [pair_of(row) for row in drawn if row is not None and row.is_sound]

    def merge(
        self,
        *paths: str | os.PathLike[str],
        report: Callable[[int], object] | None = None,
    ) -> int:
        """Keep what other stores have, by the rules of `keep_all`, all of it or nothing.

        Their damaged rows are left out: so many are returned. `report` is told the number of rows
        that have been read, now and then.
        """
        read = damaged = 0
        with self._file.transaction() as connection:
            for path in paths:
                with Store(path, read_only=True) as other:
                    for _, row in other.rows():
                        read += 1
                        if row is None:
                            damaged += 1
                        else:
                            _merge(connection, row)
                        if report is not None and read % 64 == 0:
                            report(read)
        return damaged


def merged(
    output: str | os.PathLike[str],
    *paths: str | os.PathLike[str],
    report: Callable[[int], object] | None = None,
    overwrite: bool = False,
) -> int:
    """Make a new store of others, whole or not at all; returns as `Store.merge` does.

    Raises `StoreError` if there is a file of that name, unless `overwrite` lets it be replaced.
    """
    with unfinished(output, StoreError, overwrite=overwrite) as part, Store(part) as store:
        return store.merge(*paths, report=report)


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
