"""A game in a room, without a network: seats, moves, offers, the clock."""

from __future__ import annotations

import json

import pytest

from inarow import InarowError
from inarow.apps.web.clock import TimeControl
from inarow.apps.web.limits import Limits
from inarow.apps.web.messages import parse, read_board
from inarow.apps.web.room import Room

LIMITS = Limits(cells=100, seconds=5)
BOARD = read_board({"m": 3, "n": 3, "k": 3}, LIMITS)


def new_room(*members: str) -> Room:
    room = Room("code", BOARD)
    for member in members:
        assert room.join(member, None) is None
    return room


def play_to_the_end(room: Room, x: str, o: str) -> None:
    """X wins along the first row."""
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        room.play((x, o)[ply % 2], cell, ply)


def test_two_take_their_seats_and_others_look_on() -> None:
    room = new_room("ann", "bob", "cat")
    assert [room.side_of(name) for name in ("ann", "bob", "cat")] == ["X", "O", None]
    assert room.members == ["ann", "bob", "cat"]
    view = room.view("cat")
    assert (view["side"], view["token"], view["spectators"]) == (None, None, 1)
    assert room.view("ann")["token"] != room.view("bob")["token"]


def test_the_side_that_was_asked_for() -> None:
    room = new_room()
    room.join("ann", None, "O")
    room.join("bob", None)
    assert (room.side_of("ann"), room.side_of("bob")) == ("O", "X")


def test_only_whose_turn_it_is_moves() -> None:
    room = new_room("ann")
    with pytest.raises(InarowError, match="wait for the other"):
        room.play("ann", 0, 0)
    room.join("bob", None)
    room.join("cat", None)
    for member, cell, ply, reason in (
        ("bob", 0, 0, "not your turn"),
        ("cat", 0, 0, "spectators"),
        ("ann", 0, 1, "not your turn"),
        ("ann", 9, 0, "off the"),
    ):
        with pytest.raises(InarowError, match=reason):
            room.play(member, cell, ply)
    room.play("ann", 4, 0)
    assert room.board.position.text == ".../.X./..."
    assert room.view("bob")["turn"] == "O"


def test_a_token_leads_back_to_the_seat() -> None:
    room = new_room("ann", "bob")
    token = room.view("ann")["token"]
    room.quit("ann", for_good=False)
    assert room.view("bob")["seats"] == {"X": "away", "O": "here"}
    room.join("thief", "a guess")
    assert room.side_of("thief") is None
    assert room.join("ann again", token) is None
    assert room.side_of("ann again") == "X"
    assert room.join("ann elsewhere", token) == "ann again"  # who is to be told


def test_who_leaves_for_good_gives_the_seat_up() -> None:
    room = new_room("ann", "bob")
    token = room.view("ann")["token"]
    room.quit("ann", for_good=True)
    room.join("cat", None)
    assert room.side_of("cat") == "X"
    room.join("ann", token)
    assert room.side_of("ann") is None


def test_a_rematch_changes_sides_and_keeps_the_score() -> None:
    room = new_room("ann", "bob", "cat")
    play_to_the_end(room, "ann", "bob")
    assert room.view("cat")["status"] == "X wins"
    with pytest.raises(InarowError, match="only players"):
        room.offer("cat", "rematch")
    room.offer("bob", "rematch")
    room.offer("bob", "rematch")
    assert (room.game, room.view("ann")["offers"]) == (1, {"O": "rematch"})
    room.offer("ann", "rematch")
    view = room.view("ann")
    assert (view["game"], view["side"], view["board"]["moves"], view["offers"]) == (2, "O", [], {})
    assert view["score"] == {"X": 0, "O": 1, "draws": 0}  # of those who sit there now
    play_to_the_end(room, "bob", "ann")
    assert room.view("ann")["score"] == {"X": 1, "O": 1, "draws": 0}


