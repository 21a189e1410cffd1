"""The searches behind the page: a player's move, a win by force, an analysis whose results stream.

They run in a worker process, but know nothing of it: what they find they tell to a callback, and
whoever wants them to end raises `Stopped` from it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeAlias

from inarow.apps.web.findings import MoveFinding, whole
from inarow.apps.web.tasks import Task
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.model.results import Progress, ProgressCallback
from inarow.model.words import forced_words
from inarow.solver.forced import ORDERS, ForcedWin
from inarow.solver.functions import default_solver
from inarow.solver.query import QUICK_NODES
from inarow.solver.solver import Solver
from inarow.strategies.levels import TREE_CELLS, level
from inarow.strategies.monte_carlo import MonteCarlo

Tell: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Called with what is to go to the page, see `inarow.apps.web.tasks`; may raise `Stopped`."""

GAMES_KEPT = 2
"""Solvers of so many games stay, so that a game that goes on finds its table."""

SIMULATIONS, SIMULATION_SECONDS, TREE_MB = 50_000, 0.2, 64
"""The estimates at the beginning of an analysis; that much of it cannot be interrupted. The number
ends it on boards where it tells all there is: 3,3,3 takes 0.01 s, 4,4,4 0.2."""

JUDGED_NODES = 300
"""On boards beyond TREE_CELLS random games tell too little: each move is judged, with so many
nodes, which take about a millisecond …"""
FORCED_PLIES = 5
"""… or, where a reply is clear, what comes after it, so many plies on at most."""

ROOT_SHARE, ROOT_SECONDS = 0.25, 1.0
"""Of the time of an analysis, for the position as a whole; and at most this: it may be a minute."""

REFUTED_SHARE, REFUTED_NODES = 0.5, 50_000
"""Of the time that is left then, for moves after which the other side wins by threes and fours; and
at most so many nodes for one, some hundredths of a second."""

FIRST_SLOT, GROWTH = 0.01, 4
"""Seconds for a move in the first round; from round to round they grow by this factor."""

TELL_SECONDS = 0.1
"""Results are told in lots, so often."""


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
            _AnalysisRun(self._solver(task.position.game), task, tell).run()
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
        return {"moved": {"move": move, "result": MoveFinding().proven(solution).record(move)}}


def _report_to(tell: Tell) -> ProgressCallback:
    return lambda progress: tell({"progress": progress._asdict()})


def _player_move(position: Position, number: int, seed: int) -> Mapping[str, Any]:
    """The move of a level of play."""
    if default_solver.cache_info().currsize > 1:
        default_solver.cache_clear()  # the perfect level keeps its tables there, of many games
    choice = level(position.game, number, seed=seed).choose(position)
    found = MoveFinding(
        lower=int(str(choice.info.get("lower", -1))), upper=int(str(choice.info.get("upper", 1)))
    )
    return {"moved": {"move": choice.move, "result": found.record(choice.move)}}


