"""What the page and the server say to each other, and the checks of what the page says.

Every message is one JSON object in one text frame of the WebSocket ``/ws``; ``type`` names it.
Cells are numbers, values are seen from the side to move, times are in seconds. A *board* is::

    {"game": "3,3,3", "start": "X../.../...", "moves": [4, 8]}

where ``start`` may be left out for the empty board; ``:X`` or ``:O`` after it says whose turn it is
where the stones do not. ``id`` is a number of the page's own choice; whatever answers a request
repeats it. What there is to know of a ``game`` the page asks for by ``/game.json?game=KEY``::

    key, words, rules                what it is called, in words too, and what to know before play
    layers, m, n, k                  how many layers of how many rows and columns, k in a row
    names                            of the cells, in the order of their numbers: layer after layer,
                                     row after row
    lines, flanks                    cells; a side has completed a line if it has all of these, and
                                     none of the cells of ``flanks`` at the same place of that list
    drop                             with gravity: how far on the cell lies that is below, else 0
    misere                           does who completes a line lose?
    grid, forced                     has it records in SGF and crossings; and wins by force?

From the page:

    analyse   id, board, moves, seconds        the value of every legal move, or (``moves``: a list)
                                               of some
    move      id, board, player, seconds       a move of ``player``: {"level": 1 … 10, "seed": n},
                                               or {"level": null} for the solver
    why       id, board                        what a proof says after the last move
    forced    id, board, seconds               a win by force of the side to move
    stop                                       end the search; so does another one of these four
    read      id, text, game, bottom           a record that somebody wrote: see
                                               `inarow.read_record`; ``game`` ("15,15,5 exact")
                                               where it does not tell, or null; ``bottom``: do
                                               moves count rows from the bottom?
    create    board, side                      open a room; ``side`` "X", "O" or null for any
    join      room, token                      come (back) to a room; ``token`` of a seat, or null
    play      move, ply                        in the room; ``ply`` counts the moves so far
    takeback                                   ask to take back one's last move, or agree to it
    decline                                    do not agree; also, no longer ask
    resign                                     the game
    leave                                      the room

From the server:

    welcome   version, seconds                 once; ``seconds``: the most for one search
    progress  id, nodes, seconds, share, line  some twenty times a second while a search is on
    found     id, moves, root                  results: see below; ``root`` may be null
    moved     id, move, why, zone              the move of the player; what a proof says, or null,
                                               and the replies that could spoil what it threatens
    why       id, why, zone                    the same of the position that was asked for
    forced    id, win                          {"order", "words", "line", "zone"}: see
                                               `inarow.ForcedWin`; null if none was found
    done      id, stopped, message             the request has ended; ``message`` if it failed
    record    id, board, names, comments,      what was read: the game, and what is noted beside it;
              branches                         see below
    unread    id, message, asks                why it cannot be; ``asks``: ``game`` is wanting
    room      room, side, token, board, turn,  the whole state of the room, whenever it changes;
              status, resigned, seats,         ``side`` and ``token`` are the receiver's, null for
              spectators, asks                 spectators; ``seats`` {"X": state, "O": state} with
                                               "open", "here" or "away"; ``resigned`` and ``asks``
                                               (to take back) are a side or null
    left      message                          no longer in a room, and why
    error     message                          what the page asked was refused

A *result* is ``{"move", "value", "distance", "lower", "upper", "estimate", "line", "rank",
"settled"}``: fields of `inarow.Solution`, and ``estimate``, what the heuristic search thinks of a
move (-1 to 1), or null. ``lower`` and ``upper`` are proven, an estimate never is; of two results
the one with the lesser ``rank`` is proven to be better. In ``found.moves`` each is of the move
``move``, seen from the side to move, and its ``line`` begins with it; ``settled`` says that nothing
better will come. In ``root`` it is of the position, ``move`` the best one, or null where that is
not known, and ``images`` are that move and what the symmetries of the position make of it.

In a ``record``, ``names`` are {"X": text, "O": text}, empty where nobody is named, and ``comments``
[[ply, text], …], each after so many moves (0: at the start). ``branches`` are moves that were not
played, a list of ``{"parent", "ply", "moves", "comments"}``, as `inarow.Branch` has them: the line
of a branch is the first ``ply`` moves of its parent's line (of ``board.moves``, if that is null),
then its own; all of them can be played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from inarow.apps.web.games import shown_game
from inarow.apps.web.searches import Task
from inarow.model.errors import InarowError, InvalidOptionError, InvalidRecordError
from inarow.model.game import Game
from inarow.model.grid import MAX_SIDE
from inarow.model.legal import Player
from inarow.model.options import positive_seconds
from inarow.records.formats import read_record
from inarow.records.record import Record
from inarow.strategies.levels import LEVELS

MESSAGE_BYTES = 16_384
"""The longest message; a board of 400 moves takes some 2,000."""

MOST_CELLS = MAX_SIDE**2
MOST_ID = 1 << 53  # JavaScript's integers
LONGEST_CODE = 64

Request: TypeAlias = tuple[Any, ...]
"""What the page asks for, checked: the type of its message, and the fields in their order there;
``search`` is the type of all that ask for a `Task`."""


def board_record(board: Record) -> dict[str, Any]:
    """A position and how it came about, as messages have it."""
    start = board.start.key.rpartition(" ")[2]
    return {"game": board.game.key, "start": start, "moves": list(board.moves)}


def read_answer(number: int, text: str, game: Game | None, from_bottom: bool) -> dict[str, Any]:
    """Return the message with what was read, or why it cannot be."""
    try:
        found = read_record(text, game, from_bottom)
        shown_game(found.game.key)
        return {
            "type": "record",
            "id": number,
            "board": board_record(found),
            "names": dict(zip("XO", found.names, strict=True)),
            "comments": found.comments,
            "branches": [branch._asdict() for branch in found.branches],
        }
    except InarowError as error:
        asks = isinstance(error, InvalidRecordError) and error.needs_game
        return {"type": "unread", "id": number, "message": str(error), "asks": asks}


def parse(text: str, most: float) -> Request:
    """Read and check a message of the page; raises an `InarowError` that says what is wrong.

    `most` is the most seconds that a search may take: who asks for more gets these.

    >>> parse('{"type": "play", "move": 4, "ply": 0}', 60)
    ('play', 4, 0)
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise InvalidOptionError("a message must be one JSON object")
    match kind := message.get("type"):
        case "analyse" | "move" | "why" | "forced":
            return "search", _id(message), _task(kind, message, most)
        case "read":
            return kind, _id(message), *_text_and_game(message)
        case "create":
            return kind, _open_board(message), _side(message)
        case "join":
            token = None if message.get("token") is None else _code(message, "token")
            return kind, _code(message, "room"), token
        case "play":
            return kind, _integer(message, "move", 0, 399), _integer(message, "ply", 0, 400)
        case "stop" | "takeback" | "decline" | "resign" | "leave":
            return (kind,)
    raise InvalidOptionError("a message of an unknown type")


