"""All games over the network: which rooms there are, who is told what, and when one is given up."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Hashable, Mapping
from time import monotonic
from typing import Any, Protocol, cast

from inarow.apps.web.clock import TimeControl
from inarow.apps.web.room import Room
from inarow.model.errors import InarowError, InvalidOptionError
from inarow.model.legal import Player
from inarow.records.record import Record

PER_ADDRESS = 10
"""Rooms that were opened from one address."""

IDLE_SECONDS = 1800.0
"""A room that nobody is in stays so long: a phone may be away for a while."""


class Member(Hashable, Protocol):
    """Somebody in a room."""

    address: str

    def send(self, message: Mapping[str, Any]) -> None:
        """Take a message; never waits."""

    def dismiss(self, message: str) -> None:
        """No longer be in the room."""


class Rooms:
    """All rooms, at most `most`, and PER_ADDRESS opened from one address.

    Those that nobody has been in for IDLE_SECONDS are given up, and at once those that nobody
    could come back to. Where there is no place for another, the one that has been empty longest is.
    """

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._clock = most, clock
        self._rooms: dict[str, Room] = {}
        self._empty_since: dict[str, float] = {}  # the first has been empty longest
        self._alarms: dict[Room, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def create(
        self,
        member: Member,
        board: Record,
        side: Player | None = None,
        control: TimeControl | None = None,
    ) -> Room:
        """Open a room, its code hard to guess, and seat its maker.

        Raises `InvalidOptionError` if there are too many that somebody is in.
        """
        self._sweep()
        own = [code for code, room in self._rooms.items() if room.maker == member.address]
        if len(own) >= PER_ADDRESS:
            self._make_place(own, "there are too many rooms of your address; leave one")
        if len(self._rooms) >= self._most:
            self._make_place(self._rooms, "there are too many rooms; try again later")
        room = Room(secrets.token_urlsafe(9), board, member.address, control, self._clock)
        self._rooms[room.code] = room
        room.join(member, None, side)
        self._tell(room, member)
        return room

    def find(self, code: str) -> Room:
        """The room of this code; raises `InvalidOptionError` if there is none."""
        self._sweep()
        room = self._rooms.get(code)
        if room is None:
            raise InvalidOptionError("there is no such room; perhaps nobody was in it for long")
        return room

    def join(self, room: Room, member: Member, token: str | None) -> None:
        """Let somebody in; who sits already, or looks on, stays where he is."""
        if member not in room.members:
            replaced = room.join(member, token)
            if replaced is not None:
                cast(Member, replaced).dismiss("you went on in another window")
        self._tell(room, member)

    def quit(self, room: Room, member: Member, *, for_good: bool) -> None:
        """Somebody leaves, or was disconnected."""
        room.quit(member, for_good=for_good)
        self._tell(room)

    def change(self, room: Room, member: Member, action: Callable[[], None]) -> None:
        """Let a member do something in a room, and all know of it."""
        try:
            action()
        except InarowError:
            self._tell(room)  # of what was found out meanwhile: that the time is over
            raise
        self._tell(room, member)

    def _look_at_clock(self, room: Room) -> None:
        room.look_at_clock()
        self._tell(room)

    def _tell(self, room: Room, asking: Member | None = None) -> None:
        """Let all know of a change; where nothing changed, only who asked gets an answer."""
        self._note_who_is_there(room)
        self._set_alarm(room)
        common = room.common_view
        changed, room.told = common != room.told, common
        for member in room.members:
            if changed or member == asking:
                cast(Member, member).send(room.view(member, common))

    def _set_alarm(self, room: Room) -> None:
        """Be woken when the time of who is to move is over."""
        alarm = self._alarms.pop(room, None)
        if alarm is not None:
            alarm.cancel()
        left = room.seconds_left
        if left is not None:
            loop = asyncio.get_running_loop()
            self._alarms[room] = loop.call_later(left, self._look_at_clock, room)

    def _note_who_is_there(self, room: Room) -> None:
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
            if now - since >= IDLE_SECONDS:
                self._drop(code)

    def _drop(self, code: str) -> None:
        del self._empty_since[code], self._rooms[code]
