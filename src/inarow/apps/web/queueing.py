"""Whose turn it is: round about the clients, and what is quick before what is long."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """So many `lanes`, lower ones first, in each of which clients take turns.

    >>> queue = FairQueue[str](lanes=2)
    >>> for client, item in (("a", "a1"), ("a", "a2"), ("b", "b1")):
    ...     queue.put(client, item, lane=1)
    >>> queue.put("a", "at once", lane=0)
    >>> [queue.take() for _ in range(len(queue))]
    ['at once', 'a1', 'b1', 'a2']
    """

    def __init__(self, lanes: int) -> None:
        self._lanes: list[OrderedDict[Hashable, deque[Item]]]
        self._lanes = [OrderedDict() for _ in range(lanes)]

    def __len__(self) -> int:
        return sum(len(items) for lane in self._lanes for items in lane.values())

    def waits_in(self, lane: int) -> bool:
        """Does anything wait in this lane?"""
        return bool(self._lanes[lane])

    def put(self, client: Hashable, item: Item, lane: int) -> None:
        """Let an item wait behind those of its client."""
        self._lanes[lane].setdefault(client, deque()).append(item)

    def take(self, lanes: int | None = None) -> Item:
        """Return whose turn it is, in the first so many lanes; `IndexError` if nothing waits."""
        for lane in self._lanes[:lanes]:
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
