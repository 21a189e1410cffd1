"""Standard input: all of it, or line by line from whoever sits there."""

from __future__ import annotations

import sys
from contextlib import suppress

from inarow.model.errors import InvalidPositionError
from inarow.model.files import decoded

LONGEST = 10_000
"""Characters of a line: no board takes more."""

NO_TEXT = "standard input is no text (UTF-8, or UTF-16 with its mark)"


def is_terminal() -> bool:
    """Is it a person who writes and reads?"""
    streams = (sys.stdin, sys.stdout)  # None: closed by whoever started the program
    return all(stream is not None and stream.isatty() for stream in streams)


def read_input() -> str:
    """Return all of standard input."""
    found = read_any_input()
    try:
        return found if isinstance(found, str) else decoded(found)
    except UnicodeDecodeError:
        raise InvalidPositionError(NO_TEXT) from None


def read_any_input() -> str | bytes:
    """Return all of standard input as it comes, for whoever finds its encoding out."""
    _check_input()
    bare = getattr(sys.stdin, "buffer", None)  # a stream of texts alone has none
    found: str | bytes = sys.stdin.read() if bare is None else bare.read()
    return found


class Lines:
    """Lines from a person, with a prompt and a history on a terminal; bare in a pipe."""

    def __init__(self, is_needed: bool = True) -> None:
        if is_needed:
            _check_input()
        self.is_terminal = is_terminal()
        if self.is_terminal:
            with suppress(ImportError):  # not on every platform
                import readline  # noqa: F401  (input() then knows arrows and a history)

    def read(self, prompt: str) -> str | None:
        """The next line without its end, or None at the end of input."""
        try:
            if self.is_terminal:
                return input(prompt)
            line = "" if sys.stdin is None else sys.stdin.readline(LONGEST)
        except EOFError:
            print()  # the prompt has no end of line
            return None
        except UnicodeDecodeError:
            raise InvalidPositionError(NO_TEXT) from None
        return line.rstrip("\r\n") if line else None


def _check_input() -> None:
    if sys.stdin is None:
        raise InvalidPositionError("there is no standard input")
