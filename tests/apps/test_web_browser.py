"""The page in a real browser: games to the end, values, undo, keys, to and from elsewhere."""

import json
import re
from typing import Any

import pytest
from browser import Open, cell, expect, needs_browser, state, stones
from forced import THREES

import inarow
from inarow import Game, Position

pytestmark = [pytest.mark.browser, needs_browser]


# --- a game --------------------------------------------------------------------------------------


def test_a_game_to_the_end_against_the_perfect_level(visit: Open) -> None:
    """Two who do not err draw; the page shows each move and says how it ended."""
    page = visit("#game=3,3,3&x=person&o=level10")
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
    expect(other.locator(".cell.won")).to_have_count(3)


def test_a_win_by_force_is_drawn(visit: Open) -> None:
    """Its line numbered, its zone shaded, and in words; no longer once the position is another."""
    position = Game(7, 7, 4).position(THREES, turn="X", strict=False)
    win = inarow.forced_win(position)
    assert win is not None and win.order == 2
    name = position.game.name
    page = visit(f"#game=7,7,4&from={position.key.split(' ')[1]}&x=person&o=person")
    button = page.get_by_role("button", name="Forced win")
    button.click()
    expect(page.locator("#readout")).to_contain_text("X wins by force")
    expect(page.locator(".stone.ghost")).to_have_count(len(win.line))
    for ply, move in enumerate(win.line, 1):
        expect(cell(page, name(move)).locator(".ply")).to_have_text(str(ply))
    expect(page.locator(".cell.zone")).to_have_count(len(win.zone))
    for reply in win.zone:
        expect(cell(page, name(reply))).to_have_class(re.compile(r"\bzone\b"))
    expect(page.locator("#announcer")).to_contain_text("threes and fours")
    cell(page, name(win.move)).click()
    expect(page.locator(".cell.zone")).to_have_count(0)
    expect(page.locator(".stone.ghost")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator("#readout")).to_contain_text("No win by force")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("f")
    expect(page.locator("#readout")).to_have_text("")


# --- back and forth ------------------------------------------------------------------------------


def test_undo_and_redo_without_limit(visit: Open) -> None:
    page = visit("#game=3,3,3&x=person&o=person")
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
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_who_goes_back_and_plays_elsewhere_makes_a_branch(visit: Open) -> None:
    """It can be left and walked again; the address and the saved record keep it."""
    page = visit("#game=3,3,3&moves=b2a1c3a3&x=person&o=person")
    branches, moves = page.locator("#branches"), page.locator("#moves")
    expect(branches).to_be_hidden()
    moves.get_by_role("button").first.click()
    cell(page, "b1").click()
    assert stones(page, 2) == ".O./.X./..."
    expect(branches).to_contain_text("In a branch.")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    expect(page.locator("#announcer")).to_contain_text("O b1. X to move.")
    page.reload()
    cell(page, "b3").click()
    assert stones(page, 3) == ".O./.X./.X."
    page.get_by_role("button", name="To the game").click()
    expect(page.locator("#branch-count")).to_have_text("1 branch.")
    page.keyboard.press(">")
    assert stones(page, 4) == "O../.X./O.X"
    page.keyboard.press("<")
    cell(page, "b2").click()  # as in both
    assert state(page)["at"] == "1"
    cell(page, "b1").click()  # as in the branch
    page.keyboard.press(".")
    assert stones(page, 3) == ".O./.X./.X."
    page.keyboard.press(",")
    cell(page, "c1").click()  # a branch of the branch
    expect(branches).to_contain_text("In one of 2 branches.")
    page.keyboard.press("b")
    moves.get_by_role("button", name="or 2. b1 and 1 more").click()
    moves.get_by_role("button", name="or 3. c1").click()
    assert stones(page, 3) == ".OX/.X./..."
    moves.get_by_role("button", name="game: 2. a1 and 2 more").click()
    assert stones(page, 2) == "O../.X./..."
    with page.expect_download() as download:
        page.get_by_role("link", name="SGF").click()
    record = inarow.read_record(download.value.path())
    assert record.moves == (4, 0, 8, 6)
    assert [record.line(i) for i in range(2)] == [(4, 1, 7), (4, 1, 2)]
    moves.get_by_role("button", name="or 2. b1 and 1 more").click()
    page.keyboard.press(",")
    cell(page, "c2").click()  # where the first branch leaves the game, so does this one
    assert state(page)["branches"] == "0.1.1.7-1.2.2-0.1.5"


