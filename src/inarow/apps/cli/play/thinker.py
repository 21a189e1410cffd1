"""The machine's thought in a game at the keyboard: shown while it lasts, ended by Ctrl-C."""

from __future__ import annotations

from inarow.apps.cli.watch import StatusLine, search
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.solver.solver import Solver
from inarow.strategies.levels import EXACT_CELLS, Level

__all__ = ["Thinker"]


class Thinker:
    """A solver with a time for each answer; distances where the board is small enough for them."""

    def __init__(self, solver: Solver, seconds: float | None, quiet: bool) -> None:
        self._solver, self._seconds, self._quiet = solver, seconds, quiet
        self._distance = solver.game.cells <= EXACT_CELLS

    def solve(self, position: Position) -> tuple[Solution, bool]:
        """What is known of a position; whether Ctrl-C cut the search short."""
        solution, watch = search(
            lambda nodes, seconds, watch: self._solver.solve(
                position, distance=self._distance, nodes=nodes, seconds=seconds, progress=watch
            ),
            None,
            self._seconds,
            self._quiet,
            position.game,
        )
        return solution, watch is not None

    def analyse(self, position: Position) -> dict[int, Solution]:
        """What is known of every move, also after Ctrl-C."""
        analysis, _ = search(
            lambda nodes, seconds, watch: self._solver.analyse(
                position, distance=self._distance, nodes=nodes, seconds=seconds, progress=watch
            ),
            None,
            self._seconds,
            self._quiet,
            position.game,
        )
        return analysis

    def choose(self, player: Level, position: Position) -> int | None:
        """The move of a level; None after Ctrl-C, which it cannot answer half-way."""
        try:
            with StatusLine(self._quiet) as status:
                status.show(f"{player.name} thinks")
                return player.choose(position).move
        except KeyboardInterrupt:
            return None
