"""The searches behind the page: what it may ask for, and the threads that find it out.

There are at most as many threads as processors; whoever comes when all are busy waits. A search has
a solver to itself, whose table it may find filled: all tables together keep to one bound. What is
found is told to the event loop; a search that nobody wants any more ends where it next tells
something, some twenty times a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from inarow.apps.web.analysis import AnalysisMessages
from inarow.model.counted import counted
from inarow.model.errors import InarowError
from inarow.model.game import Game
from inarow.model.legal import OTHER
from inarow.model.options import processors, table_bytes
from inarow.model.position import Position
from inarow.model.results import Progress
from inarow.model.words import forced_words
from inarow.solver.forced import ORDERS
from inarow.solver.functions import default_solver
from inarow.solver.solver import Solver
from inarow.strategies.levels import level

if TYPE_CHECKING:
    from inarow.certificate.book import Book

Listener: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Told (type, fields) of the messages `progress`, `found`, `moved`, `why`, `forced` and `done`."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Task:
    """What is to be found out, in so many seconds at most."""

    kind: Literal["move", "why", "analyse", "forced"]
    position: Position
    seconds: float
    level: int | None = None
    """Of a player; None is the solver."""
    seed: int = 0
    moves: tuple[int, ...] | None = None
    """Of an analysis: which; None for all."""


class Stopped(Exception):
    """Ends a search that nobody wants any more."""


class Search:
    """A task under way, and who hears of it."""

    def __init__(self, task: Task, listener: Listener) -> None:
        self.task, self._listener = task, listener
        self._is_stopped = False
        self.future: Future[None] | None = None

    def stop(self) -> None:
        """Let it end: at once if it has not begun, else where it next tells something."""
        self._is_stopped = True
        if self.future is not None and self.future.cancel():
            self.end(None)

    def tell(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Let the listener hear, if it still wants to."""
        if self._is_stopped:
            raise Stopped
        self._listener(kind, fields)

    def hear(self, progress: Progress) -> None:
        """Tell how far a solver is."""
        told = progress._asdict()
        self.tell("progress", {name: told[name] for name in ("nodes", "seconds", "share", "line")})

    def end(self, message: str | None) -> None:
        """Say that it is over, and why if it failed."""
        self._listener("done", {"stopped": self._is_stopped, "message": message})


class Searches:
    """Carries out tasks in threads; `memory_mb` MiB bound the tables of all of them together.

    Solvers of its game answer from the `proof`, if there is one.
    """

    def __init__(
        self, memory_mb: int, threads: int | None = None, proof: Book | None = None
    ) -> None:
        table_bytes(memory_mb, "memory_mb")  # or `InvalidOptionError`
        self._threads = threads or processors()
        self._proof = proof
        self._table_mb = max(1, memory_mb // self._threads)
        self._executor = ThreadPoolExecutor(self._threads, "search")
        self._lock = Lock()
        self._busy = 0
        self._idle: list[Solver] = []  # used last is last
        self._all: set[Search] = set()

    def begin(self, task: Task, listener: Listener) -> Search:
        """Have a task carried out; `listener` is called from the event loop that runs now."""
        loop = asyncio.get_running_loop()

        def tell(kind: str, fields: Mapping[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop has ended, and nobody listens
                loop.call_soon_threadsafe(listener, kind, fields)

        search = Search(task, tell)
        self._all.add(search)
        search.future = self._executor.submit(self._run, search)
        search.future.add_done_callback(lambda _: self._all.discard(search))
        return search

    def close(self) -> None:
        """End everything, and wait for it."""
        for search in list(self._all):
            search.stop()
        self._executor.shutdown()

    def _run(self, search: Search) -> None:
        message = None
        try:
            self._carry_out(search)
        except Stopped:
            pass
        except InarowError as error:
            message = str(error)
        except MemoryError:
            message = "not enough memory"
        except Exception:
            _log.exception("a fault while searching")
            message = "the search has failed"
        search.end(message)

    def _carry_out(self, search: Search) -> None:
        task = search.task
        if task.level is not None:
            search.tell("moved", {"move": player_move(task, search), "why": None, "zone": []})
            return
        solver = self._take(task.position.game)
        try:
            if task.kind == "analyse":
                analyse(solver, task, search)
            elif task.kind == "forced":
                search.tell("forced", {"win": forced_win(solver, task, search)})
            elif task.kind == "why":
                search.tell("why", why(solver, task.position))
            else:
                move = solver_move(solver, task, search)
                search.tell("moved", {"move": move, **why(solver, task.position.play(move))})
        finally:
            self._give_back(solver)

    def _take(self, game: Game) -> Solver:
        """A solver that nobody else has; the one that was used last for this game, if any."""
        with self._lock:
            self._busy += 1
            for solver in reversed(self._idle):
                if solver.game == game:
                    self._idle.remove(solver)
                    return solver
            if self._busy + len(self._idle) > self._threads:
                del self._idle[0]
        is_proven = self._proof is not None and self._proof.game == game
        return Solver(game, self._table_mb, proof=self._proof if is_proven else None)

    def _give_back(self, solver: Solver) -> None:
        with self._lock:
            self._busy -= 1
            self._idle.append(solver)


def analyse(solver: Solver, task: Task, search: Search) -> None:
    """Tell of an analysis while it grows, and of all of it at the end."""
    messages = AnalysisMessages(is_whole=task.moves is None)

    def listen(progress: Progress) -> None:
        search.hear(progress)
        if found := messages.news(progress.analysis):
            search.tell("found", found)

    analysis = solver.analyse(
        task.position, moves=task.moves, distance=True, seconds=task.seconds, progress=listen
    )
    if found := messages.news(analysis):
        search.tell("found", found)


def forced_win(solver: Solver, task: Task, search: Search) -> Mapping[str, Any] | None:
    """A win by force of the side to move, as messages have it; None if none was found."""
    position = task.position
    win = solver.forced_win(position, ORDERS[-1], seconds=task.seconds, progress=search.hear)
    if win is None:
        return None
    words = forced_words(position.turn, win.order, len(win.line))
    return {"order": win.order, "words": words, "line": win.line, "zone": win.zone}


def solver_move(solver: Solver, task: Task, search: Search) -> int:
    """The move of the solver."""
    solution = solver.solve(
        task.position, distance=True, seconds=task.seconds, progress=search.hear
    )
    assert solution.best_move is not None, "the game is not over"
    return solution.best_move


def player_move(task: Task, search: Search) -> int:
    """The move of a level of play."""
    assert task.level is not None, "a level plays"
    if default_solver.cache_info().currsize > 1:
        default_solver.cache_clear()  # the perfect level keeps its tables there, of many games
    player = level(task.position.game, task.level, seed=task.seed)
    return player.choose(task.position, search.hear).move


def why(solver: Solver, position: Position) -> Mapping[str, Any]:
    """What the proof says of a position, and which replies matter, as messages have it."""
    said = {"why": None, "zone": ()}
    if solver.proof is None or position.is_over:
        return said
    found = solver.proof.find(position)
    if found is None or not found.plies:
        return said
    turn = position.turn
    winner, loser = (turn, OTHER[turn]) if found.lower == 1 else (OTHER[turn], turn)
    words = f"By the proof {winner} wins within {counted(found.plies, 'ply')}."
    if found.threat is not None:
        first = position.game.name(found.threat)
        count = counted(len(found.answered), "move")
        words += f" If {loser} passed, {winner} would win from {first} on;"
        words += f" {count} could spoil that, and each has its answer."
    return {"why": words, "zone": found.answered if found.threat is not None else ()}
