"""Answers of a proof in a file, from which it is resumed."""

from inarow.distributed.store.store import Stats, Store, merged

__all__ = ["Stats", "Store", "merged"]
