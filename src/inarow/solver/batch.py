"""Batches: arrays of boards checked, shared out to threads and solved over one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.errors import InvalidPositionError
from inarow.model.legal import count_turn
from inarow.model.parse import StoneArray, SupportsArray, as_array, has_stone_dtype
from inarow.model.position import Position, require_position
from inarow.model.results import BatchSolution, Report
from inarow.solver.pairing import hold
from inarow.solver.query import Budget, Query
from inarow.solver.search import FIRST_LOOK, PAIRING_NODES, PAIRING_SECONDS, drawn

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.model.game import Game

BoardsLike: TypeAlias = (
    "StoneArray | Sequence[StoneArray] | Sequence[Sequence[Sequence[int]]]"
    " | Sequence[Sequence[int]] | Sequence[Position] | Position"
    " | SupportsArray | Sequence[SupportsArray]"
)
"""Boards of one game, each with X to move or O as its stones have it.

An array of shape (N, m, n) of any library and of integers, floats or bools (+1 for X, -1 for O, 0
for empty), or (N, m * n) as a frame has them, the same as nested lists, a list of positions; or one
of them, which counts as a batch of one.
"""

CHUNK = 8192
"""Boards that are checked, or that a thread takes, at a time: an interrupt gets through between two
chunks, and each costs a call."""

CHUNKS_PER_ROUND = 8
"""Chunks for each thread between two moments at which the table may grow."""

Rows: TypeAlias = npt.NDArray[np.int8]


def check_boards(game: Game, kernel: Kernel, given: object) -> Rows:
    """Return `BoardsLike` as rows of cells, or raise `InvalidPositionError` for the first bad one.

    A copy: what is checked now must still be there when it is solved, without the GIL.
    """
    boards = _array_of(game, given)
    rows = np.empty((len(boards), game.cells), np.int8)
    for first in range(0, len(rows), CHUNK):
        part = rows[first : first + CHUNK]
        part[:] = as_int8(boards[first : first + CHUNK]).reshape(-1, game.cells)
        bad = kernel.first_bad_row(part)
        if bad >= 0:
            raise InvalidPositionError(f"board {first + bad}: {_fault(game, boards[first + bad])}")
    return rows


def _array_of(game: Game, given: object) -> npt.NDArray[Any]:
    """Return boards as an array, of shape (N, m, n) on a grid, of any dtype of stones."""
    given = [given] if isinstance(given, Position) else as_array(given)
    if isinstance(given, list | tuple):
        if any(isinstance(board, Position) for board in given):
            given = [_board_of(game, number, board) for number, board in enumerate(given)]
        try:
            given = np.asarray(given) if given else np.zeros((0, *game.shape), np.int8)
        except ValueError:
            raise InvalidPositionError("boards in a list must have one shape") from None
    if not isinstance(given, np.ndarray):
        kind = type(given).__name__
        raise TypeError(f"boards must be an array, nested lists or positions, not {kind}")
    if not has_stone_dtype(given):
        raise InvalidPositionError(f"boards must have numbers or bools, not {given.dtype}")
    if given.ndim == 2 and given.shape[1] == game.cells:
        given = given.reshape(-1, *game.shape)
    boards = given[np.newaxis] if given.ndim == len(game.shape) else given
    if boards.shape[1:] != game.shape:
        sizes = ", ".join(map(str, game.shape))
        raise InvalidPositionError(
            f"boards have shape {given.shape}, but {game} needs (N, {sizes}), {game.shape}"
            f" or (N, {game.cells})"
        )
    return boards


def _board_of(game: Game, number: int, given: object) -> Rows:
    """Return the board of a position among others; whose turn it is must follow from its stones."""
    position = require_position(given)
    if position.game != game:
        raise InvalidPositionError(f"board {number} is of {position.game}, not of {game}")
    if count_turn(position.x, position.o) not in (None, position.turn):
        raise InvalidPositionError(
            f"board {number}: a batch goes by the stones, which do not say {position.turn} to move"
        )
    return position.to_array()


def as_int8(boards: npt.NDArray[Any]) -> Rows:
    """The same stones; what is none becomes 2, of which the core says so."""
    if boards.dtype in (np.int8, np.bool_):
        return boards.astype(np.int8, copy=False)
    small = np.full(boards.shape, 2, np.int8)
    for stone in (-1, 0, 1):
        small[boards == stone] = stone
    return small


def _fault(game: Game, board: npt.NDArray[Any]) -> str:
    """Say what is wrong with a board that the core has refused."""
    try:
        game.position(board)
    except InvalidPositionError as error:
        return str(error)
    raise AssertionError(f"refused by the core alone: {board.tolist()}")


def solve_boards(
    game: Game, kernel: Kernel, rows: Rows, threads: int, optimal: bool, query: Query
) -> BatchSolution:
    """Solve rows that `check_boards` has passed; a limit on nodes is one for each."""
    started, count = perf_counter(), len(rows)
    distance, nodes, seconds, report = query
    lower, upper = np.full(count, -1, np.int8), np.full(count, 1, np.int8)
    moves, distances = np.full(count, -1, np.int16), np.full(count, -1, np.int16)
    masks = np.zeros((count, game.cells), np.int8) if optimal else None

    def work(first: int, last: int) -> int:
        left = None if seconds is None else max(1e-6, seconds - (perf_counter() - started))
        here = slice(first, last)
        bounds, some = (lower[here], upper[here]), None if masks is None else masks[here]
        answers = *bounds, moves[here], distances[here], some
        return kernel.solve_shared_rows(rows[here], answers, distance, nodes, left)

    if threads == 1 or count <= CHUNK:
        answers = lower, upper, moves, distances, masks
        spent = kernel.solve_rows(rows, answers, distance, nodes, seconds, report)
    else:
        spent = _in_threads(kernel, work, count, threads, report)
    return BatchSolution(
        values=lower,
        moves=moves,
        distances=distances if distance else np.full_like(distances, -1),
        proven=lower == upper,
        lower=lower,
        upper=upper,
        optimal=None if masks is None else masks.reshape(-1, *game.shape).view(np.bool_),
        nodes=spent,
        seconds=perf_counter() - started,
    )


def solve_many_lines(
    game: Game, kernel: Kernel, rows: Rows, threads: int, optimal: bool, query: Query
) -> BatchSolution:
    """As `solve_boards`, in a game with many lines: pairings may draw what is open at first."""
    budget, most = Budget(query), inf if query.nodes is None else query.nodes
    first = budget.query()._replace(nodes=int(min(FIRST_LOOK, most)))
    found = solve_boards(game, kernel, rows, threads, optimal, first)
    for number in np.flatnonzero(~found.proven):
        _, seconds = budget.part()
        if most < PAIRING_NODES or (seconds is not None and seconds < PAIRING_SECONDS):
            break
        position = game.position(rows[number].reshape(game.shape))
        if hold(position, weak=False):
            found.lower[number] = found.upper[number] = found.values[number] = 0
            found.proven[number], found.moves[number] = True, drawn(position).line[0]
            if found.optimal is not None:
                found.optimal[number] = rows[number].reshape(game.shape) == 0
    left = np.flatnonzero(~found.proven)
    rest = solve_boards(game, kernel, rows[left], threads, optimal, budget.query())
    for name in ("values", "lower", "upper", "moves", "distances", "proven", "optimal"):
        if (whole := getattr(found, name)) is not None:
            whole[left] = getattr(rest, name)
    return replace(found, nodes=found.nodes + rest.nodes, seconds=budget.seconds)


def _in_threads(
    kernel: Kernel, work: Callable[[int, int], int], count: int, threads: int, report: Report | None
) -> int:
    """Run `work` on chunks in a pool; an interrupt or an error in one chunk ends them all.

    The table cannot grow while threads share it, so they work in rounds, and it makes room
    between two of them.
    """
    # What few calls need would slow every import down.
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    spent, started = 0, perf_counter()
    chunks = [(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
    per_round = threads * CHUNKS_PER_ROUND
    pool = ThreadPoolExecutor(threads)
    try:
        for begin in range(0, len(chunks), per_round):
            batch = chunks[begin : begin + per_round]
            kernel.reserve(max(3 * kernel.table_used, CHUNK * len(batch)))
            try:
                kernel.share()
                pending = {pool.submit(work, *chunk) for chunk in batch}
                while pending:
                    done, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
                    spent += sum(future.result() for future in done)
                    if report is not None:
                        share = (begin + len(batch) - len(pending)) / len(chunks)
                        fill = kernel.table_used / kernel.table_limit
                        report(spent, perf_counter() - started, share, fill, ())
            finally:
                # One call of compiled code: no interrupt can come between its steps, and when
                # it returns no thread is inside, nor will one that comes late do anything.
                kernel.unshare()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return spent
