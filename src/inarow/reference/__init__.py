"""Readable game-tree search: one technique, one file, standard library only.

This folder imports nothing of the package around it, so it can vouch for the rest.  Start with
the rules, then read the searches in the order of the table:

    geometry        where lines can lie; the symmetries of a board
    rules           boards, lines, moves, winner; reachable boards; symmetries
    minimax         every game to its end
    iterative       the same without recursion
    memo            every board once
    alphabeta       no move refuted twice
    alphabeta_memo  both, with bounds kept apart from values
    nested          max and min as two procedures, on nested lists: ``find_best_move``
    careful         bitboards, null windows, threats, dead lines, symmetry: fast plain Python
    distance        who wins and in how many plies; all boards at once with ``outcomes``
    weak            the weak game: X makes a line, in how many plies, or O prevents it
    weak_careful    the same by what lines still miss, time, threats and potential
    bitboards       sets of cells as ints, and the threats in them
    counts          boards, results, symmetry classes and games by brute force

`Rules.of` is a game with any sets of cells as lines, such as those of ``geometry.box`` and
``geometry.torus``.

With ``Rules(m, n, k, exact=True)`` only a row of exactly k wins.  An extra stone can then do harm,
so careful, weak and weak_careful, which rely on the contrary, refuse it.

Each search is a function ``solve(rules, board=None)`` that answers at least value, move and
nodes.  What each idea buys on 3,3,3, in boards visited, after X has taken the centre:

>>> rules = Rules(3, 3, 3)
>>> centre = rules.play(rules.start(), 4)
>>> for name, method in METHODS.items():
...     value, move, nodes = method(rules, centre)
...     print(f"{name:15}{value}{nodes:10,}")
minimax        0    55,505
iterative      0    55,505
memo           0     1,837
alphabeta      0     2,132
alphabeta_memo 0       568
nested         0     2,132
careful        0        61

and in the weak game, which X wins:

>>> for name, weak_method in WEAK_METHODS.items():
...     value, plies, move, nodes = weak_method(rules)
...     print(f"{name:15}{value}{plies:4}{nodes:6,}")
weak           1   7 5,646
weak_careful   1   7    65
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from inarow.reference import (
    alphabeta,
    alphabeta_memo,
    careful,
    iterative,
    memo,
    minimax,
    nested,
    weak,
    weak_careful,
)
from inarow.reference.counts import Census, count
from inarow.reference.distance import DistanceResult, outcomes
from inarow.reference.nested import BestMove, evaluate, find_best_move
from inarow.reference.rules import EMPTY, Board, O, Result, Rules, X

__all__ = [
    "EMPTY",
    "METHODS",
    "WEAK_METHODS",
    "BestMove",
    "Board",
    "Census",
    "DistanceResult",
    "Method",
    "O",
    "Result",
    "Rules",
    "WeakMethod",
    "X",
    "count",
    "evaluate",
    "find_best_move",
    "outcomes",
]


class Method(Protocol):
    """A search: value from the side to move, a best move, boards visited."""

    def __call__(self, rules: Rules, board: Board | None = None) -> Result: ...


class WeakMethod(Protocol):
    """A search of the weak game; ``turn`` is needed where stone counts do not tell it."""

    def __call__(
        self, rules: Rules, board: Board | None = None, turn: str | None = None
    ) -> DistanceResult: ...


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "minimax": minimax.solve,
        "iterative": iterative.solve,
        "memo": memo.solve,
        "alphabeta": alphabeta.solve,
        "alphabeta_memo": alphabeta_memo.solve,
        "nested": nested.solve,
        "careful": careful.solve,
    }
)
"""The searches that answer a `Result`, by name."""

WEAK_METHODS: Mapping[str, WeakMethod] = MappingProxyType(
    {"weak": weak.solve, "weak_careful": weak_careful.solve}
)
"""The searches of the weak game, by name."""
