"""The solver: exact answers for positions of one game, with a table that lasts between calls."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex, overload

from inarow.model.errors import InvalidPositionError
from inarow.model.game import Game
from inarow.model.grid import MoveLike, as_integer
from inarow.model.moves import Recorded
from inarow.model.options import (
    MAX_COUNT,
    TABLE_MB,
    GameKind,
    is_weak,
    positive_integer,
    positive_seconds,
    refuse_exact,
    thread_count,
    truth,
)
from inarow.model.position import Position, require_position
from inarow.model.results import (
    Analysis,
    BatchSolution,
    Judgement,
    Playouts,
    ProgressCallback,
    Solution,
    finished,
    searched,
)
from inarow.model.trace import Listener, read_events
from inarow.solver.analysis import analyse_moves
from inarow.solver.batch import BoardsLike, check_boards, solve_boards
from inarow.solver.estimates import ESTIMATE_NODES, estimate_moves, judgements
from inarow.solver.forced import CHAIN_NODES, ORDERS, ForcedWin, find_forced_win, found_by_force
from inarow.solver.grading import (
    BatchGrades,
    Grade,
    Grades,
    MovesLike,
    grade_boards,
    grade_game,
    grade_move,
)
from inarow.solver.limited import prove_within, solve_within
from inarow.solver.owner import KernelOwner
from inarow.solver.query import Query, query_of
from inarow.solver.ties import TieBreak, choose
from inarow.solver.weak import solve_weak

if TYPE_CHECKING:
    from inarow.solver.database.database import Database

__all__ = ["ProgressCallback", "Solver"]

CHECKPOINT_SECONDS = 60.0
"""How often a search that is kept is written to its file: what may be lost of it."""


class Solver(KernelOwner):
    """Solves positions of one game; its transposition table makes related calls faster.

    The table grows as it fills, to `table_mb` MiB at the most. `threads` search together: a batch
    is shared out among them, and a long search of one position has them all at one tree. Values
    do not depend on their number; a node limit holds for each of them. A solver may be called
    from several Python threads: calls wait for one another. The GIL is released during every
    search, and Ctrl-C stops any call.

    Pairings are looked for with random numbers that come of the `seed`, any integer. Values do not
    depend on it, but how many nodes a search takes does: several seeds tell what is luck
    (`benchmarks/search/threads.py`). With one thread the same seed takes the same nodes.

    With a `database` of the game, or the path of one, positions are looked up in it: at once, and
    with their distances. Only those that it does not cover (the weak game, handicaps) are searched.
    Raises `DatabaseError` for the database of another game, or a damaged one.

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
        database: Database | str | os.PathLike[str] | None = None,
        *,
        seed: SupportsIndex = 0,
    ) -> None:
        super().__init__(game, table_mb, threads, seed)
        self._database: Database | None = None
        if database is not None:
            from inarow.solver.database.database import database_of  # few solvers have one

            self._database = database_of(game, database)

    def __repr__(self) -> str:
        return f"Solver({self._game!r}, threads={self._threads})"

    def __reduce__(self) -> tuple[object, ...]:
        options = self._game, self._table_bytes >> 20, self._threads, self._database
        return partial(type(self), seed=self._seed), options

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def trace(self, listener: Listener | None) -> None:
        """Call `listener` with what coming searches of `solve` conclude; None ends it.

        It gets lists of `inarow.trace.Event`, children before parents, some thousands at a time.
        What the table already holds is not proven again: trace a new solver, or one just cleared.
        One thread searches what is traced. An error that the listener raises ends the search.

        >>> from inarow.model.game import Game
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
        overwrite: bool = False,
    ) -> Solution:
        """Return the exact value of a position and a best move, or bounds if a limit was met.

        With `distance` also the number of plies to the completed line, and a move of shortest win
        or longest defence; without it any move that keeps the value, but never one that passes by
        a win on the spot. `seconds` and `nodes` limit the search; if they do not suffice for the
        value, the move is `judged` by a heuristic search, which they limit as well. `progress` is
        called some twenty times a second; what it raises ends the call. `game_kind="weak"` asks
        for the weak game: see `inarow.model.weak`; an exact game has none (`InvalidGameError`).

        `checkpoint` names a file that keeps the search. If it exists, the search goes on from it;
        it is written about every `checkpoint_seconds` (less often where writing would take more
        than 4 % of the time), and whenever the call ends: by an interrupt, at a limit, or with
        the answer, which is then at hand when the same is asked again. Not all is kept: neither how
        a move was judged at a limit nor what the search has learnt of where to look first, and one
        that was cut early may take longer than from nothing. Limits count from this call. A file
        that is damaged or of another search raises `CheckpointError`, and is left alone; a
        checkpoint that cannot be written on the way is a `CheckpointWarning`.

        `certificate` names a file for a proof of the value that `inarow.check` checks without a
        search: see `inarow.certificate`. It is written if the value is proven (the limits do not
        count for that), and whole or not at all; `CertificateError` if it cannot be, or if there
        is a file, unless `overwrite` lets it be replaced; `InvalidPositionError` if the game is
        over.
        """
        self._check(position)
        weak = is_weak(game_kind)
        if weak:
            refuse_exact(self._game, "the weak game")
        query = query_of(distance, seconds, nodes, progress)
        path = None if checkpoint is None else os.fspath(checkpoint)
        every = positive_seconds("checkpoint_seconds", checkpoint_seconds)
        if certificate is not None:
            from inarow.certificate import check_target

            check_target(position, weak, certificate, overwrite)
        if not weak and position.is_over:
            return finished(position).of(position)

        known = not weak and self._is_known(position)

        def search(asked: Query) -> Solution:
            if weak:
                return solve_weak(self._kernel, position, asked)
            if asked.is_limited and not known:
                certified = certificate is not None
                return solve_within(self._kernel, position, asked, certified=certified)
            return self._solve(position, asked)

        def prove() -> tuple[Solution, ForcedWin | None]:
            if path is None or known:
                solution = search(query)
            else:  # what few calls need would slow every import down
                from pathlib import Path

                from inarow.solver.checkpoint import Keeper

                keeper = Keeper(self._kernel, position, weak, Path(path), every, query.report)
                solution = keeper.run(lambda told: search(query._replace(report=told)))
            win = None
            if certificate is not None and solution.proven:
                if query.is_limited and not weak and not known:
                    win = found_by_force(self, position, solution, query)
                if win is None:
                    from inarow.certificate import write_certificate

                    write_certificate(
                        *(self._kernel, position, solution, certificate, weak),
                        *(query.report, overwrite),
                    )
            return solution, win

        solution, win = self._alone(prove)
        if win is not None and certificate is not None:  # asks for each win of its tree in turn
            from inarow.certificate.forced import write_forced_win

            write_forced_win(win, certificate, overwrite)
        return solution.of(position, game_kind)

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
        value of every move. A win on the spot comes before other wins.

        Raises `InvalidPositionError` if the game is over, `InvalidOptionError` for another rule.
        """
        if tie_break is not None:
            return self._best_of(position, seconds, nodes, tie_break, seed)
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

    def _best_of(
        self,
        position: Position,
        seconds: SupportsFloat | None,
        nodes: SupportsIndex | None,
        tie_break: TieBreak,
        seed: SupportsIndex,
    ) -> int:
        """Return one of all the moves that keep the value, as far as they are known."""
        self._check(position)
        if position.is_over:
            raise InvalidPositionError(f"the game is over ({position.status}): there is no move")
        analysis = self.analyse(position, seconds=seconds, nodes=nodes)
        moves = analysis.best_moves or [next(iter(analysis))]
        at_once = [move for move in moves if position.play(move).winner is not None]
        return choose(self._game, at_once or moves, tie_break, seed)

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
        come first; with `distance`, quicker wins and longer defences; then what looks better, then
        lower cells. Moves that are images of each other have the same solution, turned.

        A limit is used until all is proven. It goes to the position as a whole, to the comparison
        of what looks best (`Analysis.estimates`), and then to the moves in turns, the best first.
        """
        self._check(position)
        query = query_of(distance, seconds, nodes, progress)
        search = self._prove if query.is_limited else self._solve
        return self._alone(analyse_moves, self._kernel, search, position, moves, query)

    def judgement(self, position: Position) -> Judgement | None:
        """Return what the heuristic search said, if it was last asked about this very position.

        A limited `solve` asks it where a proof is not to be had. It is at hand even if that call
        was interrupted: by Ctrl-C, or by what a progress callback raised.

        >>> from inarow.model.game import Game
        >>> solver = Solver(Game(15, 15, 5), table_mb=1)
        >>> start = solver.game.start()
        >>> solver.judgement(start), solver.solve(start, nodes=5000).judged
        (None, True)
        >>> solver.judgement(start).best_move == solver.solve(start, nodes=5000).best_move
        True
        """
        found = self.judgements(position)
        return found[0] if found else None

    def judgements(self, position: Position) -> tuple[Judgement, ...]:
        """Return likewise all moves that it compared, best first; see `estimates`."""
        self._check(position)
        last = self._alone(lambda: self._kernel.last_judgement)
        if last is None or last[:2] != (position._own, position._opponent):
            return ()
        return judgements(last)

    def estimates(
        self,
        position: Position,
        most: SupportsIndex = 5,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
    ) -> tuple[Judgement, ...]:
        """Return the best few moves by the heuristic search, best first: no proofs.

        All are searched to the same depth, which grows until a limit is met (if none is given,
        after `ESTIMATE_NODES` positions). Of moves that are images of each other there is only
        one. There are fewer than `most` if there are no more, if the move is forced or wins at
        once, or if the limit does not suffice to look at all. Raises `InvalidPositionError` if the
        game is over.

        >>> from inarow.model.game import Game
        >>> game = Game(9, 9, 5)
        >>> [game.name(one.best_move) for one in Solver(game).estimates(game.start().play("e5"), 2)]
        ['e4', 'd4']
        """
        self._check(position)
        if position.is_over:
            raise InvalidPositionError(f"the game is over ({position.status}): there is no move")
        query = query_of(False, seconds, nodes, progress)
        if not query.is_limited:
            query = query._replace(nodes=ESTIMATE_NODES)
        wanted = positive_integer("most", most, most=MAX_COUNT)
        return self._alone(estimate_moves, self._kernel, position, wanted, query)[0]

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
        which may take long on a large board. Raises `InvalidPositionError` if the game is over.

        `certificate` names a file for the proof, as for `solve`; the limits do not count for
        writing it, which walks the whole tree of the win.
        """
        self._check(position)
        if position.is_over:
            raise InvalidPositionError(f"the game is over ({position.status}): there is no move")
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
        value. `seconds` limits the whole call, `nodes` the search for each board. `threads` are
        those of the solver unless given. No boards are legal, and give empty arrays.
        """
        query = query_of(distance, seconds, nodes, progress)
        masks = truth("optimal", optimal)
        workers = self._threads if threads is None else thread_count(threads)

        def answers() -> BatchSolution:
            if self._database is not None:
                return self._database.answer_batch(boards, query.distance, masks)
            rows = check_boards(self._game, self._kernel, boards)
            return solve_boards(self._game, self._kernel, rows, workers, masks, query)

        return self._alone(answers)

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

        With `distance` the values before and after have distances as well. The limits are those
        of one position, as in `analyse`; what they leave open is None. On a large board give one:
        without it every position is to be proven, however long that takes.

        Raises `IllegalMoveError` for a move that cannot be made.
        """
        analyse = partial(
            self.analyse, distance=distance, seconds=seconds, nodes=nodes, progress=progress
        )
        if move is not None:
            position = require_position(played)
            self._check(position)
            return grade_move(analyse, position, move)
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

        `boards` and the limits are those of `solve_batch`; `moves` an integer array of shape (N,),
        or a list of moves. Raises `IllegalMoveError` for the first that cannot be made.
        """
        _, most, limit, _ = query_of(False, seconds, nodes, None)
        rows = self._alone(check_boards, self._game, self._kernel, boards)
        return grade_boards(self.solve_batch, self._game, rows, moves, most, limit)

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

    def _is_known(self, position: Position) -> bool:
        """Does the database answer for it?"""
        return self._database is not None and self._database.covers(position)

    def _prove(self, position: Position, query: Query) -> Solution:
        """Likewise within limits, where wins by force are looked for first."""
        if self._is_known(position):
            return self._solve(position, query)
        return prove_within(self._kernel, position, query)

    def _solve(self, position: Position, query: Query) -> Solution:
        """Look a position that is not over up, or search it."""
        if self._database is not None and self._is_known(position):
            return self._database.answer(position, query.distance)
        started = perf_counter()
        own, opponent = position._own, position._opponent
        answer = self._kernel.solve(own, opponent, query.distance, True, *query[1:])
        return searched(answer, query.distance, perf_counter() - started)
