"""Games in rooms, without a network: seats, moves, what is asked, who is told, when a room ends."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from inarow import Game, InarowError, InvalidOptionError
from inarow.apps.web import room as module
from inarow.apps.web.room import Room, Rooms
from inarow.records.record import Record

START = Game(3, 3, 3).start()
BOARD = Record(START, (), START)


class Visitor:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[Mapping[str, Any]] = []

    def send(self, message: Mapping[str, Any]) -> None:
        self.heard.append(message)

    def dismiss(self, message: str) -> None:
        self.heard.append({"type": "left", "message": message})


def new_room(visitors: int) -> tuple[Room, list[Visitor]]:
    room, members = Room("code", BOARD), [Visitor() for _ in range(visitors)]
    for member in members:
        room.join(member, None)
    return room, members


def refused(reason: str, *actions: Callable[[], object]) -> None:
    for action in actions:
        with pytest.raises(InarowError, match=reason):
            action()


def test_two_take_their_seats_and_others_look_on() -> None:
    room, (ann, bob, cat) = new_room(3)
    assert [room.side_of(member) for member in (ann, bob, cat)] == ["X", "O", None]
    assert room.members == [ann, bob, cat]
    view = room.view(cat)
    assert (view["side"], view["token"], view["spectators"]) == (None, None, 1)
    assert room.view(ann)["token"] != room.view(bob)["token"]
    room.join(ann, None)  # who sits already stays there
    assert room.members == [ann, bob, cat]


def test_the_side_that_was_asked_for() -> None:
    room, ann, bob = Room("code", BOARD), Visitor(), Visitor()
    room.join(ann, None, "O")
    room.join(bob, None)
    assert (room.side_of(ann), room.side_of(bob)) == ("O", "X")


def test_only_whose_turn_it_is_moves() -> None:
    room, (ann,) = new_room(1)
    refused("wait for the other", lambda: room.play(ann, 0, 0), lambda: room.resign(ann))
    bob, cat = Visitor(), Visitor()
    room.join(bob, None)
    room.join(cat, None)
    refused("not your turn", lambda: room.play(bob, 0, 0), lambda: room.play(ann, 0, 1))
    refused("only players", lambda: room.play(cat, 0, 0))
    refused("off the", lambda: room.play(ann, 9, 0))
    room.play(ann, 4, 0)
    assert room.board.position.text == ".../.X./..."
    assert room.view(bob)["turn"] == "O"


def test_a_token_leads_back_to_the_seat() -> None:
    room, (ann, bob) = new_room(2)
    token = room.view(ann)["token"]
    room.quit(ann, for_good=False)
    assert room.view(bob)["seats"] == {"X": "away", "O": "here"}
    thief, again, elsewhere = Visitor(), Visitor(), Visitor()
    room.join(thief, "a guess")
    assert room.side_of(thief) is None
    room.join(again, token)
    assert room.side_of(again) == "X" and not again.heard
    room.join(elsewhere, token)
    assert room.side_of(elsewhere) == "X"
    assert "another window" in again.heard[-1]["message"]


def test_who_leaves_for_good_gives_the_seat_up() -> None:
    room, (ann, bob) = new_room(2)
    token = room.view(ann)["token"]
    room.quit(ann, for_good=True)
    cat = Visitor()
    room.join(cat, None)
    assert room.side_of(cat) == "X"
    room.join(ann, token)
    assert room.side_of(ann) is None
    assert room.side_of(bob) == "O"


def test_who_resigns_loses() -> None:
    room, (ann, bob, cat) = new_room(3)
    refused("only players", lambda: room.resign(cat))
    room.play(ann, 4, 0)
    room.resign(ann)
    assert (room.view(cat)["resigned"], room.view(cat)["status"]) == ("X", "O to move")
    refused("game is over", lambda: room.resign(bob), lambda: room.take_back(ann))
    refused("game is over", lambda: room.play(bob, 0, 1))


def test_a_game_ends_on_the_board() -> None:
    room, (ann, bob) = new_room(2)
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        room.play((ann, bob)[ply % 2], cell, ply)
    assert room.view(ann)["status"] == "X wins"
    refused("game is over", lambda: room.play(bob, 8, 5), lambda: room.resign(bob))


def test_moves_are_taken_back_by_consent() -> None:
    room, (ann, bob) = new_room(2)
    refused("no move", lambda: room.take_back(ann))
    for ply, (member, cell) in enumerate(((ann, 4), (bob, 0), (ann, 8))):
        room.play(member, cell, ply)
    room.take_back(ann)  # the last of X
    room.take_back(ann)
    assert (room.view(bob)["asks"], room.board.moves) == ("X", (4, 0, 8))
    room.decline(bob)
    assert room.view(bob)["asks"] is None
    room.take_back(ann)
    room.take_back(bob)
    assert (room.view(bob)["asks"], room.board.moves) == (None, (4, 0))
    room.take_back(ann)  # and now what came after it as well
    room.take_back(bob)
    assert room.board.moves == ()
    room.play(ann, 3, 0)
    room.take_back(ann)
    room.play(bob, 4, 1)  # a move is an answer too
    assert room.view(ann)["asks"] is None
    assert room.board.position.text == ".../XO./..."


# --- all rooms -----------------------------------------------------------------------------------


def test_all_who_are_there_are_told_of_every_change() -> None:
    rooms, (ann, bob, cat) = Rooms(), (Visitor(), Visitor(), Visitor())
    room = rooms.create(ann, BOARD)
    rooms.change(room, lambda: room.join(bob, None))
    rooms.change(room, lambda: room.join(cat, None))
    rooms.change(room, lambda: room.play(ann, 4, 0))
    for member, times in ((ann, 4), (bob, 3), (cat, 2)):
        assert len(member.heard) == times
        assert member.heard[-1] == room.view(member)
    with pytest.raises(InarowError):
        rooms.change(room, lambda: room.play(ann, 0, 1))
    assert len(ann.heard) == 4


def test_a_room_that_all_gave_up_vanishes_at_once() -> None:
    rooms, ann, bob = Rooms(), Visitor(), Visitor()
    room = rooms.create(ann, BOARD)
    rooms.change(room, lambda: room.join(bob, None))
    rooms.change(room, lambda: room.quit(ann, for_good=True))
    assert rooms.find(room.code) is room
    rooms.change(room, lambda: room.quit(bob, for_good=True))
    assert len(rooms) == 0
    room = rooms.create(ann, BOARD)
    rooms.change(room, lambda: room.quit(ann, for_good=False))  # whoever made it has its key
    assert rooms.find(room.code) is room


def test_rooms_are_given_up_when_nobody_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROOMS", 2)
    now, ann = [0.0], Visitor()
    rooms = Rooms(clock=lambda: now[0])
    first, second = rooms.create(ann, BOARD), rooms.create(ann, BOARD)
    with pytest.raises(InvalidOptionError, match="too many rooms"):
        rooms.create(ann, BOARD)
    rooms.change(first, lambda: first.quit(ann, for_good=False))
    now[0] = module.IDLE_SECONDS - 1
    assert rooms.find(first.code) is first
    now[0] = module.IDLE_SECONDS
    with pytest.raises(InvalidOptionError, match="no such room"):
        rooms.find(first.code)
    assert rooms.find(second.code) is second
    assert rooms.create(ann, BOARD).code not in (first.code, second.code)
