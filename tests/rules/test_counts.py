"""Counts of positions and games: the same as by brute force, and as those printed elsewhere."""

import re
from itertools import combinations, product
from math import comb, factorial

import numpy as np
import pytest
from cli import Run, runs
from interrupts import SOON, Enough, seconds_after_ctrl_c
from oracles import dense

import inarow
from inarow import Counts, Game, count, reference
from inarow._core.counts import tally_plies
from inarow.boards import lines, torus
from inarow.model.errors import InvalidGameError, InvalidOptionError

# Published counts: positions, classes, (finished, X wins, O wins, draws), complete games.
PUBLISHED: dict[tuple[int, int, int], tuple[int, int, tuple[int, ...], int | None]] = {
    (2, 2, 2): (29, 6, (12,), 24),
    (3, 3, 3): (5_478, 765, (958, 626, 316, 16), 255_168),
    (3, 4, 3): (111_973, 28_275, (32_410, 20_312, 12_070, 28), 151_188_768),
    (3, 5, 3): (2_286_668, 573_900, (879_598,), 138_594_609_792),
    (3, 6, 3): (46_487_328, 11_632_111, (21_229_983,), None),
    (3, 4, 4): (142_231, 35_957, (2_892,), None),
    (3, 5, 4): (3_414_564, 857_514, (119_136,), 1_130_894_957_664),
    (4, 4, 3): (6_036_001, 756_387, (2_572_460, 1_522_416, 1_050_026, 18), 1_281_016_086_768),
    (4, 4, 4): (9_722_011, 1_217_977, (659_392, 401_096, 252_940, 5_356), 15_038_733_958_272),
}

BY_PLY = {
    (3, 3, 3): "1,9,72,252,756,1260,1520,1140,390,78",
    (4, 4, 4): "1,16,240,1680,10920,43680,160160,400400,895950,1433520,1962576,1962576,1543080,"
    "881760,333792,83440,8220",
    (4, 4, 3): "1,16,240,1680,10920,43680,153296,383240,751410,1202256,1265880,1225156,624504,"
    "304880,59112,9428,302",
}
CLASSES_BY_PLY = {
    (3, 3, 3): "1,3,12,38,108,174,204,153,57,15",  # OEIS A008907
    (4, 4, 4): "1,3,33,219,1413,5514,20122,50215,112379,179510,245690,245690,193318,110452,41870,"
    "10489,1059",
}


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def check_sums(found: Counts) -> None:
    assert found.positions == sum(found.by_ply)
    assert found.terminal == sum(found.terminal_by_ply)
    assert found.terminal == found.x_wins + found.o_wins + found.draws
    assert found.classes == sum(found.classes_by_ply)
    assert found.games == sum(found.games_by_ply)
    assert found.by_ply[-1] == found.terminal_by_ply[-1] > 0


@pytest.mark.parametrize("board", PUBLISHED)
def test_published_counts(board: tuple[int, int, int]) -> None:
    positions, classes, results, games = PUBLISHED[board]
    found = count(Game(*board))
    assert (found.positions, found.classes) == (positions, classes)
    split = (found.terminal, found.x_wins, found.o_wins, found.draws)
    assert split[: len(results)] == results
    assert games is None or found.games == games
    assert board not in BY_PLY or found.by_ply == numbers(BY_PLY[board])
    if board in CLASSES_BY_PLY:
        assert found.classes_by_ply == numbers(CLASSES_BY_PLY[board])
    check_sums(found)


UP_TO_NINE = [
    (m, n, k) for m, n, k in product(range(1, 10), range(1, 10), range(1, 6)) if m * n < 10
]


@pytest.mark.long
def test_counts_are_those_of_the_reference() -> None:
    for board in UP_TO_NINE:
        found, truth = count(Game(*board)), reference.count(reference.Rules(*board))
        for name in ("by_ply", "classes_by_ply", "x_wins", "o_wins", "draws", "games"):
            assert getattr(found, name) == getattr(truth, name), (board, name)
        check_sums(found)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "m, n, k", [(1, 4, 1), (3, 2, 2), (2, 4, 3), (3, 3, 3), (3, 3, 2), (2, 3, 4)]
)
def test_counts_of_other_rules_are_those_of_the_reference(
    m: int, n: int, k: int, misere: bool
) -> None:
    for gravity, exact in product((False, True), repeat=2):
        rules = {"exact": exact, "misere": misere, "gravity": gravity}
        found = count(Game(m, n, k, **rules))
        truth = reference.count(reference.Rules(m, n, k, **rules))
        for name in ("by_ply", "classes_by_ply", "x_wins", "o_wins", "draws", "games"):
            assert getattr(found, name) == getattr(truth, name), (rules, name)
        check_sums(found)


@pytest.mark.long
def test_counts_of_connect_four() -> None:
    """On 4x4: J. Tromp, "John's Connect Four Playground"."""
    assert count(Game(4, 4, 4, gravity=True)).positions == 161_029


def test_counts_of_many_lines() -> None:
    """More than any grid of so many cells has."""
    sets = [*combinations(range(12), 3)]
    found = count(Game.on(lines(12, sets)))
    truth = reference.count(reference.Rules.of(1, 12, sets))
    assert (found.by_ply, found.x_wins, found.games) == (truth.by_ply, truth.x_wins, truth.games)


@pytest.mark.parametrize("turns", [[(1, 2, 0)], [(2, 0, 1)], [(1, 2, 0), (2, 0, 1)]])
def test_classes_under_symmetries_that_are_given(turns: list[tuple[int, int, int]]) -> None:
    """A turn comes with what it is when it is done twice, given or not."""
    game = Game.on(lines(3, [(0, 1), (1, 2), (0, 2)], symmetries=turns))
    assert count(game).classes_by_ply == (1, 1, 2, 1)


