"""The page on a first visit, on large boards and on small screens."""

import json

import pytest
from browser import Open, cell, expect, needs_browser, state, stones

pytestmark = [pytest.mark.browser, needs_browser]


# --- on a first visit ----------------------------------------------------------------------------


def test_a_first_visit(visit: Open) -> None:
    """A middle level plays, described in words; a line says the rules; links lead further."""
    page = visit()
    expect(page.locator("#player-o")).to_have_value("level5")
    expect(page.locator("#player-note")).to_contain_text("Level 5, fair: wins, blocks")
    expect(page.locator("#rules")).to_contain_text("who first has 3 in a row")
    page.get_by_text("About", exact=True).click()
    expect(page.get_by_role("link", name="Gomoku")).to_have_attribute("target", "_blank")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Gomoku, exactly five").click()
    expect(page.get_by_role("button", name="Gomoku, exactly five")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator("#new-o").select_option("level9")
    expect(page.locator("#new-note")).to_contain_text("Level 9, expert")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#game-name")).to_have_text("15 \u00d7 15, exactly 5 in a row")


def test_a_click_that_is_not_legal_says_why_at_the_cell(visit: Open) -> None:
    page = visit("#game=3,3,3&moves=a1b1a2b2&x=person&o=person")
    cell(page, "b2").click()
    hint = page.locator("#hint")
    expect(hint).to_have_text("b2 is taken.")
    at, taken = hint.bounding_box(), cell(page, "b2").bounding_box()
    assert abs((at["x"] + at["width"] / 2) - (taken["x"] + taken["width"] / 2)) < 2
    assert abs(at["y"] + at["height"] - taken["y"]) < 10
    cell(page, "a3").click()
    expect(page.locator("#status")).to_have_text("X wins")
    cell(page, "c3").click()
    expect(hint).to_have_text("The game is over: X wins.")
    machine = visit("#game=3,3,3&x=solver&o=person&paused=yes")
    cell(machine, "a1").click()
    expect(machine.locator("#hint")).to_have_text("It is not your turn: the solver plays X.")


def test_a_position_is_set_up_by_hand(visit: Open) -> None:
    """Any stones, and either side's turn; the address keeps them."""
    page = visit("#game=3,3,3&moves=b2&x=person&o=person&values=on")
    page.get_by_role("button", name="Edit").click()
    expect(page.locator("#status")).to_have_text("Set up a position")
    page.get_by_role("button", name="Clear").click()
    for name in ("a1", "b1"):
        cell(page, name).click()
    page.get_by_role("button", name="Place O").click()
    cell(page, "c3").click()
    done = page.get_by_role("button", name="Done")
    page.get_by_role("button", name="Place X").click()
    cell(page, "c1").click()
    expect(page.locator("#edit-problem")).to_contain_text("X wins already")
    expect(done).to_be_disabled()
    cell(page, "c1").click()  # again takes it away
    page.get_by_label("Whose turn").select_option("X")
    done.click()
    assert stones(page, 3) == "XX./.../..O"
    expect(page.locator("#status")).to_have_text("X to move")
    expect(cell(page, "c1")).to_have_text("+1")  # the server has understood whose turn it is
    page.reload()
    expect(page.locator("#status")).to_have_text("X to move")
    assert stones(page, 3) == "XX./.../..O"
    page.keyboard.press("e")
    cell(page, "a1").click()
    page.keyboard.press("Escape")
    assert stones(page, 3) == "XX./.../..O"
    cell(page, "c1").click()
    expect(page.locator("#status")).to_have_text("X wins")


def test_on_a_large_board_the_best_few_have_numbers(visit: Open) -> None:
    page = visit("#game=15,15,5&moves=h8g7i7g9h9h7&x=person&o=person&values=on&seconds=3")
    expect(page.locator("#board .mark")).to_have_count(219)
    numbers = page.locator("#board .mark:not(.faint)")
    assert 1 <= numbers.count() <= 11
    # Proven stands apart from estimated: X has four, one move stops it, all others lose.
    page = visit("#game=15,15,5&moves=h8g7i7g9h9h7h10h6h11&x=person&o=person&values=on&seconds=60")
    filled = page.locator("#board .mark.faint.loss[data-scale='0']")
    expect(filled.nth(20)).to_be_visible()  # the others will be
    expect(cell(page, "h12").locator(".mark:not(.faint)")).to_be_visible()


# --- on a phone, in the dark ---------------------------------------------------------------------


@pytest.mark.parametrize("size", ["3", "15"])
def test_the_page_fits_a_phone(visit: Open, size: str) -> None:
    page = visit(
        f"#game={size},{size},3&x=person&o=person",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        color_scheme="dark",
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#board").evaluate("e => e.getBoundingClientRect().right <= innerWidth")
    assert page.locator(".board-frame").evaluate("e => e.scrollWidth <= e.clientWidth")
    cell(page, "b2").tap()
    if size == "15":  # too small for a finger: see below
        stones(page, 0)
        cell(page, "b2").tap()
    stones(page, 1)
    buttons = page.locator(".toolbar button:visible").evaluate_all(
        "all => all.map(e => Math.min(e.offsetWidth, e.offsetHeight))"
    )
    assert min(buttons) >= 44
    rows = page.locator(".toolbar button:visible").evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(set(rows)) == 2
    assert len(json.dumps(state(page))) < 200


def test_small_cells_show_signs_and_the_line_below_the_number(visit: Open) -> None:
    size = {"width": 360, "height": 844}
    page = visit(
        "#game=15,15,5&moves=h8a1h9a2h10a15&x=person&o=person&values=on&seconds=5",
        viewport=size,
        has_touch=True,
    )
    frame = page.locator(".board-frame")
    assert frame.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert frame.evaluate("e => e.clientWidth") <= 334
    best = page.locator(".cell:has(.mark.win.best)").first  # the position's own best is known soon
    expect(best).to_be_visible()
    name = best.get_attribute("aria-label").split(",")[0]
    assert name in ("h7", "h11")
    mark = cell(page, name).locator(".mark")
    expect(mark).to_have_text("+3")
    assert mark.evaluate("e => getComputedStyle(e, '::before').content") == '"+3"'
    cell(page, name).focus()
    expect(page.locator("#readout")).to_have_text(f"{name}: X wins in 3 plies, proven.")
    page.get_by_role("button", name="Stop").click(force=True)
    stay = {"pointerType": "touch", "bubbles": True}
    cell(page, "d5").dispatch_event("pointerdown", stay)
    page.wait_for_timeout(500)
    cell(page, "d5").dispatch_event("click", stay)  # a finger that stayed
    expect(page.locator("#readout")).to_contain_text("d5: ")
    stones(page, 6)


def test_a_tap_enlarges_a_small_cell_and_a_second_one_plays(visit: Open) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit("#game=15,15,5&x=person&o=person", **phone)
    size = cell(page, "o15").bounding_box()["width"]
    assert size < 32
    cell(page, "h8").tap()
    cell(page, "o15").tap()
    expect(page.locator(".aimed")).to_have_count(1)
    assert cell(page, "o15").bounding_box()["width"] >= 2 * size
    assert page.locator(".board-frame").evaluate("e => e.scrollWidth <= e.clientWidth")
    stones(page, 0)
    cell(page, "o15").tap()
    stones(page, 1)
    expect(cell(page, "o15")).to_have_attribute("aria-label", "o15, X, last move")
    expect(page.locator(".aimed")).to_have_count(0)


def test_a_number_fits_the_frame_of_its_cell(visit: Open) -> None:
    """In small cells of both kinds, whatever its length."""
    sizes = ({"width": 360, "height": 844}, {"width": 844, "height": 390})
    marks = ("win +3", "win +11", "bound \u2265=", "estimate \u2212.8", "estimate \u22121")
    for viewport in sizes:
        page = visit("#game=15,15,5&x=person&o=person", viewport=viewport)
        wide = page.evaluate(
            """(marks) => marks.filter(([kind, text]) => {
                const cell = document.querySelector(".cell");
                cell.innerHTML = `<span class="mark ${kind} best">${text}</span>`;
                cell.firstChild.dataset.short = text;
                cell.firstChild.style.setProperty("--signs", text.length);
                const { clientWidth, clientHeight } = cell.firstChild;
                const sign = document.createElement("span");
                const shown = getComputedStyle(cell.firstChild, "::before");
                const { fontSize, fontStyle, fontWeight } = shown;
                Object.assign(sign.style, { fontSize, fontStyle, fontWeight, lineHeight: 1 });
                sign.textContent = text;
                document.querySelector("#status").append(sign);
                return sign.offsetWidth > clientWidth || sign.offsetHeight > clientHeight;
            })""",
            [mark.split() for mark in marks],
        )
        assert wide == []


# --- as Gomoku is played -------------------------------------------------------------------------


def test_gomoku_is_played_on_crossings(visit: Open) -> None:
    """Fives on large boards; others, or none, by a switch that the address keeps."""
    page = visit("#game=15,15,5&moves=h8&x=person&o=person")
    lines, switch = page.locator("#board .lines"), page.get_by_role("button", name="Crossings")
    expect(lines).to_be_visible()
    stars = lines.locator("circle").evaluate_all(
        "all => all.map(e => [e.cx, e.cy].map(v => v.baseVal.value))"
    )
    assert sorted(stars) == [[3.5, 3.5], [3.5, 11.5], [7.5, 7.5], [11.5, 3.5], [11.5, 11.5]]
    at, stone = lines.bounding_box(), page.locator(".stone").bounding_box()
    middle = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    assert abs(stone["x"] + stone["width"] / 2 - middle[0]) < 1
    assert abs(stone["y"] + stone["height"] / 2 - middle[1]) < 1
    switch.click()
    expect(lines).to_be_hidden()
    assert state(page)["crossings"] == "off"
    page.reload()
    expect(page.locator(".stone")).to_be_visible()  # until then the page does not listen
    expect(lines).to_be_hidden()
    switch.click()
    expect(lines).to_be_visible()
    assert "crossings" not in state(page)
    page = visit("#game=7,7,4&x=person&o=person")
    expect(page.locator("#board .lines")).to_be_hidden()
    page.keyboard.press("x")
    expect(page.locator("#board .lines")).to_be_visible()
    assert state(page)["crossings"] == "on"


def test_stones_have_numbers(visit: Open) -> None:
    page = visit("#game=15,15,5&moves=h8h9i8&at=2&x=person&o=person")
    expect(page.locator(".ply")).to_have_count(0)
    page.get_by_role("button", name="Numbers").click()
    assert page.locator(".ply").all_inner_texts() == ["1", "2"]
    expect(page.locator(".cell.last")).to_have_attribute("data-name", "h9")
    page.keyboard.press(".")
    expect(cell(page, "i8").locator(".ply")).to_have_text("3")
    expect(page.locator(".cell.last")).to_have_attribute("data-name", "i8")
    assert state(page)["numbers"] == "on"
