"""Benchmarks: the signature is the same everywhere, and no wrong answer is ever timed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import inarow._core
from inarow import (
    BatchSolution,
    Game,
    Playouts,
    Position,
    Solution,
    Solver,
)
from inarow._core import WIDTHS
from inarow.apps.cli import main
from inarow.strategies import MonteCarlo
from inarow.study import bench
from inarow.study.bench import ablation, boards, measure, nodes, questions, rivals
from inarow.study.bench.ablation import ALL_RULES, ablate, ablate_board

# What `inarow bench --signature` prints. A change here means that the search walks another tree:
# the commit that makes it must say which change did it and why that is wanted.
SIGNATURE = bench.Signature(nodes=356_562, digest="61122a60")


@pytest.mark.long
@pytest.mark.parametrize("width", [None, *WIDTHS])
def test_signature_is_the_recorded_one_on_every_width(width: int | None) -> None:
    assert bench.signature(width) == SIGNATURE


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "benchmarks/results/bench.md"])
def test_pages_have_the_recorded_signature(page: str) -> None:
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    assert f"{SIGNATURE.nodes} nodes, digest {SIGNATURE.digest}" in text


def test_signature_refuses_other_widths() -> None:
    widths = ", ".join(map(str, WIDTHS))
    with pytest.raises(ValueError, match=f"width must be one of {widths}, not 100"):
        bench.signature(100)


@pytest.mark.processes
def test_quick_run_returns_rows() -> None:
    titles: list[str] = []
    rows = bench.run(quick=True, progress=titles.append)
    assert len(titles) == len(set(titles)) == len(bench.WORKLOADS)
    assert len({row.name for row in rows}) == len(rows) > 20
    assert all(row.value > 0 and row.unit and row.detail for row in rows)


@pytest.mark.parametrize("compared", bench.COMPARISONS)
def test_comparisons_are_left_out_where_not_installed(
    compared: bench.Workload, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rivals, "find_spec", lambda name: None)
    assert compared(True) == []


def test_machine_is_one_line_that_names_the_version() -> None:
    line = bench.machine()
    assert "inarow 0." in line and "cores" in line and "\n" not in line


def test_units_of_times() -> None:
    figures = [measure.time_row("", seconds).figure for seconds in (12.0, 0.5, 2e-6)]
    assert figures == ["12 s", "500 ms", "2 us"]


# A wrong answer is an error, not a figure.


def wrong_value(found: Solution) -> Solution:
    value = 1 if found.value != 1 else 0
    return found._replace(value=value, lower=value, upper=value)


def wrong_batch(found: BatchSolution) -> BatchSolution:
    values = found.values.copy()
    values[7] = (values[7] + 2) % 3 - 1
    return replace(found, values=values)


def other_moves(found: BatchSolution, missing: bool = False) -> BatchSolution:
    """On each won board no move at all, or the move of another won board."""
    moves = found.moves.copy()
    won = np.flatnonzero((moves >= 0) & (found.values == 1))
    moves[won] = -1 if missing else np.roll(moves[won], 1)
    return replace(found, moves=moves)


SOLVE, BATCH = (Solver, "solve"), (Solver, "solve_batch")
LIES: list[tuple[bench.Workload, tuple[Any, str], Callable[[Any], Any], str | None]] = [
    (bench.best_move_latency, SOLVE, wrong_value, None),
    (bench.root_values, SOLVE, wrong_value, None),
    (bench.root_distances, SOLVE, wrong_value, None),
    (bench.root_distances, SOLVE, lambda found: found._replace(distance=7), "distance 7, not 5"),
    (rivals.careful_roots, SOLVE, wrong_value, None),
    *[(workload, SOLVE, wrong_value, "value 1, not 0") for workload in bench.COMPARISONS],
    (bench.repeated_batch, BATCH, wrong_batch, None),
    (bench.cold_batch, BATCH, wrong_batch, None),
    (bench.repeated_batch, BATCH, other_moves, None),
    (bench.repeated_batch, BATCH, partial(other_moves, missing=True), None),
    (bench.random_games, (Solver, "playouts"), lambda f: Playouts(f[1], f[0], *f[2:]), "chances"),
    (bench.tree_search, (MonteCarlo, "choose"), lambda f: f._replace(value=-1), "value -1, not 0"),
]


@pytest.mark.long
@pytest.mark.parametrize(("workload", "told", "change", "words"), LIES)
def test_what_is_told_wrongly_is_noticed(
    workload: bench.Workload,
    told: tuple[Any, str],
    change: Callable[[Any], Any],
    words: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if workload in bench.COMPARISONS and not workload(True):
        pytest.skip("the other package is not installed")
    honest = getattr(*told)
    monkeypatch.setattr(*told, lambda *given, **named: change(honest(*given, **named)))
    with pytest.raises(AssertionError, match=words):
        workload(True)


def test_bad_move_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "best_move", lambda position: position.legal_moves[0])
    with pytest.raises(AssertionError, match="the move leads to"):
        bench.best_move_latency(True)


class WrongKernel:
    """A kernel that is wrong about values, or only about nodes."""

    def __init__(self, kernel: Any, about_values: bool) -> None:
        self._kernel = kernel
        self._about_values = about_values
        self.clear = kernel.clear

    def solve(self, *given: Any) -> tuple[Any, ...]:
        lower, upper, *rest, nodes = self._kernel.solve(*given)
        if self._about_values:
            return (1 - lower, 1 - upper, *rest, nodes)
        return (lower, upper, *rest, nodes + 1)


def use_wrong_kernels(monkeypatch: pytest.MonkeyPatch, place: object, about_values: bool) -> None:
    make = inarow._core.make_kernel
    monkeypatch.setattr(
        place,
        "make_kernel",
        lambda *given, **named: WrongKernel(make(*given, **named), about_values),
    )


@pytest.mark.parametrize("workload", [rivals.same_tree, rivals.same_ideas])
def test_wrong_value_of_a_kernel_is_noticed(
    workload: bench.Workload, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_wrong_kernels(monkeypatch, rivals, about_values=True)
    with pytest.raises(AssertionError, match="value"):
        workload(True)


def test_another_tree_is_not_passed_off_as_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    use_wrong_kernels(monkeypatch, rivals, about_values=False)
    with pytest.raises(AssertionError, match="nodes against"):
        rivals.same_tree(True)


@pytest.mark.long
def test_signature_checks_values_and_counts_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = bench.signature()
    use_wrong_kernels(monkeypatch, nodes, about_values=True)
    with pytest.raises(AssertionError, match="value"):
        bench.signature()
    use_wrong_kernels(monkeypatch, nodes, about_values=False)
    found = bench.signature()
    assert found.nodes > honest.nodes and found.digest != honest.digest


# What is measured with.


def test_small_positions_are_all_of_them() -> None:
    known = boards.small_positions()
    assert len({position for position, _, _ in known}) == 4520
    assert not any(position.is_over for position, _, _ in known)


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 3), (2, 3, 2), (3, 3, 4)])
def test_random_boards_are_reachable(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    for finished in (False, True):
        boards = bench.random_boards(game, 300, seed=1, finished=finished)
        positions: list[Position] = [game.position(board) for board in boards]  # strict: no error
        assert any(position.is_over for position in positions) is finished
        assert len({position.ply for position in positions}) > 2
        again = bench.random_boards(game, 300, seed=1, finished=finished)
        assert np.array_equal(boards, again)


def test_middle_positions_have_the_stones_asked_for() -> None:
    found = list(boards.middle_positions(Game(4, 4, 3), 3, 8, 50, seed=1))
    assert {position.ply for position in found} == set(range(3, 9))
    assert not any(position.is_over for position in found)
    assert found == list(boards.middle_positions(Game(4, 4, 3), 3, 8, 50, seed=1))


# The command.

ROW = bench.Figure("root", 12.5, "us", "draw")


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """`inarow bench` on one row that is already there; the status, and what it wrote."""
    monkeypatch.setattr(bench, "run", lambda *given, **named: [ROW])
    monkeypatch.setattr(bench, "machine", lambda: "a machine")
    monkeypatch.setattr(bench, "signature", lambda: bench.Signature(1234, "0000abcd"))

    def invoke(*arguments: str) -> tuple[int, str, str]:
        status = main(["bench", *arguments])
        return status, *capsys.readouterr()

    return invoke


def test_what_the_command_prints(command: Callable[..., Any]) -> None:
    """Aligned text in a pipe, Markdown, one JSON object, or only the signature."""
    last = "signature: 1234 nodes, digest 0000abcd\n"
    text = "measured   figure  detail\nroot      12.5 us  draw\na machine\n"
    assert command() == (0, text + last, "")
    table = "| measured | figure | detail |\n| --- | ---: | --- |\n| root | 12.5 us | draw |\n"
    assert command("--markdown") == (0, f"{table}\na machine  \n{last}", "")
    assert command("--signature") == (0, last, "")
    signature = {"nodes": 1234, "digest": "0000abcd"}
    row = {"name": "root", "value": 12.5, "unit": "us", "detail": "draw"}
    status, out, _ = command("--json")
    assert (status, out.count("\n")) == (0, 1)
    assert json.loads(out) == {"machine": "a machine", "rows": [row], "signature": signature}
    assert json.loads(command("--signature", "--json")[1]) == {"signature": signature}


@pytest.mark.parametrize(
    "options",
    [
        ("--json", "--markdown"),
        ("--signature", "--quick"),
        ("--weak", "--quick"),
        ("5", "5", "4"),
        ("--ablate", "--weak"),
        ("--ablate", "--compare"),
        ("--ablate", "5", "5", "4", "--set", "weak"),
    ],
)
def test_command_refuses_options_that_exclude_each_other(
    command: Callable[..., Any], options: tuple[str, ...]
) -> None:
    status, out, err = command(*options)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_ablation_solves_with_and_without_each_rule(command: Callable[..., Any]) -> None:
    status, out, _ = command("--ablate", "3", "3", "3", "--json")
    rows = {row["rules"]: row for row in json.loads(out)["rows"]}
    assert status == 0
    assert set(rows) == {"all", "none", *(f"without {name}" for name in inarow._core.RULES)}
    assert all(row["proven"] for row in rows.values())
    assert rows["none"]["nodes"] > 10 * rows["all"]["nodes"]


@pytest.mark.long
def test_ablation_of_the_weak_game_leaves_out_rules_that_are_none_of_its(
    command: Callable[..., Any],
) -> None:
    status, out, _ = command("--ablate", "3", "4", "4", "--weak", "--json")
    record = json.loads(out)
    rows = {row["rules"]: row for row in record["rows"]}
    assert (status, record["game_kind"]) == (0, "weak")
    assert {"without pairing", "without zones", "without domination"} < set(rows)
    assert not {"without zone", "without potential", "without weak"} & set(rows)
    assert all(row["proven"] for row in rows.values())
    assert rows["without pairing"]["nodes"] > rows["all"]["nodes"]


@pytest.mark.parametrize(
    "question",
    [
        questions.weak(Game(4, 5, 4).start()),
        questions.weak(Game(7, 6, 5).start()),
        questions.contested(
            Game(7, 6, 5).position("....../....../..XO../..OX../..X.../....../......"), "O"
        ),
    ],
)
def test_ablation_heeds_every_rule_that_changes_the_search(
    question: questions.RuleQuestion,
) -> None:
    nodes = {}
    for name, bit in {"all": 0, **inarow._core.RULES}.items():
        kernel = inarow._core.make_kernel(question.game, 1 << 24, rules=ALL_RULES - bit)
        nodes[name] = question.ask(kernel, 20_000)[1]
    changed = {name for name, count in nodes.items() if count != nodes["all"]}
    assert changed and changed <= inarow._core.HEEDED[question.kind]


@pytest.fixture
def two_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of few questions; one is too long for its limit."""
    small, long = Game(3, 3, 3).start(), Game(4, 4, 4).start()
    monkeypatch.setattr(
        ablation,
        "SETS",
        {
            "strong": (lambda: [questions.ordinary(p) for p in (long, small.play(0), small)], 50),
            "weak": (lambda: [questions.weak(small)], 1000),
        },
    )


