"""The program `pbrain-inarow`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from inarow.apps.engine.engine import Engine
from inarow.apps.engine.reader import Reader
from inarow.model.errors import CertificateError

if TYPE_CHECKING:
    from inarow.certificate.book import Book

INTERRUPTED = 130
VERSION = version("inarow")
ABOUT = (
    f'name="inarow", version="{VERSION}", author="The inarow developers", country="International"'
)
PROOF = "INAROW_PROOF"
"""The environment variable that names a certificate to play by."""


class _NobodyListens(Exception):
    """Standard output is closed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Speak the Gomocup protocol until END or the end of input; the exit status."""
    options = argparse.ArgumentParser(
        prog="pbrain-inarow",
        description="A Gomoku engine: it speaks the Gomocup (Piskvork) protocol over standard input"
        " and output, and is started by a manager. Free-style and exactly five in a row, boards"
        f" of 5 to 20 rows and columns. {PROOF} may name a certificate to play by.",
        epilog="By hand: START 15, then BEGIN or TURN 7,7; END leaves.",
    )
    options.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    options.parse_args(arguments)
    try:
        return _serve()
    except KeyboardInterrupt:
        return INTERRUPTED
    except CertificateError as error:
        print(f"pbrain-inarow: {PROOF}: {error}", file=sys.stderr)
        return 2


def _serve() -> int:
    if sys.stdin is None or sys.stdout is None:
        return 0  # closed from the beginning: there is nobody to talk to
    reader = Reader(sys.stdin.fileno())
    engine = Engine(_say, lambda: reader.told_to_end, ABOUT, _proof())
    reader.start()
    try:
        while (command := reader.queue.get()) is not None:
            engine.handle(command)
    except _NobodyListens:
        pass
    reader.done.set()
    return 0


def _say(line: str) -> None:
    """Print a line at once."""
    data = f"{line}\n".encode("ascii", "replace")
    try:
        while data:
            data = data[os.write(1, data) :]
    except OSError as error:
        raise _NobodyListens from error


def _proof() -> Book | None:
    path = os.environ.get(PROOF)
    if not path:
        return None
    from inarow.certificate.book import Book  # without a proof, a quicker start

    return Book(path)
