"""One reader and one writer of records."""

from __future__ import annotations

import codecs
import os
import re
from typing import Literal, TypeAlias

from inarow.model.errors import InvalidOptionError, InvalidRecordError
from inarow.model.files import place, refuse_pointer, told_as
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.records.piskvork import WORD, read_psq, write_psq
from inarow.records.plain import read_plain, write_plain
from inarow.records.record import Record
from inarow.records.sgf import read_sgf, write_sgf

Format: TypeAlias = Literal["sgf", "psq", "moves", "position"]
FORMATS: tuple[Format, ...] = ("sgf", "psq", "moves", "position")

_SGF = re.compile(rb"\(\s*;")


LONGEST = 1 << 24
"""Bytes of a file; with all that may be noted beside the moves."""


def read_record(
    source: str | bytes | os.PathLike[str], game: Game | None = None, from_bottom: bool = False
) -> Record:
    """Read the record of a game, whatever the format: SGF, Piskvork's ``.psq``, or plain text.

    `source` is the text itself, or the ``pathlib.Path`` of a file; a ``str`` is never a path.

    Plain text is a list of moves, such as ``h8 i9 j10`` or ``7,7 8,8`` (row, column from 0),
    numbered or not, or a board, such as ``X../.O./...``; in front of either stands the game:
    ``15,15,5 h8 i9`` (``15,15,5 exact`` if exactly five win). `Position.key` and the ``repr`` of a
    position are read as well. With `from_bottom`, or ``from the bottom`` behind the game, row 1 of
    a list of moves is the lowest; SGF and Piskvork say for themselves where it is.

    `game` is needed where the text does not say how many in a row win, and must be the one that it
    tells of otherwise. SGF needs the library sgfmill (the extra ``records``).

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
    data = source.encode("utf-8", "replace") if isinstance(source, str) else source
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    if _SGF.search(data):
        return read_sgf(data, game)
    # Names of players may be in any encoding: nothing else is beyond ASCII.
    plain = data.decode("utf-8", "replace").lstrip("\ufeff").strip()
    if plain.startswith(WORD):
        return read_psq(plain, game)
    return read_plain(plain, game, from_bottom)


def _contents(file: os.PathLike[str]) -> bytes:
    with told_as(InvalidRecordError, file):
        refuse_pointer(file, InvalidRecordError)
        with place(file).open("rb") as stream:
            data = stream.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise InvalidRecordError(f"{file}: too long for a record: more than 16 MB")
    return data


def write_record(record: Record | Position, form: Format = "sgf", from_bottom: bool = False) -> str:
    """Return the record of a game as text that `read_record` reads without knowing the game.

    `form` is ``"sgf"``, ``"psq"``, ``"moves"`` (one line) or ``"position"`` (where it stands: its
    `Position.key`). With `from_bottom` the rows of ``"moves"`` are counted from the bottom.

    Raises `InvalidOptionError` for another format, and `InvalidRecordError` for what a format
    cannot tell: Piskvork's files are of five in a row from the empty board.

    >>> write_record(read_record("3,3,3 b2 a1"), "position")
    '3,3,3 O../.X./...'
    """
    if isinstance(record, Position):
        record = Record(record, (), record)
    if form in ("sgf", "psq") and record.game.is_plain:
        raise InvalidRecordError(f"no file of SGF or Piskvork is of {record.game.words}")
    match form:
        case "sgf":
            return write_sgf(record)
        case "psq":
            return write_psq(record)
        case "moves":
            return write_plain(record, from_bottom)
        case "position":
            return record.position.key
    raise InvalidOptionError(f"a format is {', '.join(FORMATS)}, not {form!r}")
