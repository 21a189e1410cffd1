"""Limits and sizes, checked once for every entrance of the package."""

from __future__ import annotations

import math
import os
from functools import cache
from typing import Literal, SupportsFloat, SupportsIndex, TypeAlias

from inarow.model.board import as_integer
from inarow.model.errors import InvalidGameError, InvalidOptionError
from inarow.model.game import Game

TABLE_MB = 256
"""MiB, the default limit of a table of positions or a tree: memory is taken only as it fills."""

GameKind: TypeAlias = Literal["strong", "weak"]
"""Who may win: "strong", whoever first completes a line; "weak", only X, whom O tries to stop."""

MAX_THREADS = 256
MAX_COUNT = (1 << 63) - 1
"""What the core can count to."""


def is_weak(game_kind: GameKind) -> bool:
    """Return whether the weak game is asked for."""
    if not isinstance(game_kind, str) or game_kind not in ("strong", "weak"):
        raise InvalidOptionError(f'game_kind must be "strong" or "weak", not {game_kind!r}')
    return game_kind == "weak"


def require_grid(game: Game, what: str) -> None:
    """Raise `InvalidGameError` for a game on another board: it has no `what`."""
    if not game.is_grid:
        raise InvalidGameError(f"no {what} on this board: {game.key} is no grid")


def refuse_exact(game: Game, what: str) -> None:
    """Raise `InvalidGameError` for a game of exactly k, and what `refuse_plain` refuses."""
    if game.exact:
        raise InvalidGameError(f"no rule of exactly k for {what}: {game!r} is refused")
    refuse_plain(game, what)


def refuse_plain(game: Game, what: str) -> None:
    """Raise `InvalidGameError` for a game that is misère or has gravity: it has no `what`."""
    if game.is_plain:
        raise InvalidGameError(f"no misère and no gravity for {what}: {game!r} is refused")


def truth(name: str, value: object) -> bool:
    """Return whether an option is asked for; `TypeError` for an array, which is neither."""
    try:
        return bool(value)
    except ValueError:
        raise TypeError(f"{name} is asked for or not: {type(value).__name__} is neither") from None


def positive_integer(name: str, value: SupportsIndex, most: int | None = None) -> int:
    """Return `value` as an int of at least 1 (and at most `most`)."""
    number = as_integer(name, value)
    if number < 1:
        raise InvalidOptionError(f"{name} must be 1 or more, not {number}")
    if most is not None and number > most:
        raise InvalidOptionError(f"{name} must be at most {most}, not {number}")
    return number


def thread_count(threads: SupportsIndex) -> int:
    """Return a number of threads."""
    return positive_integer("threads", threads, most=MAX_THREADS)


def processors() -> int:
    """Return how many processors this process may use: some of the machine may be for others."""
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def node_limit(nodes: SupportsIndex | None) -> int | None:
    """Return a limit on nodes, if there is one; what cannot be counted to limits nothing."""
    return None if nodes is None else min(positive_integer("nodes", nodes), MAX_COUNT)


def time_limit(seconds: SupportsFloat | None) -> float | None:
    """Return a limit in seconds, if there is one."""
    return None if seconds is None else positive_seconds("seconds", seconds)


def refuse_no_number(name: str, value: object) -> None:
    """Raise `TypeError` for what is no number; a text or a bool is none."""
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")


def positive_seconds(name: str, seconds: SupportsFloat) -> float:
    """Return a time as a positive float."""
    refuse_no_number(name, seconds)
    try:
        limit = float(seconds)
    except OverflowError:
        limit = math.inf
    if not 0 < limit < math.inf:
        raise InvalidOptionError(f"{name} must be a positive number, not {limit:g}")
    return limit


def table_bytes(table_mb: SupportsIndex, name: str = "table_mb") -> int:
    """Return the size of a table (or a tree) in bytes; it must fit the machine's memory."""
    megabytes = positive_integer(name, table_mb)
    memory = physical_memory()
    if memory is not None and megabytes << 20 > memory:
        raise InvalidOptionError(
            f"{name}={megabytes} is more than this machine's memory ({memory >> 20} MiB)"
        )
    if megabytes > 1 << 24:
        raise InvalidOptionError(f"{name} must be at most {1 << 24}, not {megabytes}")
    return megabytes << 20


@cache
def physical_memory() -> int | None:
    """Return the memory of this machine in bytes, where the system tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
