"""Answers of a proof in a file, from which it is resumed."""

from inarow.distributed.store.store import Store

__all__ = ["Store"]
