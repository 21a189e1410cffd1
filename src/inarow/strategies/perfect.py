"""The solver as a player: it never gives a value away, and makes it hard for the opponent."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import SupportsIndex

from inarow.model.forks import renew_after_fork
from inarow.model.grid import as_integer
from inarow.model.options import node_limit
from inarow.model.position import Position, require_move
from inarow.model.results import Solution
from inarow.solver.functions import default_solver
from inarow.solver.solver import Solver
from inarow.strategies.monte_carlo import MonteCarlo
from inarow.strategies.strategy import Choice

__all__ = ["Perfect"]

SIMULATIONS = 2000
"""Of the tree search that orders the moves: for a draw or a loss some are harder to answer."""


class Perfect:
    """Plays one of the moves that keep the value, the one that a small tree search likes best.

    Without `nodes` every move is proven, however long that takes. With a limit, where the value
    cannot be proven within it, the move is that of the solver's heuristic search, and
    ``info["judged"]`` says so. A limited search begins with an empty table, or its answer would
    depend on what was asked before.

    The value of a choice is the proven one, else None. ``info`` has the ``lower`` and ``upper``
    bounds, ``proven``, ``judged`` and the ``nodes`` searched.

    >>> from inarow.model.game import Game
    >>> choice = Perfect().choose(Game(3, 3, 3).position("X../.../..."))
    >>> choice.move, choice.value, choice.info["judged"]
    (4, 0, False)
    >>> Perfect(nodes=1000).choose(Game(15, 15, 5).start()).info["judged"]
    True
    """

    def __init__(self, nodes: SupportsIndex | None = None, *, seed: SupportsIndex = 0) -> None:
        self._nodes = node_limit(nodes)
        self._seed = as_integer("seed", seed)
        self._order = MonteCarlo(SIMULATIONS, seed=self._seed)
        self._solver: Solver | None = None  # of a limited player
        self._after_fork()
        renew_after_fork(self)

    def _after_fork(self) -> None:
        self._lock = Lock()

    @property
    def name(self) -> str:
        return "perfect" if self._nodes is None else f"solver, {self._nodes} nodes"

    def __repr__(self) -> str:
        return f"Perfect({self._nodes}, seed={self._seed})"

    def __reduce__(self) -> tuple[object, ...]:
        """A copy has a solver and a lock of its own: no move depends on what the solver knows."""
        return partial(type(self), seed=self._seed), (self._nodes,)

    def choose(self, position: Position) -> Choice:
        require_move(position)
        with self._lock:
            solver = self._solver_for(position)
            solution = solver.solve(position, nodes=self._nodes)
            move, nodes = solution.best_move, solution.nodes
            assert move is not None, "the game is not over"
            if solution.proven:
                move, more = self._first_that_keeps(solver, position, solution)
                nodes += more
        info = {
            "lower": solution.lower,
            "upper": solution.upper,
            "proven": solution.proven,
            "judged": solution.judged,
            "nodes": nodes,
        }
        return Choice(move, solution.value, info)

    def _solver_for(self, position: Position) -> Solver:
        if self._nodes is None:
            return default_solver(position.game)
        if self._solver is None or self._solver.game != position.game:
            self._solver = Solver(position.game)
        self._solver.clear()
        return self._solver

    def _first_that_keeps(
        self, solver: Solver, position: Position, solution: Solution
    ) -> tuple[int, int]:
        """The best liked move that keeps the value, and the nodes that it took to know."""
        assert solution.best_move is not None, "the game is not over"
        spent = 0
        for move in self._order.rank(position):
            if self._nodes is not None and spent >= self._nodes:
                break
            after = position.play(move)
            left = None if self._nodes is None else self._nodes - spent
            reply = solver.solve(after, nodes=left)
            spent += reply.nodes
            if reply.proven and reply.value == -solution.lower:
                return move, spent
        return solution.best_move, spent
