"""The family of errors: everything the package refuses is a ``ValueError``.

Catch `InarowError` for all of them, or the one below that says what was wrong.

A file that cannot be opened, as it is missing, a directory, or has a name that no file can have,
is the error of what it should hold. `inarow.check` alone, which shares nothing with the package,
lets the ``OSError`` of the system through.

What a store cannot keep *during* a proof does not end it: that is a `StoreWarning`.

A value of a wrong *type* (``Game("3", 3, 3)``) is a plain ``TypeError``.
"""

from __future__ import annotations


class InarowError(ValueError):
    """Base of every error that the package raises for bad input."""


class InvalidGameError(InarowError):
    """m, n or k out of range, lines that make no board, or a game that a call is not for."""


class InvalidPositionError(InarowError):
    """A board that cannot be read, that no legal game reaches, or that is over."""


class IllegalMoveError(InarowError):
    """A move to a taken cell, off the board, or after the end of the game."""


class InvalidRecordError(InarowError):
    """A record that cannot be read, that tells of no game, or that a format cannot tell."""

    def __init__(self, message: str, needs_game: bool = False) -> None:
        super().__init__(message)
        self.needs_game = needs_game
        """Would it be read if the game were given?"""


class InvalidOptionError(InarowError):
    """A limit, size, thread count or other option out of its range."""


class CheckpointError(InarowError):
    """A saved table that is damaged, of another game, or that cannot be read or written."""


class CertificateError(InarowError):
    """A certificate that cannot be written or read."""


class DistributedError(InarowError):
    """A proof that cannot go on: its executor broke for good, or a job fails again and again."""


class StoreError(InarowError):
    """A store of answers that is damaged, foreign or contradictory, or that cannot be written."""


class StoreWarning(UserWarning):
    """Answers could not be kept in a store; the proof goes on."""
