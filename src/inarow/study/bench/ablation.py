"""What each rule of the search buys: nodes with the rule switched off, and with it alone."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from inarow._core import HEEDED, RULES, make_kernel
from inarow.model.game import Game
from inarow.model.options import GameKind, is_weak
from inarow.study.bench.measure import check

__all__ = ["Ablation", "ablate"]

ALL_RULES = sum(RULES.values())

TABLE_BYTES = 256 << 20


class Ablation(NamedTuple):
    """One run: the empty board solved with some rules of the search switched off."""

    rules: str
    """Which rules, in words."""
    nodes: int
    """Positions searched; where `proven` is False, the limit at which the search was given up."""
    seconds: float
    """Wall-clock time."""
    proven: bool
    """Was the value proven within the limit?"""


def ablate(
    m: int,
    n: int,
    k: int,
    limit: int = 20_000_000,
    progress: Callable[[str], object] | None = None,
    game_kind: GameKind = "strong",
) -> list[Ablation]:
    """Solve the empty board with all rules, without each of them, and without any.

    `limit` is in nodes, for each run. Raises `AssertionError` if two runs prove different values.
    """
    game = Game(m, n, k)
    weak = is_weak(game_kind)
    # The ordinary game's search may ask the other games: it heeds all of them.
    heeded = [name for name in RULES if not weak or name in HEEDED["weak"]]
    runs = {"all": ALL_RULES}
    runs |= {f"without {name}": ALL_RULES - RULES[name] for name in heeded}
    runs["none"] = 0
    rows: list[Ablation] = []
    value: int | None = None
    for name, rules in runs.items():
        if progress is not None:
            progress(f"{game.key}: rules {name}")
        kernel = make_kernel(game, TABLE_BYTES, rules=rules)
        started = perf_counter()
        if weak:
            lower, upper, *_, nodes, _zone = kernel.solve_weak(
                0, 0, True, False, False, limit, None, None
            )
        else:
            lower, upper, *_, nodes = kernel.solve(0, 0, False, False, limit, None, None)
        seconds = perf_counter() - started
        if lower == upper:
            check(value in (None, lower), f"{game}: value {value} and, rules {name}, {lower}")
            value = lower
        rows.append(Ablation(name, nodes, seconds, lower == upper))
    return rows
