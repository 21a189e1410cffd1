"""Games: sizes, geometry, the names of cells, the reading of boards."""

import pickle
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow import Solver
from inarow.model.errors import (
    CertificateError,
    IllegalMoveError,
    InvalidGameError,
    InvalidPositionError,
)
from inarow.model.game import Game
from inarow.model.grid import Grid

games = st.builds(Game, st.integers(1, 7), st.integers(1, 7), st.integers(1, 8))


def test_value_semantics() -> None:
    game = Game(3, 4, 2)
    assert (game.m, game.n, game.k, game.cells, game.full) == (3, 4, 2, 12, 4095)
    assert repr(game) == "Game(3, 4, 2)"
    assert game is Game(3, 4, 2) is Game(np.int64(3), np.int8(4), np.uint8(2))
    assert game != Game(4, 3, 2) and game != (3, 4, 2)
    assert {game: 1}[Game(3, 4, 2)] == 1


def test_equality_survives_the_bounded_cache() -> None:
    old = Game(1, 2, 3)
    for k in range(1, 400):
        Game(20, 20, k)
    new = Game(1, 2, 3)
    assert new is not old
    assert new == old and hash(new) == hash(old)


@given(
    games | st.builds(Game, st.just(15), st.just(15), st.integers(1, 10**30), exact=st.booleans())
)
def test_keys_tell_games(game: Game) -> None:
    assert Game.from_key(game.key) == game
    rules = {"exact": game.exact, "misere": False, "gravity": False}
    assert game.record() == {"m": game.m, "n": game.n, "k": game.k, **rules}


OTHER_TEXTS = ["", "4,4", "4,4,4,4", "4 4 4", "04,4,4", "0,4,4", "-4,4,4", "21,4,4", "4,4,4 weak"]
OTHER_TEXTS += ["4,4,4 exact ", "4,4,4\n", "\u0664,4,4", "4,4," + "9" * 5000]


@pytest.mark.parametrize("key", OTHER_TEXTS)
def test_other_texts_are_no_keys(key: str) -> None:
    with pytest.raises(InvalidGameError):
        Game.from_key(key)


def test_a_grid_by_itself() -> None:
    grid = Grid(2, 3, 2)
    assert repr(grid) == "Grid(2, 3, 2)" and grid.size == (2, 3, 2)
    assert grid.lines == Game(2, 3, 2).lines and grid.symmetries == Game(2, 3, 2).symmetries
    assert [grid.coordinates(cell) for cell in range(6)] == list(product(range(2), range(3)))
    assert (
        grid.centre == grid.cell("b2") and Grid(3, 3, 3).centre == 4 and Grid(4, 4, 4).centre == 10
    )
    assert grid.near(0, 0) == [0] and grid.near("c2", 1) == [1, 2, 4, 5] == grid.near((1, 2), 1)
    with pytest.raises(InvalidGameError):
        Grid(22, 3, 3)


def test_the_largest_grid_is_searched_like_any(tmp_path: Path) -> None:
    """Proofs of many boards are of it; a game that is given by its size is smaller."""
    game = Game.on(Grid(21, 21, 5))
    rows = ["." * 21] * 19 + ["." * 17 + "XXX.", "." * 17 + "OOO."]
    position = game.position(rows)
    assert game.cells == 441 and pickle.loads(pickle.dumps(position)) == position
    path = tmp_path / "proof"
    assert inarow.forced_win(position, certificate=path).order == 1
    assert inarow.check(path).claim.startswith("parts 21,21,5 frame 0,0,20,20, strong game, ....")
    with pytest.raises(InvalidGameError, match="must be 1 to 20, not 21"):
        Game(21, 21, 5)
    strip = Game.on(Grid(21, 1, 3)).start()
    for kind in ("weak", "strong"):  # what no certificate of so large a board claims
        with pytest.raises(CertificateError, match="X wins"):
            Solver(strip.game).solve(strip, game_kind=kind, certificate=tmp_path / kind)


