"""One reader and one writer of records."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal, TypeAlias

from inarow.model.errors import InvalidOptionError, InvalidRecordError
from inarow.model.files import place, refuse_pointer, told_as
from inarow.model.game import Game, require_game
from inarow.model.position import Position
from inarow.records.piskvork import WORD, is_rec, read_psq, read_rec, write_psq
from inarow.records.plain import read_plain, write_plain
from inarow.records.record import Record

Format: TypeAlias = Literal["sgf", "psq", "moves", "position"]
FORMATS: tuple[Format, ...] = ("sgf", "psq", "moves", "position")

_SGF = re.compile(r"\(\s*;", re.ASCII)
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_ASCII = bytes(range(ord("\\"))) + rb"\u0041"  # which some encodings take for an A

LONGEST = 1 << 22
"""Bytes of a record, with all that may be noted beside the moves."""


def read_record(
    source: str | bytes | os.PathLike[str], game: Game | None = None, from_bottom: bool = False
) -> Record:
    """Read the record of a game, whatever the format: SGF, Piskvork's files, or plain text.

    `source` is the text itself, or the ``pathlib.Path`` of a file; a ``str`` is never a path.

    Plain text is a list of moves, such as ``h8 i9 j10`` or ``7,7 8,8`` (row, column from 0),
    numbered or not, or a board, such as ``X../.O./...``; in front of either stands the game:
    ``15,15,5 h8 i9`` (``15,15,5 exact`` if exactly five win), or any `Game.key` but that of given
    lines, whose `game` must be given. `Position.key` and the ``repr`` of a position are read as
    well. With `from_bottom`, or ``from the bottom`` behind the game, row 1 of a list of moves is
    the lowest; SGF and Piskvork say for themselves where it is.

    `game` is needed where the text does not say how many in a row win, and must be the one that it
    tells of otherwise. SGF needs the library sgfmill (the extra ``records``): of it variations
    (`Record.branches`), comments and names of players are kept as well, and of Piskvork's ``.psq``
    and ``.rec`` the names. A ``.rec`` is of 20,20,5 unless `game` is another one of five in a row.

    Raises `InvalidRecordError` for what cannot be read or played, with the place;
    `needs_game` of it says that only `game` is wanting. So does a file that cannot be read.

    >>> read_record("3,3,3 b2 a1 c3").position
    Game(3, 3, 3).position('O../.X./..X')
    >>> read_record("X../.O./...", Game(3, 3, 3)).position.turn
    'X'
    """
    if isinstance(source, os.PathLike):
        data = _contents(source)
        try:
            return read_record(data, game, from_bottom)
        except InvalidRecordError as error:
            raise InvalidRecordError(f"{source}: {error}", error.needs_game) from None
    if not isinstance(source, str | bytes):
        kind = type(source).__name__
        raise TypeError(f"a record is a str, bytes or the pathlib.Path of a file, not {kind}")
    if game is not None:
        require_game(game)
    if len(source) > LONGEST:
        raise InvalidRecordError("too long for a record: more than 4 MB")
    data = source.encode("utf-8", "replace") if isinstance(source, str) else source
    text = (data.decode() if isinstance(source, str) else _decoded(data)).lstrip("\ufeff").strip()
    if text.startswith(WORD):
        return read_psq(text, game)
    if _SGF.search(text):
        with _library():
            from inarow.records.sgf import read_sgf
        return read_sgf(text, game)
    if is_rec(text):
        return read_rec(text, game)
    return read_plain(text, game, from_bottom)


@contextmanager
def _library() -> Iterator[None]:
    """The library for SGF is loaded by those alone who have such a file."""
    try:
        yield
    except ImportError:
        raise InvalidRecordError(
            "SGF needs the library sgfmill: pip install sgfmill"
            " (in the source tree: pip install '.[records]')"
        ) from None


def _decoded(data: bytes) -> str:
    """Return the text of a file; names and comments may be in any encoding, all else is ASCII.

    UTF-16 has its mark, and an SGF may name its encoding. Any other is UTF-8, or else Windows-1252.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    named = _CHARSET.search(data)
    if named is not None:
        with suppress(LookupError, ValueError):
            name = named[1].decode()
            if _ASCII.decode(name) == _ASCII.decode():  # else it is none in which it could be read
                return data.decode(name, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _contents(file: os.PathLike[str]) -> bytes:
    with told_as(InvalidRecordError, file):
        refuse_pointer(file, InvalidRecordError)
        with place(file).open("rb") as stream:
            data = stream.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise InvalidRecordError(f"{file}: too long for a record: more than 4 MB")
    return data


def write_record(record: Record | Position, form: Format = "sgf", from_bottom: bool = False) -> str:
    """Return the record of a game as text for `read_record`, which must know boards of given lines.

    `form` is ``"sgf"``, ``"psq"``, ``"moves"`` (one line) or ``"position"`` (where it stands: its
    `Position.key`). With `from_bottom` the rows of ``"moves"`` are counted from the bottom.
    ``"sgf"`` holds all of a record, ``"psq"`` the moves and the names of both players, and the
    others neither names nor comments nor branches.

    Raises `InvalidOptionError` for another format, and `InvalidRecordError` for what a format
    cannot tell: Piskvork's files are of five in a row from the empty board.

    >>> write_record(read_record("3,3,3 b2 a1"), "position")
    '3,3,3 O../.X./...'
    """
    if isinstance(record, Position):
        record = Record(record, (), record)
    if not isinstance(record, Record):
        raise TypeError(f"expected a Record or a Position, not {type(record).__name__}")
    if form in ("sgf", "psq") and (record.game.is_plain or not record.game.is_grid):
        instead = "the formats 'moves' and 'position' tell it"
        raise InvalidRecordError(f"no file of SGF or Piskvork is of {record.game.key}: {instead}")
    match form:
        case "sgf":
            with _library():
                from inarow.records.sgf_writer import write_sgf
            return write_sgf(record)
        case "psq":
            return write_psq(record)
        case "moves":
            return write_plain(record, from_bottom)
        case "position":
            return record.position.key
    raise InvalidOptionError(f"a format is {', '.join(FORMATS)}, not {form!r}")
