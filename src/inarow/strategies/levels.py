"""Ten levels of play, from beginner (1) to perfect (10).

A level is a strategy and how often it slips, that is, plays any move without looking. Strategies
alone would not make ten levels on a small board, where the better half of them is perfect; slips
alone would make players who are strong and blind in turns on a large one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import SupportsIndex

from inarow.model.board import as_integer
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game, require_game
from inarow.model.position import Position, require_position_of
from inarow.model.results import ProgressCallback
from inarow.strategies.careless import Careless
from inarow.strategies.greedy import Greedy
from inarow.strategies.minimax import AlphaBeta
from inarow.strategies.perfect import Perfect
from inarow.strategies.random_moves import Random
from inarow.strategies.strategy import Choice, Strategy

EXACT_CELLS = 25
"""Boards up to this size are solved without a limit, each move in a fraction of a second …"""
PERFECT_NODES = 500_000
"""… on others, level 10 has so many nodes for a move: about a second."""

LARGE_CELLS = 64
"""On boards of more cells alpha-beta keeps near the stones."""
REACH = 2
"""Rows and columns between a move and a stone that are near: time against moves left out."""


def _alpha_beta(game: Game, seed: int) -> Strategy:
    reach = None if game.cells <= LARGE_CELLS else REACH
    return AlphaBeta(2, ends="known", reach=reach, seed=seed)


def _limited(nodes: int) -> Callable[[Game, int], Strategy]:
    return lambda game, seed: Perfect(nodes, seed=seed)


def _perfect(game: Game, seed: int) -> Strategy:
    return Perfect(None if game.cells <= EXACT_CELLS else PERFECT_NODES, seed=seed)


# The slips are chosen so that neighbours differ enough for 200 games to show it, on boards from
# 3,3,3 to 7,7,5: see benchmarks/results/tournament.md.
_RECIPES: tuple[tuple[float, Callable[[Game, int], Strategy]], ...] = (
    (1.0, lambda game, seed: Random(seed)),
    (0.59, lambda game, seed: Greedy(["win"], seed=seed)),
    (0.57, lambda game, seed: Greedy(["win", "block"], seed=seed)),
    (0.43, lambda game, seed: Greedy(["win", "block"], seed=seed)),
    (0.34, lambda game, seed: Greedy(seed=seed)),
    (0.24, _alpha_beta),
    (0.18, _limited(4000)),
    (0.11, _limited(8000)),
    (0.05, _limited(20_000)),
    (0.0, _perfect),
)

# Most strategies know only the usual game: of others all levels but the first are the solver.
_PLAIN_NODES = 2000

LEVELS = range(1, len(_RECIPES) + 1)
"""The numbers of the levels."""


class Level:
    """A level of play for one game: a `Strategy`, made by `level`."""

    def __init__(self, game: Game, number: int, seed: int) -> None:
        slip, make = _RECIPES[number - 1]
        if (game.is_plain or not game.is_grid) and number in range(2, 7):
            make = _limited(_PLAIN_NODES)
        self.game, self.number, self._seed = game, number, seed
        self._strategy = make(game, seed)
        if 0 < slip < 1:
            self._strategy = Careless(self._strategy, slip, seed)
        self.name = f"level {number} ({self._strategy.name})"
        """``level 2 (greedy, 70 % slips)``."""

    def __repr__(self) -> str:
        return f"level({self.game!r}, {self.number}, seed={self._seed})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        return self._strategy.choose(require_position_of(self.game, position, self), progress)


def level(game: Game, n: SupportsIndex, *, seed: SupportsIndex = 0) -> Level:
    """Return a player of level 1 (beginner) to 10 (perfect).

    The same seed makes the same player: in the same position it always makes the same move.
    Level 10 plays perfectly where the solver can prove the value of a position, without a limit
    up to 25 cells and in 500,000 nodes beyond; where it cannot, the move is judged, and
    ``choice.info["judged"]`` says so. Levels 7 to 9 are the solver too, with fewer nodes and slips.

    Raises `InvalidOptionError` for another level.

    >>> player = level(Game(3, 3, 3), 10)
    >>> player.name, player.choose(Game(3, 3, 3).position("X../.../...")).move
    ('level 10 (perfect)', 4)
    """
    number = as_integer("level", n)
    if number not in LEVELS:
        raise InvalidOptionError(f"level must be {LEVELS[0]} to {LEVELS[-1]}, not {number}")
    return Level(require_game(game), number, as_integer("seed", seed))
