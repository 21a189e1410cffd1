"""What all connections share: the workers, the rooms, and who may connect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, cast

from inarow.position import Player
from inarow.web.boards import Board
from inarow.web.limits import Limits
from inarow.web.pool import Pool
from inarow.web.rooms import Room, Rooms

__all__ = ["Hub", "Member"]


class Member(Hashable, Protocol):
    """Somebody in a room."""

    def send(self, message: Mapping[str, Any]) -> None:
        """Take a message; never waits."""

    def dismiss(self, message: str) -> None:
        """No longer be in the room."""


class Hub:
    """The state of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pool = Pool(limits.workers, limits.memory_mb)
        self.rooms = Rooms(limits.rooms)
        self._connected: Counter[str] = Counter()

    @contextmanager
    def connection(self, address: str) -> Iterator[bool]:
        """Count a connection while it lasts; tells whether it is admitted."""
        limits = self.limits
        admitted = (
            self._connected.total() < limits.connections
            and self._connected[address] < limits.per_address
        )
        if not admitted:
            yield False
            return
        self._connected[address] += 1
        try:
            yield True
        finally:
            self._connected[address] -= 1
            if not self._connected[address]:
                del self._connected[address]

    def create(self, member: Member, board: Board, side: Player | None) -> Room:
        """Open a room and seat its maker."""
        room = self.rooms.create(board)
        room.join(member, None, side)
        self._changed(room)
        return room

    def join(self, room: Room, member: Member, token: str | None) -> None:
        """Let somebody in; who sits already, or looks on, stays where he is."""
        if member not in room.members:
            replaced = room.join(member, token)
            if replaced is not None:
                cast(Member, replaced).dismiss("you went on in another window")
        self._changed(room)

    def quit(self, room: Room, member: Member, *, for_good: bool) -> None:
        """Somebody leaves, or was disconnected."""
        room.quit(member, for_good=for_good)
        self._changed(room)

    def play(self, room: Room, member: Member, move: int, ply: int) -> None:
        """Make a move in a room."""
        room.play(member, move, ply)
        self._changed(room)

    def rematch(self, room: Room, member: Member) -> None:
        """Offer or accept a rematch."""
        room.rematch(member)
        self._changed(room)

    def _changed(self, room: Room) -> None:
        self.rooms.touch(room)
        for member in room.members:
            cast(Member, member).send(room.view(member))
