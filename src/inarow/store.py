"""Stores of answers: an address for `inarow.distributed.store`."""

from inarow.distributed.store.store import Stats, Store, merged

__all__ = ["Stats", "Store", "merged"]
