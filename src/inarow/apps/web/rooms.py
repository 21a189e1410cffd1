"""Games over the network: who sits where, who looks on, whose turn it is.

State only: nothing here sends anything. A *member* is whatever the caller calls a connection.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from inarow.apps.web.messages import PlayedBoard
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.position import Player

__all__ = ["Room", "Rooms"]

SIDES: tuple[Player, Player] = ("X", "O")

MOST_SPECTATORS = 100
"""Of one room: each of them is told of every change."""

PER_ADDRESS = 10
"""Rooms that were opened from one address."""

IDLE_SECONDS = 1800.0
"""A room that nobody is in stays so long: a phone may be away for a while."""


@dataclass
class _Seat:
    """A place at the board; the token is its owner's key to come back."""

    token: str | None = None
    member: Hashable | None = None
    wins: int = 0
    wants_rematch: bool = False

    @property
    def state(self) -> str:
        """ "open", "here" or "away"."""
        return "open" if self.token is None else "away" if self.member is None else "here"


@dataclass(eq=False)
class Room:
    """One room: a game, two seats and some spectators."""

    code: str
    board: PlayedBoard
    seats: dict[Player, _Seat] = field(default_factory=lambda: {"X": _Seat(), "O": _Seat()})
    spectators: dict[Hashable, None] = field(default_factory=dict)
    draws: int = 0
    game: int = 1
    """Counts the games."""
    maker: str = ""
    """The address that it was opened from."""
    told: str = ""
    """The common view as all have heard it."""

    def join(
        self, member: Hashable, token: str | None, side: Player | None = None
    ) -> Hashable | None:
        """Seat a member: where its token belongs, else on a free seat, else among the spectators.

        Returns the member that it replaces, if any: somebody who came back before the connection
        was known to be lost, or by another window. Raises as `place` does.
        """
        seat = self.place(token, side)
        if seat is None:
            self.spectators[member] = None
            return None
        if seat.token is None:
            seat.token = secrets.token_urlsafe(16)
        replaced, seat.member = seat.member, member
        return None if replaced == member else replaced

    def place(self, token: str | None, side: Player | None = None) -> _Seat | None:
        """Where who joins comes to: a seat, or None for the spectators.

        Raises `InvalidOptionError` if there are too many of those.
        """
        for seat in self.seats.values():
            if token and seat.token and secrets.compare_digest(token, seat.token):
                return seat
        wanted = SIDES if side is None else (side,)
        for seat in (self.seats[side] for side in wanted):
            if seat.token is None:
                return seat
        if len(self.spectators) >= MOST_SPECTATORS:
            raise InvalidOptionError("too many look on in this room")
        return None

    def quit(self, member: Hashable, *, for_good: bool) -> None:
        """A member has gone; a seat stays its owner's unless it is given up `for_good`."""
        self.spectators.pop(member, None)
        side = self.side_of(member)
        if side is not None:
            seat = self.seats[side]
            seat.member, seat.wants_rematch = None, False
            if for_good:
                seat.token, seat.wins = None, 0

    @property
    def members(self) -> list[Hashable]:
        """All who are here."""
        seated = [seat.member for seat in self.seats.values() if seat.member is not None]
        return [*seated, *self.spectators]

    @property
    def is_forsaken(self) -> bool:
        """Is nobody here, nor anybody who could come back to a seat?"""
        return not self.members and all(seat.token is None for seat in self.seats.values())

    def side_of(self, member: Hashable) -> Player | None:
        """The side that a member plays."""
        return next((side for side in SIDES if self.seats[side].member == member), None)

    def play(self, member: Hashable, move: int, ply: int) -> None:
        """Make a move; raises `IllegalMoveError` for one that is not this member's to make."""
        position, side = self.board.position, self.side_of(member)
        if side is None:
            raise IllegalMoveError("spectators do not move")
        if ply != len(self.board.moves) or side != position.turn:
            raise IllegalMoveError("it is not your turn")
        if any(seat.token is None for seat in self.seats.values()):
            raise IllegalMoveError("wait for the other player")
        after = position.play(move)
        self.board = PlayedBoard(self.board.start, (*self.board.moves, move), after)
        if after.winner is not None:
            self.seats[after.winner].wins += 1
        elif after.is_draw:
            self.draws += 1

    def rematch(self, member: Hashable) -> None:
        """Offer another game; the second who does begins it, with sides changed."""
        side = self.side_of(member)
        if side is None:
            raise InvalidOptionError("only players can ask for a rematch")
        self.seats[side].wants_rematch = True
        if all(seat.wants_rematch for seat in self.seats.values()):
            self.seats = {"X": self.seats["O"], "O": self.seats["X"]}
            for seat in self.seats.values():
                seat.wants_rematch = False
            self.board = PlayedBoard(self.board.start, (), self.board.start)
            self.game += 1

    def view(self, member: Hashable) -> dict[str, Any]:
        """The message ``room`` for a member."""
        return {**self.common_view, **self.own_view(member)}

    def own_view(self, member: Hashable | None) -> dict[str, Any]:
        """What of the view is the member's alone; None is anybody without a seat."""
        side = None if member is None else self.side_of(member)
        return {"side": side, "token": None if side is None else self.seats[side].token}

    @property
    def common_view(self) -> dict[str, Any]:
        """What of the view is the same for all."""
        position = self.board.position
        return {
            "type": "room",
            "room": self.code,
            "board": self.board.record(),
            "turn": position.turn,
            "status": position.status,
            "seats": {name: self.seats[name].state for name in SIDES},
            "spectators": len(self.spectators),
            "offers": [name for name in SIDES if self.seats[name].wants_rematch],
            "score": {**{name: self.seats[name].wins for name in SIDES}, "draws": self.draws},
            "game": self.game,
        }


