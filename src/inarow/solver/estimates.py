"""What a solver says beside exact values: moves by judgement, wins by force, random games."""

from __future__ import annotations

import os
from time import perf_counter
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex

from inarow.model.grid import as_integer
from inarow.model.options import MAX_COUNT, positive_integer
from inarow.model.position import Position
from inarow.model.results import Judgement, Playouts, ProgressCallback
from inarow.solver.forced import CHAIN_NODES, ORDERS, ForcedWin, find_forced_win
from inarow.solver.limited import candidates
from inarow.solver.owner import KernelOwner
from inarow.solver.query import Query, query_of

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

ESTIMATE_NODES = 100_000
"""Where no limit is given: about half a second on a board of 15x15."""

Ranking = tuple[int, int, int, tuple[tuple[int, int, tuple[int, ...]], ...]]
"""What `Kernel.last_judgement` says."""


def _judgements(last: Ranking) -> tuple[Judgement, ...]:
    """Return the moves that the heuristic search looked at last, best first."""
    _, _, depth, ranking = last
    return tuple(Judgement(line[0], line, depth, score, plies) for score, plies, line in ranking)


def estimate_moves(
    kernel: Kernel, position: Position, wanted: int, query: Query, cells: int, narrow: bool = False
) -> tuple[tuple[Judgement, ...], int]:
    """Return up to `wanted` moves of a position that is not over, best first, and the nodes.

    `cells` is a mask of the moves that are looked at. Who listens is told of the end as well.
    """
    wanted = min(wanted, len(position.legal_moves))
    _, nodes, seconds, report = query
    stones = position._own, position._opponent
    began = perf_counter()
    _, spent = kernel.judge(*stones, nodes, seconds, report, cells, wanted, narrow=narrow)
    if report is not None:
        report(spent, perf_counter() - began, 1.0, 0.0, ())
    last = kernel.last_judgement
    assert last is not None, "it was just asked"
    return _judgements(last), spent


class Estimator(KernelOwner):
    """The part of a `Solver` that does not search for exact values."""

    def judgement(self, position: Position) -> Judgement | None:
        """Return what the heuristic search said, if it was last asked about this very position.

        A limited `solve` asks it where a proof is not to be had. It is at hand even if that call
        was interrupted: by Ctrl-C, or by what a progress callback raised.

        >>> from inarow import Game, Solver
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
        return _judgements(last)

    def estimates(
        self,
        position: Position,
        most: SupportsIndex = 5,
        *,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: ProgressCallback | None = None,
        narrow: bool = False,
    ) -> tuple[Judgement, ...]:
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
