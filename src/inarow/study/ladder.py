"""The ladder: one position searched by one method after another, to see what each idea buys.

The first rungs are plain Python, one search with its ideas on switches (`inarow.reference.ladder`);
the last is the compiled core with everything it knows. All count alike: a node is a position on
which the search begins to work, the one asked about included; what a table answers is none. The
core counts the calls of its search, and not the steps of its searches for threats and pairings
within a node.

A rung that would take too long is stopped by a limit. It has then no value, and its nodes and
seconds are what it had spent: it would have needed more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Literal, SupportsFloat, SupportsIndex, TypeAlias

from inarow._core import make_kernel
from inarow.model.errors import InvalidPositionError
from inarow.model.game import Game, start_of
from inarow.model.options import node_limit, refuse_exact, table_bytes, time_limit
from inarow.model.position import Position
from inarow.model.results import Progress, reporter

Limit: TypeAlias = Literal["nodes", "seconds", "memory"]

RungProgress: TypeAlias = Callable[[str, Progress], object]
"""Is told which rung is being climbed, and what that has taken so far."""

IDEAS = {
    "minimax": "every game to its end",
    "minimax + memo": "every position once, however many games lead to it",
    "alpha-beta": "no look at what a refutation has made pointless",
    "alpha-beta + memo": "values and bounds are kept, and told apart",
    "+ ordering": "first the cells on the fullest lines",
    "+ symmetry": "mirrored and turned positions are one",
    "+ threats": "win, or block, without searching",
    "everything": "the compiled core: threats in chains, pairings, zones, domination and more",
}
"""The rungs by name, from the lowest, and the idea that each of them adds."""

CORE = "everything"

LADDER_MB = 1024
"""The default limit of each rung's table: the memo of plain Python needs room."""

_REPORT_SECONDS = 0.1


@dataclass(frozen=True)
class Rung:
    """What one method took for a position; its value is from the side to move.

    >>> from inarow import Game, ladder
    >>> first = ladder(Game(3, 3, 3).position("XO./.X./..O"))[0]
    >>> first.name, first.value, first.nodes
    ('minimax', 1, 238)
    """

    name: str
    """One of `IDEAS`."""
    value: int | None
    """+1 a win, 0 a draw, -1 a loss; None if the search was stopped."""
    nodes: int
    """Positions searched until the end, or until it was stopped."""
    seconds: float
    """Wall-clock time, likewise."""
    stopped: Limit | None
    """The limit that it met; None if it came to its end."""

    @property
    def idea(self) -> str:
        """What the method does, in a few words."""
        return IDEAS[self.name]

    @property
    def complete(self) -> bool:
        """Did the search come to its end?"""
        return self.stopped is None

    @property
    def count(self) -> str:
        """The nodes for people, ``549,946``; ``> 549,946`` if the search was stopped."""
        return f"{'' if self.complete else '> '}{self.nodes:,}"

    @property
    def time(self) -> str:
        """The time for people, to three digits: ``0.716 s``, ``16.2 ms``, ``10.9 us``."""
        units = ((1.0, "s"), (1e3, "ms"), (1e6, "us"))
        scale, unit = units[(self.seconds < 0.1) + (self.seconds < 1e-4)]
        shown = self.seconds * scale
        digits = next((digits for digits in (0, 1, 2) if shown * 10**digits >= 99.95), 3)
        return f"{'' if self.complete else '> '}{shown:.{min(digits, 3)}f} {unit}"

    def record(self) -> dict[str, int | float | str | bool | None]:
        """The fields by name, `idea` and `complete` among them."""
        return {**vars(self), "idea": self.idea, "complete": self.complete}


