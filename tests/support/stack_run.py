"""Every kind of search, each in a thread with a small stack: a fault ends the process.

    python stack_run.py M N K KIB NODES

prints a line for each that has come back: its name, and the KiB of its stack that it has touched.
"""

from __future__ import annotations

import ctypes
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import inarow
from inarow import Game
from inarow._core import make_kernel


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


def searches(game: Game, nodes: int) -> dict[str, Callable[[], object]]:
    """Every way into the core that searches deep, by name."""
    start = game.start()
    centre = (game.m // 2) * game.n + game.n // 2
    taken = {0, centre}
    position = start.play(centre).play(0)
    own, opponent = 1 << centre, 1
    board = np.zeros((2, game.m, game.n), np.int8)
    for cell, colour in zip(sorted(taken), (-1, 1), strict=True):
        board[1].flat[cell] = colour

    def contested() -> object:
        kernel = make_kernel(game, 1 << 24)
        return [kernel.solve_contested(own, opponent, turn, nodes, None) for turn in (True, False)]

    def attacked() -> object:
        kernel = make_kernel(game, 1 << 24)
        return kernel.attack(own, opponent, True, 3, nodes)

    def judged() -> object:
        return make_kernel(game, 1 << 24).judge(own, opponent, nodes, None, None)

    return {
        "ordinary": lambda: inarow.solve(start, nodes=nodes),
        "weak": lambda: inarow.solve(start, game_kind="weak", nodes=nodes),
        "contested": contested,
        "attack": attacked,
        "forced win": lambda: inarow.forced_win(position, nodes=nodes),
        "heuristic": judged,
        "batch": lambda: inarow.solve_batch(game, board, nodes=nodes),
        "distance": lambda: inarow.solve(position, distance=True, nodes=nodes),
        "analyse": lambda: inarow.analyse(position, nodes=nodes),
    }


def certify(folder: Path) -> object:
    """A draw of nearly all plies, the longest that is proven at once: written, read and checked."""
    path = folder / "proof"
    inarow.solve(Game(18, 18, 17).start(), certificate=path)
    return inarow.check(path).claim


def run(name: str, search: Callable[[], object], kib: int) -> None:
    """One of them, in a thread of its own."""
    used = []

    def body() -> None:
        search()
        used.append(stack_touched() if sys.platform == "linux" else 0)

    threading.stack_size(kib << 10)
    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    if used:
        print(name, used[0], sep=": ", flush=True)


if __name__ == "__main__":
    m, n, k, kib, nodes = map(int, sys.argv[1:6])
    for name, search in searches(Game(m, n, k), nodes).items():
        run(name, search, kib)
    with TemporaryDirectory() as folder:
        run("certificate", lambda: certify(Path(folder)), kib)
