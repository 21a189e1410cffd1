"""What all connections share: the workers, the rooms, and who may connect."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, cast

from inarow.apps.web.limits import Limits
from inarow.apps.web.messages import Create
from inarow.apps.web.pool import Pool
from inarow.apps.web.room import Room
from inarow.apps.web.rooms import Rooms
from inarow.model.errors import InarowError

__all__ = ["Hub", "Member", "encode"]


class Member(Hashable, Protocol):
    """Somebody in a room."""

    address: str

    def send(self, message: Mapping[str, Any] | str) -> None:
        """Take a message, perhaps one that is JSON already; never waits."""

    def dismiss(self, message: str) -> None:
        """No longer be in the room."""


class Hub:
    """The state of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pool = Pool(limits.workers, limits.memory_mb)
        self.rooms = Rooms(limits.rooms)
        self._connected: Counter[str] = Counter()
        self._alarms: dict[Room, asyncio.TimerHandle] = {}

    @contextmanager
    def connection(self, address: str) -> Iterator[bool]:
        """Count a connection while it lasts; tells whether it is admitted."""
        limits, connected = self.limits, self._connected
        if connected.total() >= limits.connections or connected[address] >= limits.per_address:
            yield False
            return
        connected[address] += 1
        try:
            yield True
        finally:
            self._connected -= Counter([address])  # what comes to 0 goes

    def create(self, member: Member, asked: Create) -> Room:
        """Open a room and seat its maker."""
        room = self.rooms.create(asked.board, member.address, asked.clock)
        room.join(member, None, asked.side)
        self._tell(room, member)
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
        self.rooms.touch(room)
        self._set_alarm(room)
        common = encode(room.common_view)  # once, however many are there
        changed, room.told = common != room.told, common
        unseated = joined(common, room.own_view(None))
        for member in room.members:
            if changed or member == asking:
                is_seated = room.side_of(member) is not None
                text = joined(common, room.own_view(member)) if is_seated else unseated
                cast(Member, member).send(text)

    def _set_alarm(self, room: Room) -> None:
        """Be woken when the time of who is to move is over."""
        alarm = self._alarms.pop(room, None)
        if alarm is not None:
            alarm.cancel()
        left = room.seconds_left
        if left is not None:
            loop = asyncio.get_running_loop()
            self._alarms[room] = loop.call_later(left, self._look_at_clock, room)


def encode(message: Mapping[str, Any]) -> str:
    """A message as it goes out."""
    return json.dumps(message, separators=(",", ":"))


def joined(common: str, own: Mapping[str, Any]) -> str:
    """One object of two.

    >>> joined('{"a":1}', {"b": 2})
    '{"a":1,"b":2}'
    """
    return f"{common[:-1]},{encode(own)[1:]}"
