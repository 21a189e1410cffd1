"""Rooms without a network: who is told what, and when a room is given up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest

from inarow import Game, IllegalMoveError, InvalidOptionError
from inarow.apps.web import room as one_room
from inarow.apps.web.clock import TimeControl
from inarow.apps.web.hub import Hub
from inarow.apps.web.limits import Limits
from inarow.apps.web.messages import Create
from inarow.apps.web.rooms import Rooms
from inarow.records.record import Record

START = Game(3, 3, 3).start()
BOARD = Record(START, (), START)
OPEN = Create(BOARD, None)


class Visitor:
    """Keeps what it is told."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = address
        self.heard: list[Mapping[str, Any]] = []

    def send(self, message: Mapping[str, Any] | str) -> None:
        self.heard.append(json.loads(message) if isinstance(message, str) else message)

    def dismiss(self, message: str) -> None:
        self.heard.append({"type": "left", "message": message})

    def news(self) -> list[Mapping[str, Any]]:
        """What it was told since it was last asked."""
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def hub() -> Hub:
    return Hub(Limits(rooms=3))


def test_a_room_that_all_gave_up_vanishes_at_once(hub: Hub) -> None:
    ann, bob = Visitor(), Visitor()
    for _ in range(5):  # more than there may be
        room = hub.create(ann, OPEN)
        hub.join(room, bob, None)
        hub.quit(room, ann, for_good=True)
        assert hub.rooms.find(room.code) is room
        hub.quit(room, bob, for_good=True)
        assert len(hub.rooms) == 0
    room = hub.create(ann, OPEN)
    hub.quit(room, ann, for_good=False)  # he has the key to come back
    assert hub.rooms.find(room.code) is room


def test_the_room_that_was_empty_longest_makes_place(hub: Hub) -> None:
    members = [Visitor(), Visitor(), Visitor()]
    first, second, third = (hub.create(member, OPEN) for member in members)
    with pytest.raises(InvalidOptionError, match="too many rooms; try"):
        hub.create(Visitor(), OPEN)
    hub.quit(second, members[1], for_good=False)
    hub.quit(first, members[0], for_good=False)
    fourth = hub.create(Visitor(), OPEN)
    assert [hub.rooms.find(room.code) for room in (first, third, fourth)] == [first, third, fourth]
    with pytest.raises(InvalidOptionError, match="no such room"):
        hub.rooms.find(second.code)


def test_an_address_has_so_many_rooms() -> None:
    some = Rooms(10, per_address=2)
    for _ in range(2):
        room = some.create(BOARD, "192.0.2.1")
        room.join("ann", None)
    with pytest.raises(InvalidOptionError, match="of your address"):
        some.create(BOARD, "192.0.2.1")
    some.create(BOARD, "192.0.2.2")
    room.quit("ann", for_good=False)
    some.touch(room)
    some.create(BOARD, "192.0.2.1")
    assert len(some) == 3


def test_who_changes_nothing_is_answered_alone(hub: Hub) -> None:
    ann, bob, cat = Visitor(), Visitor(), Visitor()
    room = hub.create(ann, OPEN)
    hub.join(room, bob, None)
    hub.join(room, cat, None)
    for member, seat in ((ann, "X"), (bob, "O"), (cat, None)):
        assert member.news()[-1] == json.loads(json.dumps(room.view(member)))
        assert room.view(member)["side"] == seat
    for _ in range(3):
        hub.join(room, cat, None)
    assert (len(ann.news()), len(bob.news()), len(cat.news())) == (0, 0, 3)
    hub.change(room, ann, lambda: room.rename(ann, "Ann"))
    assert (len(ann.news()), len(bob.news()), len(cat.news())) == (1, 1, 1)
    hub.change(room, ann, lambda: room.rename(ann, "Ann"))
    assert (len(ann.news()), len(bob.news()), len(cat.news())) == (1, 0, 0)


def test_a_view_is_encoded_once(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    room = hub.create(Visitor(), OPEN)
    hub.join(room, Visitor(), None)
    watching = [Visitor() for _ in range(20)]
    for visitor in watching:
        hub.join(room, visitor, None)
    calls: list[object] = []
    dumps = json.dumps

    def counted(message: object, **options: Any) -> str:
        calls.append(message)
        return dumps(message, **options)

    monkeypatch.setattr(json, "dumps", counted)
    hub.quit(room, watching[0], for_good=False)
    assert len(calls) == 4  # what is common, what is each player's, what is a spectator's
    assert watching[1].news()[-1]["spectators"] == 19


def test_so_many_look_on(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_room, "MOST_SPECTATORS", 2)
    visitors = [Visitor() for _ in range(4)]
    room = hub.create(visitors[0], OPEN)
    for visitor in visitors[1:]:
        hub.join(room, visitor, None)
    with pytest.raises(InvalidOptionError, match="too many look on"):
        hub.join(room, Visitor(), None)
    again = Visitor()
    hub.join(room, again, room.view(visitors[0])["token"])
    assert room.side_of(again) == "X"


def test_who_runs_out_of_time_loses_and_all_hear_of_it(hub: Hub) -> None:
    async def play() -> None:
        ann, bob, cat = Visitor(), Visitor(), Visitor()
        room = hub.create(ann, Create(BOARD, "X", TimeControl(0.05, 0)))
        for visitor in (bob, cat):
            hub.join(room, visitor, None)
        hub.change(room, ann, lambda: room.play(ann, 4, 0))
        while cat.heard[-1]["outcome"] is None:
            await asyncio.sleep(0.01)
        for visitor in (ann, bob, cat):
            assert visitor.heard[-1]["outcome"] == {"winner": "X", "how": "time"}
        with pytest.raises(IllegalMoveError, match="game is over"):
            hub.change(room, bob, lambda: room.play(bob, 0, 1))

    asyncio.run(play())