@pytest.mark.usefixtures("two_sets")
def test_ablation_of_all_sets(command: Callable[..., Any]) -> None:
    status, out, _ = command("--ablate", "--json")
    record = json.loads(out)
    assert (status, list(record), record["machine"]) == (0, ["machine", "sets"], "a machine")
    strong, weak = record["sets"].values()
    assert [row["rules"] for row in strong][:: len(strong) - 1] == ["all", "none"]
    assert (strong[0]["nodes"], strong[0]["ratio"]) == (62, 1) and strong[-1]["ratio"] > 2
    assert len(weak) == len(inarow._core.HEEDED["weak"]) + 2

    status, out, _ = command("--ablate")
    heading, first, *_ = out.splitlines()
    assert (status, heading.split()) == (0, ["nodes", "strong", "weak", "seconds"])
    assert first.split()[:2] == ["all", "62"]

    status, out, _ = command("--ablate", "--set", "weak", "--markdown")
    assert (status, out.splitlines()[:2]) == (
        0,
        ["| nodes | weak | seconds |", "| --- | ---: | ---: |"],
    )
    assert command("--ablate", "--set", "odd")[2] == (
        "inarow: --set must be one of strong, weak, not 'odd'\n"
    )


def test_ablation_gives_up_what_takes_too_long() -> None:
    start = Game(4, 4, 4).start()
    rows = {row.rules: row for row in ablate([questions.ordinary(start)], 100, factor=2)}
    assert rows["all"].proven and not rows["none"].proven
    assert rows["none"].nodes <= 1001
    with pytest.raises(AssertionError, match="nothing answered within 10 nodes"):
        ablate([questions.ordinary(start)], 10)


def test_ablation_notices_two_values(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = inarow._core.make_kernel

    def wrong(game: Game, size: int, *, rules: int) -> Any:
        return honest(game if rules else Game(3, 3, 2), size, rules=rules)

    monkeypatch.setattr("inarow.study.bench.ablation.make_kernel", wrong)
    with pytest.raises(AssertionError, match="with rules none"):
        ablate_board(Game(3, 3, 3))


def test_ablation_notices_an_answer_that_is_not_the_known_one() -> None:
    with pytest.raises(AssertionError, match=r"\(0, None\) with rules all, not \(1, None\)"):
        ablate([questions.ordinary(Game(3, 3, 3).start(), known=(1, None))], 1000)
