"""Lines from whoever plays: with a prompt and a history on a terminal, bare in a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

from inarow.model.errors import InvalidPositionError

__all__ = ["Lines"]

LONGEST = 10_000
"""Characters of a line: no board takes more."""


class Lines:
    """Where commands come from."""

    def __init__(self) -> None:
        if sys.stdin is None:  # closed by whoever started the program
            raise InvalidPositionError("there is no standard input")
        self.is_terminal = sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()
        if self.is_terminal:
            with suppress(ImportError):  # not on every platform
                import readline  # noqa: F401  (input() then knows arrows and a history)

    def read(self, prompt: str) -> str | None:
        """The next line without its end, or None at the end of input."""
        try:
            if self.is_terminal:
                return input(prompt)
            line = sys.stdin.readline(LONGEST)
        except EOFError:
            print()  # the prompt has no end of line
            return None
        except UnicodeDecodeError:
            raise InvalidPositionError("standard input is no text (UTF-8)") from None
        return line.rstrip("\r\n") if line else None