def test_symmetries_that_make_too_many() -> None:
    every_order = [(1, 0, *range(2, 8)), (*range(1, 8), 0)]
    game = Game.on(lines(8, combinations(range(8), 2), symmetries=every_order))
    with pytest.raises(InvalidGameError, match="make more than 4096"):
        count(game)


@pytest.mark.parametrize("board", [(3, 4, 3), (4, 3, 4), (2, 6, 2)])
def test_counts_are_those_of_the_oracle(board: tuple[int, int, int]) -> None:
    """Of 4,4,3 another number is in print: `test_batch` has as many boards of it, by the rules."""
    found, table = count(Game(*board)), dense(*board)
    codes = table.reachable()
    over = codes[table.lost[codes] | (table.plies[codes] == table.game.cells)]
    assert [*found.by_ply] == np.bincount(table.plies[codes]).tolist()
    assert [*found.terminal_by_ply] == np.bincount(table.plies[over]).tolist()


@pytest.mark.long
def test_without_lines_counts_are_products() -> None:
    """Positions and games where nobody can win are known in closed form."""
    for m, n in [(3, 3), (4, 5), (2, 11), (1, 20)]:
        found, cells = count(Game(m, n, 21)), m * n
        assert list(found.by_ply) == [
            comb(cells, ply) * comb(ply, ply // 2) for ply in range(cells + 1)
        ]
        assert found.games == factorial(cells)
        assert (found.x_wins, found.o_wins, found.draws) == (0, 0, comb(cells, cells // 2))


# What is refused, and what interrupts.


@pytest.mark.parametrize("board", [(6, 6, 4), (5, 7, 4), (20, 20, 5), (2, 18, 3), (19, 2, 21)])
def test_large_boards_are_refused(board: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidGameError, match="up to 34 cells"):
        count(Game(*board))


def test_the_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidOptionError, match=r"160 MiB of memory, more than memory_mb=159"):
        count(Game(5, 5, 4), memory_mb=159)
    with monkeypatch.context() as patch:
        patch.setattr(inarow.solver.counts, "physical_memory", lambda: 100 << 20)
        with pytest.raises(InvalidOptionError, match=r"more than this machine has \(100 MiB\)"):
            count(Game(5, 5, 4))
    assert count(Game(3, 3, 3), memory_mb=1).positions == 5_478
    with pytest.raises(InvalidOptionError, match=r"2 MiB of memory, more than memory_mb=1 allows"):
        count(Game(4, 4, 3, gravity=True), memory_mb=1)
    with pytest.raises(InvalidOptionError, match="memory_mb must be 1"):
        count(Game(3, 3, 3), memory_mb=0)
    for wrong in ("1", 1.5, True):
        with pytest.raises(TypeError):
            count(Game(3, 3, 3), memory_mb=wrong)  # type: ignore[arg-type]


def test_what_is_no_count_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a Game"):
        count((3, 3, 3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="callable"):
        count(Game(3, 3, 3), progress=1)  # type: ignore[arg-type]
    for orbits, masks, cells in (([1 << i for i in range(35)], [], 35), ([1], [1] * 2000, 1)):
        with pytest.raises(ValueError, match="at most"):
            tally_plies(orbits, masks, cells, None)


def test_progress_rises_and_what_it_raises_comes_out() -> None:
    shares: list[float] = []
    count(Game(4, 4, 4), progress=shares.append)
    assert shares == [ninth / 9 for ninth in range(9)]

    def stop(share: float) -> None:
        if share > 0.5:
            raise Enough

    with pytest.raises(Enough):
        count(Game(4, 4, 4), progress=stop)


@pytest.mark.long
def test_ctrl_c_ends_a_count_soon() -> None:
    for delay in (0.05, 0.4):
        assert seconds_after_ctrl_c(delay, lambda: count(Game(5, 5, 5))) < SOON


# The command.

run = runs("count")


def test_the_command_for_people(run: Run) -> None:
    status, out, err = run(3, 3, 3)
    assert (status, err) == (0, "")
    assert re.search(r"^positions +5,478$", out, re.M)
    assert re.search(r"^finished +958: X wins 626, O wins 316, draws 16$", out, re.M)
    assert "765" not in out and "255,168" not in out and "stones" not in out
    _, out, _ = run(3, 3, 3, "--symmetry", "--games", "--by-ply")
    assert re.search(r"^classes +765 up to symmetry$", out, re.M)
    assert re.search(r"^games +255,168$", out, re.M)
    rows = [line.split() for line in out.splitlines() if re.match(r" *[0-9]+ +[0-9]", line)]
    columns = [tuple(int(text.replace(",", "")) for text in row) for row in zip(*rows, strict=True)]
    truth = count(Game(3, 3, 3))
    assert re.search(r"^ *stones +positions +finished +classes +games$", out, re.M)
    assert columns == [
        *(tuple(range(10)), truth.by_ply, truth.terminal_by_ply),
        *(truth.classes_by_ply, truth.games_by_ply),
    ]


def test_the_command_for_other_rules(run: Run) -> None:
    assert "5,478" in run(3, 3, 3, "--misere").out
    out = run("--board", "torus:3,3", "--k", 3, "--gravity", "--misere").out
    assert str(count(Game.on(torus(3, 3, 3), misere=True, gravity=True)).positions) in out


def test_the_command_speaks_of_the_other_number_in_print(run: Run) -> None:
    out = run(4, 4, 3).out
    assert "6,036,001" in out and "6,035,992" in out
    assert "6,035,992" not in run(4, 4, 4).out
