"""Ctrl-C at a time when nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def later_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait for the end of this, where it can.

    An interrupt between two lines of the standard library's `concurrent.futures` may leave a lock
    behind that another thread waits for.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    met: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: met.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if met:
            signal.raise_signal(signal.SIGINT)
