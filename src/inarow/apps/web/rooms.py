"""All games over the network: which rooms there are, and when one is given up."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from time import monotonic

from inarow.apps.web.clock import TimeControl
from inarow.apps.web.room import Room
from inarow.model.errors import InvalidOptionError
from inarow.records.record import Record

__all__ = ["Rooms"]

PER_ADDRESS = 10
"""Rooms that were opened from one address."""

IDLE_SECONDS = 1800.0
"""A room that nobody is in stays so long: a phone may be away for a while."""


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

    def create(self, board: Record, maker: str = "", control: TimeControl | None = None) -> Room:
        """A new room, its code hard to guess, for somebody at the address `maker`.

        Raises `InvalidOptionError` if there are too many that somebody is in.
        """
        self._sweep()
        own = [code for code, room in self._rooms.items() if room.maker == maker]
        if len(own) >= self._per_address:
            self._make_place(own, "there are too many rooms of your address; leave one")
        if len(self._rooms) >= self._most:
            self._make_place(self._rooms, "there are too many rooms; try again later")
        room = Room(secrets.token_urlsafe(9), board, maker, control, self._clock)
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
