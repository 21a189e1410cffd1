"""Commands as they come: a thread of its own reads them while the engine thinks.

Two things cannot wait until the engine has time. A request to move at once sets the `stop` event
that all commands before it carry, so that it reaches a command that is still in the queue, and
never a later one. END, or the end of input, sets it as well, and then sees to it that the process
is gone soon, whatever it is at.
"""

from __future__ import annotations

import os
import threading
from queue import SimpleQueue
from time import monotonic
from typing import NamedTuple

LONGEST_LINE = 1024
"""Bytes of a line that are kept: no command is nearly as long."""

CHUNK = 1 << 16

GRACE = 0.3
"""Seconds between END, or the end of input, and the end of the process, at the most."""

STOP = "YXSTOP"
"""Of the extensions by Yixin: move at once."""


class Command(NamedTuple):
    """A line that came in, without the blanks around it; never empty."""

    text: str
    arrived: float
    """When, on the clock `time.monotonic`."""
    stop: threading.Event
    """Set when the answer is wanted at once."""


class LineSplitter:
    """Cuts a stream of bytes into lines that end with CR, LF or CRLF, and may be of any length.

    >>> lines = LineSplitter()
    >>> lines.feed(b"START 15\\r\\nBEG"), lines.feed(b"IN\\r"), lines.feed(b"\\nEND")
    (['START 15'], ['BEGIN'], [])
    >>> lines.rest()
    ['END']
    """

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, data: bytes) -> list[str]:
        """Return the lines that are complete; empty ones are left out."""
        *whole, begun = data.replace(b"\r", b"\n").split(b"\n")
        found = []
        for part in whole:
            self._add(part)
            found += self.rest()
        self._add(begun)
        return found

    def rest(self) -> list[str]:
        """Return what there is of a last line, and forget it."""
        text = self._begun.removeprefix(b"\xef\xbb\xbf").decode("latin-1").strip(" \t\0\x1a")
        self._begun.clear()
        return [text] if text else []

    def _add(self, part: bytes) -> None:
        self._begun += part[: LONGEST_LINE - len(self._begun)]


class Reader(threading.Thread):
    """Puts the commands from a file descriptor into `queue`, and None after the last."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(name="reader", daemon=True)
        self._descriptor = descriptor
        self._stop_so_far = threading.Event()
        self.done = threading.Event()
        """Set by the engine when it has come to the end by itself."""
        self.queue: SimpleQueue[Command | None] = SimpleQueue()
        self.told_to_end = False
        """Has END come? No move may be printed any more."""

    def run(self) -> None:
        try:
            self._read()
        finally:
            self._stop_so_far.set()
            self.queue.put(None)
            if not self.done.wait(GRACE):
                os._exit(0)

    def _read(self) -> None:
        lines = LineSplitter()
        while True:
            try:
                data = os.read(self._descriptor, CHUNK)
            except OSError:  # whoever held the other end is gone
                data = b""
            for text in lines.feed(data) if data else lines.rest():
                if text.upper() == "END":
                    self.told_to_end = True
                    return
                self._pass_on(text)
            if not data:
                return

    def _pass_on(self, text: str) -> None:
        if text.upper() == STOP:
            self._stop_so_far.set()
            self._stop_so_far = threading.Event()
        else:
            self.queue.put(Command(text, monotonic(), self._stop_so_far))
