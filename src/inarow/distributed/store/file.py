"""The file of a store: an SQLite database, told apart from others, and its errors in a line.

Writers are one after another, readers disturb nobody (write-ahead log), and a transaction that was
committed has been brought to the disk. ``FILE-wal`` and ``FILE-shm`` are parts of an open store.
SQLite checks the whole file when it is opened.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

from inarow.distributed.store.row import KEY, StoreRow
from inarow.model.errors import StoreError
from inarow.model.files import AnyPath, place, refuse_pointer, told_as

APPLICATION = int.from_bytes(b"inar", "big")
VERSION = 1
"""Rises whenever columns come to mean something else."""

BUSY_SECONDS = 60.0
"""How long to wait for another process that writes."""
TRY_SECONDS = 0.5
"""After so long in SQLite Ctrl-C is looked after."""

_TYPES = {
    **dict.fromkeys(StoreRow._fields, "INTEGER NOT NULL"),
    **dict.fromkeys(("rival", "keeper", "zone", "digest"), "BLOB NOT NULL"),
    **{"held": "INTEGER", "seconds": "REAL NOT NULL", "part": "BLOB"},
}
SCHEMA = (
    "CREATE TABLE answers (id INTEGER PRIMARY KEY, "
    + ", ".join(f"{name} {_TYPES[name]}" for name in StoreRow._fields)
    + f", UNIQUE ({', '.join(StoreRow._fields[:KEY])}))"
)

_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the latter where names in a damaged file are no text."""

Result = TypeVar("Result")
Opened = TypeVar("Opened", bound="StoreFile")


class StoreFile:
    """An open file. Threads may share it: one at a time is let in."""

    def __init__(self, path: AnyPath, read_only: bool = False) -> None:
        self.path = Path(path)
        """The file."""
        self._lock = threading.RLock()
        with told_as(StoreError, path, "opened"):
            try:
                if not stat.S_ISREG(place(path).stat().st_mode):
                    raise StoreError(f"{self.path} is no file")
                refuse_pointer(path, StoreError)
            except FileNotFoundError:
                if read_only:
                    raise StoreError(f"there is no file {self.path}") from None
            if not self.path.parent.is_dir():
                raise StoreError(f"there is no directory {self.path.parent}")
        with self._told():
            self._connection = _connected(self.path, read_only)
        try:
            with self._told():
                self._patiently(lambda: self._prepare(read_only))
                self._look_through()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self, read_only: bool) -> None:
        """See that it is a store; make it one if there is nothing in the file."""
        with self._atomic("BEGIN"):  # another process may be about to make it
            found = self._identity()
        if found == (0, 0, []) and not read_only:
            self._connection.execute("PRAGMA journal_mode = WAL")
            with self._atomic("BEGIN IMMEDIATE"):
                if self._identity() == found:
                    self._connection.execute(SCHEMA)
                    self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    self._connection.execute(f"PRAGMA user_version = {VERSION}")
                found = self._identity()
        application, version, tables = found
        if application != APPLICATION:
            empty = found == (0, 0, [])
            raise StoreError(f"{self.path} is {'empty: ' * empty}no store of answers")
        if version != VERSION:
            raise StoreError(
                f"{self.path} is a store of version {version}; this inarow reads {VERSION}"
            )
        if tables != [SCHEMA.encode()]:
            raise StoreError(f"{self.path} is damaged: it has other tables than a store")
        if not read_only:
            self._connection.execute("PRAGMA synchronous = FULL")

    def _look_through(self) -> None:
        """Have SQLite check the whole file, some seconds for a million rows.

        That is one call of SQLite's: it is made in a thread, so that Ctrl-C is heard and ends it.
        """
        found: list[str] = []

        def look() -> None:
            try:
                (text,) = self._patiently(
                    lambda: self._connection.execute("PRAGMA integrity_check(1)").fetchone()
                )
                found.append(text.decode("utf-8", "replace"))
            except _FAULTS as error:
                found.append(str(error))

        thread = threading.Thread(target=look)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.05)
        finally:
            if thread.is_alive():
                self._connection.interrupt()
                thread.join()
        if found != ["ok"]:
            raise StoreError(f"{self.path} {_reason(found[0].splitlines()[-1])}")

    def _identity(self) -> tuple[int, int, list[bytes]]:
        """What the file says it is: application, version, and how its tables were made."""
        one = self._connection.execute
        (application,) = one("PRAGMA application_id").fetchone()
        (version,) = one("PRAGMA user_version").fetchone()
        query = "SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE sql IS NOT NULL"
        return application, version, [sql for (sql,) in one(query)]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def __enter__(self: Opened) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was kept stays. A closed store may be closed again."""
        with self._lock, self._told():
            self._connection.close()

    def _read(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """All rows of a query."""
        with self._lock, self._told():
            return self._patiently(lambda: self._connection.execute(query, values).fetchall())

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """What is written within is there as a whole or not at all."""
        with self._lock, self._told(), self._atomic("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def _atomic(self, begin: str) -> Iterator[None]:
        self._patiently(lambda: self._connection.execute(begin))
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:  # after some faults SQLite has rolled back
                    self._connection.execute("ROLLBACK")
            raise

    def _patiently(self, call: Callable[[], Result]) -> Result:
        """Call again while another process is in the way, a minute at most."""
        until = monotonic() + BUSY_SECONDS
        while True:
            try:
                return call()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or monotonic() > until:
                    raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Faults of SQLite as errors of this package."""
        try:
            yield
        except _FAULTS as error:
            raise StoreError(f"{self.path} {_reason(str(error))}") from error


def _connected(path: Path, read_only: bool) -> sqlite3.Connection:
    target = Path(os.path.realpath(path))
    options = "?mode=rw" if read_only else "?mode=rwc"
    if read_only and not os.access(target.parent, os.W_OK):
        log = target.with_name(f"{target.name}-wal")
        # Where nobody can write no log is made, and none is needed to read.
        options = "?mode=ro" if log.exists() else "?mode=ro&immutable=1"
    connection = sqlite3.connect(
        target.as_uri() + options,
        uri=True,
        timeout=TRY_SECONDS,
        isolation_level=None,  # transactions begin and end where it is said here
        check_same_thread=False,
    )
    connection.text_factory = bytes  # texts are where damage has made some
    if read_only:  # in this way the log, too, goes when it is closed
        connection.execute("PRAGMA query_only = ON")
    return connection


def _reason(message: str) -> str:
    """What an error of SQLite means for the file."""
    if "not a database" in message:
        return "is no store of answers"
    if "closed database" in message:
        return "has been closed"
    if "locked" in message:
        return f"is busy: another process has written for more than {BUSY_SECONDS:.0f} s"
    if "full" in message or "readonly" in message or "I/O" in message:
        return f"cannot be written: {message}"
    if "unable to open" in message:
        return "cannot be opened"
    return f"is damaged: {message}"
