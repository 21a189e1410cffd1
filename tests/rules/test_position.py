"""Positions: validation, play, symmetry, and every form in and out."""

import re
from typing import Any

import numpy as np
import pytest
from cases import refused

from inarow import (
    Match,
    Solver,
    analyse,
    best_move,
    grade,
    grade_batch,
    pairing,
    playouts,
    read_record,
    solve,
    winner_of_moves,
)
from inarow.model.errors import IllegalMoveError, InvalidOptionError, InvalidPositionError
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.strategies import Greedy
from inarow.svg import board_svg

TICTACTOE = Game(3, 3, 3)


def test_a_game() -> None:
    position = TICTACTOE.start()
    assert position.status == "X to move"
    position = position.play("b2").play((0, 0)).play(np.int8(2))
    assert position.status == "O to move"
    assert position.text == "O.X/.X./..."
    position = position.play_all(["b1", "a3"])
    assert (position.status, position.winner, position.turn) == ("X wins", "X", "O")
    assert position.winning_cells == (2, 4, 6)
    assert position.legal_moves == ()
    assert position.to_array().dtype == np.int8
    assert position.to_array().tolist() == [[-1, -1, 1], [0, 1, 0], [1, 0, 0]]
    assert TICTACTOE.position("XOX/XOO/OXX").status == "draw"
    assert TICTACTOE.position("OOO/XX./X..").status == "O wins"


def test_drawing() -> None:
    position = TICTACTOE.position("X../.O./...")
    assert position.draw() == "  a b c\n1 X . .\n2 . O .\n3 . . ."
    tall = Game(10, 1, 3).start().play("a10").draw().split("\n")
    assert (tall[0], tall[1], tall[10]) == ("   a", " 1 .", "10 X")
    for spoilt in (position.draw() + "\n4 .", position.draw().replace("2", "3", 1)):
        with pytest.raises(InvalidPositionError):
            TICTACTOE.position(spoilt)


def test_equality_needs_game_stones_and_turn() -> None:
    empty = TICTACTOE.start()
    assert empty == TICTACTOE.position(".../.../...", turn="X")
    assert empty != TICTACTOE.position(".../.../...", turn="O", strict=False)
    assert empty != Game(3, 3, 2).start()
    assert empty != empty.play(0)
    assert empty != ".../.../..."
    assert len({empty, TICTACTOE.start(), empty.play(0), Game(3, 3, 2).start()}) == 3


def test_immutable() -> None:
    position = TICTACTOE.start()
    for name in ("turn", "winner", "game", "x", "ply", "colour"):
        with pytest.raises(AttributeError):
            setattr(position, name, "O")
    assert position == TICTACTOE.start()
    with pytest.raises(TypeError, match=r"game\.start\(\)"):
        Position()


# Validation.


