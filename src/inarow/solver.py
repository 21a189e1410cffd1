"""The solver: exact answers for positions of one game, with a table that lasts between calls."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, ParamSpec, SupportsFloat, SupportsIndex, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from inarow._core import make_kernel
from inarow.anytime import solve_within
from inarow.batch import check_boards, solve_boards
from inarow.errors import InvalidPositionError
from inarow.game import Game, MoveLike, as_integer
from inarow.options import (
    MAX_COUNT,
    GameKind,
    is_weak,
    node_limit,
    positive_integer,
    positive_seconds,
    refuse_exact,
    table_bytes,
    thread_count,
    time_limit,
)
from inarow.position import Position
from inarow.solution import (
    Analysis,
    BatchSolution,
    Judgement,
    Playouts,
    Progress,
    Report,
    Solution,
    ended,
    searched,
)
from inarow.trace import Listener, read_events
from inarow.weak import solve_weak

if TYPE_CHECKING:
    from inarow.database import Database

__all__ = ["ProgressCallback", "Solver"]

P = ParamSpec("P")
T = TypeVar("T")

ProgressCallback: TypeAlias = Callable[[Progress], object]

CREW_AFTER = 0.02
"""Seconds that a position is left to one thread: most take less than it takes to call others."""

CHECKPOINT_SECONDS = 60.0
"""How often a search that is kept is written to its file: what may be lost of it."""

TABLE_MB = 256
"""The default limit of the transposition table; memory is taken only as it fills."""


class Solver:
    """Solves positions of one game; its transposition table makes related calls faster.

    The table grows as it fills, to `table_mb` MiB at the most. `threads` search together: a batch
    is shared out among them, and a long search of one position has them all at one tree. Values
    do not depend on their number; a node limit holds for each of them. A solver may be called
    from several Python threads: calls wait for one another. The GIL is released during every
    search, and Ctrl-C stops any call.

    With a `database` of the game, or the path of one, positions are looked up in it: at once, and
    with their distances. Only those that it does not cover (the weak game, handicaps) are searched.
    Raises `DatabaseError` for the database of another game, or a damaged one.

    >>> solver = Solver(Game(4, 4, 3))
    >>> solution = solver.solve(solver.game.start(), distance=True)
    >>> solution.value, solution.distance
    (1, 5)
    """

    def __init__(
        self,
        game: Game,
        table_mb: SupportsIndex = TABLE_MB,
        threads: SupportsIndex = 1,
        database: Database | str | os.PathLike[str] | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a solver is made for a Game, not for {type(game).__name__}")
        self._game = game
        self._threads = thread_count(threads)
        self._kernel = make_kernel(game, table_bytes(table_mb))
        self._kernel.set_threads(self._threads, CREW_AFTER)
        self._database: Database | None = None
        if database is not None:
            from inarow.database_answers import database_for  # what few calls need is loaded late

            self._database = database_for(game, database)
        self._lock = threading.RLock()
        self._busy = False

    @property
    def game(self) -> Game:
        """The game that this solver is for."""
        return self._game

    @property
    def threads(self) -> int:
        """Threads that search together."""
        return self._threads

    @property
    def table_used(self) -> int:
        """Positions that the table holds."""
        return self._kernel.table_used

    @property
    def table_size(self) -> int:
        """Bytes that the table takes now."""
        return self._kernel.table_bytes

    def __repr__(self) -> str:
        return f"Solver({self._game!r}, threads={self._threads})"

    def clear(self) -> None:
        """Forget everything: the next call starts cold."""
        self._alone(self._kernel.clear)

    def trace(self, listener: Listener | None) -> None:
        """Call `listener` with what coming searches of `solve` conclude; None ends it.

        It gets lists of `inarow.trace.Event`, children before parents, some thousands at a time.
        What the table already holds is not proven again: trace a new solver, or one just cleared.
        One thread searches what is traced. An error that the listener raises ends the search.

        >>> solver, events = Solver(Game(4, 4, 4)), []
        >>> solver.trace(events.extend)
        >>> solver.solve(solver.game.start(), game_kind="weak").value
        0
        >>> events[-1].kind.name, events[-1].own
        ('HOLDS', 0)
        """
        if listener is not None and not callable(listener):
            raise TypeError(f"a listener is called with events, {listener!r} cannot be")
        words = self._kernel.words

        def sink(data: bytes) -> None:
            assert listener is not None
            listener(list(read_events(data, words)))

        self._alone(self._kernel.trace, None if listener is None else sink)

    def solve(
        self,
        position: Position,
        *,
        distance: bool = False,
        game_kind: GameKind = "strong",
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        checkpoint_seconds: SupportsFloat = CHECKPOINT_SECONDS,
        certificate: str | os.PathLike[str] | None = None,
    ) -> Solution:
        """Return the exact value of a position and a best move, or bounds if a limit was met.

        With `distance` also the number of plies to the completed line, and a move of shortest win
        or longest defence; without it any move that keeps the value, but never one that passes by
        a win on the spot. `seconds` and `nodes` limit the search; if they do not suffice for the
        value, the move is `judged` by a heuristic search, which they limit as well. `progress` is
        called about ten times a second; what it raises ends the call. `game_kind="weak"` asks for
        the weak game: see `inarow.weak`; an exact game has none (`InvalidGameError`).

        `checkpoint` names a file that keeps the search. If it exists, the search goes on from it;
        it is written about every `checkpoint_seconds` (less often where writing would take more
        than 4 % of the time), and whenever the call ends: by an interrupt, at a limit, or with
        the answer, which is then at hand when the same is asked again. Limits count from this
        call. A file that is damaged or of another search raises `CheckpointError`, and is left
        alone; a checkpoint that cannot be written on the way is a `CheckpointWarning`.

        `certificate` names a file for a proof of the value that `inarow.check` checks without a
        search: see `inarow.certificate`. It is written if the value is proven, and whole or not at
        all; `CertificateError` if it cannot be, `InvalidPositionError` if the game is over.
        """
        self._check(position)
        weak = is_weak(game_kind)
        if weak:
            refuse_exact(self._game, "the weak game")
        limit = None if nodes is None else node_limit(nodes)
        deadline = None if seconds is None else time_limit(seconds)
        report = None if progress is None else _reporter(progress)
        path = None if checkpoint is None else Path(checkpoint)
        every = positive_seconds("checkpoint_seconds", checkpoint_seconds)
        if certificate is not None:
            from inarow.certificate import check_target

            check_target(position, weak, certificate)
        if not weak and position.is_over:
            return _finished(position).of(position)

        known = not weak and self._is_known(position)

        def search(told: Report | None) -> Solution:
            if weak:
                return solve_weak(self._kernel, position, bool(distance), limit, deadline, told)
            if known or (limit is None and deadline is None):
                return self._solve(position, distance, None, None, told)
            return solve_within(self._kernel, position, bool(distance), limit, deadline, told)

        def keep() -> Solution:
            if path is None or known:
                return search(report)
            from inarow.resume import Keeper  # what few calls need would slow every import down

            return Keeper(self._kernel, position, weak, path, every, report).run(search)

        def prove() -> Solution:
            solution = keep()
            if certificate is not None and solution.proven:
                from inarow.certificate import write_certificate

                write_certificate(self._kernel, position, solution, certificate, weak, report)
            return solution

        return self._alone(prove).of(position, game_kind)

    def best_move(
        self,
        position: Position,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
    ) -> int:
        """Return a move that keeps the value; if a limit does not allow that, a judged one.

        Raises `InvalidPositionError` if the game is over.
        """
        # The common case first, checked as little as is safe: the table knows the position.
        unlimited = seconds is None and nodes is None
        if unlimited and type(position) is Position and position._game is self._game:
            with self._lock:
                move = self._kernel.best_move(position._own, position._opponent)
            if move >= 0:
                return move
        self._check(position)
        if self._database is not None and not position.is_over and self._is_known(position):
            return self._database.best_moves(position)[0]
        solution = self.solve(position, seconds=seconds, nodes=nodes)
        if solution.best_move is None:
            raise InvalidPositionError(f"the game is over ({position.status}): there is no move")
        return solution.best_move

    def analyse(
        self,
        position: Position,
        *,
        moves: Iterable[MoveLike] | None = None,
        distance: bool = False,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
    ) -> Analysis:
        """Return a solution for every legal move, best first; the limits are for all together.

        With `moves`, for these only; `IllegalMoveError` names one that is not legal. Each is
        seen from the side to move in `position`, and its line begins with the move. Better values
        come first; with `distance`, quicker wins and longer defences; then lower cells.
        """
        self._check(position)
        limit = None if nodes is None else node_limit(nodes)
        deadline = None if seconds is None else time_limit(seconds)
        report = None if progress is None else _reporter(progress)
        after = _positions_after(position, moves)
        return self._alone(self._analyse, position, after, distance, limit, deadline, report)

    def judgement(self, position: Position) -> Judgement | None:
        """Return what the heuristic search said, if it was last asked about this very position.

        A limited `solve` asks it where a proof is not to be had. It is at hand even if that call
        was interrupted: by Ctrl-C, or by what a progress callback raised.

        >>> solver = Solver(Game(15, 15, 5), table_mb=1)
        >>> start = solver.game.start()
        >>> solver.judgement(start), solver.solve(start, nodes=5000).judged
        (None, True)
        >>> solver.judgement(start).best_move == solver.solve(start, nodes=5000).best_move
        True
        """
        self._check(position)
        last = self._alone(lambda: self._kernel.last_judgement)
        if last is None or last[:2] != (position._own, position._opponent):
            return None
        _, _, depth, score, plies, line = last
        return Judgement(line[0], line, depth, score, plies)

    def solve_batch(
        self,
        boards: npt.NDArray[np.int8],
        *,
        distance: bool = False,
        optimal: bool = False,
        threads: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
    ) -> BatchSolution:
        """Solve N boards, an int8 array of shape (N, m, n): +1 for X, -1 for O, 0 for empty.

        All boards are checked before any is solved; `InvalidPositionError` names the first bad
        one and what is wrong with it. `optimal` asks for the mask of all moves that keep the
        value. `seconds` limits the whole call, `nodes` the search for each board. `threads` are
        those of the solver unless given. No boards are legal, and give empty arrays.
        """
        limit = None if nodes is None else node_limit(nodes)
        deadline = None if seconds is None else time_limit(seconds)
        workers = self._threads if threads is None else thread_count(threads)
        report = None if progress is None else _reporter(progress)
        return self._alone(
            self._batch, boards, workers, bool(distance), bool(optimal), limit, deadline, report
        )

    def playouts(
        self, position: Position, count: SupportsIndex = 1, seed: SupportsIndex = 0
    ) -> Playouts:
        """Play `count` uniformly random games from a position; the same seed, the same games."""
        self._check(position)
        games = positive_integer("count", count, most=MAX_COUNT)
        if position.is_over:
            raise InvalidPositionError(f"the game is over ({position.status})")
        own, opponent, draws, plies = self._alone(
            self._kernel.playouts,
            position._own,
            position._opponent,
            games,
            as_integer("seed", seed) % (1 << 64),
        )
        x, o = (own, opponent) if position.turn == "X" else (opponent, own)
        return Playouts(x, o, draws, plies)

    def _check(self, position: object) -> None:
        if not isinstance(position, Position):
            raise TypeError(f"expected a Position, not {type(position).__name__}")
        # `is` first: games are normally the same object, and comparing them costs a call.
        if position._game is not self._game and position._game != self._game:
            raise InvalidPositionError(f"a position of {position.game} given to {self!r}")

    def _is_known(self, position: Position) -> bool:
        """Does the database answer for it?"""
        return self._database is not None and self._database.covers(position)

    def _alone(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run `work` with the kernel to itself: other threads wait.

        A callback of a search may not call back in. Whatever interrupts, and wherever, the solver
        stays usable: the lock is taken by C code, and `busy` is set where it will be reset.
        """
        with self._lock:
            if self._busy:
                raise RuntimeError("a solver cannot be called from its own progress callback")
            try:
                self._busy = True
                return work(*arguments, **named)
            finally:
                self._busy = False

    def _analyse(
        self,
        position: Position,
        positions: Mapping[int, Position],
        distance: bool,
        nodes: int | None,
        seconds: float | None,
        report: Report | None,
    ) -> Analysis:
        started = perf_counter()
        found: dict[int, Solution] = {}
        spent = 0
        for done, (move, after) in enumerate(positions.items()):
            # What is left is shared out among the moves that are left.
            left = len(positions) - done
            share = None if nodes is None else max(1, (nodes - spent) // left)
            time = None if seconds is None else started + seconds - perf_counter()
            slot = None if time is None else max(1e-6, time / left)
            if after.is_over:
                reply = _finished(after)
            else:
                later = _later(report, spent, started, move, done, done + left)
                reply = self._solve(after, distance, share, slot, later)
            spent += reply.nodes
            found[move] = _seen_before(reply, move).of(position)
        return Analysis(position, dict(sorted(found.items(), key=_rank)))

    def _batch(
        self,
        boards: npt.NDArray[np.int8],
        threads: int,
        distance: bool,
        optimal: bool,
        nodes: int | None,
        seconds: float | None,
        report: Report | None,
    ) -> BatchSolution:
        rows = check_boards(self._game, self._kernel, boards)
        if self._database is not None:
            from inarow.database_answers import answer_rows

            return answer_rows(self._database, rows, distance, optimal)
        return solve_boards(
            self._game, self._kernel, rows, threads, distance, optimal, nodes, seconds, report
        )

    def _solve(
        self,
        position: Position,
        distance: bool,
        nodes: int | None,
        seconds: float | None,
        report: Report | None,
    ) -> Solution:
        if self._database is not None and self._is_known(position):
            from inarow.database_answers import answer as known_answer

            return known_answer(self._database, position, bool(distance))
        started = perf_counter()
        answer = self._kernel.solve(
            position._own, position._opponent, bool(distance), True, nodes, seconds, report
        )
        return searched(answer, distance, perf_counter() - started)


def _finished(position: Position) -> Solution:
    """The solution of a position that is over."""
    return ended(0 if position.winner is None else -1)


def _positions_after(position: Position, moves: Iterable[MoveLike] | None) -> dict[int, Position]:
    """The positions after `moves`, or after all that are legal, by the cell."""
    if moves is None:
        return {move: position.play(move) for move in position.legal_moves}
    return {position.game.cell(move): position.play(move) for move in moves}


def _seen_before(reply: Solution, move: int) -> Solution:
    """The solution of a move, given that of the position after it."""
    return Solution(
        value=None if reply.value is None else -reply.value,
        distance=None if reply.distance is None else reply.distance + 1,
        best_move=move,
        line=(move, *reply.line),
        lower=-reply.upper,
        upper=-reply.lower,
        nodes=reply.nodes,
        seconds=reply.seconds,
        judged=False,  # the move was given
    )


def _rank(entry: tuple[int, Solution]) -> tuple[int, float, int]:
    """Sort key of an analysed move: best first."""
    move, solution = entry
    if solution.value == 1:  # soonest first, then those of unknown distance
        plies = inf if solution.distance is None else solution.distance
    else:  # latest first, then those of unknown distance
        plies = -(solution.distance or 0)
    return -(solution.lower + solution.upper), plies, move


def _reporter(progress: ProgressCallback) -> Report:
    if not callable(progress):
        raise TypeError(f"progress must be callable, not {type(progress).__name__}")
    return lambda *told: progress(Progress(*told))


def _later(
    report: Report | None, nodes: int, started: float, move: int, done: int, moves: int
) -> Report | None:
    """Report for the search of one move after others: their nodes and time count as well."""
    if report is None:
        return None
    return lambda more, _, share, fill, line: report(
        nodes + more, perf_counter() - started, (done + share) / moves, fill, (move, *line)[:8]
    )