def test_a_machine_that_goes_on_from_an_earlier_move_makes_a_branch(visit: Open) -> None:
    page = visit("#game=3,3,3&moves=b2b1a1c3&at=1&x=person&o=level10")
    page.get_by_role("button", name="Go on").click()
    stones(page, 2)
    expect(page.locator("#branches")).to_contain_text("In a branch.")
    assert state(page)["moves"] == "b2b1a1c3"


def test_who_leafs_through_a_game_is_answered_at_the_end(visit: Open) -> None:
    """However many positions a key that is held down has passed."""
    page = visit("#game=3,3,3&moves=b2b1&x=person&o=person&values=on")
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
    page = visit("#game=3,3,3&x=person&o=level10")
    cell(page, "b2").click()
    stones(page, 2)
    page.get_by_role("button", name="Undo").click()
    resume = page.get_by_role("button", name="Go on")
    expect(resume).to_be_visible()
    assert stones(page, 1) == ".../.X./..."
    resume.click()
    stones(page, 2)


# --- values --------------------------------------------------------------------------------------


def test_of_equal_proven_moves_none_is_better_by_its_estimate(visit: Open) -> None:
    """Whether a move was estimated before it was proven is a matter of time."""
    best = visit("#game=3,3,3").evaluate(
        """async () => {
            const { bestMoves } = await import(new URL("static/values.js", document.baseURI));
            const win = (estimate) => ({ value: 1, rank: [0, 5], estimate });
            const found = [[0, win(0.9)], [1, win(null)], [2, { value: 0, rank: [1, 0] }]];
            const best = (known) => [...bestMoves(new Map(known), null)];
            return [...best(found), ...best(found.slice(2))];
        }"""
    )
    assert best == [0, 1, 2]


def test_values_of_all_moves_stay_on(visit: Open) -> None:
    page = visit("#game=3,3,3&moves=a1b1&x=person&o=person")
    page.get_by_role("button", name="Values").click()
    expect(cell(page, "b2")).to_have_text("+5")
    position = Game(3, 3, 3).position("XO./.../...")
    for move, solution in inarow.analyse(position, distance=True).items():
        sign = f"+{solution.distance}" if solution.value == 1 else "="
        expect(cell(page, position.game.name(move))).to_have_text(sign)
    named = "b2, empty, X wins in 5 plies, proven, best"
    expect(cell(page, "b2")).to_have_attribute("aria-label", named)
    expect(cell(page, "b2").locator(".mark")).to_have_class("mark win best")
    expect(page.locator("#verdict")).to_contain_text("X wins in 5 plies, proven")
    expect(page.locator("#moves li").nth(1)).to_contain_text("draw → loss")  # the cost
    cell(page, "b2").click()
    expect(cell(page, "a2")).to_contain_text("\u2212")
    assert state(page)["values"] == "on"


def test_estimates_are_told_from_proofs_and_stop_works(visit: Open) -> None:
    page = visit("#game=9,9,5&moves=e5&x=person&o=person&values=on&seconds=60")
    expect(page.locator("#board .mark.estimate:not(.faint)").first).to_have_text(re.compile("^~"))
    expect(page.locator("#board .mark")).to_have_count(80)
    assert "estimated" in page.locator(".cell:has(.estimate)").first.get_attribute("aria-label")
    expect(page.locator("#thinking")).to_contain_text("nodes")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#thinking")).to_be_empty()
    expect(page.get_by_role("button", name="Stop")).to_be_disabled()
    assert page.locator("#board .mark").count() == 80  # what was found stays
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Stop")).to_be_enabled()


def test_a_solver_at_work_can_be_stopped_and_two_machines_play_on(visit: Open) -> None:
    page = visit("#game=9,9,5&x=solver&o=level3&seconds=60")
    expect(page.locator("#thinking")).to_contain_text("nodes")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert state(page)["paused"] == "yes"
    page.get_by_label("Time").select_option("1")
    page.keyboard.press("g")
    expect(page.locator(".stone:not(.ghost)").nth(2)).to_be_visible()


def test_the_line_of_best_play_is_previewed(visit: Open) -> None:
    page = visit("#game=4,4,3&moves=b2a1&x=person&o=person&values=on")
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


