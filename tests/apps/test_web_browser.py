"""The page in a real browser: games to the end, values, undo, keys, two browsers over the network.

Needs Playwright for Python and a Chromium of the system; without them the tests are skipped.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import inarow
from inarow import Game, Position

api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine"),
]

Open = Callable[..., Any]

expect = api.expect
expect.set_options(timeout=30_000)  # a busy machine is no fault of the page


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    program = [sys.executable, "-m", "inarow", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()
            server.wait(30)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Open]:
    """Opens the page in a browser of its own; whatever the page complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_page(hash: str = "", **options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda line: complaints.append(line.text) if line.type == "error" else None,
        )
        page.on("request", lambda request: check_host(request.url))
        page.goto(address + hash)
        connected(page)
        return page

    def check_host(url: str) -> None:
        if not url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
            complaints.append(f"asked for {url}")

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def connected(page: Any) -> None:
    """Wait until the page has its connection, without which it cannot open a room."""
    expect(page.locator("#connection")).to_have_attribute("hidden", "")


def cell(page: Any, name: str) -> Any:
    """The cell of this name; its label begins with it."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def stones(page: Any, count: int) -> str:
    """The text of the position, once so many stones are on the board."""
    expect(page.locator(".stone:not(.ghost)")).to_have_count(count)
    labels = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    marks = [label.split(", ")[1] for label in labels]
    width = page.locator(".board-row").first.locator(".label").count() - 1
    row = "".join("." if mark == "empty" else mark for mark in marks)
    return "/".join(row[i : i + width] for i in range(0, len(row), width))


def state(page: Any) -> dict[str, str]:
    """What the address says."""
    pairs = (pair.split("=", 1) for pair in page.evaluate("location.hash.slice(1)").split("&"))
    return {name: value for name, value in pairs}


# --- a game --------------------------------------------------------------------------------------


def test_a_game_to_the_end_against_the_perfect_level(visit: Open) -> None:
    """Two who do not err draw; the page shows each move and says how it ended."""
    page = visit("#m=3&n=3&k=3&x=person&o=level10")
    game = Game(3, 3, 3)
    position: Position = game.start()
    while not position.is_over:
        move = inarow.best_move(position)
        cell(page, game.name(move)).click()
        position = position.play(move)
        if not position.is_over:
            after = game.position(stones(page, position.ply + 1))
            assert after.ply == position.ply + 1
            position = after
    expect(page.locator("#status")).to_have_text("Draw")
    expect(page.locator("#announcer")).to_contain_text("draw")
    expect(page.locator("#moves li")).to_have_count(9)


def test_whoever_errs_loses_to_the_perfect_level(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&moves=b1&x=person&o=level10")
    board = Game(3, 3, 3).position(stones(page, 2))
    while not board.is_over:
        worst = list(inarow.analyse(board, distance=True))[-1]
        cell(page, board.game.name(worst)).click()
        expect(page.locator("#status")).not_to_contain_text("level 10")
        board = Game(3, 3, 3).position(stones(page, board.ply + 2))
    expect(page.locator("#status")).to_have_text("O wins")
    expect(page.locator(".cell.won")).to_have_count(3)


def test_two_machines_play(visit: Open) -> None:
    page = visit("#m=4&n=4&k=3&x=solver&o=level3&seconds=1")
    expect(page.locator("#status")).to_have_text("X wins")
    assert page.locator(".cell.won").count() >= 3


def test_exactly_so_many_in_a_row(visit: Open) -> None:
    """An overline wins nothing: by the rules of the page as by those of the server."""
    page = visit()
    page.keyboard.press("n")
    for label, number in (("Rows", 4), ("Columns", 5), ("In a row wins", 3)):
        page.get_by_role("spinbutton", name=label).fill(str(number))
    page.get_by_label("A longer row does not win").check()
    page.get_by_role("dialog").locator("#new-o").select_option("person")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#game-name")).to_contain_text("exactly 3 in a row")
    for ply, name in enumerate(("a1", "a2", "b1", "a4", "d1", "e4", "c1"), 1):
        cell(page, name).click()
        stones(page, ply)
    expect(page.locator("#status")).to_have_text("O to move")
    page.keyboard.press("a")
    position = Game(4, 5, 3, exact=True).position("XXXX./O..../...../O...O")
    best = inarow.solve(position, distance=True)
    expect(page.locator("#verdict")).to_contain_text(f"in {best.distance} pl")
    other = visit(page.evaluate("location.hash"))
    expect(other.locator("#status")).to_have_text("O to move")
    for name in ("a3",):
        cell(other, name).click()
    expect(other.locator("#status")).to_have_text("O wins")


# --- back and forth ------------------------------------------------------------------------------


def test_undo_and_redo_without_limit(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&x=person&o=person")
    for name in ("b2", "a1", "c3", "a3"):
        cell(page, name).click()
    page.get_by_role("button", name="Undo").click()
    assert stones(page, 3) == "O../.X./..X"
    page.keyboard.press("<")
    assert stones(page, 0) == ".../.../..."
    assert state(page)["at"] == "0"
    for key in (".", ".", "Control+y"):
        page.keyboard.press(key)
    page.keyboard.press("Control+z")
    assert stones(page, 2) == "O../.X./..."
    page.keyboard.press(">")
    assert stones(page, 4) == "O../.X./O.X"
    page.locator("#moves button").first.click()
    cell(page, "b1").click()  # another move forgets what was taken back
    assert stones(page, 2) == ".O./.X./..."
    assert state(page)["moves"] == "b2b1"
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_leafing_through_a_game_is_not_too_much_for_the_server(visit: Open) -> None:
    """It closes connections that say too much; a key that is held down must not do that."""
    page = visit("#m=3&n=3&k=3&moves=b2b1&x=person&o=person&values=on")
    closed = []

    def watch(socket: Any) -> None:
        socket.on("close", lambda _: closed.append(socket.url))

    page.on("websocket", watch)
    page.reload()
    expect(cell(page, "a1")).to_have_text("+5")
    for _ in range(60):
        page.keyboard.press(",")
        page.keyboard.press(".")
    page.keyboard.press(",")
    expect(cell(page, "b3")).to_have_text(re.compile("^\u2212"))
    assert closed == []


def test_a_machine_waits_while_its_moves_are_taken_back(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&x=person&o=level10")
    cell(page, "b2").click()
    stones(page, 2)
    page.get_by_role("button", name="Undo").click()
    resume = page.get_by_role("button", name="Go on")
    expect(resume).to_be_visible()
    assert stones(page, 1) == ".../.X./..."
    resume.click()
    stones(page, 2)


# --- values --------------------------------------------------------------------------------------


def test_values_of_all_moves_stay_on(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&moves=a1b1&x=person&o=person")
    page.get_by_role("button", name="Values").click()
    expect(cell(page, "b2")).to_have_text("+5")
    position = Game(3, 3, 3).position("XO./.../...")
    for move, solution in inarow.analyse(position, distance=True).items():
        sign = f"+{solution.distance}" if solution.value == 1 else "="
        expect(cell(page, position.game.name(move))).to_have_text(sign)
    name = cell(page, "b2").get_attribute("aria-label")
    assert name == "b2, empty, X wins in 5 plies, proven, best"
    expect(cell(page, "b2").locator(".mark")).to_have_class("mark win best")
    expect(page.locator("#verdict")).to_contain_text("X wins in 5 plies, proven")
    expect(page.locator("#moves li").nth(1)).to_contain_text("draw → loss")  # the cost
    cell(page, "b2").click()
    expect(cell(page, "a2")).to_contain_text("\u2212")
    assert state(page)["values"] == "on"


def test_estimates_are_told_from_proofs_and_stop_works(visit: Open) -> None:
    page = visit("#m=9&n=9&k=5&moves=e5&x=person&o=person&values=on&seconds=60")
    expect(page.locator("#board .mark.estimate").first).to_have_text(re.compile("^~"))
    expect(page.locator("#board .mark")).to_have_count(80)
    assert "estimated" in page.locator(".cell:has(.estimate)").first.get_attribute("aria-label")
    expect(page.locator("#thinking")).to_contain_text("nodes")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#thinking")).to_be_empty()
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()
    assert page.locator("#board .mark").count() == 80  # what was found stays
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Stop")).to_be_enabled()


def test_a_solver_at_work_can_be_stopped_and_hurried(visit: Open) -> None:
    page = visit("#m=9&n=9&k=5&x=solver&o=person&seconds=60")
    expect(page.locator("#thinking")).to_contain_text("nodes")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert state(page)["paused"] == "yes"
    page.keyboard.press("g")
    page.get_by_role("button", name="Move now").click()
    stones(page, 1)


def test_the_line_of_best_play_is_previewed(visit: Open) -> None:
    page = visit("#m=4&n=4&k=3&moves=b2a1&x=person&o=person&values=on")
    chips = page.locator("#line button")
    expect(chips).to_have_count(3)
    chips.nth(2).hover()
    expect(page.locator(".stone.ghost")).to_have_count(3)
    assert page.locator(".ply").all_inner_texts() != []
    page.mouse.move(0, 0)
    expect(page.locator(".stone.ghost")).to_have_count(0)
    chips.nth(1).click()
    page.mouse.move(0, 0)
    expect(page.locator(".stone.ghost")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".stone.ghost")).to_have_count(0)


# --- by keyboard alone ---------------------------------------------------------------------------


def test_the_board_by_keyboard_alone(visit: Open) -> None:
    page = visit("#m=3&n=4&k=3&x=person&o=person")
    focused = "document.activeElement.getAttribute('aria-label')"
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate(focused) == "c2, empty"
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "c2, X, last move"
    for key, name in (
        ("ArrowLeft", "b2"),
        ("ArrowUp", "b1"),
        ("ArrowUp", "b1"),
        ("End", "d1"),
        ("Control+Home", "a1"),
        ("PageDown", "a3"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused).startswith(name)
    page.keyboard.press("Space")
    assert stones(page, 2) == "..../..X./O..."
    expect(page.locator("#announcer")).to_contain_text("O a3. X to move.")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    page.get_by_role("spinbutton", name="Rows").fill("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell")).to_have_count(20)


def test_what_a_screen_reader_gets(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&x=person&o=person")
    grid = page.get_by_role("grid", name="Board, 3 \u00d7 3, 3 in a row")
    assert grid.get_by_role("row").count() == 4
    assert grid.get_by_role("rowheader").all_inner_texts() == ["1", "2", "3"]
    assert page.locator("[aria-live=polite]").count() == 1
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, textarea, a")].filter(e =>
            !(e.textContent.trim() || e.ariaLabel || e.title || e.labels?.length))
            .map(e => e.outerHTML)"""
    )
    assert nameless == []


