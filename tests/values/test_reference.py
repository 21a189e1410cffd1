"""The pure-Python reference: its rules, its counts, and the agreement of all its searches."""

import ast
import random
import sys
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cases import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, InvalidPositionError
from inarow.reference import (
    METHODS,
    Board,
    Result,
    Rules,
    alphabeta,
    alphabeta_memo,
    careful,
    counts,
    distance,
    evaluate,
    find_best_move,
    iterative,
    memo,
    minimax,
    outcomes,
)

TICTACTOE = Rules(3, 3, 3)


@cache
def oracle(m: int, n: int, k: int) -> dict[Board, tuple[int, int | None]]:
    return outcomes(Rules(m, n, k))


def random_board(rules: Rules, plies: int, seed: int) -> Board:
    """The board after some random moves, or the finished one if the game ends before."""
    generator = random.Random(seed)
    board = rules.start()
    for _ in range(plies):
        moves = rules.moves(board)
        if not moves:
            break
        board = rules.play(board, generator.choice(moves))
    return board


def check_move(rules: Rules, board: Board, result: Result) -> None:
    """The move is legal and keeps the value; there is none exactly when the game is over."""
    if result.move is None:
        assert rules.is_over(board)
        assert result.nodes == 1
    else:
        assert memo.solve(rules, rules.play(board, result.move)).value == -result.value


# --- rules ---------------------------------------------------------------------------------------


def test_reachable_boards_are_exactly_those_that_check_admits() -> None:
    def admitted(cells: Board) -> bool:
        try:
            TICTACTOE.check(cells)
        except ValueError:
            return False
        return True

    accepted = {cells for cells in product("XO.", repeat=9) if admitted(cells)}
    assert accepted == set(oracle(3, 3, 3))


def test_a_game_out_of_range_or_of_a_wrong_type_is_refused() -> None:
    for size in ((0, 3, 3), (3, -1, 3), (3, 3, 0)):
        with refused(ValueError, "at least 1", size):
            Rules(*size)
    wrong: Any
    for wrong in ("3", 3.0, None, True):
        with refused(TypeError, "n must be an int", wrong):
            Rules(3, wrong, 3)


BAD = {
    "." * 8: "9 cells, not 8",
    "X#.......": "not '#'",
    "XX.......": "2 X and 0 O",
    "O........": "0 X and 1 O",
    "XXXOOO...": "has a line, yet",
    "XXXOO..O.": "has a line, yet",
}


def test_a_bad_board_is_refused() -> None:
    """By every method, and what is a board is refused by the package as well."""
    for board, message in BAD.items():
        for method in (*METHODS.values(), distance.solve):
            with refused(ValueError, message, method, board):
                method(TICTACTOE, tuple(board))
        with refused(InvalidPositionError, None, board):
            Game(3, 3, 3).position([board[row : row + 3] for row in (0, 3, 6)])


def test_what_the_rules_refuse() -> None:
    with pytest.raises(ValueError, match="no single stone"):
        Rules(4, 4, 3).parse("XXX./OO.O/.XXX/O.O.")
    board = TICTACTOE.parse("XXX/OO./...")
    assert TICTACTOE.moves(board) == ()
    for cell, message in ((8, "over"), (0, "taken by X"), (-1, "not on the 3x3"), (9, "not on")):
        with refused(ValueError, message, cell):
            TICTACTOE.play(board, cell)


def test_text_round_trip() -> None:
    for board in oracle(3, 3, 3):
        text = TICTACTOE.text(board)
        assert TICTACTOE.parse(text) == board
        assert TICTACTOE.parse(text.lower().replace(".", "_").replace("/", "\n")) == board
    with pytest.raises(ValueError, match="3 rows of 3 cells"):
        TICTACTOE.parse("X../..")


def test_symmetries_and_overlines() -> None:
    sizes = {(3, 3): 8, (3, 4): 4, (1, 4): 2, (1, 1): 1}
    assert {s: len(Rules(*s, 2).symmetries) for s in sizes} == sizes
    rules = Rules(2, 5, 3)
    assert rules.winner(rules.play(rules.parse("XX.XX/OO.OO"), 2)) == "X"


# --- counts --------------------------------------------------------------------------------------


@pytest.mark.long
def test_nodes_from_the_empty_board() -> None:
    assert minimax.solve(TICTACTOE) == Result(0, 0, 549_946)
    assert memo.solve(TICTACTOE).nodes == 5_478
    assert alphabeta.solve(TICTACTOE, infinite=True).nodes == 18_297


# --- agreement -----------------------------------------------------------------------------------

# For each game the number of plies from which plain minimax is quick.
GAMES = {
    **{(3, 3, 3): 2, (3, 4, 3): 5, (2, 5, 2): 1, (4, 4, 3): 9, (4, 4, 4): 9, (1, 7, 3): 1},
    **{(2, 2, 3): 0, (5, 3, 4): 8, (2, 3, 1): 0},
}


