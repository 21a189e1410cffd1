"""The searches behind the page: a player's move, a win by force, an analysis whose results stream.

They run in a worker process, but know nothing of it: what they find they tell to a callback, and
whoever wants them to end raises `Stopped` from it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from inarow.apps.web.findings import Findings
from inarow.apps.web.tasks import Task
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.model.results import Progress, ProgressCallback
from inarow.model.words import forced_words
from inarow.solver.forced import ORDERS
from inarow.solver.functions import default_solver
from inarow.solver.query import QUICK_NODES
from inarow.solver.solver import Solver
from inarow.strategies.levels import level

Tell: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Called with what is to go to the page, see `inarow.apps.web.tasks`; may raise `Stopped`."""

GAMES_KEPT = 2
"""Solvers of so many games stay, so that a game that goes on finds its table."""


class Stopped(Exception):
    """Ends a search: nobody waits for it any more, or somebody else is to have the worker."""


class TaskRunner:
    """Carries out tasks, one at a time; its tables take no more than `memory_mb` MiB."""

    def __init__(self, memory_mb: int) -> None:
        self._table_mb = max(1, memory_mb // GAMES_KEPT)
        self._solvers: OrderedDict[Game, Solver] = OrderedDict()

    def carry_out(self, task: Task, tell: Tell, hurries: Callable[[], bool]) -> None:
        """Tell what `task` asks for. A solver's move that is stopped comes if `hurries` says so."""
        if task.kind == "analyse":
            _analyse(self._solver(task.position.game), task, tell)
        elif task.kind == "forced":
            tell(self._forced_win(task, tell))
        elif task.level is not None:
            tell(_player_move(task.position, task.level, task.seed))
        else:
            tell(self._solver_move(task, tell, hurries))

    def _solver(self, game: Game) -> Solver:
        solver = self._solvers.pop(game, None)
        if solver is None:
            while len(self._solvers) >= GAMES_KEPT:
                self._solvers.popitem(last=False)
            solver = Solver(game, self._table_mb)
        self._solvers[game] = solver
        return solver

    def _forced_win(self, task: Task, tell: Tell) -> Mapping[str, Any]:
        solver, position, report = self._solver(task.position.game), task.position, _report_to(tell)
        win = solver.forced_win(position, ORDERS[-1], seconds=task.seconds, progress=report)
        if win is None:
            return {"forced": {"win": None}}
        words = forced_words(position.turn, win.order, len(win.line))
        fields = {"order": win.order, "words": words, "line": win.line, "zone": win.zone}
        return {"forced": {"win": fields}}

    def _solver_move(
        self, task: Task, tell: Tell, hurries: Callable[[], bool]
    ) -> Mapping[str, Any]:
        solver, position, report = self._solver(task.position.game), task.position, _report_to(tell)
        try:
            solution = solver.solve(position, distance=True, seconds=task.seconds, progress=report)
        except Stopped:
            if not hurries():
                raise
            solution = solver.solve(position, distance=True, nodes=QUICK_NODES)
        move = solution.best_move
        return {"moved": {"move": move}}


def _report_to(tell: Tell) -> ProgressCallback:
    def report(progress: Progress) -> None:
        told = progress._asdict()
        del told["analysis"]
        tell({"progress": told})

    return report


def _player_move(position: Position, number: int, seed: int) -> Mapping[str, Any]:
    """The move of a level of play."""
    if default_solver.cache_info().currsize > 1:
        default_solver.cache_clear()  # the perfect level keeps its tables there, of many games
    choice = level(position.game, number, seed=seed).choose(position)
    return {"moved": {"move": choice.move}}


def _analyse(solver: Solver, task: Task, tell: Tell) -> None:
    """Tell of an analysis while it grows, and of all of it at the end."""
    findings = Findings(is_whole=task.moves is None)

    def listen(progress: Progress) -> None:
        told = progress._asdict()
        found = findings.news(told.pop("analysis"))
        tell({"progress": told} | ({"found": found} if found else {}))

    analysis = solver.analyse(
        task.position, moves=task.moves, distance=True, seconds=task.seconds, progress=listen
    )
    if found := findings.news(analysis):
        tell({"found": found})
