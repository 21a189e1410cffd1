"""The files of Piskvork. It is always five in a row; whether more than five win is not said.

A ``.psq`` is a line for the board, ``Piskvorky 15x15, 11:11, 0``, a line a move: column, row (both
from 1 at the top left) and milliseconds, and after a game of a tournament the names of the players;
the last number of the first line is 1 if the second one began.

A ``.rec`` (of the program Gomotur, which Piskvork writes as well) begins with the two names, of who
began first, and its columns and rows count from 0. The board is one of 20x20, and no line says so.

Either may end with a number, the fault that ended the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inarow.model.errors import InarowError, InvalidRecordError
from inarow.model.game import Game
from inarow.records.record import Record, played

WORD = "Piskvorky"
"""A ``.psq`` begins with it."""
IN_A_ROW = 5
REC_SIDE = 20
LONGEST_NAMES = 1000

_HEAD = re.compile(rf"{WORD}\s+([0-9]{{1,3}})x([0-9]{{1,3}})\s*(,.*)?")
_SECOND_BEGAN = re.compile(r",[^,]*,\s*1\s*")
_MOVE = re.compile(r"\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*(,\s*-?[0-9]{1,12}\s*)?")
_TIMED = re.compile(r"[0-9]{1,4},[0-9]{1,4},-?[0-9]{1,12}\s*")
_LISTED = re.compile(r"(?:[\s0-9,;:_|.()-]|[A-Za-z](?=[0-9]))*")
# A word of digits with commas: a move that was spoilt, and no name.
_SPOILT = re.compile(r"(?=.*[0-9])\s*[^\s,]*(\s*,\s*[^\s,]*){1,2}\s*")
_NUMBER = re.compile(r"\s*(-?[0-9]+\s*)?")


def read_psq(text: str, game: Game | None) -> Record:
    """Return the game of a ``.psq``; `game` may say that exactly five win.

    Raises `InvalidRecordError` with the reason and the line.
    """
    lines = text.splitlines()
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise InvalidRecordError(
            f"line 1: '{WORD} 15x15, 0:0, 0' was expected, not {lines[0][:40]!r}"
        )
    columns, rows = int(head[1]), int(head[2])
    try:
        exact = game is not None and game.exact
        found = Game(rows, columns, IN_A_ROW, exact=exact)
    except InarowError as error:
        raise InvalidRecordError(f"line 1: {error}") from None
    if game is not None and found != game:
        raise InvalidRecordError(f"the file is a game of {found.key}, not of {game.key}")
    record = played(found.start(), _moves(found, lines, 1, 1))
    others = [line for line in lines[1:] if not _says_no_name(line)]
    if len(others) < 2:
        return record
    first, second = (" ".join(line.split()) for line in others[:2])
    if _SECOND_BEGAN.fullmatch(head[3] or ""):
        first, second = second, first
    return record._replace(names=(first, second))


def is_rec(text: str) -> bool:
    """Is it a ``.rec``: two lines that are no moves in any notation, then a move with its time?"""
    lines = text[:LONGEST_NAMES].splitlines()[:3]
    return (
        len(lines) == 3
        and _TIMED.fullmatch(lines[2]) is not None
        and not any(_MOVE.match(line) or _LISTED.fullmatch(line) for line in lines[:2])
    )


def read_rec(text: str, game: Game | None) -> Record:
    """Return the game of a ``.rec``, of 20x20 unless `game` tells of another board.

    Raises `InvalidRecordError` with the reason and the line.
    """
    found = game or Game(REC_SIDE, REC_SIDE, IN_A_ROW)
    if found.k != IN_A_ROW or found.is_plain:
        raise InvalidRecordError(f"the file is a game of five in a row, not of {found.key}")
    lines = text.splitlines()
    record = played(found.start(), _moves(found, lines, 2, 0))
    for number, line in enumerate(lines[2:], 3):
        if not (_TIMED.fullmatch(line) or (number == len(lines) and _NUMBER.fullmatch(line))):
            raise InvalidRecordError(f"line {number}: {line[:40]!r} is no move of a .rec")
    first, second = (" ".join(line.split()) for line in lines[:2])
    return record._replace(names=(first, second))


def _moves(game: Game, lines: list[str], before: int, origin: int) -> Iterator[tuple[int, str]]:
    """The cells of the lines that are moves, one at a time, and where each stands.

    `before` lines stand before them; columns and rows count from `origin`.
    """
    ended, is_timed = 0, False
    for number, line in enumerate(lines[before:], before + 1):
        match = _MOVE.fullmatch(line)
        if match is None:
            if _SPOILT.fullmatch(line):
                raise InvalidRecordError(f"line {number}: {line[:40]!r} is no move")
            ended = ended or number
            continue
        if ended:
            raise InvalidRecordError(
                f"line {ended}: {lines[ended - 1][:40]!r} stands between moves"
            )
        column, row = int(match[1]) - origin, int(match[2]) - origin
        if not (0 <= column < game.n and 0 <= row < game.m):
            raise InvalidRecordError(
                f"line {number}: {match[1]},{match[2]} is off the board of {game.n}x{game.m}"
            )
        if is_timed and not match[3]:
            raise InvalidRecordError(f"line {number}: {line[:40]!r} has no time: is it cut short?")
        is_timed = bool(match[3])
        yield game.cell((row, column)), f"line {number}"


def write_psq(record: Record) -> str:
    """Return the file of a record; raises `InvalidRecordError` for one that no file can tell.

    Names are written where both are told and neither reads as a move or a number. A file has no
    comments and no branches.
    """
    game = record.game
    if game.k != IN_A_ROW or game.exact:
        raise InvalidRecordError(
            f"a file of Piskvork is of five in a row or more, not {game.words}"
        )
    if record.start != game.start():
        raise InvalidRecordError("a file of Piskvork begins with the empty board")
    lines = [f"{WORD} {game.n}x{game.m}, 0:0, 0"]
    for row, column in map(game.coordinates, record.moves):
        lines.append(f"{column + 1},{row + 1},0")
    names = [" ".join(name.split()) for name in record.names]
    if not any(map(_says_no_name, names)):
        lines += names
    return "\n".join([*lines, "-1", ""])  # as Piskvork ends its own, where nothing went wrong


def _says_no_name(line: str) -> bool:
    return bool(_SPOILT.fullmatch(line) or _NUMBER.fullmatch(line))
