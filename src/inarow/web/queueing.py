"""Whose turn it is: round about the clients, and what is quick before what is long."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Two queues, urgent and not, in each of which clients take turns.

    >>> queue = FairQueue[str]()
    >>> for client, item in (("a", "a1"), ("a", "a2"), ("b", "b1")):
    ...     queue.put(client, item)
    >>> queue.put("a", "at once", urgent=True)
    >>> [queue.take() for _ in range(len(queue))]
    ['at once', 'a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        self._lanes: tuple[OrderedDict[Hashable, deque[Item]], ...] = (OrderedDict(), OrderedDict())

    def __len__(self) -> int:
        return sum(len(items) for lane in self._lanes for items in lane.values())

    @property
    def has_urgent(self) -> bool:
        """Does anything urgent wait?"""
        return bool(self._lanes[0])

    def put(self, client: Hashable, item: Item, *, urgent: bool = False) -> None:
        """Let an item wait behind those of its client."""
        self._lanes[0 if urgent else 1].setdefault(client, deque()).append(item)

    def take(self) -> Item:
        """Return whose turn it is; `IndexError` if nothing waits."""
        for lane in self._lanes:
            if lane:
                client, items = lane.popitem(last=False)
                item = items.popleft()
                if items:
                    lane[client] = items  # at the end: the others come first
                return item
        raise IndexError("nothing waits")

    def remove(self, item: Item) -> bool:
        """Let an item wait no longer; was it there?"""
        for lane in self._lanes:
            for client, items in lane.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del lane[client]
                    return True
        return False
