"""Texts that people write: a board, a list of moves, or both, and the game in front of them.

    15,15,5 h8 i9 j10                          rows, columns, how many in a row; then the moves
    15,15,5 exact from the bottom h8i9j10      exactly five; row 1 is at the bottom
    3,3,3 X../.O./... c3                       a board, and moves from there
    3,3,3 XX./.../...:O                        the same, and whose turn it is
    4x4x4,4 2b2 1a1                            a game on another board, by its key
    6,7,4 gravity d d c                        where stones fall, the columns
    1. h8 i9 2. j10      7,7 8,8               numbers are passed over; pairs are row, column from 0

Without the game in front somebody else must say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inarow.model.errors import IllegalMoveError, InarowError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.moves import read_cells, turned
from inarow.model.position import Position
from inarow.records.record import Record, played

BOTTOM = "from the bottom"

_FILE = re.compile(r"\S+\.[a-z]{3,4}")
_HEAD = re.compile(
    r"\s*((?:[0-9]+,[0-9]+,[0-9]+|[0-9]+(?:x[0-9]+)+,[0-9]+|(?:torus|hexagon|animal) [0-9][\w,-]*"
    r"|lines [0-9]+:[0-9a-f]+)(?: exact| misere| gravity)*)"
    rf"( {BOTTOM})?(?![,0-9])\s*[:;]?\s*",
    re.IGNORECASE,
)
# The library's own words for a position: its `repr`, and the titles of its pictures.
_NAMED = re.compile(
    r"Game\(([0-9]+), ([0-9]+), ([0-9]+)((?:, (?:exact|misere|gravity)=True)*)\)"
    r"(?:, (?:([XO]) to move|[\w ]+): |\.position\(['\"])([XO./]+)(?:', turn='([XO])')?"
)
_BOARD = re.compile(r"\s*([XOxo._/]+(?:\s+[XOxo._/]+)*)(?::([XOxo]))?(?=\s|$)")


def read_plain(text: str, game: Game | None, from_bottom: bool = False) -> Record:
    """Return the record of a text. `game` is for one that does not tell."""
    if not text.strip():
        raise InvalidRecordError("there is nothing to read")
    named = _NAMED.search(text)
    if named is not None:
        *sizes, words, titled, board, turn = named.groups()
        text = f"{','.join(sizes)}{words.replace(',', '').replace('=True', '')} {board}"
        if turn or titled:
            text += f":{turn or titled}"
    head = _HEAD.match(text)
    if head is not None:
        game = _agreed(head[1].lower(), game)
        from_bottom = from_bottom or head[2] is not None
        text = text[head.end() :]
    text = text.strip()
    if game is None:
        what = "how many in a row win" if _BOARD.match(text) else "which game it is"
        hint = " (a file is given as pathlib.Path)" if _FILE.fullmatch(text) else ""
        raise InvalidRecordError(
            f"the text does not say {what}: give the game, or put it in front, such as"
            f" 3,3,3 X../.O./... or 15,15,5 h8 i9{hint}",
            needs_game=True,
        )
    start, board_found = game.start(), _BOARD.match(text)
    if board_found is not None:
        start = _start(game, board_found[1], board_found[2])
        text = text[board_found.end() :]
    return read_moves(start, text, from_bottom)


def read_moves(start: Position, text: str, from_bottom: bool = False) -> Record:
    """Return the record of a list of moves from `start`.

    Raises `InvalidRecordError` with the reason and the number of the move, from 1.

    >>> read_moves(Game(15, 15, 5).start(), "1. h8 i9 2. J10", from_bottom=True).moves
    (112, 98, 84)
    """
    return played(start, _moves(start, text, from_bottom))


def _moves(start: Position, text: str, from_bottom: bool) -> Iterator[tuple[int, str]]:
    """The moves of a text, one at a time: no more are read than can be played."""
    try:
        yield from read_cells(start, text, from_bottom)
    except IllegalMoveError as error:
        raise InvalidRecordError(str(error)) from None


def write_plain(record: Record, from_bottom: bool = False) -> str:
    """Return a line that `read_plain` reads without knowing the game."""
    game = record.game
    names = [game.name(turned(game, cell) if from_bottom else cell) for cell in record.moves]
    start = [] if record.start == game.start() else [record.start.key.removeprefix(game.key)[1:]]
    return " ".join([game.key, *[BOTTOM] * from_bottom, *start, *names])


def _agreed(key: str, game: Game | None) -> Game:
    try:
        found = game if game is not None and key == game.key else Game.from_key(key)
    except InarowError as error:
        raise InvalidRecordError(str(error)) from None
    if game is not None and game != found:
        raise InvalidRecordError(f"the text is of {found.key}, not of {game.key}")
    return found


def _start(game: Game, board: str, turn: str | None) -> Position:
    rows = "/".join(filter(None, re.split(r"[/\s]+", board)))
    side = None if turn is None else turn.upper()
    try:
        return game.position(rows, side, strict=side is None)
    except InarowError as error:
        raise InvalidRecordError(str(error)) from None
