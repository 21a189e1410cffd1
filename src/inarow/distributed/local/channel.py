"""Messages between two processes of this machine, through a socket.

The end of a socket tells that the other process has ended, but not if a copy of it, made by `fork`,
holds on to its end. So whoever waits looks now and then whether the other one is there.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from contextlib import suppress

PATIENCE = 1.0
"""Seconds between two looks."""

_LENGTH = struct.Struct("!Q")

_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
"""A message that cannot be sent is an error, also where SIGPIPE ends a process."""


class Channel:
    """One end, with a way to see whether the other process is there.

    A thread may send while another receives. `EOFError` or `OSError` if the other one is not there.
    """

    def __init__(self, end: socket.socket, is_there: Callable[[], bool]) -> None:
        self._end, self._is_there = end, is_there
        end.settimeout(PATIENCE)

    def send(self, message: bytes) -> None:
        for part in (_LENGTH.pack(len(message)), message):
            left = memoryview(part)
            while left:
                left = left[self._tried(self._send, left) :]

    def receive(self) -> bytes:
        """Return the next message."""
        (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
        return bytes(self._exactly(length))

    def _exactly(self, count: int) -> bytearray:
        found = bytearray(count)
        left = memoryview(found)
        while left:
            got = self._tried(self._end.recv_into, left)
            if not got:
                raise EOFError
            left = left[got:]
        return found

    def _send(self, part: memoryview) -> int:
        return self._end.send(part, _NO_SIGNAL)

    def _tried(self, action: Callable[[memoryview], int], part: memoryview) -> int:
        """Do what may have to wait for the other process, as long as it is there."""
        while True:
            try:
                return action(part)
            except TimeoutError:
                if not self._is_there():
                    raise EOFError from None

    def hang_up(self) -> None:
        """Let nobody wait here, or at the other end, any more."""
        with suppress(OSError):  # so it is
            self._end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Free the descriptor; nobody may be waiting here."""
        self._end.close()
