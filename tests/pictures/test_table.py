"""Tables of values: the solver's answers and nobody else's, the same in every form."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cli import Run, runs
from drawn import of_class, stands_by_itself
from oracles import LOST, dense

import inarow
from inarow.apps.cli.options import read_numbers
from inarow.apps.cli.show import Page
from inarow.apps.cli.table import FIELDS, LETTERS, _print_grid
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.results import Progress
from inarow.reference import METHODS, WEAK_METHODS, Rules
from inarow.study.table import TECHNIQUES, Row, results
from inarow.svg.table import table_svg

tabulate = runs("table")


# Values.


@pytest.mark.long
def test_values_are_those_of_the_reference() -> None:
    found = {(row.m, row.n, row.k): row.value for row in results(5, [3, 4], both_ways=True)}
    assert len(found) == 2 * 25
    boards = [board for board in found if board[0] * board[1] <= 20]
    expected = {board: METHODS["careful"](Rules(*board)).value for board in boards}
    assert {board: found[board] for board in boards} == expected


@pytest.mark.parametrize("game", [(3, 3, 2), (2, 3, 2), (3, 4, 3), (4, 3, 3), (1, 1, 1)])
def test_distances_are_those_of_all_boards_together(game: tuple[int, int, int]) -> None:
    m, n, k = game
    rows = results(max(m, n), [k], smallest=min(m, n), both_ways=True)
    (row,) = [row for row in rows if (row.m, row.n) == (m, n)]
    assert row.distance is not None and int(dense(*game).score[0]) == LOST - row.distance
    (bare,) = [row for row in results(1, [1], distance=False)]
    assert (bare.value, bare.distance, bare.label) == (1, None, "X")


def test_the_weak_game_is_that_of_the_definition() -> None:
    for k in (1, 2, 3, 4):
        for row in results(4, [k], game_kind="weak"):
            if row.m * row.n <= 9:
                truth = WEAK_METHODS["weak"](Rules(row.m, row.n, k))
                assert (row.value, row.distance) == (truth.value, truth.distance), row
    # Where the two games differ: 3x3 is drawn, but without threats of his own O is lost.
    (weak,), (strong,) = (results(3, [3], smallest=3, game_kind=kind) for kind in KINDS)
    assert (weak.value, weak.words) == (1, f"X completes a line in {weak.distance} plies")
    assert (strong.value, strong.words, strong.technique) == (0, "draw", "search")


KINDS: tuple[Any, ...] = ("weak", "strong")


@pytest.mark.long
def test_what_closed_a_board_is_named_truly() -> None:
    rows = list(results(6, range(1, 8)))
    assert {row.technique for row in rows} == set(TECHNIQUES) == set(LETTERS)
    for row in rows:
        game = Game(row.m, row.n, row.k)
        solver = inarow.Solver(game)
        weak = solver.solve(game.start(), game_kind="weak")
        if row.technique == "too long":
            assert not game.lines or row.k > (game.cells + 1) // 2
            assert (row.value, row.nodes) == (0, 0)
        else:
            assert game.lines and row.nodes > 0
        if row.technique in ("pairing", "weak game"):
            assert (row.value, weak.value) == (0, 0)
            assert (row.nodes == 1) == (row.technique == "pairing")
        assert row.value == solver.solve(game.start()).value
        assert row.label == ("draw" if row.value == 0 else f"X {row.distance}")
    for row in results(6, [4], game_kind="weak"):
        assert row.technique != "weak game"  # it is the question there


def test_boards_come_in_order_and_as_they_are_done() -> None:
    first = next(results(19, [5], smallest=4))  # the last of them would take for ever
    assert (first.m, first.n, first.technique) == (4, 4, "too long")
    games = [(row.m, row.n, row.k) for row in results(3, [2, 1], smallest=2)]
    assert games == [(2, 2, 2), (2, 3, 2), (3, 3, 2), (2, 2, 1), (2, 3, 1), (3, 3, 1)]
    both = [(row.m, row.n) for row in results(3, [2], smallest=2, both_ways=True)]
    assert both == [(2, 2), (2, 3), (3, 2), (3, 3)]


# Limits.


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_leaves_bounds_and_no_guess(kind: Any) -> None:
    (row,) = results(9, [5], smallest=9, game_kind=kind, nodes=30_000)
    assert (row.value, row.lower, row.upper, row.distance) == (None, 0, 1, None)
    assert (row.proven, row.technique, row.label, row.nodes) == (False, None, "?", 30_000)
    assert row.words.startswith("not proven: ")
    (row,) = results(9, [5], smallest=9, game_kind=kind, seconds=1e-6)
    assert row.label == "?"


def test_progress_counts_all_the_work_on_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = inarow.Solver.solve

    def report(solver: inarow.Solver, position: inarow.Position, **named: Any) -> inarow.Solution:
        named["progress"](Progress(0, 0.0))
        solution = solve(solver, position, **named)
        named["progress"](Progress(solution.nodes, solution.seconds))
        return solution

    monkeypatch.setattr(inarow.Solver, "solve", report)
    seen: list[tuple[Game, Progress]] = []
    (row,) = results(
        5, [4], smallest=5, progress=lambda game, progress: seen.append((game, progress))
    )
    assert {game for game, _ in seen} == {Game(5, 5, 4)}
    nodes = [progress.nodes for _, progress in seen]
    assert nodes == sorted(nodes) and nodes[-1] == row.nodes > nodes[1] > nodes[0] == 0
    times = [progress.seconds for _, progress in seen]
    assert times == sorted(times) and times[-1] <= row.seconds


def test_a_win_may_lack_its_distance() -> None:
    (whole,) = results(6, [4], smallest=6)
    assert (whole.value, whole.distance) == (1, 11)
    labels = set()
    for nodes in range(20, whole.nodes + 200, 30):
        (row,) = results(6, [4], smallest=6, nodes=nodes)
        assert row.nodes <= nodes
        assert row.value in (None, 1) and row.distance in (None, 11)
        labels.add(row.label)
    assert labels == {"?", "X", "X 11"}


@pytest.mark.parametrize(
    ("arguments", "named", "word"),
    [
        ((0, [3]), {}, "largest must be 1 to 20, not 0"),
        ((21, [3]), {}, "largest"),
        ((4, [3]), {"smallest": 5}, r"smallest \(5\) is more than largest \(4\)"),
        ((4, [0]), {}, "k must be"),
        ((4, [21]), {}, "k must be"),
        ((4, [3]), {"seconds": 0}, "seconds"),
        ((4, [3]), {"nodes": 0}, "nodes"),
        ((4, [3]), {"table_mb": 0}, "table_mb"),
        ((4, [3]), {"game_kind": "odd"}, "game_kind"),
    ],
)
def test_bad_arguments_are_refused_at_once(
    arguments: tuple[Any, ...], named: dict[str, Any], word: str
) -> None:
    with pytest.raises(InvalidOptionError, match=word):
        results(*arguments, **named)
    with pytest.raises(TypeError):
        results("4", [3])  # type: ignore[arg-type]


# The command, and the forms of its answer.


def test_ranges() -> None:
    parse_numbers = partial(read_numbers, "--k", most=20, example="3-6")
    assert parse_numbers("5") == [5]
    assert parse_numbers("3-8") == [3, 4, 5, 6, 7, 8]
    assert parse_numbers("3,5") == [3, 5]
    assert parse_numbers(" 7, 3-5,4 ,20") == [3, 4, 5, 7, 20]
    small = ["", "3-", "-3", "3,,4", "5-3", "0", "0-3", "21", "3-999", "x", "3.5", "٣"]
    for bad in (*small, "9" * 99):
        with pytest.raises(InvalidOptionError, match="--k"):
            parse_numbers(bad)


def tables_of_text(out: str) -> dict[tuple[int, int, int], str]:
    """The cells of the printed grids, by (m, n, k)."""
    cells: dict[tuple[int, int, int], str] = {}
    k, starts = 0, {}
    for line in out.splitlines():
        if title := re.match(r"(\d+) in a row", line):
            k = int(title[1])
        elif line.startswith("m \\ n"):
            starts = {int(match[0]): match.start() for match in re.finditer(r"\d+", line)}
        elif starts and (row := re.match(r" +(\d+)  ", line)):
            ends = [*list(starts.values())[1:], None]
            for (n, start), end in zip(starts.items(), ends, strict=True):
                if text := line[start:end].strip():
                    cells[int(row[1]), n, k] = text
        else:
            starts = {}
    return cells


def cells_of_picture(picture: str) -> list[tuple[str, ...]]:
    """The kind, value and small print of each cell, in the order of the rows."""
    return [
        (cell.get("class", "").split()[1], *(e.text or "" for e in cell if "text" in e.tag))
        for cell in of_class(picture, "cell")
    ]


ARGUMENTS = [
    ("--max", 6, "--k", "3-6"),
    ("--max", 5, "--min", 2, "--k", "3,4", "--all", "--weak"),
    ("--max", 7, "--min", 6, "--k", "4-5", "--nodes", 1500, "--no-distance"),
    ("--max", 12, "--min", 11, "--k", 20),
]


@pytest.mark.long
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_all_forms_agree(tabulate: Run, tmp_path: Path, arguments: tuple[Any, ...]) -> None:
    table, picture = tmp_path / "t.csv", tmp_path / "t.svg"
    status, out, err = tabulate(*arguments, "--csv", table, "--svg", picture)
    assert (status, err, sorted(tmp_path.iterdir())) == (0, "", [table, picture])
    record = tabulate(*arguments, "--json").record
    assert record["complete"] is True
    rows = record["rows"]
    assert {tuple(row) for row in rows} == {FIELDS}

    with table.open(newline="", encoding="utf-8") as stream:
        reader = csv.DictReader(stream)
        assert tuple(reader.fieldnames or ()) == FIELDS
        lines = list(reader)
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        for field in FIELDS[:-1]:  # not the seconds
            expected = "" if row[field] is None else str(row[field])
            assert line[field] == (expected.lower() if field == "proven" else expected)

    labels = {(row["m"], row["n"], row["k"]): Row(**without(row, "proven")) for row in rows}
    shown = tables_of_text(out)
    assert set(shown) == set(labels)
    for game, row in labels.items():
        letter = "" if row.technique is None else LETTERS[row.technique]
        assert shown[game].split() == [*row.label.split(), *letter]
    assert out.isascii()
    drawn = cells_of_picture(picture.read_text(encoding="utf-8"))
    for (kind, value, technique), row in zip(drawn, labels.values(), strict=True):
        assert value == row.label and technique == (row.technique or "open")
        expected = "open" if not row.proven else "x" if row.value else "held"
        assert kind == ("plain" if row.technique == "too long" else expected)
    assert {f"{letter}     " in out for letter in "?"} == {not all(r["proven"] for r in rows)}


def without(record: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: content for key, content in record.items() if key != name}


def test_every_board_tells_its_effort_where_asked(tabulate: Run) -> None:
    _, out, _ = tabulate("--max", 4, "--k", 3, "--list")
    told = re.findall(r"^  (\dx\d)  (.+?)  +(\S.*?)  +([\d,]+) nodes +[\d.]+ s$", out, re.M)
    rows = list(results(4, [3]))
    assert [(name, words, technique) for name, words, technique, _ in told] == [
        (f"{row.m}x{row.n}", row.words, row.technique) for row in rows
    ]
    _, out, _ = tabulate("--max", 4, "--k", 3)
    assert re.findall(r" nodes +[\d.]+ s$", out, re.M) == []


def test_a_narrow_terminal_gets_the_grid_in_parts(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(results(9, [3]))
    _print_grid(Page(), rows)
    whole = tables_of_text("3 in a row\n" + capsys.readouterr().out)
    _print_grid(Page(force_terminal=True, width=40), rows)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 40
    assert tables_of_text("3 in a row\n" + out) == whole and len(whole) == 45


def test_the_picture_stands_by_itself() -> None:
    stands_by_itself(table_svg(list(results(20, [3], smallest=19)) + list(results(3, [9]))))
    assert cells_of_picture(table_svg([])) == []


# Interrupts.


@pytest.fixture
def interrupting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Ctrl-C come while 4x4 is being solved."""
    solve = inarow.Solver.solve

    def stop(solver: inarow.Solver, position: inarow.Position, **named: Any) -> inarow.Solution:
        if (position.game.m, position.game.n) == (4, 4):
            raise KeyboardInterrupt
        return solve(solver, position, **named)

    monkeypatch.setattr(inarow.Solver, "solve", stop)
    yield


@pytest.mark.long
@pytest.mark.usefixtures("interrupting")
def test_an_interrupt_prints_what_is_done(tabulate: Run, tmp_path: Path) -> None:
    arguments = ("--max", 5, "--min", 3, "--k", 3)
    files = ("--csv", tmp_path / "t.csv", "--svg", tmp_path / "t.svg")
    status, out, err = tabulate(*arguments, *files)
    assert (status, list(tmp_path.iterdir())) == (130, [])
    assert err == "inarow: interrupted; 3 of 6 boards are done\n"
    assert tables_of_text(out) == {(3, 3, 3): "draw s", (3, 4, 3): "X 7  s", (3, 5, 3): "X 7  s"}
    ran = tabulate(*arguments, "--json")
    assert (ran.status, ran.printed["complete"], len(ran.printed["rows"])) == (130, False, 3)
    said = "inarow: interrupted; 0 of 4 boards are done\n"
    assert tabulate("--max", 4, "--min", 4) == (130, "", said)