def ladder(
    position: Game | Position,
    *,
    seconds: SupportsFloat | None = 10,
    nodes: SupportsIndex | None = None,
    table_mb: SupportsIndex = LADDER_MB,
    progress: RungProgress | None = None,
) -> list[Rung]:
    """Search a position, or the empty board of a game, by every method of `IDEAS` in turn.

    `seconds` and `nodes` limit each rung (None: no limit), and so does `table_mb`: a memo of plain
    Python that would outgrow it ends the rung, whereas the core's table forgets. `progress` is
    called about ten times a second.

    Raises `InvalidPositionError` if the game is over, `InvalidOptionError` for a limit out of
    range, and `AssertionError` if two rungs come to different values.

    >>> for rung in ladder(Game(3, 3, 3), seconds=None):
    ...     print(f"{rung.name:18}{rung.value}{rung.nodes:10,}")
    minimax           0   549,946
    minimax + memo    0     5,478
    alpha-beta        0    16,811
    alpha-beta + memo 0     2,503
    + ordering        0       739
    + symmetry        0       181
    + threats         0        77
    everything        0       106
    """
    return list(climb(position, seconds=seconds, nodes=nodes, table_mb=table_mb, progress=progress))


def climb(
    position: Game | Position,
    *,
    seconds: SupportsFloat | None = 10,
    nodes: SupportsIndex | None = None,
    table_mb: SupportsIndex = LADDER_MB,
    progress: RungProgress | None = None,
) -> Iterator[Rung]:
    """Yield the rungs of `ladder` one by one, each as soon as it is there.

    The arguments are checked at once.
    """
    position = start_of(position)
    refuse_exact(position.game, "the ladder")
    if position.is_over:
        raise InvalidPositionError(f"the game is over ({position.status}): nothing to search")
    most, time = node_limit(nodes), time_limit(seconds)
    # A generator of its own, or nothing would be checked before the first rung is asked for.
    return _climb(position, (most, time, table_bytes(table_mb)), progress)


_Limits: TypeAlias = tuple[int | None, float | None, int]
"""Nodes, seconds, and bytes of memory."""


def _climb(position: Position, limits: _Limits, progress: RungProgress | None) -> Iterator[Rung]:
    value: int | None = None
    for name in IDEAS:
        rung = (_core if name == CORE else _plain)(name, position, limits, progress)
        if rung.value is not None:
            if value not in (None, rung.value):
                raise AssertionError(f"{position!r}: {name} finds {rung.value}, others {value}")
            value = rung.value
        yield rung


class _LimitMet(Exception):
    """Raised by a pulse to end a search, with the limit it has met."""


def _plain(name: str, position: Position, limits: _Limits, progress: RungProgress | None) -> Rung:
    """Climb a rung of plain Python."""
    from inarow.reference.ladder import RUNGS, LadderSearch, NodeLimit  # only who climbs needs them
    from inarow.reference.rules import Rules

    game, (nodes, seconds, memory) = position.game, limits
    # An entry of the memo, measured: 150 bytes on small boards, and the key grows with the board.
    most_entries = memory // (180 + game.cells // 2)
    started = reported = 0.0  # set when the search begins

    def pulse(search: LadderSearch) -> None:
        nonlocal reported
        now = perf_counter()
        if seconds is not None and now - started >= seconds:
            raise _LimitMet("seconds")
        if len(search.memo) > most_entries:
            raise _LimitMet("memory")
        if progress is not None and now - reported >= _REPORT_SECONDS:
            reported = now
            fill = len(search.memo) / most_entries
            progress(name, Progress(search.nodes, now - started, table_fill=fill))

    search = LadderSearch(Rules(*game.size), RUNGS[name], nodes, pulse)
    value: int | None = None
    stopped: Limit | None = None
    started = reported = perf_counter()
    try:
        value = search.run(position._own, position._opponent)
    except NodeLimit:
        stopped = "nodes"
    except _LimitMet as met:
        stopped = met.args[0]
    return Rung(name, value, search.nodes, perf_counter() - started, stopped)


def _core(name: str, position: Position, limits: _Limits, progress: RungProgress | None) -> Rung:
    """Climb the last rung, from an empty table."""
    most, time, memory = limits

    report = reporter(progress and partial(progress, name))
    kernel = make_kernel(position.game, memory)
    started = perf_counter()
    lower, upper, *_, nodes = kernel.solve(
        position._own, position._opponent, False, False, most, time, report
    )
    seconds = perf_counter() - started
    if lower == upper:
        return Rung(name, lower, nodes, seconds, None)
    met: Limit = "nodes" if most is not None and nodes >= most else "seconds"
    return Rung(name, None, nodes, seconds, met)
