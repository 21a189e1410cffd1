"""Start the program `inarow`: Ctrl-C is looked after before the package is imported.

This module lies beside the package, because to import anything of it is to import all of it first,
which takes longer than a small search.
"""

from __future__ import annotations

import os
import signal

__all__ = ["main"]


def main() -> int:
    """Run the command of this process and return its exit status: see `inarow.apps.cli.main`."""
    usual = signal.getsignal(signal.SIGINT) == signal.default_int_handler  # else it is ignored
    if usual:
        signal.signal(signal.SIGINT, _stop)
    from inarow.apps.cli import main as run

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


def _stop(*_: object) -> None:
    """End the process at once: extension modules make other errors of an exception here."""
    os.write(2, b"inarow: interrupted\n")
    os._exit(130)
