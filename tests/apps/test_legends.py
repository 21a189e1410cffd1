"""Whatever sign a command prints, on a board or in a list, it says below what the sign means."""

import re
from collections.abc import Iterator

import pytest
from cli import Run, runs
from forced import THREES

from inarow import Game
from inarow.apps.cli.explain.show import MEANINGS, SIGNS
from inarow.apps.cli.show import Page

run = runs()

BOARD = re.compile(r"^ +a( +[a-t])*\n((?: ?\d+( +\S+)+\n)+)\n(.*)", re.M)
"""Letters of columns, rows, an empty line, and what stands below."""


def unexplained(out: str) -> Iterator[str]:
    """The signs on boards, beside stones and empty cells, of which the line below says nothing."""
    for board in BOARD.finditer(out):
        legend = {part.split()[0] for part in re.split("[:;,] ", board[4]) if part}
        for cell in {cell for row in board[2].splitlines() for cell in row.split()[1:]}:
            sign, number = re.fullmatch(r"(\D*)(\d*)", cell).groups()  # type: ignore[union-attr]
            if sign.isalpha() and sign not in "XO":
                sign = "letters"
            for wanted in (sign, "numbers" if number else ""):
                if wanted not in {"", "X", "O", ".", *legend}:
                    yield wanted


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "given", "signs"),
    [
        ("analyse 3 3 3 -p XO./.../...", "", "+="),
        ("analyse 3 3 3 -p XO./.../... --distance", "", "+5="),
        ("analyse 3 3 3 -p X../.../... --distance", "", "=-6"),
        ("analyse 9 9 5 --nodes 200", "", "?"),
        (f"forced 7 7 4 --loose --turn X -p {THREES}", "", "1"),
        ("explain --game 6 6 5 --depth 0", "", "*-"),
        ("explain --game 6 6 5 --moves c3", "", "ABCD"),
        ("explain --game 4 4 3 --distance", "", "*1"),
        ("explain --game 4 4 3 --distance --moves a2", "", "13"),
        ("play 3 3 3 --seed 1", "b2\nvalues\n", "+"),
    ],
)
def test_signs_on_boards(run: Run, words: str, given: str, signs: str) -> None:
    ran = run(*words.split(), given=given)
    assert ran.status == 0
    boards = "".join(board[2] for board in BOARD.finditer(ran.out))
    cells = "".join(re.findall(r"(?<= )\S+", boards))
    assert {*signs} <= {*cells}, "the sign does not occur: the case tests nothing"
    assert [*unexplained(ran.out)] == []


def test_a_sign_without_words_is_found() -> None:
    board = "  a b c\n1 X . *\n2 . 3 .\n\n{}\n"
    assert [*unexplained(board.format("* has an answer; numbers a chain"))] == []
    assert [*unexplained(board.format("* has an answer"))] == ["numbers"]
    assert sorted(unexplained(board.format("value  a draw"))) == ["*", "numbers"]


def test_no_sign_goes_without_words() -> None:
    assert {*SIGNS.values(), "-"} == {*MEANINGS}
    with pytest.raises(AssertionError, match="meaning"):
        Page().board(Game(3, 3, 3).start(), {4: ("*", "dim")})


@pytest.mark.parametrize(
    ("words", "given", "legend"),
    [
        ("grade", "3,3,3 a1 b1", "before and after: the value to the side that moves"),
        ("grade", "3,3,3 a1 b1", ">= at least, <= at most, ? is not proven"),
        ("analyse 9 9 5 --nodes 2000", "", "points, no proof: open lines, four times as much"),
    ],
)
def test_signs_in_lists(run: Run, words: str, given: str, legend: str) -> None:
    ran = run(*words.split(), given=given)
    assert ran.status == 0 and legend in ran.out
