"""The page with gravity, on boxes, and where whoever completes a line loses."""

import re
from typing import Any

import pytest
from browser import Open, cell, expect, needs_browser, state, stones

import inarow
from inarow import Game

pytestmark = [pytest.mark.browser, needs_browser]

SIZES = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
PEOPLE = "x=person&o=person"


@pytest.mark.parametrize(
    ("key", "size"),
    [("4,4,4 gravity", "phone"), ("3x3x3,3", "desk"), ("3x3x3,3 gravity", "phone")],
)
def test_a_game_to_the_win_against_a_level(visit: Open, key: str, size: str) -> None:
    game = Game.from_key(key)
    page = visit(f"#game={key.replace(' ', '+')}&x=person&o=level1&seed=2", **SIZES[size])
    press = "tap" if size == "phone" else "click"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".board-frame").evaluate("e => e.scrollWidth <= e.clientWidth")
    position = game.start()
    while not position.is_over:
        move = inarow.best_move(position)
        above = move
        while game.gravity and not position.is_over and above >= game.drop:
            above -= game.drop  # any cell of the column will do
        getattr(cell(page, game.name(above)), press)()
        position = position.play(move)
        if not position.is_over:
            position = game.position(stones(page, position.ply + 1))
    assert position.winner == "X"
    expect(page.locator("#status")).to_have_text("X wins")
    expect(page.locator("#announcer")).to_contain_text("X wins")
    won = page.locator(".cell.won").evaluate_all("all => all.map(e => Number(e.dataset.cell))")
    assert set(won) == set(position.winning_cells)
    assert stones(page, position.ply) == position.text
    other = visit(page.evaluate("location.hash"))
    assert stones(other, position.ply) == position.text


@pytest.mark.parametrize(
    ("key", "moves", "status"),
    [
        ("3,3,3 gravity", "a3a2a1c3c2b3b2b1c1", "X wins"),
        ("3,3,3 gravity", "b3c3c2b2b1c1a3a2a1", "Draw"),
        ("3,3,3 misere", "c1b1b2a1b3c3c2a3a2", "O wins"),
    ],
)
def test_the_last_stone_of_a_board(visit: Open, key: str, moves: str, status: str) -> None:
    page = visit(f"#game={key.replace(' ', '+')}&moves={moves[:-2]}&{PEOPLE}")
    cell(page, moves[-2:]).click()
    expect(page.locator("#status")).to_have_text(status)
    line = page.locator(".cell.won")
    expect(line).to_have_count(0 if status == "Draw" else 3)
    if status == "O wins":
        expect(page.locator("#rules")).to_contain_text("who first has 3 in a row")
        expect(page.locator("#rules")).to_contain_text("loses")
        expect(line.first).to_have_attribute("aria-label", re.compile("X.*in a losing line"))


def test_a_stone_falls(visit: Open) -> None:
    """From wherever in the column one clicks; cells that hang in the air say where it falls."""
    page = visit(f"#game=6,7,4+gravity&moves=d6&{PEOPLE}")
    expect(cell(page, "d5")).to_have_attribute("aria-label", "d5, empty")
    expect(cell(page, "d1")).to_have_attribute("aria-label", "d1, empty, a stone falls to d5")
    expect(page.locator(".cell.floating")).to_have_count(34)
    cell(page, "c2").hover()
    expect(page.locator(".cell.landing")).to_have_attribute("data-name", "c6")
    cell(page, "c2").click()
    assert state(page)["moves"] == "d6c6"
    cell(page, "d6").click()  # a stone in the column will do as well
    assert state(page)["moves"] == "d6c6d5"
    cell(page, "d1").focus()
    page.keyboard.press("Enter")
    assert state(page)["moves"] == "d6c6d5d4"
    expect(page.locator("#announcer")).to_contain_text("O d4. X to move.")
    page.keyboard.press(",")
    assert stones(page, 3) == "......./......./......./......./...X.../..OX..."
    for name in ("crossings", "forced", "save-sgf"):
        expect(page.locator(f"#{name}")).to_be_hidden()
    for key in "xf":
        page.keyboard.press(key)
    expect(page.locator("#board .lines")).to_be_hidden()
    page = visit(f"#game=6,7,4+gravity&moves=d6&{PEOPLE}&values=on&seconds=1")
    expect(page.locator("#verdict")).to_contain_text("Value open (such games have no estimates)")
    full = visit(f"#game=2,2,3+gravity&moves=a2a1&{PEOPLE}")
    cell(full, "a2").click()
    expect(full.locator("#hint")).to_have_text("a2 is taken.")


def test_a_floating_stone_cannot_be_set_up(visit: Open) -> None:
    page = visit(f"#game=3,3,3+gravity&{PEOPLE}")
    page.get_by_role("button", name="Edit").click()
    cell(page, "b2").click()
    expect(page.locator("#edit-problem")).to_have_text("Nothing lies below b2.")
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    page.get_by_role("button", name="Place O").click()
    cell(page, "b3").click()
    done.click()
    assert stones(page, 2) == ".../.X./.O."
    assert state(page)["from"] == ".../.X./.O."


