"""The options of a search, checked once, and what is left of the limits of a call."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple, SupportsFloat, SupportsIndex

from inarow.model.options import node_limit, time_limit, truth
from inarow.model.results import ProgressCallback, Report, reporter

QUICK_NODES = 3000
"""A limit for a move at once: some hundredths of a second, far below what a player notices."""
QUICK_SECONDS = 0.02
"""What they take, about."""


class Query(NamedTuple):
    """The options that every search has."""

    distance: bool = False
    nodes: int | None = None
    seconds: float | None = None
    report: Report | None = None

    @property
    def is_limited(self) -> bool:
        """Is there a limit?"""
        return self.nodes is not None or self.seconds is not None


def query_of(
    distance: bool,
    seconds: SupportsFloat | None,
    nodes: SupportsIndex | None,
    progress: ProgressCallback | None,
) -> Query:
    """Return the options as a query, or raise `InvalidOptionError` or `TypeError`."""
    return Query(
        truth("distance", distance), node_limit(nodes), time_limit(seconds), reporter(progress)
    )


class Budget:
    """What is left of the limits of a call that has several parts."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._started = perf_counter()
        self.spent = 0
        """Nodes that all parts have searched so far."""

    @property
    def seconds(self) -> float:
        """Wall-clock time since the call began."""
        return perf_counter() - self._started

    @property
    def is_spent(self) -> bool:
        """Is a limit met?"""
        nodes, seconds = self.part()
        return (nodes is not None and nodes <= 0) or (seconds is not None and seconds <= 0)

    def is_last(self, size: float) -> bool:
        """Does a part of this size take all nodes that are left?"""
        nodes, _ = self.part()
        return nodes is not None and nodes <= QUICK_NODES * size

    def part(
        self, size: float | None = None, share: float = 1.0
    ) -> tuple[int | None, float | None]:
        """Return the nodes and seconds that a part of the call may take; None without a limit.

        Its `size` is told in quick moves (`QUICK_NODES`, `QUICK_SECONDS`). It gets no more than
        this share of what is left.
        """
        _, nodes, seconds, _ = self._query
        if nodes is not None:
            nodes = int((nodes - self.spent) * share)
            if size is not None:
                nodes = min(nodes, int(QUICK_NODES * size))
        if seconds is not None:
            seconds = (seconds - self.seconds) * share
            if size is not None:
                seconds = min(seconds, QUICK_SECONDS * size)
        return nodes, seconds

    def query(self, size: float | None = None, share: float = 1.0) -> Query:
        """Return the query for such a part, with at least one node."""
        nodes, seconds = self.part(size, share)
        return self._query._replace(
            nodes=None if nodes is None else max(1, nodes),
            seconds=None if seconds is None else max(1e-6, seconds),
            report=self.listener,
        )

    @property
    def listener(self) -> Report | None:
        """The progress callback for a part: it adds what the call had spent before."""
        report = self._query.report
        if report is None:
            return None
        return lambda nodes, _, *more: report(self.spent + nodes, self.seconds, *more)
