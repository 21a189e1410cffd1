"""Benchmarks: no wrong answer is ever timed, and an ablation compares the same answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import measure
import numpy as np
import pytest
import questions
from scripts import script

from inarow import Game, Solver
from inarow._core import HEEDED, RULES, make_kernel

ALL_RULES = sum(RULES.values())


class Clock:
    """In the place of pytest-benchmark's: what was timed, and the row it makes."""

    def __init__(self) -> None:
        self.extra_info: dict[str, object] = {}
        self.timed = False

    def __call__(self, action: Callable[[], object]) -> None:
        action()
        self.timed = True


@pytest.fixture(scope="module")
def suite() -> Iterator[Any]:
    with script("benchmarks/suite/test_solver.py") as module:
        yield module


@pytest.fixture(scope="module")
def against() -> Iterator[Any]:
    with script("benchmarks/suite/test_reference.py") as module:
        yield module


def wrong(found: Any) -> Any:
    value = 1 if found.value != 1 else 0
    return replace(found, value=value, lower=value, upper=value)


def test_an_empty_board_is_timed_if_the_answer_is_right(
    suite: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, asked = Clock(), ((4, 4, 3), 1, 5, True)
    suite.test_root_cold(clock, *asked)
    assert clock.timed and clock.extra_info["row"] == "4,4,3 root, cold, distance"
    honest = Solver.solve
    for lie in wrong, lambda found: replace(found, distance=7):
        monkeypatch.setattr(Solver, "solve", lambda *given, lie=lie, **n: lie(honest(*given, **n)))
        clock = Clock()
        with pytest.raises(AssertionError):
            suite.test_root_cold(clock, *asked)
        assert not clock.timed


def test_a_wrong_move_is_not_timed(suite: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.best_move", lambda position: position.legal_moves[0])
    clock = Clock()
    with pytest.raises(AssertionError):
        suite.test_best_move_warm(clock, (3, 3, 3))
    assert not clock.timed


@pytest.mark.parametrize("row", [0, 1])
def test_a_wrong_row_of_a_batch_is_noticed(suite: Any, row: int) -> None:
    """One with another won move, and one without any."""
    game = Game(3, 3, 3)
    boards = np.stack([position.to_array() for position, _, _ in measure.small_positions()])
    batch = Solver(game).solve_batch(boards)
    suite.check_moves(game, boards, batch)
    won = np.flatnonzero(batch.values == 1)[0]
    batch.moves[won] = -1 if row else np.flatnonzero(boards[won].ravel())[0]
    with pytest.raises(AssertionError):
        suite.check_moves(game, boards, batch)


@pytest.mark.long
def test_the_core_without_rules_walks_the_tree_of_plain_python(against: Any) -> None:
    clock = Clock()
    against.test_one_tree(clock)
    assert clock.timed and clock.extra_info["detail"] == "13,831 nodes"


def test_rows_of_the_table() -> None:
    with script("benchmarks/bench.py") as bench:
        core = {"row": "core", "of": 2, "unit": "", "detail": "two calls", "against": ""}
        plain = {"row": "plain", "of": 1, "unit": "boards/s", "against": "core"}
        found = [
            {"extra_info": core, "stats": {"median": 4e-6}},
            {"extra_info": plain, "stats": {"median": 1e-3}},
            {"extra_info": {"row": "slow"}, "stats": {"median": 1.25}},
        ]
        assert bench.rows(found) == [
            ("core", "2 us", "two calls"),
            ("plain", "1,000 boards/s", "500 times as long"),
            ("slow", "1.25 s", ""),
        ]


# What is measured with.


def test_small_positions_are_all_of_them() -> None:
    known = measure.small_positions()
    assert len({position for position, _, _ in known}) == 4520
    assert not any(position.is_over for position, _, _ in known)


# Ablation.


@pytest.fixture(scope="module")
def ablation() -> Iterator[Any]:
    with script("benchmarks/ablation.py") as module:
        yield module


@pytest.fixture
def ablate(
    ablation: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[list[str]]]:
    """The rows of the table that the program prints."""

    def run(*arguments: str) -> list[list[str]]:
        monkeypatch.setattr(sys, "argv", ["ablation.py", *arguments])
        ablation.main()
        lines = capsys.readouterr().out.splitlines()
        return [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]

    return run


def nodes_of(rows: list[list[str]]) -> dict[str, int]:
    return {rules: int(nodes.replace(",", "")) for rules, nodes, *_ in rows[2:]}


def test_ablation_solves_with_and_without_each_rule(ablate: Any) -> None:
    nodes = nodes_of(ablate("3", "3", "3"))
    assert set(nodes) == {"all", "none", *(f"without {name}" for name in RULES)}
    assert nodes["none"] > 10 * nodes["all"]


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
    for name, bit in {"all": 0, **RULES}.items():
        kernel = make_kernel(question.game, 1 << 24, rules=ALL_RULES - bit)
        nodes[name] = question.ask(kernel, 20_000)[1]
    changed = {name for name, count in nodes.items() if count != nodes["all"]}
    assert changed and changed <= HEEDED[question.kind]


def test_ablation_of_sets(ablation: Any, ablate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that takes longer than its limit is left out."""
    small, long = Game(3, 3, 3).start(), Game(4, 4, 4).start()
    sets = {
        "strong": (lambda: [questions.ordinary(p) for p in (long, small.play(0), small)], 50),
        "weak": (lambda: [questions.weak(small)], 1000),
    }
    monkeypatch.setattr(ablation, "SETS", sets)
    heading, _, everything, *rest = ablate()
    assert heading == ["nodes", "strong", "weak", "seconds"]
    assert everything[:2] == ["all", "62"]
    assert rest[-1][0] == "none" and float(rest[-1][1].strip("x> ")) > 2
    # A rule that the weak game does not heed has no figure there.
    assert sum(row[2] != "" for row in rest) == len(HEEDED["weak"]) + 1
    assert ablate("--set", "weak")[0] == ["nodes", "weak", "seconds"]


def test_ablation_gives_up_what_takes_too_long(ablation: Any) -> None:
    start = Game(4, 4, 4).start()
    rows = {row.rules: row for row in ablation.ablate([questions.ordinary(start)], 100, factor=2)}
    assert rows["all"].proven and not rows["none"].proven
    assert rows["none"].nodes <= 1001
    with pytest.raises(AssertionError, match="nothing answered within 10 nodes"):
        ablation.ablate([questions.ordinary(start)], 10)


def test_ablation_notices_another_answer(ablation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is not the known one, and one that is not that of other rules."""
    start = Game(3, 3, 3).start()
    with pytest.raises(AssertionError, match=r"\(0, None\) with rules all, not \(1, None\)"):
        ablation.ablate([questions.ordinary(start, known=(1, None))], 1000)

    def lie(game: Game, size: int, *, rules: int) -> Any:
        return make_kernel(game if rules else Game(3, 3, 2), size, rules=rules)

    monkeypatch.setattr(ablation, "make_kernel", lie)
    with pytest.raises(AssertionError, match="with rules none"):
        ablation.ablate([questions.ordinary(start)], 1000)
