"""Pictures of positions: well-formed, complete, and in step with the position."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.game import Game
from inarow.svg.board import board_svg

TICTACTOE = Game(3, 3, 3)


def of_class(picture: str, name: str) -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(picture).iter() if name in e.get("class", "").split()]


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
    picture = board_svg(TICTACTOE.position("XXX/OO./..."), coordinates=False)
    (line,) = of_class(picture, "line")
    assert line.get("d") == "M26 26L106 26"
    assert of_class(picture, "coordinate") == []
    double = board_svg(TICTACTOE.position("XXX/XOO/XOO"))
    assert len(of_class(double, "line")) == 2
    assert len(of_class(double, "won")) == 5


def test_marks_and_highlights() -> None:
    position = TICTACTOE.position("X../.O./...")
    picture = board_svg(position, marks={1: "+1", 8: "<&\x00>"}, highlight=["b2", (0, 0), 0])
    assert [mark.text for mark in of_class(picture, "mark")] == ["+1", "<& >"]
    assert len(of_class(picture, "highlight")) == len(of_class(picture, "frame")) == 2


def test_long_marks_shrink() -> None:
    picture = board_svg(TICTACTOE.start(), marks={0: "+1", 1: "", 2: "a long text"})
    short, empty, long = (float(e.get("font-size", "0")) for e in of_class(picture, "mark"))
    assert short == empty > long
    assert long * 0.6 * len("a long text") <= 40


def test_size_and_title() -> None:
    root = ElementTree.fromstring(board_svg(TICTACTOE.start(), cell_size=100))
    assert (root.get("width"), root.get("viewBox")) == ("385", "0 0 385 385")
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "Game(3, 3, 3), X to move: .../.../..."
    assert TICTACTOE.start()._repr_svg_() == board_svg(TICTACTOE.start())


def test_refused_options() -> None:
    position = TICTACTOE.position("X../.../...")
    with pytest.raises(InvalidOptionError, match="a mark needs an empty cell, but a1 is taken"):
        board_svg(position, marks={0: "+1"})
    with pytest.raises(IllegalMoveError, match="off the 3x3 board"):
        board_svg(position, marks={9: "+1"})
    with pytest.raises(IllegalMoveError, match="off the 3x3 board"):
        board_svg(position, highlight=[9])
    for size in (7, 201):
        with pytest.raises(InvalidOptionError, match=f"cell_size must be 8 to 200, not {size}"):
            board_svg(position, cell_size=size)
