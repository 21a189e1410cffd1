"""Two people and their browsers over the network: to play, to agree, to come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browser import cell, connected, expect, needs_browser, stones

pytestmark = [pytest.mark.browser, needs_browser]

Open = Callable[..., Any]


class Wire:
    """What stands between a page, which it loads anew, and the server.

    It keeps what the server says about rooms, and passes it on at once or when it is told to.
    """

    def __init__(self, page: Any, *, holds: bool = False) -> None:
        self.connections: list[Any] = []
        self.holds = holds
        self.kept: list[str] = []
        page.route_web_socket("**/ws", self.connect)
        page.reload()

    def connect(self, connection: Any) -> None:
        server = connection.connect_to_server()
        self.connections.append(connection)
        server.on_message(self.take)

    def take(self, text: str) -> None:
        is_about_rooms = json.loads(text)["type"] in ("room", "left")
        if is_about_rooms:
            self.kept.append(text)
        if not (self.holds and is_about_rooms):
            self.connections[-1].send(text)

    def release(self) -> None:
        self.holds = False
        for text in self.kept:
            self.connections[-1].send(text)


def network_game(page: Any) -> str:
    """Begin one; returns its link."""
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Network game").click()
    expect(page.locator("#room-state")).to_contain_text("You play X")
    return str(page.evaluate("location.hash"))


def follow(page: Any, link: str) -> None:
    page.evaluate("link => location.hash = link", link)


def test_a_game_of_two_browsers(visit: Open) -> None:
    """To the end, looked on by a third; one reloads on the way."""
    ann = visit()
    link = network_game(ann)
    bob = visit(link)
    expect(bob.locator("#room-state")).to_contain_text("You play O. Both players are here")
    expect(ann.locator("#room-state")).to_contain_text("You play X. Both players are here")
    cat = visit(link)
    expect(cat.locator("#room-state")).to_contain_text("You look on")
    cell(bob, "a1").click()  # it is not O's turn
    expect(bob.locator("#hint")).to_have_text("It is not your turn.")
    expect(bob.locator("#announcer")).to_contain_text("not your turn")
    for number, (page, name) in enumerate(((ann, "b2"), (bob, "a1"), (ann, "a2")), 1):
        cell(page, name).click()
        for other in (ann, bob, cat):
            stones(other, number)
    bob.reload()
    expect(bob.locator("#room-state")).to_contain_text("You play O")
    assert stones(bob, 3) == "O../XX./..."
    cell(bob, "b1").click()
    expect(ann.get_by_role("button", name="Values")).to_be_disabled()
    expect(ann.locator("#status")).to_have_text("X to move: your turn")
    cell(ann, "c2").click()
    for page in (ann, bob, cat):
        expect(page.locator("#status")).to_have_text("X wins")
    bob.get_by_role("button", name="Values").click()
    expect(bob.locator("#moves li").nth(3)).to_contain_text("loss")


def test_who_is_alone_in_a_room_is_told_so(visit: Open) -> None:
    """And copies the link; whoever leaves is named."""
    ann = visit(permissions=["clipboard-read", "clipboard-write"])
    link = network_game(ann)
    expect(ann.locator("#status")).to_have_text("Waiting for the other player \u2026")
    cell(ann, "b2").click()
    expect(ann.locator("#hint")).to_have_text("Wait for the other player: send the link.")
    ann.locator("#invite").click()
    expect(ann.locator("#notice")).to_have_text("Link copied.")
    assert ann.evaluate("navigator.clipboard.readText()").endswith(link)
    for name in ("resign", "takeback"):
        expect(ann.locator(f"#{name}")).to_be_hidden()
    bob = visit(link)
    expect(ann.locator("#status")).to_have_text("X to move: your turn")
    expect(ann.locator("#invite")).to_be_hidden()
    cell(ann, "b2").click()
    expect(ann.locator("#status")).to_have_text("O to move")
    bob.get_by_role("button", name="Leave").click()
    expect(ann.locator("#notice")).to_have_text("O has left.")
    expect(ann.locator("#status")).to_contain_text("O has left. Waiting for the other")
    expect(ann.locator("#invite")).to_be_visible()
    cat = visit(link)
    expect(cat.locator("#status")).to_have_text("O to move: your turn")


def test_what_two_players_agree_on(visit: Open) -> None:
    """To take back; and one resigns."""
    ann = visit()
    bob = visit(network_game(ann))
    expect(ann.locator("#room-state")).to_contain_text("Both players are here")
    cell(ann, "b2").click()
    stones(bob, 1)
    cell(bob, "b1").click()
    stones(ann, 2)
    bob.get_by_role("button", name="Take back").click()
    expect(bob.locator("#ask-back")).to_contain_text("You ask to take back a move.")
    expect(ann.locator("#ask-back")).to_contain_text("O asks to take back a move.")
    ann.get_by_role("button", name="Decline").click()
    expect(bob.locator("#ask-back")).to_be_hidden()
    bob.get_by_role("button", name="Take back").click()
    ann.get_by_role("button", name="Accept").click()
    assert stones(bob, 1) == ".../.X./..."
    expect(bob.locator("#status")).to_have_text("O to move: your turn")
    bob.get_by_role("button", name="Resign").click()
    bob.get_by_role("button", name="Really resign?").click()
    for page in (ann, bob):
        expect(page.locator("#status")).to_have_text("X wins: O resigned")
        expect(page.locator("#resign")).to_be_hidden()
    cell(ann, "a1").click()
    expect(ann.locator("#hint")).to_have_text("The game is over.")
    bob.reload()
    expect(bob.locator("#status")).to_have_text("X wins: O resigned")


def test_a_lost_connection_is_found_again(visit: Open) -> None:
    ann = visit()
    link = network_game(ann)
    bob = visit()
    wire = Wire(bob)
    follow(bob, link)
    expect(bob.locator("#room-state")).to_contain_text("You play O")
    expect(ann.locator("#room-state")).to_contain_text("Both players are here")
    wire.connections[-1].close()
    expect(bob.locator("#connection")).to_have_text("Connection lost, trying again \u2026")
    cell(ann, "b2").click()
    stones(bob, 1)
    connected(bob)
    expect(bob.locator("#room-state")).to_contain_text("You play O. Both players are here")
    assert len(wire.connections) == 2


def test_a_room_that_is_slow_to_answer(visit: Open) -> None:
    """Till it answers the address is its link; who goes elsewhere meanwhile stays there."""
    ann = visit()
    link = network_game(ann)
    bob = visit()
    wire = Wire(bob, holds=True)
    follow(bob, link)
    expect(ann.locator("#room-state")).to_contain_text("Both players are here")
    bob.get_by_role("button", name="Values").click()
    assert bob.evaluate("location.hash") == link
    follow(bob, "#m=3&n=4&k=3&moves=b2&x=person&o=person")
    stones(bob, 1)
    expect(ann.locator("#room-state")).to_contain_text("O has left")
    wire.release()
    bob.get_by_role("button", name="Values").click()
    expect(cell(bob, "a1").locator(".mark")).to_be_visible()  # said after the room's word
    assert [json.loads(text)["type"] for text in wire.kept] == ["room", "left"]
    assert stones(bob, 1) == "..../.X../...."
    expect(bob.locator("#room-panel")).to_be_hidden()
    follow(bob, link)  # it can be come back to
    expect(bob.locator("#room-state")).to_contain_text("You play O")


def test_a_link_with_a_token_is_all_that_is_needed(browser: Any, guarded: str) -> None:
    """The page hands its token on: to its connection, to what it saves, to whom it invites."""
    ann, bob, cat = (browser.new_page() for _ in range(3))
    assert "?token=" in guarded
    ann.goto(guarded)
    connected(ann)
    network_game(ann)
    bob.goto(ann.evaluate("location.href"))
    expect(bob.locator("#room-state")).to_contain_text("You play O")
    cell(ann, "b2").click()
    assert stones(bob, 1) == ".../.X./..."
    with bob.expect_download() as download:
        bob.get_by_role("link", name="SVG").click()
    assert "<svg" in download.value.path().read_text(encoding="utf-8")
    cat.goto(guarded.partition("?")[0])
    expect(cat.locator("body")).to_contain_text("needs its whole link")
    for page in (ann, bob, cat):
        page.close()
