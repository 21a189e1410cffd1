"""Every kind of search, each in a thread with a small stack: a fault ends the process.

    python stack_run.py M N K KIB SECONDS

prints a line for each that has come back, after so many seconds: its name, and the KiB of its
stack that it has touched.
"""

from __future__ import annotations

import ctypes
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

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


class Searches:
    """Every way into the core that searches deep: each takes so many seconds, or less."""

    def __init__(self, game: Game, seconds: float) -> None:
        self._game, self._seconds = game, seconds
        self._start = game.start()
        self._centre = (game.m // 2) * game.n + game.n // 2
        self._begun = self._start.play(self._centre).play(0)
        self._stones = 1 << self._centre, 1
        self._fight = self._around(FIGHT[0]), self._around(FIGHT[1])

    def _kernel(self) -> Kernel:
        return make_kernel(self._game, 1 << 24)

    def _around(self, offsets: tuple[tuple[int, int], ...]) -> int:
        return sum(1 << self._centre + row * self._game.n + column for row, column in offsets)

    def ordinary(self) -> object:
        return inarow.solve(self._start, seconds=self._seconds)

    def batch(self) -> object:
        return inarow.solve_batch(self._game, self._begun.to_array()[None], seconds=self._seconds)

    def distance(self) -> object:
        return inarow.solve(self._begun, distance=True, seconds=self._seconds)

    def analyse(self) -> object:
        return inarow.analyse(self._begun, seconds=self._seconds)

    def best_move(self) -> object:
        return inarow.best_move(self._begun, seconds=self._seconds)

    def grade(self) -> object:
        return inarow.grade(self._begun, 1, seconds=self._seconds)

    def weak(self) -> object:
        return inarow.solve(self._start, game_kind="weak", seconds=self._seconds)

    def contested(self) -> None:
        for maker_moves in (True, False):
            with suppress(Over):
                listen = until(self._seconds / 2)
                self._kernel().solve_contested(*self._stones, maker_moves, None, listen)

    def attack(self) -> object:
        return self._kernel().attack(*self._stones, True, 3, 20_000)

    def chain(self) -> object:
        return self._kernel().chain(*many_fours(self._game), True)

    def order_2(self) -> object:
        return self._kernel().forced_win(*self._fight, 2, None, self._seconds, None)

    def order_3(self) -> object:
        return self._kernel().forced_win(*self._fight, 3, None, self._seconds, None)

    def heuristic(self) -> object:
        return self._kernel().judge(*self._fight, None, self._seconds, None)

    def proof(self) -> None:
        """Of what is not known, so that all of it is searched."""
        kernel = self._kernel()
        images = len(self._game.symmetries)
        kernel.begin_proof(len, [[0] * images] * images)
        with suppress(Over, MemoryError):
            listen = until(self._seconds)
            kernel.write_strategy(*self._stones, WIN, False, True, self._game.cells, listen)

    def job(self) -> None:
        end, nodes = perf_counter() + self._seconds, 1000
        question = Question(self._game, Goal.HOLD, *self._stones, True)
        while perf_counter() < end:
            work(Job(question, nodes))
            nodes *= 2

    def pairing(self) -> object:
        return inarow.pairing(self._begun, "O")

    def certificate(self) -> object:
        """A draw of nearly all plies, proven at once: written, read and checked."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "proof"
            inarow.solve(Game(18, 18, 17).start(), certificate=path)
            return path.exists() and inarow.check(path).claim


NAMES = tuple(name for name in vars(Searches) if not name.startswith("_"))


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
    searches = Searches(Game(m, n, k), float(sys.argv[5]))
    for name in NAMES:
        print(name, run(getattr(searches, name), kib), sep=": ", flush=True)
