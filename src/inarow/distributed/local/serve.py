"""What a worker process of this machine does: see `processes.py`, which begins it."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from traceback import format_exception

from inarow.distributed.local.channel import Channel
from inarow.distributed.local.shared_table import Address, join_table

FIRST_OWN = 3
"""Lower descriptors are those of standard input, output and error, open or not."""


def serve() -> None:
    """Do what is asked for through the standard input, until nobody can ask any more.

    The arguments are the number of the parent process and the address of a table, if there is one.
    What jobs print goes to the standard error.
    """
    import fcntl  # Windows does not have it, and nobody serves there

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent, *address = map(int, sys.argv[1:])
    end = socket.socket(fileno=fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, FIRST_OWN))
    _leave_standard_descriptors()
    if address:
        join_table(Address(*address))
    asker = Channel(end, lambda: os.getppid() == parent)
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(asker, waiting), daemon=True).start()
    with suppress(OSError, EOFError):  # nobody is there
        while True:
            asker.send(_reply(waiting.get()))


def _leave_standard_descriptors() -> None:
    """Make those of input, output and error ones that jobs may read and write."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    if sys.stderr is None:  # it was closed
        os.dup2(nothing, 2)
        os.set_inheritable(2, True)  # it may have been that number already
    if nothing >= FIRST_OWN:
        os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # which does not keep lines back until it is killed


def _listen(asker: Channel, waiting: SimpleQueue[bytes]) -> None:
    """Take calls as they come, and end the process with those who ask, whatever it is at."""
    try:
        with suppress(EOFError, OSError):
            while True:
                waiting.put(asker.receive())
    finally:  # also if there is no memory for a call
        os._exit(0)


def _reply(call: bytes) -> bytes:
    """What comes of a call: the result, or the error with its trace."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((function(*args, **kwargs), None, ""))
    except BaseException as error:
        trace = "".join(format_exception(error))
        try:
            reply = pickle.dumps((None, error, trace))
            pickle.loads(reply)  # not all that can be written can be read
        except Exception:
            reply = pickle.dumps((None, RuntimeError(repr(error)), trace))
        return reply
