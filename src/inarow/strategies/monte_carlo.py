"""Monte-Carlo tree search: random games say where to look, and what is certain is proven."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, SupportsFloat, SupportsIndex, TypeAlias

from inarow._core import make_kernel
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.grid import as_integer
from inarow.model.options import (
    TABLE_MB,
    positive_integer,
    refuse_no_number,
    table_bytes,
    time_limit,
)
from inarow.model.position import Position, require_move
from inarow.strategies.strategy import Choice

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

EXPLORATION = 1.0
"""The weight of the bonus for moves that were seldom tried, for results of -1 to 1."""

MOST_SIMULATIONS = (1 << 31) - 1
MOST_EXPLORATION = 1000
NODE_BYTES = 24

_Grown: TypeAlias = tuple[int, int, int, int, int, list[tuple[int, int, int, int, int]]]


class Weight(NamedTuple):
    """What a tree search found of one move, seen from the side to move."""

    visits: int
    """How often it was tried."""
    mean: float
    """The mean result, -1 to 1: an estimate, within the bounds."""
    lower: int
    """The value is at least this, proven."""
    upper: int
    """The value is at most this, proven."""


class MonteCarlo:
    """UCT with the proven-value back-up of MCTS-Solver; the tree and the games are in the core.

    Each of `simulations` adds a position to a tree and plays one random game from there; see
    ``_core/heuristic/mcts.pxi`` for the technique and its sources. It ends before if the value
    is proven. `exploration` weighs moves that were seldom tried. The tree takes no more than
    `tree_mb` MiB, and goes on without new nodes once they are full. `seconds` limits the time of
    a move as well, at the price that it is no longer repeatable.

    The value of a choice is the mean result of the move, or the value itself if it is proven.
    ``info`` has ``lower`` and ``upper`` bounds on the value, whether it is ``proven``, the
    ``simulations``, the ``nodes`` of the tree, and the ``visits`` of each move, most first.

    >>> from inarow.model.game import Game
    >>> choice = MonteCarlo(10_000, seed=1).choose(Game(3, 3, 3).start())
    >>> choice.value, choice.info["proven"], choice.info["simulations"] < 10_000
    (0, True, True)
    """

    def __init__(
        self,
        simulations: SupportsIndex = 10_000,
        *,
        exploration: SupportsFloat = EXPLORATION,
        seed: SupportsIndex = 0,
        seconds: SupportsFloat | None = None,
        tree_mb: SupportsIndex = TABLE_MB,
    ) -> None:
        self._simulations = positive_integer("simulations", simulations, most=MOST_SIMULATIONS)
        self.name = f"Monte Carlo {self._simulations}"
        refuse_no_number("exploration", exploration)
        self._exploration = float(exploration)
        if not (isfinite(self._exploration) and 0 <= self._exploration <= MOST_EXPLORATION):
            raise InvalidOptionError(
                f"exploration must be 0 to {MOST_EXPLORATION}, not {self._exploration:g}"
            )
        self._seed = as_integer("seed", seed)
        self._seconds = time_limit(seconds)
        self._most_nodes = min(table_bytes(tree_mb, "tree_mb") // NODE_BYTES, (1 << 32) - 1)

    def __repr__(self) -> str:
        options = f"exploration={self._exploration}, seed={self._seed}"
        return f"MonteCarlo({self._simulations}, {options})"

    def choose(self, position: Position) -> Choice:
        move, lower, upper, simulations, nodes, moves = self._grow(position)
        means = {cell: total / visits for cell, visits, total, _, _ in moves}
        value = lower if lower == upper else min(max(means[move], lower), upper)
        info = {
            "lower": lower,
            "upper": upper,
            "proven": lower == upper,
            "simulations": simulations,
            "nodes": nodes,
            "visits": {cell: visits for cell, visits, *_ in sorted(moves, key=_by_visits)},
        }
        return Choice(move, value, info)

    def rank(self, position: Position) -> tuple[int, ...]:
        """Return the legal moves: first the one to choose, then as often as they were visited."""
        move, _, _, _, _, moves = self._grow(position)
        visited = [cell for cell, *_ in sorted(moves, key=_by_visits)]
        return tuple(dict.fromkeys((move, *visited, *position.legal_moves)))

    def weigh(self, position: Position) -> dict[int, Weight]:
        """Return what the search found of each legal move that it tried, most tried first.

        Raises `InvalidPositionError` if the game is over.

        >>> from inarow.model.game import Game
        >>> position = Game(3, 3, 3).position("X../O../...")
        >>> MonteCarlo(2000, seed=1).weigh(position)[4]  # the search ends when it sees the win
        Weight(visits=3, mean=1.0, lower=1, upper=1)
        """
        moves = sorted(self._grow(position)[-1], key=_by_visits)
        return {
            cell: Weight(visits, min(max(total / visits, lower), upper), lower, upper)
            for cell, visits, total, lower, upper in moves
            if visits
        }

    def _grow(self, position: Position) -> _Grown:
        require_move(position)
        return _kernel(position.game).mcts(
            position._own,
            position._opponent,
            self._simulations,
            self._exploration,
            self._seed % (1 << 64),
            self._most_nodes,
            self._seconds,
        )


def _by_visits(entry: tuple[int, int, int, int, int]) -> tuple[int, int]:
    """Sort key of a move: most visits first, then the lower cell."""
    cell, visits, *_ = entry
    return -visits, cell


@lru_cache(maxsize=8)
def _kernel(game: Game) -> Kernel:
    """A kernel with the smallest table: of it, the tree search uses the board only."""
    return make_kernel(game, 1)
