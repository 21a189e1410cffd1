"""Exactly k in a row: a longer row wins nothing.

The rules are held against the reference, which has geometry of its own. `test_crosscheck` and
`fuzz` hold the core against full minimax, and `test_vcf_zones` plays chains of threats out.
"""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from boards import ALL_RULES

from inarow import Game, InvalidPositionError, Position, Solver
from inarow._core import RULES, UNSOUND_IF_EXACT, make_kernel
from inarow.model.exercises import WinChecker, winner_of_moves
from inarow.model.match import Match
from inarow.reference import Rules, careful, weak


def games_of(game: Game, count: int, seed: int) -> Iterator[list[Position]]:
    """Random games, each as its positions from the start to the end."""
    rng = random.Random(seed)
    for _ in range(count):
        played = [game.start()]
        while not played[-1].is_over:
            played.append(played[-1].play(rng.choice(played[-1].legal_moves)))
        yield played


# --- the game ------------------------------------------------------------------------------------


def test_an_overline_wins_nothing() -> None:
    game = Game(1, 8, 3, exact=True)
    assert game.position("XXX.OO..").status == "X wins"
    assert game.position("XXXXOO.O").status == "O to move"
    assert game.position("XXXXOO.O").play("g1").winner is None  # four of O's as well
    with pytest.raises(InvalidPositionError, match="X has a1-b1-c1"):
        game.position("XXX.O...", turn="X", strict=False)
    assert game.position("XXXX....", turn="O", strict=False).winner is None
    gap = {"board": "XX.XOO.", "turn": "X", "strict": False}  # between two groups
    assert Game(1, 7, 3).position(**gap).play("c1").winner == "X"
    after = Game(1, 7, 3, exact=True).position(**gap).play("c1")
    assert after.winner is None and after.play("g1").winner == "O"


def test_one_move_makes_an_overline_and_a_line() -> None:
    position = Game(4, 4, 3, exact=True).position("X.XX/OXOO/OX../.O..")
    won = position.play("b1")
    assert won.status == "X wins"
    assert won.winning_cells == (1, 5, 9)  # the column; the row is too long
    assert position.play("c3").winning_cells == (0, 5, 10)


def test_the_last_stone_leaves_no_line_behind() -> None:
    game = Game(4, 4, 3, exact=True)
    won = game.position("XXXX/XOO./X.OO/O...")
    assert won.winner == "X"
    # a1 is on the column of three, but without it the row of four would have been a line before.
    assert repr(won).endswith(".play('a2')") or won == eval(repr(won))
    # Each stone of the column here is the end of a row of four as well.
    rows = ["XXXX.O.O.O", "X....O.O.O", "XX........", ".XX..O.O.O", "..XX.O.O..", "...X......"]
    with pytest.raises(InvalidPositionError, match="no single last stone"):
        Game(6, 10, 3, exact=True).position(rows)


@pytest.mark.long
@pytest.mark.parametrize("m, n, k", [(1, 9, 3), (3, 4, 2), (4, 4, 3), (2, 7, 3), (5, 5, 4)])
def test_games_agree_with_the_reference(m: int, n: int, k: int) -> None:
    game, rules = Game(m, n, k, exact=True), Rules(m, n, k, exact=True)
    overlines = 0
    for played in games_of(game, 60, m * n):
        match, moves, checker = Match(game), [], WinChecker(m, n, k, exact=True)
        for before, after in pairwise(played):
            move = ((before.x | before.o) ^ (after.x | after.o)).bit_length() - 1
            board = tuple(after.text.replace("/", ""))
            assert rules.winner(board) == after.winner
            assert rules.check(board) == board
            assert game.position(after.text) == after
            assert eval(repr(after)) == after
            moves.append(match.play(move))
            checker.move(*divmod(move, n), 1 if before.turn == "X" else 2)
            assert (None, "X", "O")[checker.winner] == match.winner == after.winner
            letter = {"X": "A", "O": "B", None: "Draw" if after.is_over else "Pending"}
            outcome = winner_of_moves(moves, m, n, k, exact=True)
            assert outcome == letter[after.winner]
            free = any(s & mask == mask for mask in game.line_masks for s in (after.x, after.o))
            overlines += free and after.winner is None
    assert overlines


def test_the_reference_refuses_what_it_cannot_do() -> None:
    rules = Rules(3, 4, 3, exact=True)
    for solve in (careful.solve, weak.solve):
        with pytest.raises(ValueError, match="no rule of exactly k"):
            solve(rules)


# --- the search ----------------------------------------------------------------------------------


def test_a_kernel_does_without_the_rules_that_do_not_hold() -> None:
    assert RULES["stealing"] == UNSOUND_IF_EXACT
    # That the first player does not lose is all that a search of one node can know here.
    for exact, lower in ((False, 0), (True, -1)):
        kernel = make_kernel(Game(9, 9, 5, exact=exact), 1 << 20, rules=ALL_RULES)
        assert kernel.solve(0, 0, False, False, 1, None, None)[:2] == (lower, 1)
    solution = Solver(Game(9, 9, 5, exact=True)).solve(Game(9, 9, 5, exact=True).start(), nodes=1)
    assert (solution.value, solution.lower, solution.upper) == (None, -1, 1)