class _AnalysisRun:
    """One analysis: estimates, the position as a whole, then round after round its moves."""

    def __init__(self, solver: Solver, task: Task, tell: Tell) -> None:
        self._solver, self._task, self._tell = solver, task, tell
        self._position = task.position
        self._moves = task.position.legal_moves if task.moves is None else task.moves
        self._found = {move: MoveFinding() for move in self._moves}
        self._found.update(
            {move: MoveFinding.from_record(record) for move, record in task.known.items()}
        )
        self._open = [move for move in self._moves if not self._found[move].settled]
        self._root: tuple[int | None, MoveFinding] = (None, MoveFinding())
        self._told_root: tuple[int | None, MoveFinding] = self._root
        self._fresh: set[int] = set()
        self._nodes = 0
        self._started = self._told = perf_counter()

    def run(self) -> None:
        """Go on until all is settled or the time is over."""
        task = self._task
        if not task.slot:
            if self._position.game.cells <= TREE_CELLS:
                self._estimate()
            else:
                self._judge()
            task.slot = FIRST_SLOT  # if it is put off now, it need not begin again
            self._flush()
            self._solve_root()
            self._refute()
        while self._open and self._left > 0:
            self._round()
            task.slot *= GROWTH
            task.looked.clear()
        self._flush()

    @property
    def _seconds(self) -> float:
        return perf_counter() - self._started

    @property
    def _left(self) -> float:
        return self._task.seconds - self._seconds

    def _estimate(self) -> None:
        seconds = min(SIMULATION_SECONDS, self._task.seconds / 4)
        search = MonteCarlo(SIMULATIONS, seconds=seconds, tree_mb=TREE_MB)
        for move, weight in search.weigh(self._position).items():
            if move in self._found:
                self._note(move, self._found[move].weighed(weight))

    def _judge(self) -> None:
        """What the heuristic search thinks of each move; proofs come later, and better."""
        for move in self._moves:
            if move in self._task.known:  # before it was put off
                continue
            if perf_counter() - self._told > TELL_SECONDS:
                self._flush()
            after = self._position.play(move)
            for _ in range(FORCED_PLIES):
                if after.is_over:
                    break
                self._nodes += self._solver.solve(after, nodes=JUDGED_NODES).nodes
                found = self._solver.judgement(after)
                if found is None:
                    break
                if found.depth or found.plies:
                    is_own = after.turn == self._position.turn
                    self._note(move, self._found[move].judged_by(found, is_own=is_own))
                    break
                after = after.play(found.best_move)  # that was clear, and nothing weighed

    def _solve_root(self) -> None:
        seconds = min(ROOT_SECONDS, self._task.seconds * ROOT_SHARE)
        solution = self._solver.solve(
            self._position, distance=True, seconds=seconds, progress=self._report
        )
        self._nodes += solution.nodes
        self._root = solution.best_move, self._root[1].proven(solution)
        for move, before in list(self._found.items()):
            self._note(move, replace(before, upper=min(before.upper, solution.upper)))
        self._flush()

    def _refute(self) -> None:
        """Which moves lose to threes and fours? Hardly one, if not even a pass does."""
        position, until = self._position, self._seconds + self._left * REFUTED_SHARE
        other = "O" if position.turn == "X" else "X"
        passed = position.game.position(position.text, turn=other, strict=False)
        if not self._open or self._root[1].worth.value not in (None, -1):
            return  # if all is lost, each move may still be told why
        threat = self._solver.forced_win(passed, nodes=REFUTED_NODES)
        if threat is None:
            return
        spoilers = set(threat.spoilers)
        for move in sorted(self._open, key=lambda move: self._found[move].promise):
            if self._seconds > until:
                break
            after = position.play(move)
            if after.is_over:
                continue
            win: ForcedWin | None = threat  # a move that spoils nothing is no better than the pass
            if move in spoilers:
                win = self._solver.forced_win(after, nodes=REFUTED_NODES)
            if win is not None:
                lost = replace(self._found[move], lower=-1, upper=-1, line=(move, *win.line))
                self._note(move, lost)
                self._nodes += win.nodes
            if perf_counter() - self._told > TELL_SECONDS:
                self._flush()
        self._flush()

    def _round(self) -> None:
        """A slot of time for every move that is open, the most promising first."""
        promising = sorted(self._open, key=lambda move: self._found[move].promise)
        for move in promising:
            if move in self._task.looked:  # before it was put off
                continue
            seconds = min(self._task.slot, self._left)
            if seconds <= 0:
                break
            solution = self._solver.analyse(
                self._position, moves=[move], distance=True, seconds=seconds, progress=self._report
            )[move]
            self._note(move, self._found[move].proven(solution))
            self._task.looked.add(move)
            self._nodes += solution.nodes
            if perf_counter() - self._told > TELL_SECONDS:
                self._report(Progress(0, 0, line=(move,)))
                self._flush()
        self._open = [move for move in self._open if not self._found[move].settled]

    def _note(self, move: int, finding: MoveFinding) -> None:
        if finding != self._found[move]:
            self._found[move] = finding
            self._fresh.add(move)

    def _report(self, progress: Progress) -> None:
        settled = len(self._moves) - len(self._open)
        told = {
            "nodes": self._nodes + progress.nodes,
            "seconds": self._seconds,
            "share": settled / max(1, len(self._moves)),
            "line": progress.line,
        }
        self._tell({"progress": told})

    def _flush(self) -> None:
        """Tell what is new; it may be nothing, but whoever wants the search to end is heard."""
        if self._task.moves is None:
            self._root = whole(self._root, self._found)
        best, root = self._root
        is_new = best is not None and self._root != self._told_root
        moves = [self._found[move].record(move) for move in sorted(self._fresh)]
        self._tell(
            {
                "slot": self._task.slot,
                "looked": list(self._task.looked),
                "found": {"moves": moves, "root": root.record(best) if is_new else None},
            }
        )
        self._told_root = self._root
        self._fresh.clear()
        self._told = perf_counter()