# --- to and from elsewhere -----------------------------------------------------------------------


def test_the_address_is_the_whole_state(visit: Open) -> None:
    page = visit("#m=4&n=5&k=4&x=person&o=person&seed=5")
    for name in ("b2", "a1", "e4"):
        cell(page, name).click()
    page.get_by_label("Time").select_option("3")
    page.keyboard.press(",")
    page.keyboard.press("a")
    expect(page.locator(".mark").first).to_be_visible()
    other = visit(page.evaluate("location.hash"))
    assert stones(other, 2) == "O..../.X.../...../....."
    assert state(other) == state(page)
    other.keyboard.press(">")
    assert stones(other, 3) == "O..../.X.../...../....X"


@pytest.mark.parametrize("link", ["#m=4&n=5&k=4&moves=b2&x=person&o=person", "#room=none"])
def test_a_link_is_followed_whatever_happens_at_that_moment(visit: Open, link: str) -> None:
    """The browser tells of a link only when what it is at is done; till then the page may change,
    by a word of the server for one, and write its own address over the link.
    """
    page = visit()
    page.evaluate(
        "link => { location.hash = link; document.getElementById('overlay').click() }", link
    )
    if "room" in link:
        expect(page.locator("#notice")).to_contain_text("there is no such room")
        expect(page.locator("#game-name")).to_contain_text("3 \u00d7 3")
    else:
        assert stones(page, 1) == "...../.X.../...../....."


