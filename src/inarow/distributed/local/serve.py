"""What a worker process of this machine does: see `processes.py`, which begins it."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading
from time import sleep
from traceback import format_exception

from inarow.distributed.local.shared_table import Address, join_table

PATIENCE = 1.0
"""Seconds between two looks whether the parent process is there."""


def serve() -> None:
    """Do what is asked for through the standard input, until nobody can ask any more.

    The arguments are the number of the parent process and the address of a table, if there is one.
    A call and its reply are each a pickle, inside another one that says where it ends.
    """
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPIPE})  # for programs that jobs start
    parent, *address = map(int, sys.argv[1:])
    threading.Thread(target=_end_with, args=[parent], daemon=True).start()
    asker = socket.socket(fileno=os.dup(0))
    calls = asker.makefile("rb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)  # jobs that read get no call
    if address:
        join_table(Address(*address))
    try:
        while True:
            asker.sendall(pickle.dumps(_reply(pickle.load(calls))))
    except (OSError, EOFError, pickle.UnpicklingError):
        pass  # nobody is there


def _end_with(parent: int) -> None:
    """End this process when its parent has ended, whatever it is at.

    The socket would not tell: a copy of the parent, made by `fork`, may hold on to it.
    """
    while os.getppid() == parent:
        sleep(PATIENCE)
    os._exit(0)


def _reply(call: bytes) -> bytes:
    """What comes of a call: the result, or the error with its trace."""
    try:
        return pickle.dumps((pickle.loads(call)(), None, ""))
    except BaseException as error:
        trace = "".join(format_exception(error))
        try:
            reply = pickle.dumps((None, error, trace))
            pickle.loads(reply)  # not all that can be written can be read
        except Exception:
            reply = pickle.dumps((None, RuntimeError(repr(error)), trace))
        return reply
