"""What a fork must not leave behind in the child: locks of threads that are not there."""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet

__all__ = ["renew_after_fork"]


class Renewable(Protocol):
    """What has a lock that another thread may hold at the moment of a fork."""

    def _after_fork(self) -> None:
        """Called in the child, where no thread lives but the one that forked."""


_renewable: WeakSet[Renewable] = WeakSet()


def renew_after_fork(renewable: Renewable) -> None:
    """Have it told of every fork, in the child, as long as it is there."""
    _renewable.add(renewable)


def _renew() -> None:
    for renewable in list(_renewable):
        renewable._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
