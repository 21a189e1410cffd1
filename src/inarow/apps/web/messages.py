"""What the page and the server say to each other, and the checks of what the page says.

Every message is one JSON object in one text frame of the WebSocket ``/ws``; ``type`` names it.
Cells are numbers, values are seen from the side to move, times are in seconds. A *board* is::

    {"m": 3, "n": 3, "k": 3, "exact": false, "start": "X../.../...", "moves": [4, 8]}

where ``exact`` may be left out, and ``start`` for the empty board. ``id`` is a number of the page's
own choice; whatever answers a request repeats it.

From the page:

    analyse   id, board, moves, seconds        the value of every legal move, or (``moves``: a list)
                                               of some; ends the connection's earlier analysis
    move      id, board, player, seconds       a move of ``player``: {"level": 1 … 10, "seed": n},
                                               or {"level": null} for the solver
    stop      id                               end the request; without ``id`` all of them
    hurry     id                               let the solver move at once
    create    board, side                      open a room; ``side`` "X", "O" or null for any
    join      room, token                      come (back) to a room; ``token`` of a seat, or null
    play      move, ply                        in the room; ``ply`` counts the moves so far
    rematch                                    offer or accept another game, sides changed
    leave                                      the room

From the server:

    welcome   version, levels, limits          once; ``limits``: cells, seconds
    waiting   id                               for a worker, or put off so that others get one
    progress  id, nodes, seconds, share, line  some ten times a second while a search is on
    found     id, moves, root                  results: see below; ``root`` may be null
    moved     id, move, result                 the move, and what the player thought of it
    done      id, stopped, message             the request has ended; ``message`` if it failed
    room      room, side, token, board, turn,  the whole state of the room, whenever it changes;
              status, seats, spectators,       ``side`` and ``token`` are the receiver's, null for
              offers, score, game              spectators; ``seats`` {"X": state, "O": state} with
                                               "open", "here" or "away"; ``offers``: sides that
                                               want a rematch; ``score`` {"X", "O", "draws"} of who
                                               sits there now; ``game`` counts the games
    left      message                          no longer in a room, and why
    error     message                          what the page asked was refused

A *result* is ``{"move", "value", "distance", "lower", "upper", "estimate", "line", "judged",
"settled"}``: the fields of `inarow.Solution`, and ``estimate``, the mean result (-1 to 1) of a tree
search, drawn towards 0 where it tried little, or null. ``lower`` and ``upper`` are proven, an
estimate never is. In ``found.moves`` each is of the move ``move`` as the side to move sees it, its
``line`` beginning with the move; ``settled`` says that nothing better will come. In ``root`` it is
of the position, ``move`` the best one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from inarow.apps.web.boards import Board, cells, integer, mapping, read_board
from inarow.apps.web.limits import Limits
from inarow.model.errors import InarowError, InvalidOptionError
from inarow.model.options import positive_seconds
from inarow.strategies.levels import LEVELS

__all__ = [
    "Analyse",
    "Create",
    "Hurry",
    "Join",
    "Leave",
    "Move",
    "Play",
    "Rematch",
    "Request",
    "Stop",
    "parse",
]

Side: TypeAlias = Literal["X", "O"]

MOST_ID = 1 << 53  # JavaScript's integers
LONGEST_NAME = 64


@dataclass(frozen=True)
class Analyse:
    id: int
    board: Board
    moves: tuple[int, ...] | None
    seconds: float


@dataclass(frozen=True)
class Move:
    id: int
    board: Board
    level: int | None
    seed: int
    seconds: float


@dataclass(frozen=True)
class Stop:
    id: int | None


@dataclass(frozen=True)
class Hurry:
    id: int


@dataclass(frozen=True)
class Create:
    board: Board
    side: Side | None


@dataclass(frozen=True)
class Join:
    room: str
    token: str | None


@dataclass(frozen=True)
class Play:
    move: int
    ply: int


@dataclass(frozen=True)
class Rematch:
    pass


@dataclass(frozen=True)
class Leave:
    pass


Request: TypeAlias = Analyse | Move | Stop | Hurry | Create | Join | Play | Rematch | Leave


def parse(text: str, limits: Limits) -> Request:
    """Read and check a message of the page; raises an `InarowError` that says what is wrong.

    >>> parse('{"type": "play", "move": 4, "ply": 0}', Limits())
    Play(move=4, ply=0)
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidOptionError("a message must be one JSON object") from None
    if not isinstance(message, dict):
        raise InvalidOptionError("a message must be one JSON object")
    kind = message.get("type")
    if kind == "analyse":
        board = _open_board(message, limits)
        return Analyse(_id(message), board, _moves(message, board), _seconds(message, limits))
    if kind == "move":
        board, player = _open_board(message, limits), mapping(message, "player")
        level = None
        if player.get("level") is not None:
            level = integer(player, "level", LEVELS[0], LEVELS[-1])
        seed = integer(player, "seed", 0, MOST_ID) if "seed" in player else 0
        return Move(_id(message), board, level, seed, _seconds(message, limits))
    if kind == "stop":
        return Stop(None if message.get("id") is None else _id(message))
    if kind == "hurry":
        return Hurry(_id(message))
    if kind == "create":
        return Create(_open_board(message, limits), _side(message))
    if kind == "join":
        token = None if message.get("token") is None else _name(message, "token")
        return Join(_name(message, "room"), token)
    if kind == "play":
        return Play(integer(message, "move", 0, 399), integer(message, "ply", 0, 400))
    if kind == "rematch":
        return Rematch()
    if kind == "leave":
        return Leave()
    raise InvalidOptionError("a message of an unknown type")


def _open_board(message: Mapping[str, Any], limits: Limits) -> Board:
    """The board of a message, on which a move can be made."""
    board = read_board(mapping(message, "board"), limits)
    if board.position.is_over:
        raise InvalidOptionError(f"the game is over ({board.position.status})")
    return board


def _moves(message: Mapping[str, Any], board: Board) -> tuple[int, ...] | None:
    if message.get("moves") is None:
        return None
    moves = cells(message["moves"], "moves")
    for move in moves:
        board.position.play(move)
    return tuple(dict.fromkeys(moves))


def _id(message: Mapping[str, Any]) -> int:
    return integer(message, "id", 0, MOST_ID)


def _seconds(message: Mapping[str, Any], limits: Limits) -> float:
    """The time asked for, as far as the server admits it."""
    value = message.get("seconds")
    if value is None:
        return limits.seconds
    try:
        return min(positive_seconds("seconds", value), limits.seconds)
    except (TypeError, InarowError):
        raise InvalidOptionError("seconds must be a positive number") from None


def _side(message: Mapping[str, Any]) -> Side | None:
    side = message.get("side")
    if side is None or side == "X" or side == "O":
        return side
    raise InvalidOptionError("side must be X, O or null")


def _name(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME or not value.isascii():
        raise InvalidOptionError(f"{name} must be a short text")
    return value