class Rooms:
    """All rooms, at most `most`, and `per_address` opened from one address.

    Those that nobody has been in for `idle_seconds` are given up, and at once those that nobody
    could come back to. Where there is no place for another, the one that has been empty longest is.
    """

    def __init__(
        self,
        most: int,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = monotonic,
        per_address: int = PER_ADDRESS,
    ) -> None:
        self._most, self._idle_seconds, self._clock = most, idle_seconds, clock
        self._per_address = per_address
        self._rooms: dict[str, Room] = {}
        self._empty_since: dict[str, float] = {}  # the first has been empty longest

    def __len__(self) -> int:
        return len(self._rooms)

    def create(self, board: PlayedBoard, maker: str = "") -> Room:
        """A new room, its code hard to guess, for somebody at the address `maker`.

        Raises `InvalidOptionError` if there are too many that somebody is in.
        """
        self._sweep()
        own = [code for code, room in self._rooms.items() if room.maker == maker]
        if len(own) >= self._per_address:
            self._make_place(own, "there are too many rooms of your address; leave one")
        if len(self._rooms) >= self._most:
            self._make_place(self._rooms, "there are too many rooms; try again later")
        room = Room(secrets.token_urlsafe(9), board, maker=maker)
        self._rooms[room.code] = room
        return room

    def find(self, code: str) -> Room:
        """The room of this code; raises `InvalidOptionError` if there is none."""
        self._sweep()
        room = self._rooms.get(code)
        if room is None:
            raise InvalidOptionError("there is no such room; perhaps nobody was in it for long")
        return room

    def touch(self, room: Room) -> None:
        """Note whether anybody is in a room; to be called when somebody came or went."""
        if room.is_forsaken:
            self._empty_since.pop(room.code, None)
            self._rooms.pop(room.code, None)
        elif room.members:
            self._empty_since.pop(room.code, None)
        else:
            self._empty_since.setdefault(room.code, self._clock())

    def _make_place(self, codes: Collection[str], refusal: str) -> None:
        """Drop that of these rooms which has been empty longest."""
        dropped = next((code for code in self._empty_since if code in codes), None)
        if dropped is None:
            raise InvalidOptionError(refusal)
        self._drop(dropped)

    def _sweep(self) -> None:
        now = self._clock()
        for code, since in list(self._empty_since.items()):
            if now - since >= self._idle_seconds:
                self._drop(code)

    def _drop(self, code: str) -> None:
        del self._empty_since[code], self._rooms[code]
