"""What draws itself in a notebook: positions, solutions, analyses, pairings, wins by force.

A dozen pictures lie in the folder `golden` as they were last looked at. Where one differs and
the new one is right, this makes all of them anew:
`PYTHONPATH=tests/support python tests/pictures/test_pictures.py`.
"""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drawn import of_class, stands_by_itself
from hypothesis import given
from hypothesis import strategies as st

from inarow import Analysis, Game, Match, Solution, analyse, forced_win, pairing, solve
from inarow.svg.board import board_svg
from inarow.svg.drawing import INKS, KINDS
from inarow.svg.overlays import sign

GOLDEN = Path(__file__).parent / "golden"
THREE = Game(3, 3, 3)
OPEN = THREE.position("XO./.../...")
WON = Game(5, 5, 4).start().play_all("b2 a5 c2 e5 c4 a1")
OVER = THREE.position("XXX/OO./...")


def known(lower: int, upper: int, distance: int | None = None, **more: Any) -> Solution:
    """What a search that was cut short may know of the first free cell."""
    value = lower if lower == upper else None
    given = {"judged": lower < upper, "position": OPEN, "best_move": 2, "line": (2,)} | more
    return Solution(
        value=value, distance=distance, lower=lower, upper=upper, nodes=9, seconds=0.0, **given
    )


def half_known() -> Analysis:
    """Every kind of sign: proven, bounded from below and from above, not known at all."""
    told = [(1, 1, 5), (0, 0, None), (-1, -1, 6), (1, 1, None), (0, 1, None), (-1, 0, None)]
    told.append((-1, 1, None))
    solutions = {
        move: known(*bounds, best_move=move, line=(move,))
        for move, bounds in zip(OPEN.legal_moves, told, strict=True)
    }
    return Analysis(OPEN, solutions, known(1, 1, 5))


DRAWINGS: dict[str, Callable[[], str | None]] = {
    "empty": lambda: Game(2, 5, 3).start()._repr_svg_(),
    "last-move": lambda: THREE.start().play("b2")._repr_svg_(),
    "two-lines": lambda: THREE.position("XXX/XOO/XOO")._repr_svg_(),
    "marks": lambda: board_svg(
        THREE.position("X../.O./..."),
        marks={1: "+1", 8: "<&\x00>"},
        highlight=["b2", (0, 0), 0],
        cell_size=100,
        coordinates=False,
    ),
    "solution": lambda: solve(OPEN, distance=True)._repr_svg_(),
    "judged": lambda: known(0, 1)._repr_svg_(),
    "over": lambda: solve(OVER)._repr_svg_(),
    "half-known": lambda: half_known()._repr_svg_(),
    "pairing": lambda: pairing(Game(2, 5, 5).start())._repr_svg_(),  # type: ignore[union-attr]
    "forced-win": lambda: forced_win(WON)._repr_svg_(),  # type: ignore[union-attr]
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_the_golden_one(name: str) -> None:
    picture = DRAWINGS[name]() or ""
    stands_by_itself(picture, letter=0.5)
    lines = picture.replace("><", ">\n<") + "\n"
    assert lines == (GOLDEN / f"{name}.svg").read_text(encoding="utf-8")


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {*DRAWINGS}


@pytest.mark.long
@given(
    st.builds(Game, st.integers(1, 20), st.integers(1, 20), st.integers(1, 6)),
    st.randoms(),
    st.integers(0, 40),
)
def test_every_stone_is_drawn(game: Game, random: Any, plies: int) -> None:
    position = game.start()
    for _ in range(plies):
        if not position.is_over:
            position = position.play(random.choice(position.legal_moves))
    picture = position._repr_svg_()
    for side, stones in (("x", position.x), ("o", position.o)):
        drawn = of_class(picture, f"stone-{side}")
        assert sum(e.get("d", "").count("M") for e in drawn) == stones.bit_count()
    assert len(of_class(picture, "won")) == len(position.winning_cells)
    labels = [element.text for element in of_class(picture, "coordinate")]
    assert labels == [*"abcdefghijklmnopqrst"[: game.n], *map(str, range(1, game.m + 1))]


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 5, 3), (1, 2, 2), (20, 6, 5), (4, 6, 4)])
def test_nothing_is_cut_off_on_small_and_large_boards(size: tuple[int, int, int]) -> None:
    start = Game(*size).start()
    for shown in (start, solve(start, nodes=50), analyse(start, nodes=50), pairing(start)):
        if shown is not None:
            stands_by_itself(shown._repr_svg_() or "", letter=0.5)


def test_texts_and_lines_can_be_read_on_light_and_on_dark_paper() -> None:
    def luminance(colour: str) -> float:
        """Of ``#rrggbb``, from 0 to 1, as contrast is reckoned."""
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

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


def test_signs() -> None:
    minus = "\N{MINUS SIGN}"
    assert [sign(known(1, 1)), sign(known(1, 1, 7)), sign(known(0, 0))] == ["+", "+7", "="]
    assert [sign(known(-1, -1)), sign(known(-1, -1, 12))] == [minus, f"{minus}12"]
    assert [sign(known(*b)) for b in ((0, 1), (-1, 0), (-1, 1))] == ["≥ =", "≤ =", "?"]


# --- what is drawn -------------------------------------------------------------------------------


def test_a_position_knows_its_last_move_and_is_equal_without_it() -> None:
    position = THREE.start().play("b2")
    assert position.last_move == 4 and position.play(0).last_move == 0
    same = THREE.position(position.text)
    assert same.last_move is None and (position, hash(position)) == (same, hash(same))
    assert pickle.loads(pickle.dumps(position)).last_move == 4
    assert THREE.start().play(0).transform(THREE.symmetries[-1]).last_move == 8


def test_a_match_draws_its_position() -> None:
    match = Match(THREE)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        match.play(move)
    assert match._repr_svg_() == match.position._repr_svg_()
    match.undo()
    assert match._repr_svg_() == match.position._repr_svg_() and match.position.last_move == 4


def test_an_analysis_is_the_dictionary_that_it_was() -> None:
    analysis = analyse(OPEN)
    plain = dict(analysis)
    assert analysis == plain and plain == analysis and repr(analysis) == repr(plain)
    assert isinstance(analysis, dict) and list(analysis) == list(plain)
    copied = pickle.loads(pickle.dumps(analysis))
    assert copied == analysis and type(copied) is Analysis and copied.position == OPEN
    assert all(solution.position == OPEN for solution in analysis.values())
    over = analyse(OVER)
    assert over == {} and "aria-label='X wins'" in over._repr_svg_()


def test_a_notebook_shows_them() -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    for thing in (OPEN, solve(OPEN), analyse(OPEN), pairing(Game(5, 5, 5).start())):
        shown, _ = formatter.format(thing)
        assert shown["image/svg+xml"].startswith("<svg ") and "text/plain" in shown


if __name__ == "__main__":
    for name, draw in DRAWINGS.items():
        lines = (draw() or "").replace("><", ">\n<") + "\n"
        (GOLDEN / f"{name}.svg").write_text(lines, encoding="utf-8")
