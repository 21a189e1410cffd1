"""The files of Piskvork, ``.psq``: a line for the board, a line a move, then the names of players.

``Piskvorky 15x15, 11:11, 0`` is followed by column, row (both from 1 at the top left) and the
milliseconds of each move. It is always five in a row; whether more than five win is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inarow.model.errors import InarowError, InvalidRecordError
from inarow.model.game import Game
from inarow.records.record import Record, played

WORD = "Piskvorky"
"""The file begins with it."""
IN_A_ROW = 5

_HEAD = re.compile(rf"{WORD}\s+([0-9]{{1,3}})x([0-9]{{1,3}})\s*(,.*)?")
_MOVE = re.compile(r"\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*(,\s*-?[0-9]{1,12}\s*)?")


def read_psq(text: str, game: Game | None) -> Record:
    """Return the game of a file; `game` may say that exactly five win.

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
    return played(found.start(), _moves(found, lines))


def _moves(game: Game, lines: list[str]) -> Iterator[tuple[int, str]]:
    """The cells of the lines that are moves, one at a time, and where each stands."""
    ended = 0
    for number, line in enumerate(lines[1:], 2):
        match = _MOVE.fullmatch(line)
        if match is None:
            ended = ended or number
            continue
        if ended:
            raise InvalidRecordError(
                f"line {ended}: {lines[ended - 1][:40]!r} stands between moves"
            )
        column, row = int(match[1]), int(match[2])
        if not (1 <= column <= game.n and 1 <= row <= game.m):
            raise InvalidRecordError(
                f"line {number}: {column},{row} is off the board of {game.n}x{game.m}"
            )
        yield game.cell((row - 1, column - 1)), f"line {number}"


def write_psq(record: Record) -> str:
    """Return the file of a record; raises `InvalidRecordError` for one that no file can tell."""
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
    return "\n".join([*lines, "-1", ""])  # as Piskvork ends its own, where nothing went wrong
