"""What each rule of the search buys: nodes with the rule switched off, and with all of them off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from time import process_time
from typing import NamedTuple

from inarow._core import HEEDED, RULES, make_kernel
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.options import GameKind, is_weak
from inarow.study.bench.measure import check
from inarow.study.bench.questions import SETS, RuleQuestion, ordinary, weak

ALL_RULES = sum(RULES.values())

TABLE_BYTES = 256 << 20

FACTOR = 3
"""Without a rule, a question of a set is given up after so many times what it took with all, …"""

LEAST = 1_000
"""… and no fewer nodes than these."""

SHIFT = 100
"""Nodes added to both sides of a ratio: three instead of one are not three times the work."""


class Ablation(NamedTuple):
    """Some questions, answered with some rules of the search switched off."""

    rules: str
    """Which rules, in words."""
    nodes: int
    """Positions searched in all."""
    ratio: float
    """Nodes against those with all rules: the shifted geometric mean over the questions."""
    seconds: float
    """Processor time."""
    given_up: int
    """Questions not answered within the limit: nodes and ratio are too low by these."""

    @property
    def proven(self) -> bool:
        """Was all answered within the limit?"""
        return self.given_up == 0


class _Run(NamedTuple):
    """One question with some rules."""

    nodes: int
    seconds: float
    answer: object


def _run(question: RuleQuestion, rules: int, limit: int) -> _Run:
    kernel = make_kernel(question.game, TABLE_BYTES, rules=rules)
    started = process_time()
    answer, nodes = question.ask(kernel, limit)
    return _Run(nodes, process_time() - started, answer)


def ablate(
    questions: Sequence[RuleQuestion],
    limit: int,
    factor: int | None = None,
    progress: Callable[[str], object] | None = None,
) -> list[Ablation]:
    """Answer questions of one kind of game with all rules, without each of them, and without any.

    What takes all rules more than `limit` nodes is left out. That is also the limit without a rule
    if `factor` is None, else so many times what all rules took. Raises `AssertionError` if an
    answer is not the known one, or not that of other rules, or if nothing is answered.
    """
    kind = questions[0].kind
    heeded = RULES if kind == "strong" else HEEDED[kind]  # the ordinary game asks the others
    runs = {"all": ALL_RULES}
    runs |= {f"without {name}": ALL_RULES - RULES[name] for name in RULES if name in heeded}
    runs["none"] = 0
    taken: dict[str, list[_Run]] = {name: [] for name in runs}
    for number, question in enumerate(questions, 1):
        most, known = limit, question.known
        for name, rules in runs.items():
            if progress is not None:
                progress(f"{question.game}, {number} of {len(questions)}: rules {name}")
            run = _run(question, rules, most)
            known = run.answer if known is None else known
            complaint = f"{question.game}: {run.answer} with rules {name}, not {known}"
            check(run.answer in (None, known), complaint)
            if name == "all":
                if run.answer is None:
                    break
                most = limit if factor is None else max(LEAST, factor * run.nodes)
            taken[name].append(run)
    check(bool(taken["all"]), f"nothing answered within {limit} nodes")
    return [_summary(name, taken[name], taken["all"]) for name in runs]


def _summary(name: str, runs: list[_Run], against: list[_Run]) -> Ablation:
    ratios = [
        log((run.nodes + SHIFT) / (all_rules.nodes + SHIFT))
        for run, all_rules in zip(runs, against, strict=True)
    ]
    return Ablation(
        name,
        sum(run.nodes for run in runs),
        exp(sum(ratios) / len(ratios)),
        sum(run.seconds for run in runs),
        sum(run.answer is None for run in runs),
    )


def ablate_sets(
    names: Iterable[str] | None = None, progress: Callable[[str], object] | None = None
) -> dict[str, list[Ablation]]:
    """Measure the sets of questions of these names, or all; raises what `ablate` raises.

    Raises `InvalidOptionError` for a name that there is not.
    """
    found = {}
    for name in SETS if names is None else names:
        if name not in SETS:
            raise InvalidOptionError(f"--set must be one of {', '.join(SETS)}, not {name!r}")
        questions, limit = SETS[name]
        found[name] = ablate(questions(), limit, FACTOR, progress)
    return found


def ablate_board(
    game: Game,
    kind: GameKind = "strong",
    limit: int = 20_000_000,
    progress: Callable[[str], object] | None = None,
) -> list[Ablation]:
    """Solve one empty board; `limit` is in nodes, for each run. Raises what `ablate` raises."""
    start = game.start()
    return ablate([weak(start) if is_weak(kind) else ordinary(start)], limit, progress=progress)