def test_the_graph_shows_what_is_proven_after_each_move_and_leads_there(visit: Open) -> None:
    page = visit("#game=3,3,3&moves=a1b1b2a2b3c3&x=person&o=person&values=on")
    graph, slider = page.locator("#graph-lines"), page.get_by_role("slider", name="Move")
    position = Game(3, 3, 3).start()
    words = []
    for move in ("a1", "b1", "b2", "a2", "b3", "c3"):
        position = position.play(move)
        value = inarow.solve(position).value * (1 if position.turn == "X" else -1)
        words.append({1: "X wins, proven", 0: "draw, proven", -1: "O wins, proven"}[value])
    assert words == ["draw, proven", *3 * ["X wins, proven"], *2 * ["draw, proven"]]
    told = (
        "Value after each move. 0 to 1: draw, proven; 2 to 4: X wins, proven; 5 to 6: draw, proven."
    )
    expect(graph).to_have_attribute("aria-label", told)
    expect(graph.locator(".proven")).to_have_count(7)
    expect(slider).to_have_attribute("aria-valuetext", "Move 6 of 6: draw, proven")
    for number in (0, 2, 5):  # a click at the sign of a move leads there
        middle = """number => {
          const box = (element) => element.getBoundingClientRect();
          const signs = document.querySelectorAll("#graph-lines rect");
          if (signs.length < 7) return null;
          const sign = box(signs[number]);
          return sign.left + sign.width / 2 - box(document.getElementById("graph-at")).left;
        }"""  # at once: the signs are drawn anew now and then, and one may be missing for a moment
        x = page.wait_for_function(middle, arg=number).json_value()
        slider.click(position={"x": x, "y": 30})
        stones(page, number)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    stones(page, 4)
    expect(slider).to_have_attribute("aria-valuetext", "Move 4 of 6: X wins, proven")
    page.get_by_role("button", name="Values").click()
    expect(graph).to_be_hidden()


def test_the_graph_tells_estimates_from_proofs(visit: Open) -> None:
    """X has an open three; before that nothing is proven."""
    page = visit("#game=15,15,5&moves=h8a1h9a2h10a15&x=person&o=person&values=on&seconds=1")
    graph = page.locator("#graph-lines")
    expect(graph.locator(".proven")).not_to_have_count(0)
    expect(graph.locator(".estimate")).not_to_have_count(0)
    label = graph.get_attribute("aria-label")
    assert re.search(r"6: X wins, proven", label) and re.search(
        r"estimated [+\u2212]?\.?\d+", label
    )


def test_the_graph_is_filled_before_it_is_refined(visit: Open) -> None:
    """Of each move something is asked in a short time, and then the first in a longer one."""
    page, asked = visit("#game=15,15,5&moves=h8i8j9g7&x=person&o=person&values=on&seconds=1"), []

    def hear(text: str) -> None:
        message = json.loads(text)
        asked.extend([message["seconds"]] if "moves" in message else [])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    page.reload()
    for _ in range(300):
        page.wait_for_timeout(100)
        if 1 in asked:
            break
    assert len(asked) > 1 and {*asked[:-1]} == {0.3} and asked[-1] == 1


# --- by keyboard alone ---------------------------------------------------------------------------


def test_the_board_by_keyboard_alone(visit: Open) -> None:
    page = visit("#game=3,4,3&x=person&o=person")
    focused = "document.activeElement.getAttribute('aria-label')"
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate(focused) == "c2, empty"
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "c2, X, last move"
    for key in ("Control+Home", "PageDown"):  # the others are tried on layers
        page.keyboard.press(key)
    page.keyboard.press("Space")
    assert stones(page, 2) == "..../..X./O..."
    expect(page.locator("#announcer")).to_contain_text("O a3. X to move.")
    page.keyboard.press("n")
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    page.get_by_role("spinbutton", name="Rows").fill("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell")).to_have_count(20)


def test_what_a_screen_reader_gets(visit: Open) -> None:
    page = visit("#game=3,3,3&x=person&o=person")
    grid = page.get_by_role("grid", name="Board, 3 \u00d7 3, 3 in a row")
    assert grid.get_by_role("row").count() == 4
    assert grid.get_by_role("rowheader").all_inner_texts() == ["1", "2", "3"]
    assert page.locator("[aria-live=polite]").count() == 1


# --- to and from elsewhere -----------------------------------------------------------------------


def test_the_address_is_the_whole_state(visit: Open) -> None:
    page = visit("#game=4,5,4&x=person&o=person&seed=5")
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


@pytest.mark.parametrize("link", ["#game=4,5,4&moves=b2&x=person&o=person", "#room=none"])
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
    page.locator("#notice").evaluate("e => e.textContent = ''")  # what was said before
    page.get_by_label("A position").fill(text)
    page.get_by_role("button", name="Set up").click()


