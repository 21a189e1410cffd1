"""The suite of forced wins in `benchmarks/search`: what it says of each position is true."""

from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from scripts import loaded

from inarow import Solver
from inarow.solver.forced import ORDERS

suite = loaded("benchmarks/search/forced_wins.py")
QUICK = {"gomocup-51-59", "quintet-vcf-long", "danek-triangle", "gomocup-3-16", "ego-opening-9"}


def check(suite: ModuleType, names: set[str] | None, folder: Path) -> Counter[str]:
    """Verify the positions with these names, by certificates too; how many have each answer."""
    seen: Counter[str] = Counter()
    for puzzle in suite.read_suite():
        if names is not None and puzzle.name not in names:
            continue
        solver = Solver(puzzle.position.game, 16)
        order = min(puzzle.order or 2, ORDERS[-1])
        if puzzle.answer == "none 1":
            order = 1
        win = solver.forced_win(puzzle.position, order)
        suite.verify(puzzle, win, solver)
        if win is not None:
            suite.proven(win, solver, folder / puzzle.name)
        seen[puzzle.answer.split()[0]] += 1
    return seen


@pytest.mark.long
def test_some_of_the_suite(suite: ModuleType, tmp_path: Path) -> None:
    assert check(suite, QUICK, tmp_path) == {"1": 2, "2": 1, "lost": 1, "none": 1}


@pytest.mark.slow
def test_the_whole_suite(suite: ModuleType, tmp_path: Path) -> None:
    seen = check(suite, None, tmp_path)
    assert seen["1"] + seen["2"] >= 60 and seen["lost"] + seen["draw"] + seen["none"] >= 10
    assert len({puzzle.name for puzzle in suite.read_suite()}) == seen.total()
    boards = Counter(puzzle.position.game.key for puzzle in suite.read_suite())
    assert set(boards) == {"15,15,5", "20,20,5"} and min(boards.values()) >= 20


def test_what_is_wrong_is_refused(suite: ModuleType) -> None:
    """No answer passes where another is true."""
    known = {puzzle.name: puzzle for puzzle in suite.read_suite()}
    for name, wrong in (
        ("gomocup-51-59", ("2", "lost", "none 1")),
        ("danek-triangle", ("1", "lost", "none 2")),
        ("gomocup-3-16", ("1", "2")),
        ("gomocup-51-59", ("3 a3",)),
    ):
        puzzle = known[name]
        solver = Solver(puzzle.position.game, 16)
        win = solver.forced_win(puzzle.position)
        for answer in wrong:
            with pytest.raises(AssertionError):
                suite.verify(puzzle._replace(answer=answer), win, solver)
