"""The solver as a player: it never gives a value away, and makes it hard for the opponent."""

from __future__ import annotations

from typing import SupportsIndex

from inarow.model.board import as_integer
from inarow.model.options import node_limit
from inarow.model.position import Position, require_move
from inarow.model.results import ProgressCallback, Solution
from inarow.solver.functions import default_solver
from inarow.solver.solver import Solver
from inarow.strategies.strategy import Choice, random_wins

RANDOM_GAMES = 2000
"""Shared by the moves, to order them: for a draw or a loss some are harder to answer."""


class Perfect:
    """Plays one of the moves that keep the value, the one after which random games go best.

    Of moves that lose it plays one that loses as late as it can find out.

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
        self.name = "perfect" if self._nodes is None else f"solver, {self._nodes} nodes"
        self._seed = as_integer("seed", seed)

    def __repr__(self) -> str:
        return f"Perfect({self._nodes}, seed={self._seed})"

    def choose(self, position: Position, progress: ProgressCallback | None = None) -> Choice:
        require_move(position)
        game = position.game
        solver = default_solver(game) if self._nodes is None else Solver(game)
        solution = solver.solve(position, nodes=self._nodes, progress=progress)
        move, nodes = solution.best_move, solution.nodes
        assert move is not None, "the game is not over"
        if solution.proven:
            ranked = self._ranked(solver, position)
            if solution.value == -1:  # of the moves that lose as late as is known
                left = None if self._nodes is None else max(1, self._nodes - nodes)
                found = solver.analyse(position, distance=True, nodes=left, progress=progress)
                best = next(iter(found.values())).bounds.rank
                move = next(move for move in ranked if found[move].bounds.rank == best)
                nodes += found.solution.nodes
            else:
                move, more = self._first_that_keeps(solver, solution, ranked, progress)
                nodes += more
        info = {
            "lower": solution.lower,
            "upper": solution.upper,
            "proven": solution.proven,
            "judged": solution.judged,
            "nodes": nodes,
        }
        return Choice(move, solution.value, info)

    def _first_that_keeps(
        self,
        solver: Solver,
        solution: Solution,
        ranked: list[int],
        progress: ProgressCallback | None,
    ) -> tuple[int, int]:
        """The best liked move that keeps the value, and the nodes that it took to know."""
        assert solution.best_move is not None, "the game is not over"
        spent = 0
        for move in ranked:
            if self._nodes is not None and spent >= self._nodes:
                break
            after = solution.position.play(move)
            left = None if self._nodes is None else self._nodes - spent
            reply = solver.solve(after, nodes=left, progress=progress)
            spent += reply.nodes
            if reply.proven and reply.value == -solution.lower:
                return move, spent
        return solution.best_move, spent

    def _ranked(self, solver: Solver, position: Position) -> list[int]:
        """The moves, those first after which the side to move wins most random games.

        There are none of a misère game or one with gravity.
        """
        if position.game.is_plain:
            return list(position.legal_moves)
        count = max(1, RANDOM_GAMES // len(position.legal_moves))

        def promise(move: int) -> int:
            return random_wins(solver, position.play(move), count, self._seed)

        return sorted(position.legal_moves, key=promise, reverse=True)
