"""Batches: arrays of boards checked, shared out to threads and solved over one table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from inarow.errors import InvalidPositionError
from inarow.solution import BatchSolution

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.game import Game

__all__ = ["check_boards", "solve_boards"]

CHUNK = 8192
"""Boards that a thread takes at a time."""

CHECK_CHUNK = 1 << 18
"""Boards that are checked at a time: between two chunks an interrupt can get through."""

ENTRIES_PER_BOARD = 8
"""Room made in the table beforehand when threads share it: it cannot grow then."""

Rows = npt.NDArray[np.int8]


def check_boards(game: Game, kernel: Kernel, boards: object) -> Rows:
    """Return `boards` as rows of cells, or raise `InvalidPositionError` for the first bad one."""
    if not isinstance(boards, np.ndarray):
        raise TypeError(f"boards must be a numpy array, not {type(boards).__name__}")
    if boards.dtype != np.int8:
        raise InvalidPositionError(
            f"boards must have dtype int8, not {boards.dtype}: use .astype(numpy.int8)"
        )
    if boards.ndim != 3 or boards.shape[1:] != (game.m, game.n):
        raise InvalidPositionError(
            f"boards have shape {boards.shape}, but {game} needs (N, {game.m}, {game.n})"
        )
    # A copy: what is checked now must still be there when it is solved, without the GIL.
    rows = np.array(boards, order="C").reshape(len(boards), game.cells)
    for first in range(0, len(rows), CHECK_CHUNK):
        bad = kernel.first_bad_row(rows[first : first + CHECK_CHUNK])
        if bad >= 0:
            raise InvalidPositionError(f"board {first + bad}: {_fault(game, rows[first + bad])}")
    return rows


def _fault(game: Game, row: Rows) -> str:
    """Say what is wrong with a row that the core has refused."""
    try:
        game.position(row.reshape(game.m, game.n))
    except InvalidPositionError as error:
        return str(error)
    raise AssertionError(f"refused by the core alone: {row.tolist()}")


def solve_boards(
    game: Game,
    kernel: Kernel,
    rows: Rows,
    threads: int,
    distance: bool,
    optimal: bool,
    nodes: int | None,
    seconds: float | None,
    report: Callable[[int, float], object] | None,
) -> BatchSolution:
    """Solve rows that `check_boards` has passed."""
    started = perf_counter()
    count = len(rows)
    lower = np.full(count, -1, np.int8)
    upper = np.full(count, 1, np.int8)
    moves = np.full(count, -1, np.int16)
    distances = np.full(count, -1, np.int16)
    masks = np.zeros((count, game.cells), np.int8) if optimal else None

    def work(first: int, last: int) -> int:
        part = slice(first, last)
        left = None if seconds is None else max(1e-6, started + seconds - perf_counter())
        return kernel.solve_rows(
            rows[part],
            lower[part],
            upper[part],
            moves[part],
            distances[part],
            None if masks is None else masks[part],
            distance,
            nodes,
            left,
            None if threads > 1 else report,
        )

    if threads == 1 or count <= CHUNK:
        spent = work(0, count)
    else:
        spent = _in_threads(kernel, work, count, threads, started, report)
    proven = lower == upper
    return BatchSolution(
        values=lower,
        moves=moves,
        distances=distances if distance else np.full(count, -1, np.int16),
        proven=proven,
        lower=lower,
        upper=upper,
        optimal=None if masks is None else masks.reshape(-1, game.m, game.n).view(np.bool_),
        nodes=spent,
        seconds=perf_counter() - started,
    )


def _in_threads(
    kernel: Kernel,
    work: Callable[[int, int], int],
    count: int,
    threads: int,
    started: float,
    report: Callable[[int, float], object] | None,
) -> int:
    """Run `work` on chunks in a pool; an interrupt or an error in one chunk ends them all."""
    kernel.reserve(ENTRIES_PER_BOARD * count)
    kernel.share(True)
    spent = 0
    pool = ThreadPoolExecutor(threads)
    try:
        pending = {
            pool.submit(work, first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)
        }
        while pending:
            done, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
            spent += sum(future.result() for future in done)
            if report is not None:
                report(spent, perf_counter() - started)
    finally:
        # Cancel first what has not begun, then stop what runs, and only then let go of the table.
        pool.shutdown(wait=False, cancel_futures=True)
        kernel.cancel()
        pool.shutdown(wait=True)
        kernel.share(False)
    return spent