def test_layers_by_keyboard_and_in_words(visit: Open) -> None:
    """They are four grids side by side; the arrows go from one to the next."""
    page = visit(f"#game=4x4x4,4&{PEOPLE}")
    names = page.get_by_role("grid").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert names == ["Layer 1", "Layer 2", "Layer 3", "Layer 4"]
    expect(page.get_by_role("group", name="Board, 4 \u00d7 4 \u00d7 4, 4 in a row")).to_be_visible()
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    tops = page.locator(".layer").evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(set(tops)) == 1
    cell(page, "1d2").focus()
    focused = "document.activeElement.dataset.name"
    for key, name in (
        ("ArrowRight", "2a2"),
        ("ArrowDown", "2a3"),
        ("End", "2d3"),
        ("PageUp", "2d1"),
        ("ArrowLeft", "2c1"),
        ("Home", "2a1"),
        ("Control+End", "4d4"),
        ("ArrowRight", "4d4"),
        ("Control+Home", "1a1"),
        ("ArrowUp", "1a1"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == name
    page.keyboard.press("Enter")
    assert state(page)["moves"] == "1a1"
    for name in ("4d4", "1b1"):
        cell(page, name).click()
    other = visit(page.evaluate("location.hash"), **SIZES["phone"])
    assert stones(other, 3) == stones(page, 3)
    tops = other.locator(".layer").evaluate_all("all => all.map(e => e.offsetTop)")
    assert tops[0] == tops[1] < tops[2] == tops[3]
    other.get_by_role("button", name="Copy position").click()


@pytest.mark.parametrize(
    ("key", "last"), [("4x4x4,4", "4d4"), ("6,7,4+gravity", "g6"), ("20,20,5", "t20")]
)
def test_a_phone_on_its_side_shows_the_whole_board(visit: Open, key: str, last: str) -> None:
    page = visit(f"#game={key}", viewport={"width": 844, "height": 390})
    box = cell(page, last).bounding_box()
    assert box["width"] > 24 or key == "20,20,5"
    assert box["y"] + box["height"] <= 390 and box["x"] + box["width"] <= 844


def test_games_are_chosen_in_the_dialog(visit: Open) -> None:
    page = visit()

    def begin(preset: str | None = None, **fields: str) -> None:
        page.get_by_role("button", name="New game").click()
        if preset:
            page.get_by_role("button", name=preset).click()
        for label, number in fields.items():
            page.get_by_role("spinbutton", name=label).fill(number)
        page.get_by_role("button", name="Start", exact=True).click()

    begin("Connect Four")
    expect(page.locator("#game-name")).to_have_text("6 \u00d7 7, 4 in a row, with gravity")
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_label("Stones fall")).to_be_checked()
    page.get_by_label("Who completes a row loses").check()
    page.keyboard.press("Enter")
    expect(page.locator("#game-name")).to_contain_text("4 in a row loses, with gravity")
    assert state(page)["game"] == "6,7,4+misere+gravity"
    begin("Qubic", Layers="2")
    expect(page.locator("#game-name")).to_have_text("2 \u00d7 4 \u00d7 4, 4 in a row")
    expect(page.locator(".layer")).to_have_count(2)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_label("A longer row does not win")).to_be_disabled()
    page.get_by_role("button", name="Cancel").click()
    begin(Layers="1")
    expect(page.get_by_role("grid", name="Board, 4 \u00d7 4, 4 in a row")).to_be_visible()


def test_what_is_copied_is_pasted_and_a_network_game_is_played(visit: Open) -> None:
    page = visit(
        f"#game=3x3x3,3+gravity&moves=3b22b2&{PEOPLE}",
        permissions=["clipboard-read", "clipboard-write"],
    )
    page.get_by_role("button", name="Copy position").click()
    text = ".../.../...//.../.O./...//.../.X./..."
    expect(page.locator("#notice")).to_have_text("Position copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"3x3x3,3 gravity {text}"
    page.keyboard.press("n")
    page.get_by_role("button", name="Network game").click()
    expect(page.locator("#room-state")).to_contain_text("You play X")
    bob = visit(page.evaluate("location.hash"))
    cell(page, "1a1").click()
    assert stones(bob, 1) == ".../.../...//.../.../...//X../.../..."
    cell(bob, "1a1").click()
    assert stones(page, 2) == ".../.../...//O../.../...//X../.../..."
    page.get_by_role("button", name="Leave").click()
    page.locator("#status").click()
    page.keyboard.press("Control+v")
    expect(page.locator("#notice")).to_contain_text("Set up: 3 \u00d7 3 \u00d7 3, 3 in a row")
    assert stones(page, 2) == text


@pytest.mark.parametrize("key", ["torus+5,5,4", "3x9x9,3"])
def test_a_board_that_is_not_shown_is_refused(browser: Any, address: str, key: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}#game={key}")
    reason = "1 to 512 lines" if key == "3x9x9,3" else "the page shows rectangles, and boxes"
    expect(page.locator("#notice")).to_contain_text("This link cannot be read")
    expect(page.locator("#notice")).to_contain_text(reason)
    expect(page.locator("#game-name")).to_have_text("3 \u00d7 3, 3 in a row")
    page.close()
