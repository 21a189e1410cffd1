"""Tables of values: who wins on the empty board, for many boards and many lengths of line.

Every board is solved when it is asked for; no table of known values is consulted. What closed a
board is told with its value, one of `TECHNIQUES`:

* ``too long``: no line fits on the board, or the stones of X are too few to fill one;
* ``pairing``: against every first move of X there is a reply that leaves a pairing. The empty
  cells, or some of them, go in pairs, every line that X could still fill holds a whole pair, and
  O answers in the pair in which X plays (Hales and Jewett, "Regularity and positional games",
  1963);
* ``weak game``: a search proves that O can keep X from a line even if O's own lines count for
  nothing. Then X does not win the ordinary game either, and he who begins does not lose it: he
  could steal the strategy that beats him (Nash). So it is drawn;
* ``search``: a search of the very game that was asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import SupportsFloat, SupportsIndex, TypeAlias

from inarow._core import SHORT_LINE
from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.grid import MAX_SIDE, as_integer
from inarow.model.options import (
    TABLE_MB,
    GameKind,
    is_weak,
    node_limit,
    table_bytes,
    time_limit,
)
from inarow.model.results import Progress, Solution
from inarow.solver.solver import Solver

TECHNIQUES = {
    "too long": "no line fits, or X has too few stones to fill one",
    "pairing": "a reply to every first move, then a pairing",
    "weak game": "O holds even where only X can win",
    "search": "searched to the end",
}
"""What may have closed a board, with an explanation in a few words."""

BoardProgress: TypeAlias = Callable[[Game, Progress], object]
"""Is told which board is being solved, and what that has taken so far."""

# The two searches of the strong game take turns, for neither is always the one that ends. Their
# first node limits: lines of four are won, or drawn only because O has threats of his own; longer
# ones the weak game settles wherever anything does. A node of the weak game takes ten times as
# long. What a turn has found the table keeps for the next, so the limits can grow fast.
_SHORT_TURNS, _LONG_TURNS = (200, 20_000), (2_000, 2_000)  # weak, strong
_GROWTH = 8


@dataclass(frozen=True)
class Row:
    """What is known of the empty board of one game, X to move."""

    m: int
    n: int
    k: int
    game_kind: GameKind
    value: int | None
    """1 if X wins (completes a line), 0 for a draw (O stops him); None if it was not proven."""
    lower: int
    """The value is at least this; never below 0, as whoever begins need not lose."""
    upper: int
    """The value is at most this."""
    distance: int | None
    """Plies to the completed line; None for a draw, or where it was not asked or not proven."""
    technique: str | None
    """What closed it, one of `TECHNIQUES`; None if it was not proven."""
    nodes: int
    """Positions searched in all, in attempts that failed as well."""
    seconds: float
    """Wall-clock time."""

    @property
    def proven(self) -> bool:
        """Do the bounds meet?"""
        return self.lower == self.upper

    @property
    def label(self) -> str:
        """The value in a few characters: ``X 11``, ``X``, ``draw`` (weak game: ``O``), ``?``."""
        if not self.proven:
            return "?"
        if self.lower == 0:
            return "O" if self.game_kind == "weak" else "draw"
        return "X" if self.distance is None else f"X {self.distance}"

    @property
    def words(self) -> str:
        """The value, or what is known of it, in words."""
        weak = self.game_kind == "weak"
        win = "X completes a line" if weak else "X wins"
        held = "O stops X" if weak else "draw"
        if not self.proven:
            return f"not proven: {win}, or {held}"
        if self.lower == 0:
            return held
        plies = "1 ply" if self.distance == 1 else f"{self.distance} plies"
        return win if self.distance is None else f"{win} in {plies}"

    def record(self) -> dict[str, int | float | str | bool | None]:
        """The fields by name, and `proven`, in the order of a table."""
        found = {**vars(self), "proven": self.proven}
        return found | {name: found.pop(name) for name in ("technique", "nodes", "seconds")}


def results(
    largest: SupportsIndex,
    ks: Iterable[SupportsIndex],
    *,
    smallest: SupportsIndex = 1,
    both_ways: bool = False,
    game_kind: GameKind = "strong",
    distance: bool = True,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    table_mb: SupportsIndex = TABLE_MB,
    progress: BoardProgress | None = None,
) -> Iterator[Row]:
    """Solve the empty boards with sides of `smallest` to `largest`, for each k; yield each result.

    They come in the order of k, rows, columns, each as soon as it is there. Boards have no more
    rows than columns, as turning one changes nothing; `both_ways` solves the others as well.
    `seconds` and `nodes` limit the work on each board, the distance of a win included; a board
    that meets a limit has bounds, a win perhaps no distance. `progress` is called about ten times
    a second. Raises `InvalidOptionError` for a side or a k that is not in 1 ... 20, and for
    limits out of range, at once.

    >>> for row in results(4, [3], smallest=3):
    ...     print(f"{row.m}x{row.n}: {row.words} ({row.technique})")
    3x3: draw (search)
    3x4: X wins in 7 plies (search)
    4x4: X wins in 5 plies (search)
    """
    least, most = _size("smallest", smallest), _size("largest", largest)
    if least > most:
        raise InvalidOptionError(f"smallest ({least}) is more than largest ({most})")
    lengths = [_size("k", k) for k in ks]
    is_weak(game_kind)
    limit, time = node_limit(nodes), time_limit(seconds)
    table_bytes(table_mb)
    games = (
        Game(m, n, k)
        for k in lengths
        for m in range(least, most + 1)
        for n in range(least if both_ways else m, most + 1)
    )
    # A generator of its own, or nothing would be checked before the first row is asked for.
    return (
        _BoardWork(game, game_kind, limit, time, table_mb, progress).row(distance) for game in games
    )


def _size(name: str, value: SupportsIndex) -> int:
    size = as_integer(name, value)
    if not 1 <= size <= MAX_SIDE:
        raise InvalidOptionError(f"{name} must be 1 to {MAX_SIDE}, not {size}")
    return size


@dataclass
class _BoardWork:
    """The work on one board: several searches, which share a table and the limits."""

    game: Game
    kind: GameKind
    limit: int | None
    time: float | None
    table_mb: SupportsIndex
    progress: BoardProgress | None
    started: float = field(default_factory=perf_counter)
    nodes: int = 0  # searched so far
    solver: Solver | None = None  # trivial boards need none

    def row(self, distance: bool) -> Row:
        """Solve it as far as the limits allow."""
        value, technique = self._close()
        plies = None
        if value == 1 and distance and (found := self._ask(self.kind, distance=True)):
            plies = found.distance
        game, bounds = self.game, (0, 1) if value is None else (value, value)
        size, seconds = (game.m, game.n, game.k), perf_counter() - self.started
        return Row(*size, self.kind, value, *bounds, plies, technique, self.nodes, seconds)

    def _close(self) -> tuple[int | None, str | None]:
        """The value and what proved it, or None twice."""
        if not self.game.lines or self.game.k > (self.game.cells + 1) // 2:
            return 0, "too long"
        return self._close_weak() if self.kind == "weak" else self._close_strong()

    def _close_weak(self) -> tuple[int | None, str | None]:
        found = self._ask("weak")
        if found is None or found.value is None:
            return None, None
        return found.value, "pairing" if _is_paired(found) else "search"

    def _close_strong(self) -> tuple[int | None, str | None]:
        weak, strong = _SHORT_TURNS if self.game.k <= SHORT_LINE else _LONG_TURNS
        holds: int | None = None  # the value of the weak game
        while True:
            if holds is None:
                found = self._ask("weak", weak)
                if found is None:
                    return None, None
                holds = found.value
                if holds == 0:
                    return 0, "pairing" if _is_paired(found) else "weak game"
            found = self._ask("strong", strong if holds is None else None)
            if found is None:
                return None, None
            if found.value is not None:
                return found.value, "search"
            weak, strong = weak * _GROWTH, strong * _GROWTH

    def _ask(
        self, kind: GameKind, most: int | None = None, *, distance: bool = False
    ) -> Solution | None:
        """Search within `most` nodes and what is left of the limits; None if nothing is."""
        nodes, seconds = most, None
        if self.limit is not None:
            left = self.limit - self.nodes
            nodes = left if most is None else min(most, left)
        if self.time is not None:
            seconds = self.time - (perf_counter() - self.started)
        if (nodes is not None and nodes < 1) or (seconds is not None and seconds <= 0):
            return None
        if self.solver is None:
            self.solver = Solver(self.game, self.table_mb)
        found = self.solver.solve(
            self.game.start(),
            distance=distance,
            game_kind=kind,
            nodes=nodes,
            seconds=seconds,
            progress=None if self.progress is None else self._report,
        )
        self.nodes += found.nodes
        return found

    def _report(self, progress: Progress) -> None:
        assert self.progress is not None
        took = perf_counter() - self.started
        self.progress(self.game, Progress(self.nodes + progress.nodes, took))


def _is_paired(found: Solution) -> bool:
    """Has the weak prover shown that O holds without making a move: by pairings alone?"""
    return found.value == 0 and found.nodes == 1
