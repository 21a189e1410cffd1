"""Rooms without a network: who is told what, and when a room is given up."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from inarow import Game, IllegalMoveError, InvalidOptionError
from inarow.apps.web import room as one_room
from inarow.apps.web import rooms as all_rooms
from inarow.apps.web.clock import TimeControl
from inarow.apps.web.rooms import Rooms
from inarow.records.record import Record

START = Game(3, 3, 3).start()
BOARD = Record(START, (), START)


class Visitor:
    """Keeps what it is told."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = address
        self.heard: list[Mapping[str, Any]] = []

    def send(self, message: Mapping[str, Any]) -> None:
        self.heard.append(message)

    def dismiss(self, message: str) -> None:
        self.heard.append({"type": "left", "message": message})

    def news(self) -> list[Mapping[str, Any]]:
        """What it was told since it was last asked."""
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def rooms() -> Rooms:
    return Rooms(3)


def test_a_room_that_all_gave_up_vanishes_at_once(rooms: Rooms) -> None:
    ann, bob = Visitor(), Visitor()
    for _ in range(5):  # more than there may be
        room = rooms.create(ann, BOARD)
        rooms.join(room, bob, None)
        rooms.quit(room, ann, for_good=True)
        assert rooms.find(room.code) is room
        rooms.quit(room, bob, for_good=True)
        assert len(rooms) == 0
    room = rooms.create(ann, BOARD)
    rooms.quit(room, ann, for_good=False)  # he has the key to come back
    assert rooms.find(room.code) is room


def test_the_room_that_was_empty_longest_makes_place(rooms: Rooms) -> None:
    members = [Visitor(), Visitor(), Visitor()]
    first, second, third = (rooms.create(member, BOARD) for member in members)
    with pytest.raises(InvalidOptionError, match="too many rooms; try"):
        rooms.create(Visitor(), BOARD)
    rooms.quit(second, members[1], for_good=False)
    rooms.quit(first, members[0], for_good=False)
    fourth = rooms.create(Visitor(), BOARD)
    assert [rooms.find(room.code) for room in (first, third, fourth)] == [first, third, fourth]
    with pytest.raises(InvalidOptionError, match="no such room"):
        rooms.find(second.code)


def test_rooms_are_given_up_when_nobody_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_rooms, "IDLE_SECONDS", 10)
    now, ann = [0.0], Visitor()
    rooms = Rooms(2, clock=lambda: now[0])
    first, second = rooms.create(ann, BOARD), rooms.create(ann, BOARD)
    with pytest.raises(InvalidOptionError, match="too many rooms"):
        rooms.create(ann, BOARD)
    rooms.quit(first, ann, for_good=False)
    now[0] = 9
    assert rooms.find(first.code) is first
    now[0] = 10
    with pytest.raises(InvalidOptionError, match="no such room"):
        rooms.find(first.code)
    assert rooms.find(second.code) is second
    assert rooms.create(ann, BOARD).code not in (first.code, second.code)


def test_an_address_has_so_many_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_rooms, "PER_ADDRESS", 2)
    some, ann = Rooms(10), Visitor()
    for _ in range(2):
        room = some.create(ann, BOARD)
    with pytest.raises(InvalidOptionError, match="of your address"):
        some.create(ann, BOARD)
    some.create(Visitor("192.0.2.2"), BOARD)
    some.quit(room, ann, for_good=False)
    some.create(ann, BOARD)
    assert len(some) == 3


def test_who_changes_nothing_is_answered_alone(rooms: Rooms) -> None:
    ann, bob, cat = Visitor(), Visitor(), Visitor()
    room = rooms.create(ann, BOARD)
    rooms.join(room, bob, None)
    rooms.join(room, cat, None)
    for member, seat in ((ann, "X"), (bob, "O"), (cat, None)):
        assert member.news()[-1] == room.view(member)
        assert room.view(member)["side"] == seat
    for _ in range(3):
        rooms.join(room, cat, None)
    assert (len(ann.news()), len(bob.news()), len(cat.news())) == (0, 0, 3)
    rooms.change(room, ann, lambda: room.rename(ann, "Ann"))
    assert (len(ann.news()), len(bob.news()), len(cat.news())) == (1, 1, 1)
    rooms.change(room, ann, lambda: room.rename(ann, "Ann"))
    assert (len(ann.news()), len(bob.news()), len(cat.news())) == (1, 0, 0)


def test_so_many_look_on(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_room, "MOST_SPECTATORS", 2)
    visitors = [Visitor() for _ in range(4)]
    room = rooms.create(visitors[0], BOARD)
    for visitor in visitors[1:]:
        rooms.join(room, visitor, None)
    with pytest.raises(InvalidOptionError, match="too many look on"):
        rooms.join(room, Visitor(), None)
    again = Visitor()
    rooms.join(room, again, room.view(visitors[0])["token"])
    assert room.side_of(again) == "X"


def test_who_runs_out_of_time_loses_and_all_hear_of_it(rooms: Rooms) -> None:
    async def play() -> None:
        ann, bob, cat = Visitor(), Visitor(), Visitor()
        room = rooms.create(ann, BOARD, "X", TimeControl(0.05, 0))
        for visitor in (bob, cat):
            rooms.join(room, visitor, None)
        rooms.change(room, ann, lambda: room.play(ann, 4, 0))
        while cat.heard[-1]["outcome"] is None:
            await asyncio.sleep(0.01)
        for visitor in (ann, bob, cat):
            assert visitor.heard[-1]["outcome"] == {"winner": "X", "how": "time"}
        with pytest.raises(IllegalMoveError, match="game is over"):
            rooms.change(room, bob, lambda: room.play(bob, 0, 1))

    asyncio.run(play())
