"""What draws itself in a notebook: positions, solutions, analyses, pairings."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree

import pytest
from drawn import of_class, stands_by_itself
from hypothesis import given
from hypothesis import strategies as st

from inarow import (
    Analysis,
    Game,
    IllegalMoveError,
    InvalidOptionError,
    Match,
    Position,
    Solution,
    Solver,
    analyse,
    pairing,
    solve,
)
from inarow.svg.board import board_svg
from inarow.svg.drawing import INKS, KINDS
from inarow.svg.overlays import sign

THREE = Game(3, 3, 3)
MINUS = "\N{MINUS SIGN}"
OPEN = THREE.position("XO./.../...")


def texts(picture: str | None, name: str) -> list[str | None]:
    return [element.text for element in of_class(picture, name)]


def labels(picture: str | None, name: str) -> list[str | None]:
    return [element.get("aria-label") for element in of_class(picture, name)]


# --- Positions -----------------------------------------------------------------------------------


def stones(picture: str, side: str) -> int:
    return sum(e.get("d", "").count("M") for e in of_class(picture, f"stone-{side}"))


@pytest.mark.long
@given(
    st.builds(Game, st.integers(1, 20), st.integers(1, 20), st.integers(1, 6)),
    st.randoms(),
    st.integers(0, 40),
)
def test_every_stone_is_drawn(game: Game, random: object, plies: int) -> None:
    position = game.start()
    for _ in range(plies):
        if not position.is_over:
            position = position.play(random.choice(position.legal_moves))  # type: ignore[attr-defined]
    picture = board_svg(position)
    assert stones(picture, "x") == position.x.bit_count()
    assert stones(picture, "o") == position.o.bit_count()
    assert len(of_class(picture, "won")) == len(position.winning_cells)
    assert bool(of_class(picture, "line")) == (position.winner is not None)
    labels = [element.text for element in of_class(picture, "coordinate")]
    assert labels == [*"abcdefghijklmnopqrst"[: game.n], *map(str, range(1, game.m + 1))]


def test_winning_line_goes_through_its_cells() -> None:
    picture = board_svg(THREE.position("XXX/OO./..."), coordinates=False)
    (line,) = of_class(picture, "line")
    assert line.get("d") == "M26 26L106 26"
    assert of_class(picture, "coordinate") == []
    double = board_svg(THREE.position("XXX/XOO/XOO"))
    assert len(of_class(double, "line")) == 2
    assert len(of_class(double, "won")) == 5


def test_marks_and_highlights() -> None:
    position = THREE.position("X../.O./...")
    picture = board_svg(position, marks={1: "+1", 8: "<&\x00>"}, highlight=["b2", (0, 0), 0])
    assert [mark.text for mark in of_class(picture, "mark")] == ["+1", "<& >"]
    assert len(of_class(picture, "highlight")) == len(of_class(picture, "frame")) == 2


def test_size_and_title() -> None:
    root = ElementTree.fromstring(board_svg(THREE.start(), cell_size=100))
    assert (root.get("width"), root.get("viewBox")) == ("385", "0 0 385 385")
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "Game(3, 3, 3), X to move: .../.../..."
    assert THREE.start()._repr_svg_() == board_svg(THREE.start())


def test_refused_options() -> None:
    position = THREE.position("X../.../...")
    with pytest.raises(InvalidOptionError, match="a mark needs an empty cell, but a1 is taken"):
        board_svg(position, marks={0: "+1"})
    with pytest.raises(IllegalMoveError, match="off the 3x3 board"):
        board_svg(position, marks={9: "+1"})
    with pytest.raises(IllegalMoveError, match="off the 3x3 board"):
        board_svg(position, highlight=[9])
    for size in (7, 201):
        with pytest.raises(InvalidOptionError, match=f"cell_size must be 8 to 200, not {size}"):
            board_svg(position, cell_size=size)


def test_the_last_move_is_marked() -> None:
    position = THREE.start().play("b2")
    (corner,) = of_class(position._repr_svg_(), "last")
    assert corner.get("d") == "M108 68v8.8l-8.8 -8.8z"  # the upper right corner of b2
    assert position.last_move == 4 and position.play(0).last_move == 0
    assert of_class(THREE.position(position.text)._repr_svg_(), "last") == []
    assert position == THREE.position(position.text)
    assert hash(position) == hash(THREE.position(position.text))
    assert pickle.loads(pickle.dumps(position)).last_move == 4
    assert THREE.start().play(0).transform(THREE.symmetries[-1]).last_move == 8


def test_a_match_draws_itself() -> None:
    match = Match(THREE)
    assert of_class(match._repr_svg_(), "last") == []
    for move in ("a1", "a2", "b1", "b2", "c1"):
        match.play(move)
    assert (
        len(of_class(match._repr_svg_(), "last")) == len(of_class(match._repr_svg_(), "line")) == 1
    )
    match.undo()
    assert match.position.last_move == 4


# --- Solutions -----------------------------------------------------------------------------------


def test_a_solution_shows_its_variation() -> None:
    solution = solve(OPEN, distance=True)
    picture = solution._repr_svg_()
    assert labels(picture, "step") == [
        f"{number}. {'XO'[(number - 1) % 2]} {THREE.name(cell)}"
        for number, cell in enumerate(solution.line, 1)
    ]
    assert texts(picture, "number") == ["1", "2", "3", "4", "5"]
    assert texts(picture, "caption") == [
        "X wins in 5 plies, proven",
        f"best move: {THREE.name(solution.best_move or 0)}",
    ]
    (end,) = of_class(picture, "line")
    assert end.get("stroke-dasharray")
    (best,) = of_class(picture, "best")
    assert best.get("stroke-dasharray") is None
    assert len(of_class(picture, "stone-x")) == 1 + 3 and len(of_class(picture, "stone-o")) == 1 + 2


def test_a_judged_move_is_told_apart() -> None:
    solution = solve(Game(9, 9, 5).start(), nodes=500)
    picture = solution._repr_svg_()
    (best,) = of_class(picture, "best")
    assert best.get("stroke-dasharray") and len(of_class(picture, "step")) == 1
    assert texts(picture, "caption")[0] == "not proven: at least a draw for X"
    assert texts(picture, "caption")[1] == f"promising, judged: {Game(9, 9, 5).name(40)}"


def test_solutions_of_other_games() -> None:
    weak = solve(Game(5, 5, 4).start(), game_kind="weak", distance=True)
    assert weak.game_kind == "weak"
    assert texts(weak._repr_svg_(), "caption")[0] == "X completes a line in 9 plies, proven"
    over = solve(THREE.position("XXX/OO./..."))
    assert texts(over._repr_svg_(), "caption") == ["X wins, the game is over"]
    assert of_class(over._repr_svg_(), "step") == []


# --- Analyses ------------------------------------------------------------------------------------


def test_an_analysis_shows_every_move() -> None:
    analysis = analyse(OPEN, distance=True)
    picture = analysis._repr_svg_()
    assert texts(picture, "mark") == ["+5"] * 3 + ["="] * 4
    assert labels(picture, "value") == [
        *(f"{cell}: X wins in 5 plies, proven" for cell in ("a2", "b2", "a3")),
        *(f"{cell}: draw, proven" for cell in ("c1", "c2", "b3", "c3")),
    ]
    assert len(of_class(picture, "best")) == 3 and len(of_class(picture, "proven")) == 7
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "group"
    assert root.get("aria-label") == "7 moves for X; best: a2, X wins in 5 plies, proven"
    assert texts(picture, "caption") == [
        f"for X: + win, = draw, {MINUS} loss",
        "numbers: plies to the end",
    ]


def test_what_is_not_proven_is_told_apart() -> None:
    position = Game(6, 6, 4).start().play(7).play(8)
    analysis = Solver(position.game).analyse(position, nodes=300)
    picture = analysis._repr_svg_()
    count = sum(not solution.proven for solution in analysis.values())
    assert 0 < count < len(analysis)
    frames = of_class(picture, "open-frame")
    assert len(frames) == count and all(frame.get("stroke-dasharray") for frame in frames)
    marks = of_class(picture, "mark")
    assert sum(mark.get("font-style") == "italic" for mark in marks) == count
    assert texts(picture, "caption")[-1] == "dashed, slanted: not proven"
    assert any("not proven" in (label or "") for label in labels(picture, "open"))


def test_signs() -> None:
    def told(value: int | None, lower: int, upper: int, distance: int | None = None) -> str:
        return sign(Solution(value, distance, None, (), lower, upper, 0, 0.0, False, OPEN))

    assert [told(1, 1, 1), told(1, 1, 1, 7), told(0, 0, 0)] == ["+", "+7", "="]
    assert [told(-1, -1, -1), told(-1, -1, -1, 12)] == [MINUS, f"{MINUS}12"]
    assert [told(None, 0, 1), told(None, -1, 0), told(None, -1, 1)] == ["≥ =", "≤ =", "?"]


def test_an_analysis_is_the_dictionary_that_it_was() -> None:
    analysis = analyse(OPEN)
    plain = dict(analysis)
    assert analysis == plain and plain == analysis and repr(analysis) == repr(plain)
    assert isinstance(analysis, dict) and list(analysis) == list(plain)
    copied = pickle.loads(pickle.dumps(analysis))
    assert copied == analysis and type(copied) is Analysis and copied.position == OPEN
    assert all(solution.position == OPEN for solution in analysis.values())
    over = analyse(THREE.position("XXX/OO./..."))
    assert over == {} and "aria-label='X wins'" in over._repr_svg_()


# --- Pairings ------------------------------------------------------------------------------------


def test_a_pairing_is_drawn() -> None:
    found = pairing(Game(7, 7, 6).start())
    assert found is not None
    picture = found._repr_svg_()
    name = found.position.game.name
    assert labels(picture, "pair") == [
        f"pair {number}: {name(a)} and {name(b)}" for number, (a, b) in enumerate(found.pairs, 1)
    ]
    numbers = texts(picture, "name")
    assert numbers == [str(1 + i // 2) for i in range(2 * len(found.pairs))]
    assert texts(picture, "caption")[0] == f"X is held by {len(found.pairs)} pairs"


# --- All of them ---------------------------------------------------------------------------------


def pictures(position: Position) -> list[str | None]:
    found = pairing(position)
    return [
        position._repr_svg_(),
        solve(position, nodes=50)._repr_svg_(),
        analyse(position, nodes=50)._repr_svg_(),
        *([] if found is None else [found._repr_svg_()]),
    ]


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 5, 3), (20, 6, 5), (4, 6, 4)])
def test_every_picture_has_its_own_paper(size: tuple[int, int, int]) -> None:
    for picture in pictures(Game(*size).start()):
        assert picture is not None and "prefers-color-scheme: dark" in picture
        root = ElementTree.fromstring(picture)
        paper = next(e for e in root.iter() if e.tag.endswith("rect"))
        assert paper.get("width") == root.get("width")
        inks = {e.get("fill") for e in root.iter() if e.tag.endswith("text")}
        assert inks and all(luminance(ink or "") < 0.2 for ink in inks)


def test_texts_and_lines_can_be_read_on_light_and_on_dark_paper() -> None:
    def contrast(a: str, b: str) -> float:
        low, high = sorted(luminance(colour) + 0.05 for colour in (a, b))
        return high / low

    for scheme in (0, 1):
        page, cell = (KINDS[kind][scheme].paper for kind in ("page", "cell"))
        assert (luminance(page) > 0.85) == (scheme == 0)
        for colours in (pair[scheme] for pair in KINDS.values()):
            assert contrast(colours.paper, colours.text) >= 4.5
            assert contrast(colours.paper, colours.quiet) >= 4.5
        for ink in ("ink", "x", "o"):
            assert contrast(INKS[ink][scheme], cell) >= 4.5


def luminance(colour: str) -> float:
    """Of ``#rrggbb``, from 0 to 1, as contrast is reckoned."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_captions_fit() -> None:
    for picture in pictures(Game(1, 2, 2).start()):
        stands_by_itself(picture or "", letter=0.5)
        captions = [float(caption.get("y", "0")) for caption in of_class(picture, "caption")]
        assert captions == sorted({*captions})


def test_a_notebook_shows_them() -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    for thing in (OPEN, solve(OPEN), analyse(OPEN), pairing(Game(5, 5, 5).start())):
        shown, _ = formatter.format(thing)
        assert shown["image/svg+xml"].startswith("<svg ") and "text/plain" in shown