def set_up(page: Any, text: str) -> None:
    page.get_by_label("A position").fill(text)
    page.get_by_role("button", name="Set up").click()


def test_positions_and_games_are_set_up(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&x=person&o=person")
    for text, position in (
        ("x.o/.x./...", "X.O/.X./..."),
        ("XO\n..", "XO/.."),
        ("(;FF[4]GM[4]SZ[4:3]RU[k=3];B[bb];W[aa](;B[dc])(;B[da]))", "O.../.X../...X"),
        ("(;SZ[3]AB[aa][bb]AW[cc];W[ab])", "X../OX./..O"),
        ("Game(3, 3, 3).position('X../.O./...')", "X../.O./..."),
        ("#m=3&n=3&k=3&from=X../.../...&moves=c3", "X../.../..O"),
        ("(;B[aa", "X" + "." * 18 + ("/" + "." * 19) * 18),  # what is left of a file
    ):
        set_up(page, text)
        expect(page.locator("#notice")).to_contain_text("Set up")
        assert stones(page, sum(c in "XO" for c in position)) == position


def test_what_cannot_be_read_is_said(visit: Open) -> None:
    page = visit("#m=3&n=3&k=3&moves=b2&x=person&o=person")
    for text in (
        "",
        "abc",
        "XXX/.../...",
        "X../..",
        "(;SZ[3];B[aa];B[bb])",
        "(;SZ[30])",
        "https://inarow.invalid/",
        "#m=3&n=3&k=3&moves=b2b2",
    ):
        page.locator("#notice").evaluate("e => e.textContent = ''")
        set_up(page, text)
        expect(page.locator("#notice")).to_contain_text("Cannot read that")
        assert stones(page, 1) == ".../.X./..."


def test_what_is_saved_is_read_again(visit: Open, address: str) -> None:
    page = visit("#m=4&n=3&k=3&moves=b2a1c4&x=person&o=person")
    with page.expect_download() as download:
        page.get_by_role("link", name="SGF").click()
    sgf = download.value.path().read_text(encoding="utf-8")
    assert "SZ[3:4]" in sgf and ";B[bb];W[aa];B[cd]" in sgf and "k=3" in sgf
    svg = page.request.get(address + page.locator("#save-svg").get_attribute("href")).text()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    for text, moves in ((sgf, "b2a1c4"), (svg, None)):
        page.keyboard.press("<")
        set_up(page, text)
        assert stones(page, 3) == "O../.X./.../..X"
        assert state(page).get("moves") == moves


def test_the_position_is_copied_and_pasted(visit: Open) -> None:
    page = visit(
        "#m=3&n=3&k=3&moves=b2a1&x=person&o=person",
        permissions=["clipboard-read", "clipboard-write"],
    )
    page.get_by_role("button", name="Copy position").click()
    expect(page.locator("#notice")).to_have_text("Position copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "O../.X./..."
    page.keyboard.press("<")
    page.locator("#status").click()
    page.keyboard.press("Control+v")
    expect(page.locator("#notice")).to_contain_text("Set up")
    assert stones(page, 2) == "O../.X./..."
    assert "from=O../.X./..." in page.evaluate("location.hash")


# --- over the network ----------------------------------------------------------------------------


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
    """To the end, looked on by a third; one reloads on the way; then a rematch."""
    ann = visit()
    link = network_game(ann)
    bob = visit(link)
    expect(bob.locator("#room-state")).to_contain_text("You play O. Both players are here")
    expect(ann.locator("#room-state")).to_contain_text("You play X. Both players are here")
    cat = visit(link)
    expect(cat.locator("#room-state")).to_contain_text("You look on")
    cell(bob, "a1").click()  # not his turn
    expect(bob.locator("#hint")).to_have_text("It is not your turn.")
    expect(bob.locator("#announcer")).to_contain_text("not your turn")
    for number, (page, name) in enumerate(((ann, "b2"), (bob, "a1"), (ann, "a2")), 1):
        cell(page, name).click()
        for other in (ann, bob, cat):
            stones(other, number)
    bob.reload()
    expect(bob.locator("#room-state")).to_contain_text("You play O")
    assert stones(bob, 3) == "O../XX./..."
    expect(ann.get_by_role("button", name="Rematch")).to_be_hidden()
    cell(bob, "b1").click()
    expect(ann.get_by_role("button", name="Values")).to_be_disabled()
    expect(ann.locator("#status")).to_have_text("X to move: your turn")
    cell(ann, "c2").click()
    for page in (ann, bob, cat):
        expect(page.locator("#status")).to_have_text("X wins")
    bob.get_by_role("button", name="Values").click()
    expect(bob.locator("#moves li").nth(3)).to_contain_text("loss")
    bob.get_by_role("button", name="Rematch").click()
    expect(bob.locator("#offer")).to_contain_text("You offer a rematch.")
    expect(ann.locator("#offer")).to_contain_text("O wants a rematch.")
    ann.get_by_role("button", name="Accept").click()
    expect(ann.locator("#room-state")).to_contain_text("You play O")
    assert stones(bob, 0) == ".../.../..."
    cell(bob, "c3").click()
    assert stones(ann, 1) == ".../.../..X"


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
    for name in ("resign", "draw", "takeback", "rematch"):
        expect(ann.locator(f"#{name}")).to_be_hidden()
    bob = visit(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_label("Your name").press("Enter")
    expect(ann.locator("#room-score")).to_contain_text("of Bob (O) 0")
    expect(ann.locator("#status")).to_have_text("X to move: your turn")
    expect(ann.locator("#invite")).to_be_hidden()
    cell(ann, "b2").click()
    expect(ann.locator("#status")).to_have_text("Bob (O) to move")
    bob.get_by_role("button", name="Leave").click()
    expect(ann.locator("#notice")).to_have_text("Bob (O) has left.")
    expect(ann.locator("#status")).to_contain_text("Bob (O) has left. Waiting for the other")
    expect(ann.locator("#invite")).to_be_visible()
    cat = visit(link)
    expect(cat.locator("#status")).to_have_text("O to move: your turn")


def test_what_two_players_agree_on(visit: Open) -> None:
    """To take back, a draw; and one resigns."""
    ann = visit()
    bob = visit(network_game(ann))
    cell(ann, "b2").click()
    stones(bob, 1)
    cell(bob, "b1").click()
    stones(ann, 2)
    bob.get_by_role("button", name="Take back").click()
    expect(ann.locator("#offer")).to_contain_text("O asks to take back a move.")
    ann.get_by_role("button", name="Decline").click()
    expect(bob.locator("#offer")).to_be_hidden()
    bob.get_by_role("button", name="Take back").click()
    ann.get_by_role("button", name="Accept").click()
    assert stones(bob, 1) == ".../.X./..."
    expect(bob.locator("#status")).to_have_text("O to move: your turn")
    bob.get_by_role("button", name="Offer draw").click()
    expect(ann.locator("#offer")).to_contain_text("O offers a draw.")
    ann.get_by_role("button", name="Accept").click()
    for page in (ann, bob):
        expect(page.locator("#status")).to_have_text("Draw agreed")
        expect(page.locator("#resign")).to_be_hidden()
    cell(bob, "a1").click()
    expect(bob.locator("#hint")).to_have_text("The game is over.")
    bob.get_by_role("button", name="Rematch").click()
    ann.get_by_role("button", name="Accept").click()
    expect(bob.locator("#status")).to_have_text("X to move: your turn")
    bob.get_by_role("button", name="Resign").click()
    bob.get_by_role("button", name="Really resign?").click()
    for page in (ann, bob):
        expect(page.locator("#status")).to_have_text("O wins: X resigned")
    bob.reload()
    expect(bob.locator("#status")).to_have_text("O wins: X resigned")


def test_a_game_with_a_clock(visit: Open) -> None:
    ann = visit()
    ann.get_by_role("button", name="New game").click()
    ann.get_by_label("Clock").select_option("60+0")
    ann.get_by_role("button", name="Network game").click()
    expect(ann.locator("#clock-x")).to_have_text("X 1:00")
    bob = visit(ann.evaluate("location.hash"))
    expect(bob.locator("#clock-o")).to_have_text("O 1:00")
    cell(ann, "b2").click()
    for page in (ann, bob):
        expect(page.locator("#clock-o")).to_have_text(re.compile("O 0:5[0-9]"))
        expect(page.locator("#clock-o")).to_have_class(re.compile("running"))
        expect(page.locator("#clock-x")).to_have_text("X 1:00")
    bob.reload()
    expect(bob.locator("#clock-o")).to_have_text(re.compile("O 0:[1-5][0-9]"))


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


# --- for strangers -------------------------------------------------------------------------------


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
    page = visit("#m=3&n=3&k=3&moves=a1b1a2b2&x=person&o=person")
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
    machine = visit("#m=3&n=3&k=3&x=solver&o=person&paused=yes")
    cell(machine, "a1").click()
    expect(machine.locator("#hint")).to_have_text("It is not your turn: the solver plays X.")


def test_a_position_is_set_up_by_hand(visit: Open) -> None:
    """Any stones, and either side's turn; the address keeps them."""
    page = visit("#m=3&n=3&k=3&moves=b2&x=person&o=person&values=on")
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
    page = visit("#m=15&n=15&k=5&moves=h8g7i7g9h9h7&x=person&o=person&values=on&seconds=3")
    expect(page.locator("#board .mark")).to_have_count(219)
    numbers = page.locator("#board .mark:not(.faint)")
    assert 1 <= numbers.count() <= 11
    for mark in numbers.all():  # in cells of this size without the "~"
        assert mark.evaluate("e => parseFloat(getComputedStyle(e, '::before').fontSize)") >= 11
    faint = page.locator("#board .mark.faint")
    assert faint.evaluate_all("all => all.every(e => getComputedStyle(e).fontSize === '0px')")
    assert faint.evaluate_all("all => Math.max(...all.map(e => e.offsetWidth))") <= 16
    # Proven stands apart from estimated: X has four, one move stops it, all others lose.
    page = visit("#m=15&n=15&k=5&moves=h8g7i7g9h9h7h10h6h11&x=person&o=person&values=on")
    filled = page.locator("#board .mark.faint.loss[data-scale='0']")
    expect(filled).to_have_count(215)
    expect(cell(page, "h12").locator(".mark:not(.faint)")).to_be_visible()
    colours = "all => new Set(all.map(e => getComputedStyle(e).backgroundColor)).size"
    assert filled.evaluate_all(colours) == 1


# --- on a phone, in the dark ---------------------------------------------------------------------


@pytest.mark.parametrize("size", ["3", "7", "15"])
def test_the_page_fits_a_phone(visit: Open, size: str) -> None:
    page = visit(
        f"#m={size}&n={size}&k=3&x=person&o=person",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        color_scheme="dark",
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#board").evaluate("e => e.getBoundingClientRect().right <= innerWidth")
    assert page.locator(".board-frame").evaluate("e => e.scrollWidth <= e.clientWidth")
    cell(page, "b2").tap()
    stones(page, 1)
    buttons = page.locator(".toolbar button:visible").evaluate_all(
        "all => all.map(e => Math.min(e.offsetWidth, e.offsetHeight))"
    )
    assert min(buttons) >= 44
    assert len(json.dumps(state(page))) < 200


def test_small_cells_show_signs_and_the_line_below_the_number(visit: Open) -> None:
    size = {"width": 360, "height": 844}
    page = visit(
        "#m=15&n=15&k=5&moves=h8a1h9a2h10a15&x=person&o=person&values=on&seconds=5",
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
    assert mark.evaluate("e => getComputedStyle(e).fontSize") == "0px"
    drawn = mark.evaluate(
        "e => (s => [s.content, parseFloat(s.fontSize)])(getComputedStyle(e, '::before'))"
    )
    assert drawn[0] == '"+3"' and drawn[1] >= 10
    cell(page, name).focus()
    expect(page.locator("#readout")).to_have_text(f"{name}: X wins in 3 plies, proven.")
    page.get_by_role("button", name="Stop").click(force=True)
    stay = {"pointerType": "touch", "bubbles": True}
    cell(page, "d5").dispatch_event("pointerdown", stay)
    page.wait_for_timeout(500)
    cell(page, "d5").dispatch_event("click", stay)  # a finger that stayed
    expect(page.locator("#readout")).to_contain_text("d5: ")
    stones(page, 6)
    page.set_viewport_size({"width": 1280, "height": 1200})
    assert mark.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 9