@pytest.mark.long
@settings(max_examples=50, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 9), st.integers(0, 2**32))
def test_all_methods_agree(game: tuple[int, int, int], more: int, seed: int) -> None:
    rules = Rules(*game)
    board = random_board(rules, GAMES[game] + more, seed)
    expected = minimax.solve(rules, board)
    assert iterative.solve(rules, board) == expected
    assert memo.solve(rules, board)[:2] == expected[:2]
    for method in METHODS.values():
        result = method(rules, board)
        assert result.value == expected.value
        check_move(rules, board, result)
    exact = distance.solve(rules, board)
    assert exact.value == expected.value
    assert (exact.distance is None) == (exact.value == 0)


@pytest.mark.parametrize(
    "game",
    [
        (2, 4, 2),
        *[pytest.param(game, marks=pytest.mark.long) for game in ((2, 4, 3), (3, 3, 3))],
    ],
)
def test_fast_methods_are_right_on_every_board(game: tuple[int, int, int]) -> None:
    rules, table = Rules(*game), oracle(*game)
    for board, (value, plies) in table.items():
        for method in (careful.solve, alphabeta_memo.solve):
            result = method(rules, board)
            assert result.value == value
            if result.move is not None:
                after = rules.play(board, result.move)
                assert table[after][0] == -value
                assert plies != 1 or method is not careful.solve or rules.winner(after)


# --- the memo and its windows --------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("capacity", [0, 1, 7, 100, 5_000])
def test_a_bounded_memo_stays_right(capacity: int) -> None:
    for seed in range(30):
        board = random_board(TICTACTOE, seed % 4 + 1, seed)
        result = alphabeta_memo.solve(TICTACTOE, board, capacity=capacity)
        assert result.value == oracle(3, 3, 3)[board][0]
    known: alphabeta_memo.Memo = {}
    alphabeta_memo.search(TICTACTOE, TICTACTOE.start(), -1, 1, known, capacity)
    assert len(known) <= capacity


@pytest.mark.long
def test_no_memo_is_plain_alpha_beta() -> None:
    assert alphabeta_memo.solve(TICTACTOE, capacity=0) == alphabeta.solve(TICTACTOE)
    with pytest.raises(ValueError, match="negative"):
        alphabeta_memo.solve(TICTACTOE, capacity=-1)


# --- distances -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [(3, 3, 3), (2, 4, 2), (3, 3, 2)])
def test_distance_moves_step_towards_the_end(game: tuple[int, int, int]) -> None:
    rules, table = Rules(*game), oracle(*game)
    for board in random.Random(1).sample(sorted(table), 60):
        value, plies, move, _ = distance.solve(rules, board)
        assert table[board] == (value, plies)
        if move is not None:
            after = table[rules.play(board, move)]
            assert after == (-value, None if plies is None else plies - 1)


# --- nested lists --------------------------------------------------------------------------------


def as_nested(rules: Rules, board: Board) -> list[list[str]]:
    return [list(row) for row in rules.text(board).lower().replace(".", "_").split("/")]


@pytest.mark.long
def test_find_best_move_agrees_on_every_board() -> None:
    for board, (value, _) in oracle(3, 3, 3).items():
        row, column, worth = find_best_move(as_nested(TICTACTOE, board))
        sign = 1 if TICTACTOE.turn(board) == "X" else -1
        assert worth == 10 * value * sign
        if row is None or column is None:
            assert TICTACTOE.is_over(board)
        else:
            assert oracle(3, 3, 3)[TICTACTOE.play(board, 3 * row + column)][0] == -value


@pytest.mark.long
def test_static_evaluation() -> None:
    for board in oracle(3, 3, 3):
        expected = {"X": 10, "O": -10, None: 0}[TICTACTOE.winner(board)]
        assert evaluate(as_nested(TICTACTOE, board)) == expected
    row = [["x", "x", "_", "o", "o"]]
    assert evaluate(row) == 10  # k is the shorter side: 1
    assert evaluate(row, 3) == 0
    assert evaluate(row, 2, win=5, loss=-7) == 5
    assert find_best_move(row, 3) == (0, 2, 10)
    assert find_best_move(row, 3, win=2, loss=-1) == (0, 2, 2)


def test_bad_nested_boards_are_refused() -> None:
    for message, board in (
        ("not empty", []),
        ("not empty", [[]]),
        ("one length", [["x", "_"], ["_"]]),
        ("not 'X'", [["x", "X"], ["_", "_"]]),
        ("0 X and 1 O", [["o", "_"], ["_", "_"]]),
    ):
        with refused(ValueError, message, board):
            find_best_move(board)
    with pytest.raises(ValueError, match="loss < 0 < win"):
        evaluate([["_"]], win=-1, loss=1)


# --- independence --------------------------------------------------------------------------------


def test_the_reference_imports_only_itself_and_the_standard_library() -> None:
    assert counts.__file__ is not None
    modules = sorted(Path(counts.__file__).parent.glob("*.py"))
    assert len(modules) == 15
    for module in modules:
        source = module.read_text(encoding="utf-8")
        assert source.count("\n") <= 300, f"{module.name} is longer than 300 lines"
        for node in ast.walk(ast.parse(source)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            for name in names:
                own = name == "inarow.reference" or name.startswith("inarow.reference.")
                assert own or name.split(".")[0] in sys.stdlib_module_names, f"{module}: {name}"
