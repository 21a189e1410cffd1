"""The solver: exact answers for positions of one game, with a table that lasts between calls."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, ParamSpec, SupportsFloat, SupportsIndex, TypeVar, overload
from weakref import WeakSet

from inarow._core import make_kernel
from inarow.model.board import MoveLike, as_integer
from inarow.model.game import Game, require_game
from inarow.model.moves import Recorded
from inarow.model.options import (
    MAX_COUNT,
    TABLE_MB,
    GameKind,
    is_weak,
    positive_integer,
    refuse_exact,
    refuse_plain,
    table_bytes,
    thread_count,
    truth,
)
from inarow.model.position import Position, require_move, require_position_of
from inarow.model.results import (
    Analysis,
    BatchSolution,
    Estimate,
    Playouts,
    ProgressCallback,
    Solution,
    finished,
    searched,
)
from inarow.solver.analysis import analyse_moves
from inarow.solver.batch import BoardsLike, check_boards, solve_boards, solve_many_lines
from inarow.solver.estimates import ESTIMATE_NODES, estimate_moves, estimates_of
from inarow.solver.forced import CHAIN_NODES, ORDERS, ForcedWin, find_forced_win
from inarow.solver.grading import (
    BatchGrades,
    Grade,
    Grades,
    MovesLike,
    grade_boards,
    grade_game,
    grade_move,
)
from inarow.solver.limited import candidates, prove_within, solve_within
from inarow.solver.pairing import has_many_lines
from inarow.solver.query import Budget, Query, query_of
from inarow.solver.search import (
    Search,
    bounded,
    drawn,
    solve_at_once,
    solve_plainly,
    solve_strong,
    solve_weak,
)
from inarow.solver.ties import TieBreak, chooser

if TYPE_CHECKING:
    from inarow.certificate.book import Book

P = ParamSpec("P")
T = TypeVar("T")

CREW_AFTER = 0.01
"""Seconds that a position is left to one thread: most take less.

