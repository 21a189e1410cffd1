"""What each rule of the search buys: nodes with the rule switched off, and with all of them off.

    python benchmarks/ablation.py                     # every set of questions: ten minutes
    python benchmarks/ablation.py --set weak-hard     # one set
    python benchmarks/ablation.py 5 5 4 [--weak]      # one empty board

It prints a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from math import exp, log
from time import process_time
from typing import NamedTuple

from measure import machine
from questions import SETS, RuleQuestion, ordinary, weak

from inarow import Game
from inarow._core import HEEDED, RULES, make_kernel

ALL_RULES = sum(RULES.values())

TABLE_BYTES = 256 << 20

FACTOR = 3
"""Without a rule, a question of a set is given up after so many times what it took with all, …"""

LEAST = 1_000
"""… and no fewer nodes than these."""

BOARD_LIMIT = 20_000_000
"""Nodes for one board with some rules."""

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
    questions: Sequence[RuleQuestion], limit: int, factor: int | None = None
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
    for question in questions:
        most, known = limit, question.known
        for name, rules in runs.items():
            run = _run(question, rules, most)
            known = run.answer if known is None else known
            assert run.answer in (None, known), (
                f"{question.game}: {run.answer} with rules {name}, not {known}"
            )
            if name == "all":
                if run.answer is None:
                    break
                most = limit if factor is None else max(LEAST, factor * run.nodes)
            taken[name].append(run)
    assert taken["all"], f"nothing answered within {limit} nodes"
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


def print_board(game: Game, kind: str) -> None:
    """Solve one empty board with and without each rule, and print a line for each."""
    start = game.start()
    rows = ablate([weak(start) if kind == "weak" else ordinary(start)], BOARD_LIMIT)
    print("| rules | nodes | seconds | nodes against all |\n| --- | ---: | ---: | ---: |")
    for row in rows:
        more = "" if row.proven else "> "
        ratio = f"{more}{row.nodes / rows[0].nodes:.3g}x"
        print(f"| {row.rules} | {more}{row.nodes:,} | {row.seconds:.3f} | {ratio} |")


def print_sets(names: Iterable[str]) -> None:
    """Ask the questions of these sets, and print a column for each."""
    found: dict[str, dict[str, Ablation]] = {}
    for name in names:
        print(name, file=sys.stderr)
        questions, limit = SETS[name]
        found[name] = {row.rules: row for row in ablate(questions(), limit, FACTOR)}
    print(f"| nodes | {' | '.join(found)} | seconds |\n| --- |{' ---: |' * (len(found) + 1)}")
    for rules in dict.fromkeys(rules for rows in found.values() for rules in rows):
        rows = [found[name].get(rules) for name in found]
        seconds = sum(row.seconds for row in rows if row is not None)
        print(f"| {rules} | {' | '.join(map(_cell, rows))} | {seconds:.1f} |")


def _cell(row: Ablation | None) -> str:
    """The nodes with all rules, or how many times as many; nothing where a rule is not heeded."""
    if row is None:
        return ""
    if row.rules == "all":
        return f"{row.nodes:,}"
    return f"{'' if row.proven else '> '}{row.ratio:.2f}x"


def main() -> None:
    """Ask, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", nargs="*", type=int, metavar="M N K", help="One empty board.")
    parser.add_argument("--weak", action="store_true", help="The board in the weak game.")
    parser.add_argument("--set", action="append", choices=SETS, help="May be repeated.")
    options = parser.parse_args()
    if len(options.board) not in (0, 3) or (options.weak and not options.board):
        parser.error("a board is M N K, and --weak goes with one")
    if options.board:
        print_board(Game(*options.board), "weak" if options.weak else "strong")
    else:
        print_sets(options.set or SETS)
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