def test_immutable() -> None:
    game = Game(3, 3, 3)
    with pytest.raises(AttributeError, match="immutable"):
        game.m = 4
    with pytest.raises(AttributeError, match="immutable"):
        game.lines = ()
    with pytest.raises(AttributeError, match="immutable"):
        del game.k
    assert game.m == game.k == 3


@pytest.mark.parametrize(
    ("sizes", "message"),
    [((size, 3, 3), rf"m \(rows\) must be 1 to 20, not {size}") for size in (0, -1, 21, 10**30)]
    + [
        ((3, size, 3), rf"n \(columns\) must be 1 to 20, not {size}")
        for size in (0, -1, 21, 10**30)
    ]
    + [((3, 3, 0), "k must be 1 or more, not 0")],
)
def test_sizes_out_of_range(sizes: tuple[int, int, int], message: str) -> None:
    with pytest.raises(InvalidGameError, match=message):
        Game(*sizes)


@pytest.mark.parametrize("value", [3.0, "3", None, True, np.bool_(True), [3]])
def test_size_of_wrong_type(value: object) -> None:
    for place, name in enumerate("mnk"):
        arguments: list[object] = [3, 3, 3]
        arguments[place] = value
        with pytest.raises(TypeError, match=rf"^{name} must be an integer, not "):
            Game(*arguments)  # type: ignore[arg-type]


def test_lines_of_tic_tac_toe() -> None:
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    assert Game(3, 3, 3).lines == tuple(tuple(map(int, line)) for line in lines)
    assert len(Game(4, 4, 3).lines) == 24
    assert len(Game(15, 15, 5).lines) == 572
    assert Game(3, 3, 10**30).lines == ()


@pytest.mark.parametrize(
    ("m", "n", "count"), [(1, 1, 1), (1, 2, 2), (5, 1, 2), (2, 2, 8), (2, 3, 4), (20, 20, 8)]
)
def test_number_of_symmetries(m: int, n: int, count: int) -> None:
    assert len(Game(m, n, 3).symmetries) == count


@given(games, st.data())
def test_every_form_of_a_move(game: Game, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, game.cells - 1))
    row, column = divmod(cell, game.n)
    name = "abcdefg"[column] + str(row + 1)
    assert game.name(cell) == game.name((row, column)) == name
    forms: list[Any] = [cell, np.int16(cell), (row, column), [row, column], (np.int8(row), column)]
    assert {game.cell(form) for form in [*forms, name, name.upper()]} == {cell}
    assert type(game.cell(np.int16(cell))) is int


OFF = "is off the 2x3 board"
UNREADABLE = r"cannot read the move .* such as 'a1' or 'c2'"
NO_MOVES: list[tuple[Any, type[Exception], str]] = [
    *[(cell, IllegalMoveError, OFF) for cell in (-1, 6, 10**30, (2, 0), (0, 3), (-1, 0), (0, -1))],
    *[(name, IllegalMoveError, OFF) for name in ("a3", "d1", "z9", "b0", "a100")],
    *[(text, IllegalMoveError, UNREADABLE) for text in ("", "b", "2", "2b", "b2 ", "b-1", "b02")],
    *[(text, IllegalMoveError, UNREADABLE) for text in ("bb2", "b" + "9" * 5000)],
    ((1, 2, 3), IllegalMoveError, "2 entries, not 3"),
    *[(wrong, TypeError, "must be") for wrong in (True, np.bool_(True), 1.0, None, {1, 2})],
    *[(pair, TypeError, "must be") for pair in ((True, 0), (0, "1"))],
]


