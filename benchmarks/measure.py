"""What the benchmarks share: known values, positions to measure with, and the machine's name."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.metadata import version
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from inarow import Game, Position
from inarow.model.options import processors
from inarow.reference import Rules, outcomes

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

KNOWN = {
    **dict.fromkeys(("5,5,4", "4,7,4", "4,8,4", "6,6,5", "9,5,5", "8,6,5"), 0),
    **dict.fromkeys(("7,7,5", "8,7,5", "8,8,5"), 0),
    **dict.fromkeys(("6,6,4", "7,7,4", *(f"4,{n},4" for n in range(9, 17))), 1),
}
"""Values of empty boards from the literature and from independent programs; others are open."""


@lru_cache(maxsize=1)
def small_positions() -> tuple[tuple[Position, int, int | None], ...]:
    """The 4,520 positions of 3,3,3 that are not over, with value and distance by full minimax."""
    game, rules = Game(3, 3, 3), Rules(3, 3, 3)
    return tuple(
        (game.position(rules.text(board)), value, distance)
        for board, (value, distance) in outcomes(rules).items()
        if not rules.is_over(board)
    )


def random_boards(
    game: Game, count: int, seed: int, *, finished: bool = True
) -> npt.NDArray[np.int8]:
    """Boards from uniformly random games, each looked at after a random number of its plies.

    int8 of shape (count, m, n), all reachable; `finished` also takes the boards at the end.
    """
    generator = np.random.default_rng(seed)
    # The ply at which each cell would be filled if no line ended the game; even plies are X's.
    filled = generator.permuted(np.tile(np.arange(game.cells, dtype=np.int16), (count, 1)), axis=1)
    length = np.full(count, game.cells, np.int16)
    for line in game.lines:
        on_line = filled[:, line]
        one_side = (on_line & 1 == on_line[:, :1] & 1).all(axis=1)
        ended = np.where(one_side, on_line.max(axis=1) + 1, game.cells)
        np.minimum(length, ended.astype(np.int16), out=length)
    plies = (generator.random(count) * (length + finished)).astype(np.int16)
    boards = np.where(filled < plies[:, None], 1 - 2 * (filled & 1), 0)
    return boards.astype(np.int8).reshape(count, game.m, game.n)


def middle_positions(
    game: Game, fewest: int, most: int, count: int, seed: int
) -> Iterator[Position]:
    """Positions of `fewest` to `most` stones, set by moves drawn by lot; nobody has won."""
    rng = Random(seed)
    for _ in range(count):
        stones = rng.randint(fewest, most)
        position = game.start()
        while position.ply < stones:
            position = position.play(rng.choice(position.legal_moves))
            if position.is_over:
                position = game.start()
        yield position


def timed(
    benchmark: BenchmarkFixture,
    row: str,
    action: Callable[[], object],
    *,
    of: int = 1,
    unit: str = "",
    detail: str = "",
    against: str = "",
) -> None:
    """Time an action of the suite, and note its row in the table that `bench.py` prints.

    One call of the action does `of` things; the figure is the time of one of them, or, with a
    `unit`, how many there are in a second. `against` is the row of another way to the same answer.
    """
    benchmark.extra_info.update(row=row, of=of, unit=unit, detail=detail, against=against)
    benchmark(action)


def machine() -> str:
    """One line: processor, cores, system, Python, numpy and the package.

    The options of the compiler are no part of it: a binary does not tell them.
    """
    return ", ".join(
        [
            _processor(),
            f"{processors()} cores",
            f"{platform.system()} {platform.machine()}",
            f"{platform.python_implementation()} {platform.python_version()}",
            f"numpy {np.__version__}",
            f"inarow {version('inarow')}",
        ]
    )


def _processor() -> str:
    """The name of the processor, where the system tells; else its architecture."""
    if sys.platform == "linux":
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as lines:
                for line in lines:
                    key, _, name = line.partition(":")
                    if key.strip() == "model name":
                        return name.strip()
        except OSError:
            pass
    return platform.processor() or platform.machine() or "unknown processor"
