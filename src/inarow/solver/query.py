"""What is asked of a search, checked once: its distance? within which limits, and who listens?"""

from __future__ import annotations

from typing import NamedTuple, SupportsFloat, SupportsIndex

from inarow.model.options import node_limit, time_limit, truth
from inarow.model.results import ProgressCallback, Report, reporter

__all__ = ["Query", "query_of"]


class Query(NamedTuple):
    """The options that every search has."""

    distance: bool
    nodes: int | None
    seconds: float | None
    report: Report | None

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
    """Return what was asked, or raise `InvalidOptionError` or `TypeError`."""
    return Query(
        truth("distance", distance), node_limit(nodes), time_limit(seconds), reporter(progress)
    )
