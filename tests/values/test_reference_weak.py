"""The reference's two searches of the weak game agree, with each other and with numpy."""

import random
from itertools import product

import pytest
from cases import refused
from oracles import WeakTruth, weak_dense

from inarow import Game
from inarow.reference import (
    WEAK_METHODS,
    Board,
    Rules,
    WeakMethod,
    weak,
    weak_careful,
)

TICTACTOE = Rules(3, 3, 3)

SMALL = [
    *[(3, 3, 3), (2, 5, 3), (3, 3, 2), (1, 9, 3), (2, 4, 2), (4, 2, 3), (3, 3, 4), (2, 2, 1)],
    *[(1, 1, 1), (1, 1, 2), (1, 2, 2), (9, 1, 4)],
]
TWELVE = [(3, 4, 3), (3, 4, 4), (4, 3, 3), (2, 6, 3), (1, 12, 3)]


def random_position(rules: Rules, empties: int, rng: random.Random) -> tuple[Board, str]:
    """A board with any stones of which X has no line, and a side to move."""
    while True:
        share = rng.random()
        cells = ["X" if rng.random() < share else "O" for _ in range(rules.m * rules.n)]
        for cell in rng.sample(range(len(cells)), empties):
            cells[cell] = "."
        if not any(all(cells[cell] == "X" for cell in line) for line in rules.lines):
            return tuple(cells), rng.choice("XO")


def after(board: Board, turn: str, move: int) -> tuple[Board, str]:
    """The board after a move, and whose turn it is then."""
    return (*board[:move], turn, *board[move + 1 :]), "O" if turn == "X" else "X"


# --- lines and boards ----------------------------------------------------------------------------


def test_a_line_of_o_counts_for_nothing() -> None:
    board = TICTACTOE.parse("OOO/X../XX.")
    for method in WEAK_METHODS.values():
        assert method(TICTACTOE, board, "X")[:3] == (1, 1, 8)
        assert method(TICTACTOE, board, "O")[:3] == (0, None, 8)
        assert method(TICTACTOE, TICTACTOE.parse("XXO/OX./...")) == method(
            TICTACTOE, TICTACTOE.parse("XXO/OX./..."), "O"
        )


@pytest.mark.parametrize("method", WEAK_METHODS.values())
def test_finished_boards(method: WeakMethod) -> None:
    assert method(TICTACTOE, TICTACTOE.parse("XXX/OO./...")) == (-1, 0, None, 1)
    assert method(TICTACTOE, tuple("XXXXXXXXX"), "O") == (-1, 0, None, 1)
    assert method(TICTACTOE, TICTACTOE.parse("XOX/XOO/OXX"))[:3] == (0, None, None)
    assert method(TICTACTOE, tuple("OOOOOOOOO"), "X")[:3] == (0, None, None)


def test_a_bad_board_is_refused() -> None:
    bad = {
        ("." * 8, None): "9 cells, not 8",
        ("X#.......", "X"): "not '#'",
        ("XX.......", None): "whose turn",
        ("O........", None): "whose turn",
        ("X........", "x"): "'X' or 'O', not 'x'",
        ("XXXOO....", "X"): "X has a line",
        ("XXXOOO...", None): "X has a line",
    }
    for (name, method), ((board, turn), message) in product(WEAK_METHODS.items(), bad.items()):
        with refused(ValueError, message, name, board):
            method(TICTACTOE, tuple(board), turn)


# --- agreement -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, most",
    [
        *[(game, 300) for game in SMALL],
        *[pytest.param(game, None, marks=pytest.mark.long) for game in SMALL],
        *[pytest.param(game, 10_000, marks=pytest.mark.long) for game in TWELVE],
    ],
)
def test_positions_of_small_games(game: tuple[int, int, int], most: int | None) -> None:
    """Any stones, either side to move: plain, careful, and all boards at once by numpy."""
    table, truth = weak_dense(*game), WeakTruth(Game(*game))
    arena = weak.arena_of(Rules(*game))
    known: weak.Memo = {}
    for place in table.positions(most):
        assert table.plies(*place) == truth.plies(*place), place
        if game in SMALL:
            assert weak.search(arena, weak.State(*place), known) == table.plies(*place), place


@pytest.mark.long
@pytest.mark.parametrize(
    "game, empties",
    [((4, 4, 3), 8), ((4, 4, 4), 9), ((3, 5, 4), 9), ((5, 5, 4), 8), ((1, 16, 3), 9)],
)
def test_a_sample_of_positions_of_larger_games(game: tuple[int, int, int], empties: int) -> None:
    rules, rng = Rules(*game), random.Random(2)
    lost = 0
    for _ in range(60):
        board, turn = random_position(rules, rng.randint(1, empties), rng)
        expected = weak.solve(rules, board, turn)
        found = weak_careful.solve(rules, board, turn)
        assert found[:2] == expected[:2], (board, turn)
        lost += expected.value == 0
        for move in {expected.move, found.move}:
            assert move is not None
            reached = weak.solve(rules, *after(board, turn, move))
            assert reached.value == -expected.value
            if expected.distance is not None:
                assert reached.distance == expected.distance - 1
    assert 3 < lost < 57
