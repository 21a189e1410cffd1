"""The rules toolkit against brute force."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.model.errors import (
    IllegalMoveError,
    InvalidGameError,
    InvalidOptionError,
    InvalidPositionError,
)
from inarow.model.exercises import WinChecker, is_reachable, winner_of_moves
from inarow.model.game import Game
from inarow.model.match import Match
from inarow.reference import Rules, outcomes

sides = st.integers(1, 6)
games = st.builds(Game, sides, sides, st.integers(1, 7))


def longest_line(stones: set[tuple[int, int]]) -> int:
    """The longest run of neighbours, found by walking from every stone."""
    best = 0
    for row, column in stones:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            while (row + length * down, column + length * right) in stones:
                length += 1
            best = max(best, length)
    return best


def test_winner_of_moves_takes_every_form_of_a_move() -> None:
    assert winner_of_moves([]) == "Pending"
    assert winner_of_moves([[0, 0], (1, 1), "b1", 6, "c1"]) == "A"
    assert winner_of_moves(iter([0, 1]), m=1, n=2, k=2) == "Draw"


def test_winner_of_moves_refuses_illegal_lists() -> None:
    for moves, message in (
        (["b2", "a1", "b2"], "cannot play b2: the cell is taken"),
        ([0, 3, 1, 4, 2, 8], "cannot play c3: the game is over"),
        ([(0, 3)], "off the 3x3 board"),
    ):
        with pytest.raises(IllegalMoveError, match=message):
            winner_of_moves(moves)
    with pytest.raises(InvalidGameError):
        winner_of_moves([], m=0)


@pytest.mark.long
@pytest.mark.parametrize("size", [(3, 3, 3), *((2, 4, k) for k in range(1, 5))])
def test_reachable_boards_are_those_that_play_reaches(size: tuple[int, int, int]) -> None:
    reached, n = outcomes(Rules(*size)), size[1]
    for cells in product("XO.", repeat=size[0] * n):
        rows = ["".join(cells[i : i + n]).replace(".", " ") for i in range(0, len(cells), n)]
        assert is_reachable(rows, *size) == (cells in reached)


def test_is_reachable_refuses_what_it_cannot_read() -> None:
    for rows in (["   ", "   "], ["  ", "   ", "   "], ["  Z", "   ", "   "]):
        with pytest.raises(InvalidPositionError):
            is_reachable(rows)


@pytest.mark.long
@given(sides, sides, st.integers(1, 7), st.randoms())
def test_win_checker_agrees_with_brute_force(m: int, n: int, k: int, random: object) -> None:
    """Moves of both players in any order, mixed with undo; the board is rebuilt each time."""
    checker = WinChecker(m, n, k)
    history: list[tuple[int, int, int]] = []
    for _ in range(3 * m * n):
        taken = {(row, column) for row, column, _ in history}
        free = [cell for cell in product(range(m), range(n)) if cell not in taken]
        if checker.winner or not free or (history and random.random() < 0.3):  # type: ignore[attr-defined]
            checker.undo()
            history.pop()
            assert checker.winner == 0
            continue
        row, column = random.choice(free)  # type: ignore[attr-defined]
        player = random.choice((1, 2))  # type: ignore[attr-defined]
        history.append((row, column, player))
        own = {(r, c) for r, c, p in history if p == player}
        expected = player if longest_line(own) >= k else 0
        assert checker.move(row, column, player) == expected
        assert checker.winner == expected


def test_win_checker_defaults_and_large_boards() -> None:
    assert (WinChecker(5).n, WinChecker(5).k, WinChecker(5, 3).k) == (5, 5, 3)
    checker = WinChecker(1, 1000, 999)
    assert not any(checker.move(0, column, 1) for column in range(1000) if column not in (500, 999))
    assert checker.move(0, 500, 1) == 1


def test_win_checker_checks_its_input() -> None:
    for sizes in ((0,), (3, 0), (3, 3, 0)):
        with pytest.raises(InvalidGameError, match="must be 1 or more, not 0"):
            WinChecker(*sizes)
    with pytest.raises(TypeError, match="m must be an integer"):
        WinChecker("3")  # type: ignore[arg-type]
    checker = WinChecker(2, 3, 2)
    with pytest.raises(IllegalMoveError, match="no move to undo"):
        checker.undo()

    def refused(error: type[Exception], message: str, *move: int) -> None:
        with pytest.raises(error, match=message):
            checker.move(*move)

    for row, column in ((2, 0), (0, 3), (-1, 0), (0, -1)):
        refused(IllegalMoveError, rf"\({row}, {column}\) is off the 2x3 board", row, column, 1)
    for player in (0, 3):
        refused(InvalidOptionError, f"player must be 1 or 2, not {player}", 0, 0, player)
    refused(TypeError, "player must be an integer", 0, 0, True)
    assert checker.move(0, 0, 2) == 0
    refused(IllegalMoveError, r"\(0, 0\) is taken by player 2", 0, 0, 1)
    assert checker.move(1, 1, 2) == 2
    refused(IllegalMoveError, "over: player 2 has won", 0, 2, 1)


@pytest.mark.long
@given(games, st.lists(st.sampled_from(["play", "play", "undo", "redo"]), max_size=60), st.data())
def test_match_agrees_with_positions(game: Game, actions: list[str], data: st.DataObject) -> None:
    match = Match(game)
    done, undone = [game.start()], []
    for action in actions:
        before = done[-1]
        if action == "undo" and len(done) > 1:
            undone.append(done.pop())
            cell = match.undo()
            assert done[-1].play(cell) == undone[-1]
        elif action == "redo" and undone:
            done.append(undone.pop())
            assert before.play(match.redo()) == done[-1]
        elif action == "redo":
            with pytest.raises(IllegalMoveError, match="no move to redo"):
                match.redo()
        elif action == "play" and before.legal_moves:
            move = data.draw(st.sampled_from(before.legal_moves))
            done.append(before.play(move))
            undone.clear()
            assert match.play(game.name(move)) == move
        position = done[-1]
        assert match.position == position == game.start().play_all(match.moves)
        assert match.position.winner == match.winner == position.winner
        assert (match.turn, match.status) == (position.turn, position.status)
        assert match.is_over == position.is_over
        taken = set(match.moves)
        assert match.free_cells == tuple(c for c in range(game.cells) if c not in taken)


def test_match_errors_leave_it_as_it_was() -> None:
    match = Match(Game(3, 3, 3))

    def refused(message: str, call: Callable[..., object], *given: object) -> None:
        moves = match.moves
        with pytest.raises(IllegalMoveError, match=message):
            call(*given)
        assert match.moves == moves

    refused("no move to undo", match.undo)
    refused("no move to redo", match.redo)
    for move in (0, 3, 1, 4):
        match.play(move)
    refused("cannot play a1: the cell is taken", match.play, "a1")
    refused("off the 3x3 board", match.play, 9)
    match.undo()
    refused("taken", match.play, "a1")
    assert match.redo() == 4  # which what was refused has not forgotten
    match.play(2)
    refused(r"cannot play c3: the game is over \(X wins\)", match.play, "c3")
    with pytest.raises(TypeError, match="expected a Game, not int"):
        Match(3)  # type: ignore[arg-type]
