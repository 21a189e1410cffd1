"""How soon the package answers: what a new solver takes, and what importing does, as ratios.

    python benchmarks/search/start.py [--rounds 400]

`new` makes a `Solver` of 3,3,3 and solves its empty board; `cleared` solves it with one that has
forgotten everything; the two take turns. A win that is seen at once, three open in a row, is asked
of a new solver of 15,15,5 each time. The import is measured in processes of their own, in
processor time, with byte code in place, beside that of numpy.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from inarow import Game, Solver

IMPORT = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def clock(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def imported(module: str, cache: str) -> float:
    """Seconds of processor time; the byte code is kept in a directory of this run."""
    told = [sys.executable, "-X", f"pycache_prefix={cache}", "-c", IMPORT.format(module)]
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    ran = subprocess.run(told, capture_output=True, check=True, text=True, env=settings)
    return float(ran.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    rounds = parser.parse_args().rounds

    small, large = Game(3, 3, 3), Game(15, 15, 5)
    start, solver = small.start(), Solver(small)
    expected = solver.solve(start)
    kept: list[Solver] = []
    names = "cleared", "new", "new, kept", "15,15,5", "win"
    times: dict[str, list[float]] = {name: [] for name in names}
    three = large.start().play_all("h8 a1 h9 a15 h10 o1")

    def another() -> None:
        kept.append(Solver(small))
        kept[-1].solve(start)

    for number in range(rounds):
        solver.clear()
        times["cleared"].append(clock(lambda: solver.solve(start)))
        times["new"].append(clock(lambda: Solver(small).solve(start)))
        times["15,15,5"].append(clock(lambda: Solver(large)))
        times["win"].append(clock(lambda: Solver(large, 16).forced_win(three, 3, nodes=20_000)))
        if number < 50:  # as when all of them are needed at once
            times["new, kept"].append(clock(another))
    for one in (Solver(small), *kept):
        found = one.solve(start)
        assert (found.value, found.best_move) == (expected.value, expected.best_move)
    win = Solver(large, 16).forced_win(three, 3, nodes=20_000)
    assert win is not None and win.order == 1

    figures = {name: median(series) for name, series in times.items()}
    unit = figures["cleared"]
    print("cleared solver, 3,3,3 solved:", f"{1e6 * unit:.1f} us")
    for name in ("new", "new, kept"):
        print(f"{name} solver, 3,3,3 solved: {figures[name] / unit:.2f} times that")
    print(
        f"Solver(15,15,5): {figures['15,15,5'] / figures['new']:.2f} times a new one and its answer"
    )
    print(f"15,15,5, a win that a new solver sees at once: {1e6 * figures['win']:.0f} us")

    with TemporaryDirectory() as cache:
        imported("numpy, inarow", cache)  # leaves the byte code
        pairs = [(imported("numpy", cache), imported("numpy, inarow", cache)) for _ in range(21)]
    added = median(both / alone - 1 for alone, both in pairs)
    print(f"import: {added:.2f} of what numpy's own takes is added")


if __name__ == "__main__":
    main()
