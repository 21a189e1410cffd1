"""The seam: what of the compiled core Python may use, and who is answerable for what.

What crosses, and in which unit:

* boards as Python ints, one for the stones of the side to move and one for the other side; bit i
  is cell i. In batches, rows of int8 cells, +1 for X, -1 for O, 0 for empty, C-contiguous;
* lines, what must be free of their owner's stones beyond their ends, and symmetries as the tuples
  of cells that `Game` computed: the kernels compute no geometry of their own;
* values as -1, 0, 1 from the side to move; distances in plies; -1 for no distance or no move;
* memory in bytes, time in seconds, effort in nodes (calls of the search; the heuristic search
  counts the positions that it looks at for chains of threats as well).

Who checks: the layer above (`Solver`, `Game`, `Position`) validates everything, and the kernels
trust it. A kernel is handed only positions that are not over, except in the rows of a batch,
which `Kernel.first_bad_row` judges first, and of `pairing`.

Who locks: nobody here. One call at a time may be inside a kernel; only `solve_shared_rows` runs
in several threads at once, between `share` and `unshare`, and `assist`, which `solve`,
`solve_weak` and `solve_contested` start themselves once they are at it for long (`set_threads`).
`export_entries` may be called during all of these, also from a callback.

What kernels share: those of one game its board (`Board`: lines, symmetries, weights of keys), which
is made once. A kernel that is gone leaves its search there for the next, which begins with it as a
cleared kernel does.

Whose memory: a kernel's own, which grows as its table fills, or a buffer that `make_kernel` is
given (`memory`), for several kernels to share: they lock nothing either, as entries that two of
them write at once count as none. Such a table begins with what is there (all zero is nothing),
grows where it lies, and is never cleared by a kernel. Before it lies what the kernels tell each
other: what replies cost, and which moves they are at. Whoever lends the memory answers for it that
all kernels over it are of one game and one width, for keys and cells mean nothing beyond them. With
which rules they search, and how deep they fold by symmetry, is free: an entry is a fact about the
position whose key it has, whoever found it.

Four modules are no kernels. `rules` has the table of the rules of the search. `counts` takes sets
of cells as masks and gives numbers of positions. `pairings` looks for a pairing of lines that are
too many for a kernel, each given by its empty cells. `nodes` takes the bytes of a certificate and
finds its nodes; it trusts nothing of what they say. Their calls share nothing.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from inarow._core.rules import COMMON_BYTES, LINE_WEIGHTS, SHORT_LINE, table_of_rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from inarow._core.kernel64 import Board, Kernel
    from inarow.model.game import Game

__all__ = [
    "COMMON_BYTES",
    "FOLD_PLY",
    "HEEDED",
    "LINESETS",
    "LINE_WEIGHTS",
    "MODULES",
    "PLAIN_BUDGET",
    "RULES",
    "SHORT_LINE",
    "UNSOUND_IF_EXACT",
    "WIDTHS",
    "make_kernel",
    "width_of",
]

WIDTHS = {40: "kernel40", 64: "kernel64", 128: "kernel128", 256: "kernel256", 400: "kernel400"}
"""The compiled kernels by the largest number of cells that each takes."""

LINESETS = {"lines64": "linesets64", "lines400": "linesets400"}
"""Those for 64 and for 400 cells whose lines may be any sets of them, up to 128 and up to 512."""

MODULES = (*WIDTHS.values(), *LINESETS.values(), "rules", "counts", "pairings", "nodes")
"""All that is compiled."""

_TABLE_OF_RULES = table_of_rules()

RULES = {name: bit for name, bit, _, _ in _TABLE_OF_RULES}
"""The search rules that can be switched off, by name: values never depend on them.

They come from the one table that there is, `rules.pxd`, which says of each what it is about.
"""

HEEDED = {
    kind: frozenset(name for name, _, games, _ in _TABLE_OF_RULES if kind in games)
    for kind in ("strong", "weak", "contested", "plain")
}
"""Which of them the nodes of each game heed. The ordinary game may ask the weak and the contested
one; plain are misère games and those with gravity."""

UNSOUND_IF_EXACT = sum(bit for _, bit, _, sound in _TABLE_OF_RULES if not sound)
"""The rules that do not hold where only exactly k win: `make_kernel` takes them out there."""

FOLD_PLY = 16
"""Positions with more stones are not folded by symmetry: few images of them are ever met."""

PLAIN_BUDGET = 4096
"""Nodes for a first attempt at a question: some ms, and most are settled by then."""


def make_kernel(
    game: Game,
    table_bytes: int,
    *,
    width: int | str | None = None,
    rules: int = sum(RULES.values()),
    fold_ply: int = FOLD_PLY,
    plain_budget: int = PLAIN_BUDGET,
    seed: int = 0,
    memory: memoryview | npt.NDArray[np.uint8] | None = None,
) -> Kernel:
    """Return a kernel of the narrowest width that holds the game, or of the one asked for.

    It is one of `WIDTHS` for a grid, and one of `LINESETS` for any other board.

    Values never depend on the `rules`, nor on `fold_ply`, `plain_budget` or the `seed` (below 2^64)
    of the random numbers by which pairings are looked for; what a search takes does.

    Its table lies in `memory`, if that is given (bytes, writable, contiguous, at a multiple of 8),
    behind the first `COMMON_BYTES`. It begins small, or as large as it is there already, and grows
    to the largest power of two of buckets that fits; `table_bytes` then means nothing.
    `ValueError` if not even one fits, or if the memory is not of that kind (`BufferError`,
    `TypeError` where it is none that can be written).
    """
    if any(game.flanks):
        rules &= ~UNSOUND_IF_EXACT
    width = width or width_of(game)
    name = WIDTHS[width] if isinstance(width, int) else LINESETS[width]
    kernel: Kernel = _core_of(name).Kernel(
        _board(game, name, fold_ply), table_bytes, rules, plain_budget, seed, memory
    )
    return kernel


def width_of(game: Game) -> int | str:
    """Return the narrowest width that holds a game, of the kind that its lines are of."""
    if game.is_grid:
        # The largest grid is that of proofs, and has more cells than a game: the last holds it too.
        return min((limit for limit in WIDTHS if limit >= game.cells), default=max(WIDTHS))
    return "lines64" if game.cells <= 64 and len(game.lines) <= 128 else "lines400"


@lru_cache(maxsize=8)
def _board(game: Game, name: str, fold_ply: int) -> Board:
    """What kernels of one game share: its lines and symmetries, and memory that one has left."""
    geometry = game.cells, game.lines, game.flanks, game.symmetries
    drop = game.drop if game.gravity else 0
    board: Board = _core_of(name).Board(*geometry, fold_ply, game.misere, drop)
    return board


if hasattr(os, "register_at_fork"):
    # What a thread was at that is not in the child, no kernel there begins with.
    os.register_at_fork(after_in_child=_board.cache_clear)


@cache
def _core_of(name: str) -> Any:
    # Only a kernel in use is loaded: all of them together would slow the import down.
    return import_module(f"inarow._core.{name}")
