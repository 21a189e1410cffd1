"""Compresses a certificate in a thread of its own, while the search goes on writing it."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO

from inarow.model.interrupts import later_interrupts

__all__ = ["packed"]

LEVEL = 4
"""Of compression: 6 takes twice as long, a fifth of a search, for a file that is 6 % smaller."""

MOST_WAITING = 64
"""Pieces of up to 64 KiB that may wait to be compressed."""


@contextmanager
def packed(file: IO[bytes]) -> Iterator[Callable[[bytes], object]]:
    """Yield a function; what it is given goes into `file`, compressed: the same, the same way.

    At the end all of it is there, and the thread has ended, whatever ends the block. What goes
    wrong in the thread is raised by a later call, or at the end.
    """
    packing = _Packing(file)
    try:
        with later_interrupts():
            packing.thread.start()
        yield packing.write
        with later_interrupts():
            packing.end()
        packing.raise_fault()
    except BaseException:
        packing.given_up = True
        with later_interrupts():
            packing.end()
        raise


class _Packing:
    """The thread, and what goes there and back.

    Both ways are queues made in C: none has a lock that an interrupt between two lines of Python
    could leave behind.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._packed = gzip.GzipFile("", "wb", LEVEL, file, mtime=0)
        self._pieces: SimpleQueue[bytes | None] = SimpleQueue()
        self._room: SimpleQueue[None] = SimpleQueue()
        for _ in range(MOST_WAITING):
            self._room.put(None)
        self._fault: BaseException | None = None
        self.given_up = False
        self.thread = Thread(target=self._pack, name="inarow-pack", daemon=True)

    def write(self, data: bytes) -> None:
        """Write, soon."""
        self._room.get()
        self.raise_fault()
        self._pieces.put(data)

    def raise_fault(self) -> None:
        """Raise what went wrong in the thread."""
        if self._fault is not None:
            raise self._fault

    def end(self) -> None:
        """Wait for the thread to write what is left, or nothing more if it was given up."""
        self._pieces.put(None)
        if self.thread.ident is not None:
            self.thread.join()

    def _pack(self) -> None:
        """Take every piece up to the end mark, also after a fault: nobody waits in vain."""
        while (data := self._pieces.get()) is not None:
            self._try(lambda: self._packed.write(data))
            self._room.put(None)
        self._try(self._packed.close)
        with suppress(BaseException):  # or it would try to write once more when it is collected
            self._packed.close()

    def _try(self, step: Callable[[], object]) -> None:
        if self._fault is None and not self.given_up:
            try:
                step()
            except BaseException as fault:
                self._fault = fault
