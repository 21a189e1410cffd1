"""Benchmarks: no wrong answer is ever timed, and an ablation compares the same answers."""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import questions
from scripts import loaded

from inarow import Game, Solver
from inarow._core import HEEDED, RULES, make_kernel

suite = loaded("benchmarks/suite/test_solver.py")
against = loaded("benchmarks/suite/test_reference.py")
ablation = loaded("benchmarks/ablation.py")

ALL_RULES = sum(RULES.values())


class Clock:
    """In the place of pytest-benchmark's: what was timed, and the row it makes."""

    def __init__(self) -> None:
        self.extra_info: dict[str, object] = {}
        self.timed = False

    def __call__(self, action: Callable[[], object]) -> None:
        action()
        self.timed = True


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


@pytest.mark.long
def test_the_core_without_rules_walks_the_tree_of_plain_python(against: Any) -> None:
    clock = Clock()
    against.test_one_tree(clock)
    assert clock.timed and clock.extra_info["detail"] == "13,831 nodes"


# Ablation.


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
