"""Games over the network: two seats with a key each, others who look on, and what all are told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from inarow.apps.web.messages import board_record
from inarow.model.errors import InvalidOptionError
from inarow.model.legal import Player
from inarow.records.record import Record

SIDES: tuple[Player, Player] = ("X", "O")

MOST_ROOMS = 100

IDLE_SECONDS = 1800.0
"""A room that nobody is in stays so long: a phone may be away for a while."""


class Member(Hashable, Protocol):
    """Somebody in a room: a connection."""

    def send(self, message: Mapping[str, Any]) -> None:
        """Take a message; never waits."""

    def dismiss(self, message: str) -> None:
        """No longer be in the room."""


@dataclass
class _Seat:
    """A place at the board; the token is its owner's key to come back."""

    token: str | None = None
    member: Member | None = None

    @property
    def state(self) -> str:
        """ "open", "here" or "away"."""
        return "open" if self.token is None else "away" if self.member is None else "here"


class Room:
    """One room: a game, two seats and spectators."""

    def __init__(self, code: str, board: Record) -> None:
        self.code, self.board = code, board
        self.empty_since: float | None = None
        self.seats: dict[Player, _Seat] = {side: _Seat() for side in SIDES}
        self.spectators: dict[Member, None] = {}
        self.resigned: Player | None = None
        self.asks: Player | None = None
        """The side that asks to take back its last move."""

    # Who is here.

    def join(self, member: Member, token: str | None, side: Player | None = None) -> None:
        """Seat a member: where its token belongs, else on a free seat, else among the spectators.

        Whoever comes back before the connection was known to be lost, or in another window,
        replaces the member that had the seat.
        """
        if member in self.members:
            return
        seat = self._seat_for(token, SIDES if side is None else (side,))
        if seat is None:
            self.spectators[member] = None
            return
        if seat.token is None:
            seat.token = secrets.token_urlsafe(16)
        if seat.member is not None:
            seat.member.dismiss("you went on in another window")
        seat.member = member

    def _seat_for(self, token: str | None, wanted: tuple[Player, ...]) -> _Seat | None:
        for seat in self.seats.values():
            if token and seat.token and secrets.compare_digest(token, seat.token):
                return seat
        return next((self.seats[side] for side in wanted if self.seats[side].token is None), None)

    def quit(self, member: Member, *, for_good: bool) -> None:
        """A member has gone; a seat stays its owner's unless it is given up `for_good`."""
        self.spectators.pop(member, None)
        side = self.side_of(member)
        if side is None:
            return
        if for_good:
            self.seats[side] = _Seat()
            self.asks = None
        else:
            self.seats[side].member = None

    @property
    def members(self) -> list[Member]:
        """All who are here."""
        seated = [seat.member for seat in self.seats.values() if seat.member is not None]
        return [*seated, *self.spectators]

    @property
    def is_forsaken(self) -> bool:
        """Is nobody here, nor anybody who could come back to a seat?"""
        return not self.members and not any(seat.token for seat in self.seats.values())

    @property
    def is_full(self) -> bool:
        """Has each seat its owner, here or away?"""
        return all(seat.token is not None for seat in self.seats.values())

    def side_of(self, member: Member) -> Player | None:
        """The side that a member plays."""
        return next((side for side in SIDES if self.seats[side].member == member), None)

    # The game.

    def play(self, member: Member, move: int, ply: int) -> None:
        """Make a move; raises an `InarowError` for one that is not this member's to make."""
        side, position = self._player_of_game(member), self.board.position
        if ply != len(self.board.moves) or side != position.turn:
            raise InvalidOptionError("it is not your turn")
        after = position.play(move)
        self.board = Record(self.board.start, (*self.board.moves, move), after)
        self.asks = None

    def resign(self, member: Member) -> None:
        """Let the other side win."""
        self.resigned, self.asks = self._player_of_game(member), None

    def take_back(self, member: Member) -> None:
        """Ask to take one's last move back, or agree where the other side asks."""
        side = self._player_of_game(member)
        moves, start = self.board.moves, self.board.start
        if self.asks in (None, side):
            if not self._last_of(side):
                raise InvalidOptionError("you have made no move")
            self.asks = side
        else:
            left = moves[: len(moves) - self._last_of(self.asks)]
            self.board, self.asks = Record(start, left, start.play_all(left)), None

    def decline(self, member: Member) -> None:
        """Do not agree; or no longer ask."""
        self._player_of_game(member)
        self.asks = None

    def _player_of_game(self, member: Member) -> Player:
        """The side of a member who plays, in a game that is on."""
        side = self.side_of(member)
        if side is None:
            raise InvalidOptionError("only players can do that")
        if self.resigned is not None or self.board.position.is_over:
            raise InvalidOptionError("the game is over")
        if not self.is_full:
            raise InvalidOptionError("wait for the other player")
        return side

    def _last_of(self, side: Player | None) -> int:
        """How many moves have been made since before the last of this side; 0 if it made none."""
        back = 2 if self.board.position.turn == side else 1
        return back if back <= len(self.board.moves) else 0

    def view(self, member: Member) -> dict[str, Any]:
        """The message ``room`` for a member."""
        side, position = self.side_of(member), self.board.position
        return {
            "type": "room",
            "room": self.code,
            "side": side,
            "token": None if side is None else self.seats[side].token,
            "board": board_record(self.board),
            "turn": position.turn,
            "status": position.status,
            "resigned": self.resigned,
            "seats": {name: self.seats[name].state for name in SIDES},
            "spectators": len(self.spectators),
            "asks": self.asks,
        }


class Rooms:
    """All rooms, at most MOST_ROOMS; those that nobody could come back to vanish at once.

    So do, when another is opened or looked for, those that nobody has been in for IDLE_SECONDS.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def create(self, member: Member, board: Record, side: Player | None = None) -> Room:
        """Open a room, its code hard to guess, and seat its maker."""
        self._sweep()
        if len(self._rooms) >= MOST_ROOMS:
            raise InvalidOptionError("there are too many rooms; try again later")
        room = Room(secrets.token_urlsafe(9), board)
        self._rooms[room.code] = room
        self.change(room, lambda: room.join(member, None, side))
        return room

    def find(self, code: str) -> Room:
        """The room of this code; raises `InvalidOptionError` if there is none."""
        self._sweep()
        room = self._rooms.get(code)
        if room is None:
            raise InvalidOptionError("there is no such room; perhaps nobody was in it for long")
        return room

    def change(self, room: Room, action: Callable[[], None]) -> None:
        """Let something happen in a room, and all who are there know of it."""
        action()
        room.empty_since = None if room.members else self._clock()
        if room.is_forsaken:
            self._rooms.pop(room.code, None)
        for member in room.members:
            member.send(room.view(member))

    def _sweep(self) -> None:
        now = self._clock()
        for code, room in list(self._rooms.items()):
            if room.empty_since is not None and now - room.empty_since >= IDLE_SECONDS:
                del self._rooms[code]
