"""What all connections share: the workers, the rooms, and who may connect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from inarow.apps.web.limits import Limits
from inarow.apps.web.pool import Pool
from inarow.apps.web.room import Rooms


class Hub:
    """The state of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pool = Pool(limits.workers, limits.memory_mb)
        self.rooms = Rooms()
        self._connected: Counter[str] = Counter()

    @contextmanager
    def connection(self, address: str) -> Iterator[bool]:
        """Count a connection while it lasts; tells whether it is admitted."""
        limits, connected = self.limits, self._connected
        if connected.total() >= limits.connections or connected[address] >= limits.per_address:
            yield False
            return
        connected[address] += 1
        try:
            yield True
        finally:
            self._connected -= Counter([address])  # what comes to 0 goes