To call others takes some 2 ms: after 0.005 s, two threads need 12 ms for 9,5,5, and one needs 10.
"""


class Solver:
    """Solves positions of one game; its transposition table makes related calls faster.

    The table grows as it fills, to `table_mb` MiB at the most. `threads` search together: a batch
    is shared out among them, and a long search of one position has them all at one tree. Values
    do not depend on their number; a node limit holds for each of them. A solver may be called
    from several Python threads: calls wait for one another. The GIL is released during every
    search, and Ctrl-C stops any call.

    Pairings are looked for with random numbers that come of the `seed`, any integer. Values do not
    depend on it, but how many nodes a search takes does: several seeds tell what is luck
    (`benchmarks/search/threads.py`). With one thread the same seed takes the same nodes.

    `proof` is the file of a certificate of this game (or a `certificate.Book`, which several
    solvers may share): `solve` and `best_move` answer from it, proven and at once, wherever a
    position is in it and it settles the value, as the proof of a win does. Such an answer has no
    distance: without a limit that is searched for, and `analyse` searches for it in any case. What
    the proof says is believed: `inarow.check` tells whether it proves anything.

    As a context manager it gives the memory of its table back at the end. A copy, also by pickle,
    is a new solver of the same game and options, with a table of its own that begins empty.

    >>> from inarow.model.game import Game
    >>> with Solver(Game(4, 4, 3)) as solver:
    ...     solution = solver.solve(solver.game.start(), distance=True)
    >>> solution.value, solution.distance
    (1, 5)
    """

    def __init__(
        self,
        game: Game,
        table_mb: SupportsIndex = TABLE_MB,
        threads: SupportsIndex = 1,
        *,
        seed: SupportsIndex = 0,
        proof: str | os.PathLike[str] | Book | None = None,
    ) -> None:
        self._game = require_game(game)
        self._threads = thread_count(threads)
        self._table_bytes = table_bytes(table_mb)
        self._seed = as_integer("seed", seed) % (1 << 64)
        self._has_many_lines = has_many_lines(game)
        self._proof: Book | None = None
        if proof is not None:
            from inarow.certificate.book import opened  # would slow every import down

            self._proof = opened(proof, game)
        self._begin()
        _solvers.add(self)

    def _begin(self) -> None:
        self._kernel = make_kernel(self._game, self._table_bytes, seed=self._seed)
        self._kernel.set_threads(self._threads, CREW_AFTER)
        self._lock = threading.RLock()
        self._busy = False

    def _free_after_fork(self) -> None:
        """In a forked process, free a solver that a thread was using which is not there.

        A search that it was at has left the kernel in an unknown state: that goes as well.
        """
        if not self._lock.acquire(blocking=False):
            self._begin()
        elif self._busy:  # by the one thread that lives on: it was forked in a callback
            self._lock.release()
        else:
            self._lock = threading.RLock()

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

    def clear(self) -> None:
        """Forget everything: the next call starts cold."""
        self._alone(self._kernel.clear)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the table to a file, whole or not at all, from which `load` goes on another day.

        A progress callback may call it too: long searches are kept so. Of a large table only what
        took some work is written. Raises `CheckpointError` if the file cannot be written, or if
        there is one, unless `overwrite` lets it be replaced.

        >>> import tempfile
        >>> from inarow import Game, Solver
        >>> with tempfile.TemporaryDirectory() as directory:
        ...     first, second = Solver(Game(4, 5, 4)), Solver(Game(4, 5, 4))
        ...     cold = first.solve(first.game.start()).nodes
        ...     first.save(f"{directory}/454.npz")
        ...     second.load(f"{directory}/454.npz")
        ...     second.solve(second.game.start()).nodes < cold
        True
        """
        from inarow.solver.saved import save_table  # would slow every import down

        with self._lock:
            save_table(self._kernel, self._game, path, overwrite)

    def load(self, path: str | os.PathLike[str]) -> None:
        """Add what `save` has written to the table.

        Raises `CheckpointError` for a file of another game, or one that is damaged or none of
        ours; then the solver is as it was. What the file says is believed: load only files that you
        trust, for false facts become false answers.
        """
        from inarow.solver.saved import load_table

        self._alone(load_table, self._kernel, self._game, path)

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def _check(self, given: object) -> Position:
        return require_position_of(self._game, given, self)

    def _check_unfinished(self, given: object) -> None:
        self._check(given)
        require_move(given)

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

    def __repr__(self) -> str:
        return f"Solver({self._game!r}, threads={self._threads})"

    def __reduce__(self) -> tuple[object, ...]:
        options = self._game, self._table_bytes >> 20, self._threads
        proof = None if self._proof is None else self._proof.path
        return partial(type(self), seed=self._seed, proof=proof), options

    def solve(
        self,
        position: Position,
        *,
        distance: bool = False,
        game_kind: GameKind = "strong",
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
        certificate: str | os.PathLike[str] | None = None,
        overwrite: bool = False,
    ) -> Solution:
        """Return the exact value of a position and a best move, or bounds if a limit was met.

        distance
            Find the number of plies to the completed line as well, and a move of shortest win or
            longest defence. Without it the move is any that keeps the value, but never one that
            passes by a win on the spot.
        game_kind
            "strong", the ordinary game, or "weak", in which only X can win (`inarow.model.weak`).
        seconds
            A limit of wall-clock time, in seconds, above 0.
        nodes
            A limit of positions searched, 1 or more; with several threads, for each of them. If
            the limits do not suffice for the value, the solution has bounds, and its move is
            `judged` by a heuristic search, which they limit as well.
        progress
            A function that is called with a `Progress` some twenty times a second. What it raises
            ends the call.
        certificate
            The path of a file for a proof of the value, which `inarow.check` checks without a
            search: see `inarow.certificate`. It is written if the value is proven (the limits do
            not count for that), and whole or not at all.
        overwrite
            Let the certificate replace a file that is there.

        Raises `InvalidPositionError` for a position of another game, or one that is over where a
        certificate is asked for; `InvalidOptionError` for a limit out of range or another
        `game_kind`; `InvalidGameError` for the weak game where exactly k win; `CertificateError`
        if the file is there or cannot be written; `TypeError` for what is of another type.

        >>> import inarow
        >>> inarow.solve(inarow.Game(4, 4, 4).start()).value
        0
        """
        # The common case first, checked as little as is safe: no limit, no file, nobody listens.
        if (
            seconds is None
            and nodes is None
            and progress is None
            and certificate is None
            and game_kind == "strong"
            and type(distance) is bool
            and type(position) is Position
            and position._game is self._game
            and not position.is_over
            and not self._busy
            and self._proof is None
            and not self._has_many_lines
        ):
            started = perf_counter()
            own, opponent = position._own, position._opponent
            with self._lock:  # as `_alone` does, without a call more
                try:
                    self._busy = True
                    answer = self._kernel.solve(own, opponent, distance, True, None, None, None)
                finally:
                    self._busy = False
            return searched(answer, distance, perf_counter() - started, position)

        self._check(position)
        weak = is_weak(game_kind)
        if weak:
            refuse_exact(self._game, "the weak game")
        query = query_of(distance, seconds, nodes, progress)
        if certificate is not None:
            from inarow.certificate import check_target

            check_target(position, weak, certificate, overwrite)
        if not weak and position.is_over:
            return finished(position)

        search: Search = solve_weak if weak else solve_strong
        if self._game.is_plain:
            search = solve_plainly
        elif query.is_limited and not weak:
            search = partial(solve_within, certified=certificate is not None)

        # A certificate is of what was found here, not of what another one says.
        solve = partial(self._found if certificate is not None else self._looked_up, search)
        with self._lock:
            solution = self._alone(solve, position, query, game_kind)
            if certificate is not None and solution.proven:
                from inarow.solver.certified import certify

                certify(self, solution, query, certificate, overwrite)
        return solution

    def _found(
        self, search: Search, position: Position, query: Query, game_kind: GameKind = "strong"
    ) -> Solution:
        """What pairings say, or else the search."""
        if not self._has_many_lines:
            return search(self._kernel, position, query)
        budget = Budget(query)
        held = solve_at_once(self._kernel, position, budget, game_kind)
        return held or search(self._kernel, position, budget.query())

    def _looked_up(
        self, search: Search, position: Position, query: Query, game_kind: GameKind = "strong"
    ) -> Solution:
        """What the proof says, or else as `_found`, within the bounds that the proof gives.

        A distance without a limit is searched for.
        """
        is_told = game_kind == "strong" and (query.is_limited or not query.distance)
        if self._proof is None or not is_told:
            return self._found(search, position, query, game_kind)
        started = perf_counter()
        told = self._proof.find(position)
        if told is not None and told.lower == told.upper:
            return told.solution(position, perf_counter() - started)
        return bounded(self._found(search, position, query), told)

    def _measured(self, search: Search, position: Position, query: Query) -> Solution:
        """What the search says, for it finds distances, within the bounds that the proof gives."""
        solution = self._found(search, position, query)
        if self._proof is None or solution.proven:
            return solution
        return bounded(solution, self._proof.find(position))

    @property
    def proof(self) -> Book | None:
        """The proof that it answers from, if there is one: its `find` tells more."""
        return self._proof

    def best_move(
        self,
        position: Position,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        tie_break: TieBreak | None = None,
        seed: SupportsIndex = 0,
    ) -> int:
        """Return a move that keeps the value; if a limit does not allow that, a judged one.

        Which of several does not matter, unless `tie_break` says: ``"first"`` (the lowest cell),
        ``"random"`` (by the `seed`) or ``"centre"`` (the nearest to the middle). That takes the
        value of every move. A win on the spot comes before other wins, and of losses it is one of
        the longest.

        `seconds` (wall-clock time, above 0) and `nodes` (positions searched, 1 or more) limit the
        search.

        Raises `InvalidPositionError` if the game is over, `InvalidOptionError` for another rule.

        >>> import inarow
        >>> game = inarow.Game(3, 3, 3)
        >>> inarow.best_move(game.position("XX./OO./..."))
        2
        >>> inarow.best_move(game.start(), tie_break="centre")
        4
        >>> inarow.best_move(game.start(), tie_break="random", seed=2)
        0
        """
        if tie_break is not None:
            self._check_unfinished(position)
            choose = chooser(position, tie_break, seed)
            budget = Budget(query_of(False, seconds, nodes, None))
            analysis = self.analyse(position, seconds=seconds, nodes=nodes)
            budget.spent = analysis.solution.nodes
            if analysis.solution.value == -1 and not budget.is_spent:
                left = budget.query()
                analysis = self.analyse(
                    position, distance=True, seconds=left.seconds, nodes=left.nodes
                )
            best = next(iter(analysis.values())).bounds.rank
            equal = [move for move in analysis.best_moves if analysis[move].bounds.rank == best]
            return choose(equal or [*analysis][:1])
        # The common case first, checked as little as is safe: the table knows the position.
        unlimited = seconds is None and nodes is None
        if unlimited and type(position) is Position and position._game is self._game:
            with self._lock:
                move = self._kernel.best_move(position._own, position._opponent)
            if move >= 0:
                return move
        self._check_unfinished(position)
        found = self.solve(position, seconds=seconds, nodes=nodes).best_move
        assert found is not None, "the game is not over"
        return found

    def analyse(
        self,
        position: Position,
        *,
        moves: str | Iterable[MoveLike] | None = None,
        distance: bool = False,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
    ) -> Analysis:
        """Return a solution for every legal move, best first; the limits are for all together.

        `seconds` (wall-clock time, above 0) and `nodes` (positions searched, 1 or more) are those
        limits; `InvalidOptionError` for others.

        With `moves`, a list or a text, for these only; `IllegalMoveError` names one that is not
        legal. Each is seen from the side to move in `position`, and its line begins with the move.
        Better values come first; with `distance`, quicker wins and longer defences, by the plies
        that are proven (`Solution.least` where the distance is not), and moves that lose at once
        behind others that lose; then, under a limit, what looks better; then lower cells.
        Moves that are images of each other have the same solution, turned.

        A limit is used until all is proven. After a quick look at all moves it goes to the position
        as a whole, to the comparison of what looks best (`Analysis.estimates`), and to the moves in
        turns, the best first; in rounds that double.

        `progress` is told of the parts as they come: its argument holds what was found so far as
        an `Analysis`, `Progress.analysis`. What it raises ends the call.

        >>> import inarow
        >>> analysis = inarow.analyse(inarow.Game(3, 3, 3).position("XO./.../..."))
        >>> {move: solution.value for move, solution in analysis.items()}
        {3: 1, 4: 1, 6: 1, 2: 0, 5: 0, 7: 0, 8: 0}
        """
        self._check(position)
        query = query_of(distance, seconds, nodes, progress)
        alone = self._game.is_plain or not query.is_limited
        search = solve_strong if alone else prove_within
        solve: Callable[[Position, Query], Solution]
        solve = partial(self._measured if query.distance else self._looked_up, search)
        if self._has_many_lines and not position.is_over:
            budget = Budget(query)
            if self._alone(solve_at_once, self._kernel, position, budget, "strong"):
                solve = lambda after, _: drawn(after)  # noqa: E731
            query = budget.query()
        return self._alone(analyse_moves, self._kernel, solve, position, moves, query, progress)

    def solve_batch(
        self,
        boards: BoardsLike,
        *,
        distance: bool = False,
        optimal: bool = False,
        threads: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
    ) -> BatchSolution:
        """Solve N boards, an array of shape (N, m, n): +1 for X, -1 for O, 0 for empty.

        They may also be nested lists or positions, or a single one: see `BoardsLike`.

        All boards are checked before any is solved; `InvalidPositionError` names the first bad
        one and what is wrong with it. `optimal` asks for the mask of all moves that keep the
        value, `distance` for the plies to the completed line. `seconds` of wall-clock time limit
        the whole call, `nodes` (positions searched) the search for each board; `progress` is
        called with a `Progress` some twenty times a second. `threads`, 1 to 256, are those of the
        solver unless given; `InvalidOptionError` for what is out of range. No boards are legal,
        and give empty arrays.

        Boards that a limit left open are those that are not `proven`: their `values` are lower
        bounds, and their `distances` -1. See `BatchSolution`.

        >>> import inarow
        >>> inarow.solve_batch(inarow.Game(3, 3, 3), [[[1, 0, 0], [0, -1, 0], [0, 0, 0]]]).values
        array([0], dtype=int8)
        """
        query = query_of(distance, seconds, nodes, progress)
        masks = truth("optimal", optimal)
        workers = self._threads if threads is None else thread_count(threads)

        rows = self._alone(check_boards, self._game, self._kernel, boards)
        solve = solve_many_lines if self._has_many_lines else solve_boards
        return self._alone(solve, self._game, self._kernel, rows, workers, masks, query)

    @overload
    def grade(
        self,
        played: Position,
        move: MoveLike,
        *,
        distance: bool = ...,
        seconds: SupportsFloat | None = ...,
        nodes: SupportsIndex | None = ...,
        progress: ProgressCallback | None = ...,
    ) -> Grade: ...

    @overload
    def grade(
        self,
        played: Recorded,
        move: None = None,
        *,
        distance: bool = ...,
        seconds: SupportsFloat | None = ...,
        nodes: SupportsIndex | None = ...,
        progress: ProgressCallback | None = ...,
    ) -> Grades: ...

    def grade(
        self,
        played: Position | Recorded,
        move: MoveLike | None = None,
        *,
        distance: bool = False,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
    ) -> Grade | Grades:
        """Return what a move in a position gives away; of an `inarow.Record`, all its moves.

        With `distance` the values before and after have distances as well. `seconds` (wall-clock
        time), `nodes` (positions searched) and `progress` (called with a `Progress`) are those of
        one position, as in `analyse`; what a limit leaves open is None. On a large board give one:
        without it every position is to be proven, however long that takes.

        Raises `IllegalMoveError` for a move that cannot be made.

        >>> import inarow
        >>> corner = inarow.Game(3, 3, 3).position("X../.../...")
        >>> inarow.grade(corner, "b1").regret  # only the centre holds
        1
        >>> game = inarow.read_record("3,3,3 a1 b1 b2 c3 a2 a3")
        >>> [found.regret for found in inarow.grade(game)]
        [0, 1, 0, 0, 0, 0]
        """
        analyse = partial(
            self.analyse, distance=distance, seconds=seconds, nodes=nodes, progress=progress
        )
        if move is not None:
            return grade_move(analyse, self._check(played), move)
        if not isinstance(played, Recorded):
            kind = type(played).__name__
            raise TypeError(f"grade a position and a move, or the record of a game, not {kind}")
        self._check(played.start)
        return grade_game(analyse, played)

    def grade_batch(
        self,
        boards: BoardsLike,
        moves: MovesLike,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
    ) -> BatchGrades:
        """Return what N moves give away, each on its board.

        `boards` and the limits, `seconds` for the call and `nodes` for each board, are those of
        `solve_batch`; `moves` is an integer array of shape (N,), or a list of moves. Raises
        `IllegalMoveError` for the first that cannot be made.

        >>> import inarow
        >>> game = inarow.Game(3, 3, 3)
        >>> boards = [game.start(), game.position("X../.../...")]
        >>> grades = inarow.grade_batch(game, boards, ["a1", "b1"])
        >>> grades.before, grades.after
        (array([0, 0], dtype=int8), array([ 0, -1], dtype=int8))
        >>> grades.regrets, grades.best_moves
        (array([0, 1], dtype=int8), array([9, 1], dtype=int16))
        """
        _, most, limit, _ = query_of(False, seconds, nodes, None)
        rows = self._alone(check_boards, self._game, self._kernel, boards)
        return grade_boards(self.solve_batch, self._game, rows, moves, most, limit)

    def last_estimate(self, position: Position) -> Estimate | None:
        """Return the move that the heuristic search found, if this is what it was last asked about.

        A limited `solve` asks it where a proof is not to be had. The estimate is at hand even if
        that call was interrupted: by Ctrl-C, or by what a progress callback raised.

        >>> from inarow import Game, Solver
        >>> solver = Solver(Game(15, 15, 5), table_mb=1)
        >>> start = solver.game.start()
        >>> solver.last_estimate(start), solver.solve(start, nodes=5000).judged
        (None, True)
        >>> solver.last_estimate(start).best_move == solver.solve(start, nodes=5000).best_move
        True
        """
        self._check(position)
        last = self._alone(lambda: self._kernel.last_judgement)
        if last is None or last[:2] != (position._own, position._opponent):
            return None
        return estimates_of(last)[0]

    def estimates(
        self,
        position: Position,
        most: SupportsIndex = 5,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
        narrow: bool = False,
    ) -> tuple[Estimate, ...]:
        """Return the best few moves by the heuristic search, best first: no proofs.

        All are searched to the same depth, which grows until a limit is met (if none is given,
        after `ESTIMATE_NODES` positions). Of moves that are images of each other there is only
        one. There are fewer than `most` if there are no more (on an empty board the middle alone is
        looked at), if the move is forced or wins at once, or if the limit does not suffice to look
        at all. `narrow`: fewer moves are searched, and deeper, which sees wins that are far and
        judges quiet positions worse. What is said after millions of nodes depends on `table_mb`
        too, which bounds the search's own memo.
        Raises `InvalidPositionError` if the game is over.

        >>> from inarow import Game, Solver
        >>> game = Game(9, 9, 5)
        >>> [game.name(one.best_move) for one in Solver(game).estimates(game.start().play("e5"), 2)]
        ['e4', 'd4']
        """
        self._check_unfinished(position)
        refuse_plain(self._game, "estimates")
        query = query_of(False, seconds, nodes, progress)
        if not query.is_limited:
            query = query._replace(nodes=ESTIMATE_NODES)
        wanted = positive_integer("most", most, most=MAX_COUNT)
        cells = candidates(position)
        return self._alone(estimate_moves, self._kernel, position, wanted, query, cells, narrow)[0]

    def forced_win(
        self,
        position: Position,
        order: SupportsIndex = 2,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
        certificate: str | os.PathLike[str] | None = None,
        overwrite: bool = False,
    ) -> ForcedWin | None:
        """Return a win of the side to move by force, or None if none was found.

        Of `order` 1 by a chain of fours, of order 2 by threes and fours, of order 3 also by quiet
        moves that threaten such a win; of that order or a lower one. What is returned is proven;
        None is no proof that there is no such win. Without a limit it is searched for to the end,
        which may take long on a large board. `seconds` is a limit of wall-clock time, `nodes` one
        of positions searched. `progress` is called with a `Progress`, whose last has share 1 if no
        limit ended the search, else 0. Raises `InvalidPositionError` if the game is over.

        `certificate` names a file for the proof, as for `solve`, which `overwrite` lets replace
        one that is there; the limits do not count for
        writing it, which walks the whole tree of the win.

        >>> import inarow
        >>> game = inarow.Game(15, 15, 5)
        >>> win = inarow.forced_win(game.start().play_all("h8 a1 h9 a15 i9 o1"))
        >>> win.order, game.name(win.move)
        (2, 'g9')
        """
        self._check_unfinished(position)
        refuse_plain(self._game, "wins by force")
        wanted = positive_integer("order", order, most=ORDERS[-1])
        query = query_of(False, seconds, nodes, progress)
        if certificate is not None:
            from inarow.certificate import check_target

            check_target(position, False, certificate, overwrite)
        win = self._alone(find_forced_win, self, position, wanted, query, CHAIN_NODES[wanted])
        if win is not None and certificate is not None:
            from inarow.certificate.forced import write_forced_win

            write_forced_win(win, certificate, overwrite)
        return win

    def playouts(
        self, position: Position, count: SupportsIndex = 1, seed: SupportsIndex = 0
    ) -> Playouts:
        """Play `count` uniformly random games from a position; the same seed, the same games.

        >>> import inarow
        >>> inarow.playouts(inarow.Game(3, 3, 3).position("XX./OO./..."), count=1000)
        Playouts(x_wins=477, o_wins=329, draws=194, plies=3185)
        """
        self._check_unfinished(position)
        refuse_plain(self._game, "random games")
        games = positive_integer("count", count, most=MAX_COUNT)
        own, opponent, draws, plies = self._alone(
            self._kernel.playouts,
            position._own,
            position._opponent,
            games,
            as_integer("seed", seed) % (1 << 64),
        )
        x, o = (own, opponent) if position.turn == "X" else (opponent, own)
        return Playouts(x, o, draws, plies)


_solvers: WeakSet[Solver] = WeakSet()  # all that there are, for a process that forks


def _free_all() -> None:
    for solver in list(_solvers):
        solver._free_after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_free_all)
