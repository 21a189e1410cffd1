"""Compresses a certificate in a thread of its own, while the search goes on writing it."""

from __future__ import annotations

import gzip
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import IO

__all__ = ["PackedFile"]

LEVEL = 4
"""Of compression: 6 takes twice as long, a fifth of a search, for a file that is 6 % smaller."""

MOST_WAITING = 64
"""Pieces of up to 64 KiB that may wait to be compressed."""


class PackedFile:
    """What is written goes into `file`, compressed; the same, always the same way.

    Used by ``with``, at whose end all of it is there and the thread has ended. What goes wrong in
    the thread is raised once: by a later call, or at the end.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._packed = gzip.GzipFile("", "wb", LEVEL, file, mtime=0)
        self._thread = ThreadPoolExecutor(1, "inarow-pack")
        self._waiting: deque[Future[int]] = deque()

    def write(self, data: bytes) -> int:
        """Write, soon."""
        self._waiting.append(self._thread.submit(self._packed.write, data))
        while self._waiting and (self._waiting[0].done() or len(self._waiting) > MOST_WAITING):
            self._waiting.popleft().result()
        return len(data)

    def __enter__(self) -> PackedFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                for piece in self._waiting:
                    piece.result()
                self._packed.close()
        finally:
            self._thread.shutdown(cancel_futures=True)
            with suppress(Exception):  # what it may still try to write is for nobody
                self._packed.close()