def test_who_resigns_loses() -> None:
    room = new_room("ann", "bob", "cat")
    with pytest.raises(InarowError, match="only players"):
        room.resign("cat")
    with pytest.raises(InarowError, match="not over"):
        room.offer("ann", "rematch")
    room.play("ann", 4, 0)
    room.resign("ann")
    view = room.view("cat")
    assert view["outcome"] == {"winner": "O", "how": "resigned"}
    assert (view["score"], view["status"]) == ({"X": 0, "O": 1, "draws": 0}, "O to move")
    for act in (lambda: room.resign("bob"), lambda: room.offer("bob", "draw")):
        with pytest.raises(InarowError, match="game is over"):
            act()
    with pytest.raises(InarowError, match="game is over"):
        room.play("bob", 0, 1)
    room.offer("ann", "rematch")
    room.offer("bob", "rematch")
    assert (room.outcome, room.side_of("ann")) == (None, "O")


def test_a_draw_is_agreed_or_declined() -> None:
    room = new_room("ann")
    with pytest.raises(InarowError, match="wait for the other"):
        room.offer("ann", "draw")
    room.join("bob", None)
    room.offer("ann", "draw")
    assert room.view("bob")["offers"] == {"X": "draw"}
    room.decline("bob")
    room.offer("bob", "draw")
    assert room.outcome is None  # what was declined is no longer offered
    room.play("ann", 4, 0)
    assert room.view("bob")["offers"] == {}  # nor what a move has answered
    room.offer("ann", "draw")
    room.offer("bob", "draw")
    assert room.view("ann")["outcome"] == {"winner": None, "how": "agreed"}
    assert room.draws == 1


def test_moves_are_taken_back_by_consent() -> None:
    room = new_room("ann", "bob")
    with pytest.raises(InarowError, match="no move"):
        room.offer("ann", "takeback")
    for ply, (member, cell) in enumerate((("ann", 4), ("bob", 0), ("ann", 8))):
        room.play(member, cell, ply)
    room.offer("ann", "takeback")  # his last
    assert room.board.moves == (4, 0, 8)
    room.offer("bob", "takeback")
    assert room.board.moves == (4, 0)
    room.offer("ann", "takeback")  # and now what came after it as well
    room.offer("bob", "takeback")
    assert room.board.moves == ()
    room.play("ann", 3, 0)
    assert room.board.position.text == ".../X../..."


def test_the_clock_of_a_game() -> None:
    """It begins with the first move, stands while a seat is free, and ends the game."""
    now = [0.0]
    room = Room("code", BOARD, control=TimeControl(60, 2), time=lambda: now[0])
    room.join("ann", None)
    room.join("bob", None)
    now[0] = 100
    assert room.seconds_left is None
    room.play("ann", 4, 0)
    now[0] = 110
    assert room.view("bob")["left"] == 50
    room.quit("bob", for_good=False)  # who is away has no more time for it
    now[0] = 120
    token = room.seats["O"].token
    room.join("bob again", token)
    assert room.seconds_left == 40
    room.play("bob again", 0, 1)
    assert room.clock is not None
    assert (room.clock.left, room.seconds_left) == ({"X": 60, "O": 42}, 60)
    room.offer("ann", "takeback")
    now[0] = 130
    room.offer("bob again", "takeback")
    assert (room.clock.left["X"], room.seconds_left) == (50, None)  # time is not given back
    room.play("ann", 4, 0)
    room.quit("bob again", for_good=True)
    now[0] = 1000
    assert room.seconds_left is None
    room.join("cat", None)
    assert room.seconds_left == 42
    now[0] = 1042
    with pytest.raises(InarowError, match="game is over"):
        room.play("cat", 0, 1)
    assert room.view("ann")["outcome"] == {"winner": "X", "how": "time"}
    room.offer("ann", "rematch")
    room.offer("cat", "rematch")
    assert room.clock.left == {"X": 60, "O": 60}


def test_players_have_names() -> None:
    room = new_room("ann", "bob", "cat")
    room.rename("bob", "Bob")
    room.rename("cat", "Cat")
    assert room.view("ann")["names"] == {"X": "", "O": "Bob"}
    room.quit("bob", for_good=True)
    assert room.view("ann")["names"] == {"X": "", "O": ""}
    assert parse(json.dumps({"type": "name", "name": " Zoë "}), LIMITS) == ("name", "Zoë")
    for bad in (None, "x" * 25, "a\nb", "\u202e"):
        with pytest.raises(InarowError, match="name must be"):
            parse(json.dumps({"type": "name", "name": bad}), LIMITS)