@pytest.mark.parametrize(
    ("game", "board", "message"),
    [
        (TICTACTOE, "XX./.../...", r"stones of X 2, O 0: X must have as many as O or one more"),
        (TICTACTOE, "O../.../...", r"stones of X 0, O 1: "),
        (TICTACTOE, "XXX/OOO/...", r"both sides have a complete line: X a1-b1-c1; O a2-b2-c2"),
        (
            TICTACTOE,
            "XXX/OO./..O",
            r"X has a complete line \(a1-b1-c1\), but O moved last \(X 3, O",
        ),
        (
            Game(4, 4, 3),
            "XXX./OO.O/OO../.XXX",
            r"no single last stone explains all lines of X: a1-b1-c1, b4-c4-d4$",
        ),
        # Each two of these lines share a cell, but not all three: a triangle.
        (Game(5, 5, 3), "X.X.O/.X.../XXX.O/O..../O.O..", r"no single last stone .* of X"),
    ],
)
def test_unreachable_boards(game: Game, board: str, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        game.position(board)


def test_many_lines_are_not_all_named() -> None:
    with pytest.raises(InvalidPositionError, match=r"a1-b1, b1-c1, c1-d1, d1-e1, 2 more$"):
        Game(2, 20, 2).position("XXXXXXX.O.O.O.O.O.O./" + "." * 20)


def test_double_wins_through_one_stone_are_reachable() -> None:
    assert TICTACTOE.position("XXX/XOO/XOO").winner == "X"
    assert Game(1, 12, 3).position("XXXXX.O.O.OO").winner == "X"  # five, by the middle stone


def test_turn() -> None:
    assert TICTACTOE.position("X../.../...", turn="O").turn == "O"
    wrong: list[tuple[Any, bool, type[Exception], str]] = [
        ("X", True, InvalidPositionError, r"turn='X' contradicts .*X 1, O 0 means O to"),
        *[("Z", strict, InvalidPositionError, "'X' or 'O', not 'Z'") for strict in (True, False)],
        *[(1, strict, TypeError, "'X' or 'O', not int") for strict in (True, False)],
    ]
    for turn, strict, error, message in wrong:
        with refused(error, message, turn, strict):
            TICTACTOE.position("X../.../...", turn=turn, strict=strict)


def test_not_strict() -> None:
    assert TICTACTOE.position("X../.../...", strict=False).turn == "O"
    handicap = TICTACTOE.position("X.X/.../...", turn="X", strict=False)
    assert repr(handicap) == "Game(3, 3, 3).position('X.X/.../...', turn='X', strict=False)"
    assert handicap.play("a2").turn == "O"
    won = handicap.play("b1")
    assert won.status == "X wins"
    assert repr(won) == "Game(3, 3, 3).position('.XX/.../...', turn='X', strict=False).play('a1')"
    assert eval(repr(won)) == won
    with pytest.raises(InvalidPositionError, match=r"X 2, O 0 the side to move is open: give turn"):
        TICTACTOE.position("X.X/.../...", strict=False)
    for board in ("XXX/.../...", "XXX/OO./OO."):
        with pytest.raises(InvalidPositionError, match=r"last stone .*, but X has a1-b1-c1"):
            TICTACTOE.position(board, turn="X", strict=False)
    with pytest.raises(InvalidPositionError, match="but O has"):  # no one stone completed both
        Game(3, 4, 3).position("OOO./OOO./....", turn="X", strict=False)
    finished = TICTACTOE.position(won.key, strict=False)  # a game that ended after such a beginning
    assert finished == won and finished.winner == "X" and not finished.legal_moves


def test_illegal_moves() -> None:
    start = TICTACTOE.start()
    for position, move, message in (
        (start.play("b2"), 4, "cannot play b2: the cell is taken by X"),
        (start.play("b2").play(0), 0, "cannot play a1: the cell is taken by O"),
        *[(start, move, "off the 3x3 board") for move in (9, -1, (3, 0), "d1")],
        (TICTACTOE.position("XXX/OO./..."), "c3", r"cannot play c3: the game is over \(X wins\)"),
        (TICTACTOE.position("XOX/XOO/OXX"), 0, r"the game is over \(draw\)"),
    ):
        with refused(IllegalMoveError, message, position, move):
            position.play(move)
    wrong: Any
    for wrong in (True, 1.0, None):
        with refused(TypeError, "a move must be", wrong):
            start.play(wrong)


# Symmetry.


def test_transform_refuses_what_is_no_symmetry() -> None:
    position = TICTACTOE.start()
    for symmetry in (8, -1, (1, 0, 2, 3, 4, 5, 6, 7, 8), (0, 1)):
        with pytest.raises(InvalidOptionError, match=r"has 8 symmetries; .* is none of them"):
            position.transform(symmetry)
    with pytest.raises(TypeError):
        position.transform(1.0)  # type: ignore[arg-type]


# --- what a Python user expects -------------------------------------------------------------------


def test_cells_are_those_of_a_sequence() -> None:
    position = Game(2, 3, 3).position("X../.O.")
    assert [position[cell] for cell in ("a1", (1, 1), [0, 2], 5, np.int8(0))] == list("XO..X")
    assert list(position) == list("X...O.") and len(position) == 6
    assert "X" in position and "x" not in position and bool(Game(1, 1, 1).start())
    wrong: Any
    for wrong in ("d1", 6, -1, slice(0, 2), 1.0, None, True):
        with pytest.raises(IllegalMoveError if wrong in ("d1", 6, -1) else TypeError):
            position[wrong]


def test_positions_are_formatted_like_texts() -> None:
    position = Game(1, 3, 3).position("X..")
    assert f"{position}|{position:>5}|{position:*<4}" == "X..|  X..|X..*"
    with pytest.raises(ValueError, match="format"):
        format(position, "d")


def test_moves_come_as_text_list_or_game() -> None:
    start = Game(3, 3, 3).start()
    expected = start.play("b2").play("a1").play("c3")
    match = Match(start.game)
    for move in ("b2", "a1", "c3"):
        match.play(move)
    for moves in (
        *("b2 a1 c3", "b2a1c3", "1. b2 a1 2. c3", "1,1 0,0 2,2", "B2, A1; C3"),
        *(["b2", "a1", "c3"], (4, (0, 0), "c3"), iter([4, 0, 8]), np.array([4, 0, 8])),
        *(match, read_record("3,3,3 b2 a1 c3")),
    ):
        assert start.play_all(moves) == expected
    assert start.play_all("") == start
    assert expected.play_all(read_record(expected.key + " a3")).ply == 4
    for wrong, message in (
        ("b2 b2", "taken"),
        ("b2 foo", r"move 2: 'foo' is no cell"),
        ("d4", r"move 1 \(d4\): .* is off"),
        (read_record("4,4,4 b2"), "begins at"),
        (read_record("3,3,3 X../.../... c3"), "begins at"),
    ):
        with pytest.raises(IllegalMoveError, match=message):
            start.play_all(wrong)  # type: ignore[arg-type]


def test_a_game_in_place_of_a_position_is_refused_with_a_hint() -> None:
    game = Game(3, 3, 3)
    hint = re.escape("expected a Position, not Game: its empty board is Game(3, 3, 3).start()")
    for call in (solve, best_move, analyse, playouts, pairing, Solver(game).solve, Greedy().choose):
        with pytest.raises(TypeError, match=hint):
            call(game)  # type: ignore[operator]


def test_moves_are_a_text_wherever_they_are_a_list() -> None:
    game = Game(3, 3, 3)
    start, moves = game.start(), ["a1", "b2"]
    assert {*analyse(start, moves="a1 b2")} == {*analyse(start, moves=moves)}
    assert winner_of_moves("a1 a2 b1 b2 c1") == "A"
    assert board_svg(start, highlight="a1 b2") == board_svg(start, highlight=moves)
    falling = Game(6, 7, 4, gravity=True).start()
    assert [*analyse(falling, moves="d", nodes=100)] == [falling.game.cell("d6")]
    with pytest.raises(IllegalMoveError, match="move 2"):
        analyse(start, moves="a1 z9")


def test_where_stones_fall_a_letter_is_a_move_wherever_one_is_read() -> None:
    game = Game(4, 4, 3, gravity=True)
    position = game.start().play("b")
    cell, match = game.cell("b3"), Match(position)
    assert [*analyse(position, moves=["b"])] == [*analyse(position, moves="b")] == [cell]
    assert grade(position, "b") == grade(position, "b3")
    boards = [game.start(), position]
    letters, names = (grade_batch(game, boards, moves) for moves in (["b", "b"], ["b4", "b3"]))
    assert letters.after.tolist() == names.after.tolist()
    for drawn in ("marks", "highlight"):
        pictures = [board_svg(position, **{drawn: {name: "1"}}) for name in ("b", "b3")]
        assert pictures[0] == pictures[1]
    assert [match.play("b"), match.play("b"), match.play("b")] == [cell, cell - 4, cell - 8]
    for play in (match.play, lambda move: grade(match.position, move)):
        with pytest.raises(IllegalMoveError, match="column b is full"):
            play("b")