def read_board(value: Mapping[str, Any]) -> Record:
    """Read a board, replay its moves; raises an `InarowError` for one that no game reaches."""
    key = value.get("game")
    if not isinstance(key, str):
        raise InvalidOptionError("game must be a text such as 15,15,5")
    start = shown_game(key).start()
    text = value.get("start")
    if text is not None:
        if not isinstance(text, str) or len(text) > len(start.text) + 2:
            raise InvalidOptionError("start must be the text of a position")
        start = start.game.position(f"{start.game.key} {text}", strict=":" not in text)
    moves = _cells(value.get("moves", []))
    return Record(start, moves, start.play_all(moves))


def _open_board(message: Mapping[str, Any]) -> Record:
    """The board of a message, on which a move can be made."""
    board = read_board(_mapping(message, "board"))
    if board.position.is_over:
        raise InvalidOptionError(f"the game is over ({board.position.status})")
    return board


def _task(
    kind: Literal["move", "why", "analyse", "forced"], message: Mapping[str, Any], most: float
) -> Task:
    position, seconds = _open_board(message).position, _seconds(message, most)
    if kind == "move":
        player = _mapping(message, "player")
        seed = _integer(player, "seed", 0, MOST_ID) if "seed" in player else 0
        level = None
        if player.get("level") is not None:
            level = _integer(player, "level", LEVELS[0], LEVELS[-1])
        return Task(kind, position, seconds, level=level, seed=seed)
    if kind == "analyse" and message.get("moves") is not None:
        moves = _cells(message["moves"])
        for move in moves:
            position.play(move)
        return Task(kind, position, seconds, moves=tuple(dict.fromkeys(moves)))
    return Task(kind, position, seconds)


def _text_and_game(message: Mapping[str, Any]) -> tuple[str, Game | None, bool]:
    text, key, bottom = (message.get(name) for name in ("text", "game", "bottom"))
    if not isinstance(text, str):
        raise InvalidOptionError("text must be a text")
    if key is not None and not isinstance(key, str):
        raise InvalidOptionError("game must be a text such as 15,15,5, or null")
    if not isinstance(bottom, bool | None):
        raise InvalidOptionError("bottom must be true or false")
    game = None if key is None else Game.from_key(re.sub(r"\s*,\s*", ",", key.strip()))
    return text, game, bool(bottom)


def _id(message: Mapping[str, Any]) -> int:
    return _integer(message, "id", 0, MOST_ID)


def _seconds(message: Mapping[str, Any], most: float) -> float:
    """The time asked for, as far as it may be had."""
    value = message.get("seconds")
    if value is None:
        return most
    try:
        return min(positive_seconds("seconds", value), most)
    except (TypeError, InarowError):
        raise InvalidOptionError("seconds must be a positive number") from None


def _side(message: Mapping[str, Any]) -> Player | None:
    side = message.get("side")
    if side not in ("X", "O", None):
        raise InvalidOptionError("side must be X, O or null")
    return side


def _code(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_CODE or not value.isascii():
        raise InvalidOptionError(f"{name} must be a short text")
    return value


def _cells(value: object) -> tuple[int, ...]:
    """Read the cells of moves; they need not be on a board."""
    found = value if isinstance(value, list) else [None]
    if len(found) > MOST_CELLS or not all(type(cell) is int for cell in found):
        raise InvalidOptionError(f"moves must be a list of at most {MOST_CELLS} cells")
    return tuple(found)


def _mapping(message: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = message.get(name)
    if not isinstance(value, dict):
        raise InvalidOptionError(f"{name} must be an object")
    return value


def _integer(message: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = message.get(name)
    if type(value) is not int or not least <= value <= most:
        raise InvalidOptionError(f"{name} must be an integer from {least} to {most}")
    return value
