"""Two people and their browsers over the network: to play, to agree, to come back."""

from typing import Any

import pytest
from browser import Open, cell, connected, expect, needs_browser, stones

pytestmark = [pytest.mark.browser, needs_browser]


def network_game(page: Any) -> str:
    """Begin one; returns its link."""
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Network game").click()
    expect(page.locator("#room-state")).to_contain_text("You play X")
    return str(page.evaluate("location.hash"))


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


def test_a_lost_connection_is_found_again(visit: Open) -> None:
    ann = visit()
    link = network_game(ann)
    bob = visit()
    connections: list[Any] = []

    def connect(connection: Any) -> None:
        connections.append(connection)
        connection.connect_to_server()

    bob.route_web_socket("**/ws", connect)
    bob.reload()
    bob.evaluate("link => location.hash = link", link)
    for page in (ann, bob):
        expect(page.locator("#room-state")).to_contain_text("Both players are here")
    connections[-1].close()
    expect(bob.locator("#connection")).to_have_text("Connection lost, trying again \u2026")
    cell(ann, "b2").click()
    stones(bob, 1)
    connected(bob)
    expect(bob.locator("#room-state")).to_contain_text("You play O. Both players are here")
    assert len(connections) == 2
