"""Compresses a certificate in a thread of its own, while the search goes on writing it."""

from __future__ import annotations

import gzip
import threading
from queue import Queue
from types import TracebackType
from typing import IO

__all__ = ["PackedFile"]

LEVEL = 4
"""Of compression: 6 takes twice as long, a fifth of a search, for a file that is 6 % smaller."""

MOST_WAITING = 64
"""Pieces of up to 64 KiB that may wait to be compressed."""


class PackedFile:
    """What is written goes into `file`, compressed; the same, always the same way.

    Used by ``with``, at whose end all of it is there. What goes wrong in the thread is raised by
    the next call.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._pieces: Queue[bytes | None] = Queue(MOST_WAITING)
        self._error: BaseException | None = None
        self._packed = gzip.GzipFile("", "wb", LEVEL, file, mtime=0)
        self._thread = threading.Thread(target=self._work, name="inarow-pack", daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> int:
        """Write, soon."""
        if self._error is not None:
            raise self._error
        self._pieces.put(data)
        return len(data)

    def __enter__(self) -> PackedFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._pieces.put(None)
        self._thread.join()
        if self._error is not None and kind is None:
            raise self._error

    def _work(self) -> None:
        try:
            with self._packed as packed:
                while (piece := self._pieces.get()) is not None:
                    packed.write(piece)
        except BaseException as error:
            self._error = error
            while self._pieces.get() is not None:
                pass  # nobody is to wait for room
