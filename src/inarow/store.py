"""Stores of answers: an address for `inarow.distributed.store`."""

from inarow.distributed.store.store import Store

__all__ = ["Store"]
