"""Exactly k in a row: a longer row wins nothing.

`test_random_games` holds the rules against the reference, `test_crosscheck` and `fuzz` the core
against full minimax, and `test_vcf_zones` plays chains of threats out.
"""

import pytest
from boards import ALL_RULES

from inarow import Game, InvalidPositionError, Solver
from inarow._core import RULES, UNSOUND_IF_EXACT, make_kernel
from inarow.reference import Rules, careful, weak

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
