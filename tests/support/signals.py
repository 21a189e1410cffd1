"""A command that gets Ctrl-C in the middle of its work, as a terminal sends it."""

from cli import Ran, process

PROGRAM = """
import os, signal, sys, threading
from functools import partial
from importlib import import_module
import inarow.apps.cli

place, call, seconds, *arguments = sys.argv[1:]
module, _, names = place.partition(":")
*owners, name = names.split(".")
owner = import_module(module)
for each in owners:
    owner = getattr(owner, each)
begin, calls = getattr(owner, name), 0
press = partial(os.kill, os.getpid(), signal.SIGINT)

def interrupt(*given, **named):
    global calls
    calls += 1
    if calls == int(call):
        threading.Timer(float(seconds), press).start() if float(seconds) else press()
    return begin(*given, **named)

setattr(owner, name, interrupt)
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it was ignored
sys.exit(inarow.apps.cli.main(arguments))
"""


def interrupted(
    *arguments: object, at: str, call: int = 1, seconds: float = 0.3, given: bytes = b""
) -> Ran:
    """Run a command in a process; Ctrl-C comes so long after a `call` of ``module:function``."""
    return process(at, call, seconds, *arguments, given=given, program=("-c", PROGRAM))