@pytest.mark.parametrize(("move", "error", "message"), NO_MOVES)
def test_what_is_no_move(move: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Game(2, 3, 3).cell(move)


def test_every_form_of_a_board() -> None:
    game = Game(2, 3, 3)
    expected = game.start().play_all(["a1", "b2"])
    boards: list[Any] = [
        "X../.O.",
        "x__/_o_",
        "X..\n.O.",
        "\n    X..\r\n    .O.\r\n",
        ["X..", ".O."],
        ("x  ", " o "),
        [["x", "_", "_"], ["_", "o", "_"]],
        [["X", ".", " "], (".", "O", ".")],
        [[1, 0, 0], [0, -1, 0]],
        [[np.int64(1), 0, 0], [0, np.int8(-1), 0]],
        np.array([[1, 0, 0], [0, -1, 0]], dtype=np.int8),
        np.array([[1, 0], [0, -1], [0, 0]], dtype=np.int8).T,
    ]
    for board in boards:
        assert game.position(board) == expected


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("", r"the board has 1 rows, but Game\(2, 3, 3\) has 2"),
        ("X../.O./...", "the board has 3 rows"),
        ([], "the board has 0 rows"),
        ("X../.O", r"row 1 \('\.O'\) has 2 cells, but .* has 3 columns$"),
        ("X   /.O.", r"row 0 \('X'\) has 1 cells.* not a space"),
        (["X..", ".O.."], r"row 1 .* has 4 cells"),
        ("X.?/.O.", r"cannot read '\?' at c1 \(row 0, column 2\)"),
        ("X O/...", r"cannot read ' ' at b1 .* not a space"),
        ([["x", "", "_"], "..."], "cannot read '' at b1"),
        ([["x", "oo", "_"], "..."], "cannot read 'oo' at b1"),
        ([[1, 0, 2], [0, 0, 0]], "cannot read 2 at c1"),
        ([[1, 0, 0], [0, True, 0]], r"cannot read True at b2 \(row 1, column 1\)"),
        ([[1, 0, 0], [0, -1.5, 0]], r"cannot read -1\.5 at b2"),
        (np.zeros((2, 3), complex), "numbers or bools, not complex128"),
        (np.array([["X", "."]] * 2), "numbers or bools, not <U1"),
        (np.zeros((3, 2), dtype=np.int8), r"shape \(3, 2\), but Game\(2, 3, 3\) needs \(2, 3\)"),
        (np.zeros(6, dtype=np.int8), r"shape \(6,\)"),
        (np.full((2, 3), 2, dtype=np.int8), r"cannot read 2 at a1 .* as a number \+1, -1 or 0"),
    ],
)
def test_board_that_cannot_be_read(board: object, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        Game(2, 3, 3).position(board)  # type: ignore[arg-type]


@pytest.mark.parametrize("board", [None, 3, b"X../.O.", {"X..": 1}, [1, 0], [None, None]])
def test_board_of_wrong_type(board: object) -> None:
    with pytest.raises(TypeError, match=r"must be a text"):
        Game(2, 3, 3).position(board)  # type: ignore[arg-type]


def test_rules_may_be_bools_of_numpy() -> None:
    yes = bool(np.True_), np.True_
    for word in ("exact", "misere", "gravity"):
        plain, other = (Game(3, 3, 3, **{word: value}) for value in yes)  # type: ignore[arg-type]
        assert plain is other
    board = inarow.boards.box((2, 2, 2), 2)
    assert Game.on(board, misere=np.True_) is Game.on(board, misere=True)  # type: ignore[arg-type]


def test_the_rules_of_a_key_stand_in_any_order() -> None:
    game = Game(3, 3, 3, exact=True, misere=True, gravity=True)
    for words in permutations(("exact", "misere", "gravity")):
        key = " ".join(("3,3,3", *words))
        assert Game.from_key(key) == game
        assert inarow.read_record(f"{key} a3").game == game
    for key in ("3,3,3 exact exact", "torus 5,5,4 exact"):
        with pytest.raises(inarow.InvalidGameError, match=r"is no (game|board)"):
            Game.from_key(key)
