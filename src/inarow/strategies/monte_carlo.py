"""Monte-Carlo tree search (UCT): a tree of positions that grows where its random games go well.

A simulation walks down from the root, adds one position, plays a random game from there, and counts
its result at every position on the way. It walks into the move with the best mean result so far,
plus a bonus for moves that were seldom tried (the rule UCB1 of bandits). See Kocsis and Szepesvári,
"Bandit based Monte-Carlo planning", ECML 2006.
"""

from __future__ import annotations

from math import inf, log, sqrt
from time import perf_counter
from typing import SupportsFloat, SupportsIndex

from inarow.model.board import as_integer
from inarow.model.errors import InvalidOptionError
from inarow.model.options import positive_integer, refuse_no_number, refuse_plain, time_limit
from inarow.model.position import Position, require_move
from inarow.model.results import ProgressCallback
from inarow.solver.solver import Solver
from inarow.strategies.strategy import Choice, Watch, drawn, numbers_for, random_wins

EXPLORATION = 1.0
"""The weight of the bonus for moves that were seldom tried."""


class _Node:
    """A position of the tree, with the results of the simulations that came through it."""

    __slots__ = ("children", "position", "total", "visits")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.children: dict[int, _Node] = {}  # by move
        self.visits = 0
        self.total = 0  # of the results, for the side that moved here

    @property
    def untried(self) -> list[int]:
        return [move for move in self.position.legal_moves if move not in self.children]

    def most_promising(self, exploration: float) -> _Node:
        """The child with the highest mean and bonus; all moves have been tried."""
        logarithm = log(self.visits)

        def promise(child: _Node) -> float:
            mean = child.total / child.visits
            return mean + exploration * sqrt(logarithm / child.visits)

        return max(self.children.values(), key=promise)


class MonteCarlo:
    """Chooses the move that most of its `simulations` went into.

    `exploration` weighs moves that were seldom tried. `seconds` limits the time of a move as well:
    the choice is no longer repeatable then. A simulation takes a third of a KiB of memory.

    The value of a choice is the mean result of the move, between -1 and 1: an estimate. ``info``
    has the number of ``simulations``, and the ``visits`` of each move that was tried, most first.

    >>> from inarow.model.game import Game
    >>> choice = MonteCarlo(2000, seed=1).choose(Game(3, 3, 3).position("X../.O./..X"))
    >>> choice.move in (1, 3, 5, 7)  # the corners lose
    True
    """

    def __init__(
        self,
        simulations: SupportsIndex = 10_000,
        *,
        exploration: SupportsFloat = EXPLORATION,
        seed: SupportsIndex = 0,
        seconds: SupportsFloat | None = None,
    ) -> None:
        self._simulations = positive_integer("simulations", simulations)
        self.name = f"Monte Carlo {self._simulations}"
        refuse_no_number("exploration", exploration)
        self._exploration = float(exploration)
        if not 0 <= self._exploration < inf:
            raise InvalidOptionError(f"exploration must be 0 or more, not {self._exploration:g}")
        self._seed = as_integer("seed", seed)
        self._seconds = time_limit(seconds)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._simulations}, seed={self._seed})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        require_move(position)
        refuse_plain(position.game, "random games")
        numbers = numbers_for(self._seed, position)
        solver = Solver(position.game, table_mb=1)  # of it the random games alone are used
        until = perf_counter() + (self._seconds or inf)
        root, watch = _Node(position), Watch(progress)
        while root.visits < self._simulations and (not root.visits or perf_counter() < until):
            watch.count()
            node, path = root, [root]
            while not (untried := node.untried) and node.children:
                node = node.most_promising(self._exploration)
                path.append(node)
            if untried:
                move = drawn(untried, numbers)
                node.children[move] = _Node(node.position.play(move))
                path.append(node.children[move])
            seed = int(numbers.random() * (1 << 53))
            result = random_wins(solver, path[-1].position, 1, seed)
            for node in reversed(path):
                node.visits += 1
                node.total += result
                result = -result
        tried = sorted(root.children, key=lambda move: (-root.children[move].visits, move))
        visits = {move: root.children[move].visits for move in tried}
        best = root.children[tried[0]]
        info = {"simulations": root.visits, "visits": visits}
        return Choice(tried[0], best.total / best.visits, info)
