"""The value of a position by a proof that is spread over the workers of an executor."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from time import perf_counter
from typing import SupportsFloat, SupportsIndex

import numpy as np

from inarow._core import COMMON_BYTES
from inarow.certificate import check_target
from inarow.certificate.paired import write_pairings
from inarow.distributed.assemble import write_certificate
from inarow.distributed.cover import in_order
from inarow.distributed.job import lend
from inarow.distributed.proof import BUDGET, LONE_BUDGET, Listener, Proof, ProofProgress
from inarow.distributed.question import Goal, question_of
from inarow.distributed.store.store import Store
from inarow.distributed.workers import ExecutorSource, Workers
from inarow.model.errors import InvalidOptionError
from inarow.model.options import (
    TABLE_MB,
    physical_memory,
    positive_integer,
    processors,
    refuse_exact,
    require_grid,
    table_bytes,
    time_limit,
)
from inarow.model.position import Position, require_position
from inarow.model.results import Solution, finished, searched
from inarow.solver.pairing import has_many_lines, hold
from inarow.solver.search import PAIRING_SECONDS, drawn

MOST_THREADS = 1024
"""More than any machine has a use for."""


def solve(
    position: Position,
    *,
    executor: ExecutorSource | None = None,
    workers: SupportsIndex | None = None,
    store: Store | str | os.PathLike[str] | None = None,
    certificate: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    seconds: SupportsFloat | None = None,
    budget: SupportsIndex | None = None,
    table_mb: SupportsIndex = TABLE_MB,
    progress: Callable[[ProofProgress], object] | None = None,
    listener: Listener | None = None,
) -> Solution:
    """Return the exact value of a position and a move that keeps it, proven by many workers.

    The proof is cut into questions about positions, each a job of about `budget` nodes (a quarter
    of a million, if it is not given, twice that for one worker; some more in the ordinary game),
    and `workers` jobs are out at a time. The `executor` is asked only for what
    `concurrent.futures.Executor` promises, so that threads, processes, a Dask client's
    ``get_executor()`` or `mpi4py.futures` serve alike. Give a function that makes one, and one
    that breaks is replaced. Each worker keeps a table of at most `table_mb` MiB; without an
    executor there are threads, which share one of as much as that together.

    A `store`, or the path of one, keeps what has been found out: a run that was stopped, by
    whatever, goes on from there. If it cannot be written that is a `StoreWarning`. `certificate`
    names a file for the proof, which replaces another one only with `overwrite`, as in
    `Solver.solve`. After `seconds` it ends with what bounds there are, and so does every job that
    is out. `progress` is told a few times a second how far it has come, `listener` of every job
    that ends; what they raise ends the call.

    Values are those of `inarow.solve`; the move, the nodes and the time depend on the workers.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from inarow import Game
    >>> with ThreadPoolExecutor(2) as threads:
    ...     solve(Game(5, 5, 4).start(), executor=threads, workers=2).value
    0
    """
    require_position(position)
    refuse_exact(position.game, "distributed proofs")
    require_grid(position.game, "distributed proofs")
    slots = _slots(executor, workers)
    usual = LONE_BUDGET if slots == 1 else BUDGET
    nodes = usual if budget is None else positive_integer("budget", budget)
    megabytes = table_bytes(table_mb) >> 20
    limit = time_limit(seconds)
    if certificate is not None:
        check_target(position, False, certificate, overwrite)
    if position.is_over:
        return finished(position)
    # What one worker says at once needs no other.
    if has_many_lines(position.game) and (limit is None or limit >= PAIRING_SECONDS):
        began = perf_counter()
        if pairings := hold(position, weak=False):
            if certificate is not None:
                held = {one.attacker: one.pairs for one in pairings}
                write_pairings(position, held, certificate, weak=False, overwrite=overwrite)
            return drawn(position, seconds=perf_counter() - began)
    with ExitStack() as stack:
        if store is not None and not isinstance(store, Store):
            store = stack.enter_context(Store(store))
        crew = Workers(executor or _threads(slots, megabytes << 20))
        stack.callback(crew.close)
        proof = Proof(
            position,
            crew,
            slots,
            budget=nodes,
            certified=certificate is not None,
            table_mb=megabytes,
            store=store,
            listener=listener,
        )
        proven = proof.run(limit, progress)
        solution = _solution(proof, position)
        if certificate is not None and proven:
            write_certificate(proof, position, certificate, overwrite)
    return solution


def _slots(executor: ExecutorSource | None, workers: SupportsIndex | None) -> int:
    """How many jobs are out at a time."""
    if workers is not None:
        return positive_integer("workers", workers)
    if executor is None:
        return processors()
    known = getattr(executor, "_max_workers", None)  # of the executors of the standard library
    if isinstance(known, int) and known > 0:
        return known
    raise InvalidOptionError("say how many workers the executor has: workers=…")


def _threads(slots: int, size: int) -> Callable[[], Executor]:
    """What makes threads with one table between them, of so many bytes for each."""
    if slots > MOST_THREADS:
        raise InvalidOptionError(f"{slots} threads cannot be had: at most {MOST_THREADS} can")
    size, memory = slots * size, physical_memory()
    if memory is not None:
        size = min(size, memory * 3 // 4)  # whoever touches a page too many is killed
    try:
        table = np.zeros(COMMON_BYTES + size, np.uint8)
    except MemoryError:  # so much is not granted at once: each has a table of its own
        return lambda: ThreadPoolExecutor(slots)
    return lambda: ThreadPoolExecutor(slots, initializer=lend, initargs=(table,))


def _solution(proof: Proof, position: Position) -> Solution:
    lower, upper = proof.claims.bounds
    move = proof.claims.move
    if move is None:
        move = in_order(question_of(position, "XO".replace(position.turn, ""), Goal.HOLD))[0]
    spent = proof.progress()
    answer = lower, upper, -1, move, (move,), spent.nodes
    return searched(answer, False, spent.seconds, position)
