"""Every kind of search, each in a thread with a small stack: a fault ends the process.

    python stack_run.py M N K KIB SECONDS

prints a line for each that has come back, after so many seconds: its name, and the KiB of its
stack that it has touched.
"""

import ctypes
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import inarow
from inarow import Game
from inarow._core import make_kernel
from inarow._core.kernel64 import Kernel
from inarow.check import WIN
from inarow.distributed.job import Job, work
from inarow.distributed.question import Goal, Question

FIGHT = (
    ((-2, -1), (-2, 2), (1, -1), (1, 2), (2, 0)),
    ((-2, -2), (-1, -1), (0, 0), (0, 1), (1, -2)),
)
"""Stones around the centre, by row and column: of the side to move, and of the other."""


class Over(Exception):
    """What ends a call that knows no seconds."""


def until(seconds: float) -> Callable[..., None]:
    """A callback of the core that ends a search after so many seconds."""
    end = perf_counter() + seconds

    def listen(*_: object) -> None:
        if perf_counter() > end:
            raise Over

    return listen


def stack_touched() -> int:
    """The KiB of this thread's stack that are in memory: what has ever been used of it."""
    library = ctypes.CDLL(None)
    attributes = (ctypes.c_char * 256)()
    address, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.pthread_self.restype = ctypes.c_void_p
    library.pthread_getattr_np(ctypes.c_void_p(library.pthread_self()), attributes)
    library.pthread_attr_getstack(attributes, ctypes.byref(address), ctypes.byref(size))
    top, inside = (address.value or 0) + size.value - 1, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        found = re.match(r"([0-9a-f]+)-([0-9a-f]+) ", line)
        if found:
            inside = int(found[1], 16) <= top < int(found[2], 16)
        elif inside and line.startswith("Rss:"):
            return int(line.split()[1])
    raise LookupError("the stack is mapped nowhere")


def many_fours(game: Game) -> tuple[int, int]:
    """Stones of Maker's and Breaker's: some thirty fours that lead nowhere, one after another.

    At both ends of two rows in three lie k - 2 stones of Maker's, and beside them three empty
    cells; all else is Breaker's. A search for chains of threats follows as many as it may.
    """
    maker = empty = 0
    for row in range(game.m):
        for place in range(game.k + 1) if row % 3 < 2 else ():
            cells = 1 << row * game.n + place | 1 << (row + 1) * game.n - 1 - place
            if place < game.k - 2:
                maker |= cells
            else:
                empty |= cells
    return maker, game.full & ~(maker | empty)


def searches(game: Game, seconds: float) -> dict[str, Callable[[], object]]:
    """Every way into the core that searches deep, by name: each takes so many seconds, or less."""
    start, centre = game.start(), (game.m // 2) * game.n + game.n // 2
    begun, stones = start.play(centre).play(0), (1 << centre, 1)
    fight = [sum(1 << centre + row * game.n + column for row, column in side) for side in FIGHT]

    def kernel() -> Kernel:
        return make_kernel(game, 1 << 24)

    def contested() -> None:
        for maker_moves in (True, False):
            with suppress(Over):
                kernel().solve_contested(*stones, maker_moves, None, until(seconds / 2))

    def proof() -> None:
        """Of a win that is not known, so that all is searched; on a small board there is none."""
        prover, images = kernel(), len(game.symmetries)
        prover.begin_proof(len, [[0] * images] * images)
        with suppress(Over, MemoryError, RuntimeError):
            prover.write_strategy(*stones, WIN, False, True, game.cells, until(seconds))

    def job() -> None:
        end, nodes = perf_counter() + seconds, 1000
        while perf_counter() < end:
            work(Job(Question(game, Goal.HOLD, *stones, True), nodes))
            nodes *= 2

    def certificate() -> object:
        """A draw of nearly all plies, proven at once: written, read and checked."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "proof"
            inarow.solve(Game(18, 18, 17).start(), certificate=path)
            return path.exists() and inarow.check(path).claim

    limit: dict[str, Any] = {"seconds": seconds}
    return {
        "ordinary": lambda: inarow.solve(start, **limit),
        "batch": lambda: inarow.solve_batch(game, begun.to_array()[None], **limit),
        "distance": lambda: inarow.solve(begun, distance=True, **limit),
        "analyse": lambda: inarow.analyse(begun, **limit),
        "best move": lambda: inarow.best_move(begun, **limit),
        "grade": lambda: inarow.grade(begun, 1, **limit),
        "weak": lambda: inarow.solve(start, game_kind="weak", **limit),
        "contested": contested,
        "attack": lambda: kernel().attack(*stones, True, 3, 20_000),
        "chain": lambda: kernel().chain(*many_fours(game), True),
        "order 2": lambda: kernel().forced_win(*fight, 2, None, seconds, None),
        "order 3": lambda: kernel().forced_win(*fight, 3, None, seconds, None),
        "heuristic": lambda: kernel().judge(*fight, None, seconds, None),
        "proof": proof,
        "job": job,
        "pairing": lambda: inarow.pairing(begun, "O"),
        "certificate": certificate,
    }


@contextmanager
def stack_size(kib: int) -> Iterator[None]:
    """Threads that begin meanwhile have a stack of so many KiB."""
    before = threading.stack_size(kib << 10)
    try:
        yield
    finally:
        threading.stack_size(before)


def run(search: Callable[[], object], kib: int) -> int | None:
    """What it has touched of the stack of a thread of its own; None if it raised."""
    used = []

    def body() -> None:
        search()
        used.append(stack_touched() if sys.platform == "linux" else 0)

    thread = threading.Thread(target=body)
    with stack_size(kib):
        thread.start()
    thread.join()
    return used[0] if used else None


if __name__ == "__main__":
    m, n, k, kib = map(int, sys.argv[1:5])
    for name, search in searches(Game(m, n, k), float(sys.argv[5])).items():
        print(name, run(search, kib), sep=": ", flush=True)
