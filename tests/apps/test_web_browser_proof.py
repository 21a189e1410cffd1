"""The page against a proof, in a real browser: the replies that it shades."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Open, cell, expect, needs_browser, stones
from cli import serving

import inarow
from inarow import Game, Position
from inarow.certificate.book import Book

pytestmark = [pytest.mark.browser, needs_browser]

START = Game(6, 6, 4).start()
AGAINST = "#game=6,6,4&x=solver&o=person"  # what the address of the server ends with


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proof") / "664.cert"
    inarow.solve(START, certificate=path)
    return path


@pytest.fixture(scope="module")
def address(proof: Path) -> Iterator[str]:
    with serving("--proof", str(proof)) as found:
        address, _, place = found.partition("#")
        assert place == AGAINST[1:]
        yield address


def test_replies_that_matter_are_shaded(visit: Open, proof: Path) -> None:
    """After each move of the proof: those that could spoil what it threatens, until all is over."""
    book, page, shades = Book(proof), visit(AGAINST), 0
    zone, legend = page.locator(".cell.zone"), page.locator("#why-zone")
    position: Position = START
    while not position.is_over:
        if position.turn == "X":
            position = START.game.position(stones(page, position.ply + 1))
            continue
        found = book.find(position)
        matters = found.answered if found is not None and found.threat is not None else ()
        expect(zone).to_have_count(len(matters))
        assert {name(position, shaded) for shaded in zone.all()} == {*matters}
        assert all("could stop the threat" in label(shaded) for shaded in zone.all())
        expect(legend).to_be_visible(visible=bool(matters))
        if matters:
            count = "1 move" if len(matters) == 1 else f"{len(matters)} moves"
            expect(page.locator("#why")).to_contain_text(f"; {count} could spoil that")
        shades += len(matters)
        move = min(matters, default=position.legal_moves[0])
        cell(page, position.game.name(move)).click()
        position = position.play(move)
    expect(page.locator("#status")).to_have_text("X wins")
    expect(zone).to_have_count(0)
    expect(legend).to_be_hidden()
    assert shades > 3


def test_the_shade_can_be_put_away(visit: Open) -> None:
    page = visit(AGAINST)
    stones(page, 1)
    cell(page, "a1").click()
    stones(page, 3)
    zone, shown = page.locator(".cell.zone"), page.get_by_label("the replies that could spoil it")
    expect(zone).not_to_have_count(0)
    shown.uncheck()
    expect(zone).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(shown).to_be_hidden()
    page.get_by_role("button", name="Redo").click()
    expect(zone).to_have_count(0)
    shown.check()
    expect(zone).not_to_have_count(0)
    shaded = zone.count()
    page.reload()
    expect(zone).to_have_count(shaded)
    expect(page.locator("#why")).to_contain_text("could spoil that")


def label(shaded: Any) -> str:
    return str(shaded.get_attribute("aria-label"))


def name(position: Position, shaded: Any) -> int:
    return position.game.cell(label(shaded).partition(",")[0])