def test_positions_and_games_are_set_up(visit: Open) -> None:
    """A few kinds: the server reads some records at once, and no more. `records` reads them all."""
    page = visit("#game=3,3,3&x=person&o=person")
    for text, position in (
        ("2,2,2\nXO\n..", "XO/.."),
        ("(;FF[4]GM[4]SZ[4:3]RU[k=3];B[bb];W[aa](;B[dc])(;B[da]))", "O.../.X../...X"),
        ("Game(3, 3, 3).position('X../.O./...')", "X../.O./..."),
        ("#game=3,3,3&from=X../.../...&moves=c3", "X../.../..O"),
    ):
        set_up(page, text)
        expect(page.locator("#notice")).to_contain_text("Set up")
        assert stones(page, sum(c in "XO" for c in position)) == position
    set_up(page, "(;GM[4]SZ[15]RU[Standard];B[hh])")
    expect(page.locator("#game-name")).to_have_text("15 \u00d7 15, exactly 5 in a row")


def test_a_game_that_a_text_does_not_tell_is_asked_for(visit: Open) -> None:
    """What is on the board says nothing of a text from elsewhere."""
    page = visit("#game=3,3,3+exact&moves=b2&x=person&o=person")
    for text, game, name, position in (
        ("XO./.../...", "3, 3, 2", "3 \u00d7 3, 2 in a row", "XO./.../..."),
        ("a1 d2", "4,4,3 exact", "4 \u00d7 4, exactly 3 in a row", "X.../...O/..../...."),
    ):
        set_up(page, text)
        expect(page.locator("#notice")).to_contain_text("does not say")
        expect(page.get_by_label("Rows, columns, in a row")).to_be_focused()
        page.keyboard.type(game)
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("Set up")
        expect(page.locator("#game-name")).to_have_text(name)
        expect(page.locator("#ask")).to_be_hidden()
        assert stones(page, 2) == position
    page.get_by_label("from the bottom").check()
    set_up(page, "4,4,3 a1 d2")
    expect(page.locator("#notice")).to_contain_text("Set up")
    assert stones(page, 2) == "..../..../...O/X..."


def test_a_file_that_is_opened_is_looked_at(visit: Open) -> None:
    """The machine whose turn it is waits until it is told to go on."""
    page = visit("#game=3,3,3&x=person&o=level10")
    page.locator("#file").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": b"3,3,3 b2"}
    )
    expect(page.locator("#notice")).to_contain_text("Set up")
    page.wait_for_timeout(1000)
    assert stones(page, 1) == ".../.X./..."
    page.get_by_role("button", name="Go on").click()
    stones(page, 2)


def test_the_branches_of_a_file_are_walked(visit: Open) -> None:
    page = visit("#game=3,3,3&x=person&o=person")
    sgf = b"(;GM[4]RU[k=3]SZ[3];B[bb](;W[ac])(;W[aa](;B[ca])(;B[cc];W[ba])))"
    page.locator("#file").set_input_files(
        {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": sgf}
    )
    expect(page.locator("#branch-count")).to_have_text("2 branches.")
    assert stones(page, 2) == ".../.X./O.."
    moves = page.locator("#moves")
    moves.get_by_role("button", name="or 2. a1 and 1 more").click()
    assert stones(page, 2) == "O../.X./..."
    moves.get_by_role("button", name="or 3. c3 and 1 more").click()
    page.keyboard.press(">")
    assert stones(page, 4) == "OO./.X./..X"
    other = visit(page.evaluate("location.hash"))
    assert stones(other, 4) == "OO./.X./..X"
    with page.expect_download() as download:
        page.get_by_role("link", name="SGF").click()
    assert inarow.read_record(download.value.path()) == inarow.read_record(sgf)


def test_what_cannot_be_read_is_said(visit: Open) -> None:
    page = visit("#game=3,3,3&moves=b2&x=person&o=person")
    link = "#game=3,3,3&moves=b2"
    for text, reason in (
        ("abc", "does not say"),
        (f"{link}b2", "cannot be played"),
        (f"{link}&branches=0.1.4", "cannot be played"),
        (f"{link}&branches=0.2.0", "leaves no line"),
        (f"{link}&branches=2.1.0", "leaves no line"),
        (f"{link}&branches=a1", "are numbers"),
    ):
        set_up(page, text)
        expect(page.locator("#notice")).to_contain_text("Cannot read that")
        expect(page.locator("#notice")).to_contain_text(reason)
        assert stones(page, 1) == ".../.X./..."


def test_what_is_saved_is_read_again(visit: Open, address: str) -> None:
    page = visit("#game=4,3,3&moves=b2a1c4&x=person&o=person")
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
