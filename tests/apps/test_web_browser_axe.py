"""What axe finds on the page: nothing, its experimental rules included."""

from typing import Any

import pytest
from browser import Open, cell, expect, needs_browser

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

pytestmark = [pytest.mark.browser, needs_browser]

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OPTIONS = {"runOnly": {"type": "tag", "values": [*STANDARDS, "best-practice", "experimental"]}}
# The first of these is experimental: who speaks to a page says what is seen there.
RULES = {"label-content-name-mismatch", "color-contrast", "aria-required-children"}


def finding(page: Any) -> list[str]:
    """A line for each element that axe complains of."""
    page.wait_for_timeout(300)  # colours may be on their way
    response = axe.Axe().run(page, options=OPTIONS).response
    looked = {rule["id"] for kind in ("passes", "incomplete") for rule in response[kind]}
    assert page.get_by_role("dialog").is_visible() or looked >= RULES
    return [
        f"{rule['id']} ({rule['impact']}): {node['html']}"
        for rule in response["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit: Open, scheme: Any) -> None:
    page = visit("#game=3,3,3&x=person&o=person", color_scheme=scheme)
    assert finding(page) == []
    page.get_by_role("button", name="New game").click()
    assert finding(page) == []
    page = visit(
        "#game=3,3,3&moves=a1b1b2a2&branches=0.1.5&x=person&o=person&values=on&numbers=on",
        color_scheme=scheme,
    )
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("#graph-lines .proven")).to_have_count(5)
    assert finding(page) == []
    page.get_by_role("button", name="Edit").click()
    assert finding(page) == []


def test_axe_finds_nothing_with_gravity_and_layers(visit: Open) -> None:
    people = "x=person&o=person&values=on"
    for game, scheme in (
        ("4,4,4+gravity&moves=a4b4a3b3", "light"),
        ("3x3x3,3&moves=2b21a1", "light"),
        ("3x3x3,3+gravity&moves=3b22b2", "dark"),
        ("3,3,3+misere&moves=b2a1b1a2b3", "dark"),
    ):
        page = visit(f"#game={game}&{people}", color_scheme=scheme)
        expect(page.locator(".cell.won, #board .mark")).not_to_have_count(0)
        assert finding(page) == []


def test_axe_finds_nothing_on_a_large_board(visit: Open) -> None:
    hash = "#game=15,15,5&x=person&o=person&seconds=1&numbers=on&values=on&line=1"
    moves = "moves=h8a1h9a2h10a15&branches=0.5.200"
    page = visit(f"{hash}&{moves}&crossings=on", color_scheme="dark")
    expect(page.locator("#board .mark")).not_to_have_count(0)
    expect(page.locator("#graph-lines rect")).not_to_have_count(0)
    assert finding(page) == []
    page.keyboard.press("f")
    expect(page.locator("#readout")).to_contain_text("orce")
    assert finding(page) == []


def test_axe_finds_nothing_in_a_network_game(visit: Open) -> None:
    ann = visit()
    ann.get_by_role("button", name="New game").click()
    ann.get_by_role("button", name="Network game").click()
    expect(ann.locator("#room-state")).to_contain_text("You play X")
    assert finding(ann) == []
    bob = visit(ann.evaluate("location.hash"))
    cell(ann, "b2").click()
    cell(bob, "a1").click()
    bob.get_by_role("button", name="Take back").click()
    expect(ann.locator("#ask-back")).to_contain_text("O asks")
    assert finding(ann) == finding(bob) == []
