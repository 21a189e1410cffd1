"""Loops over many small cases of one promise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def case(*which: object) -> Iterator[None]:
    """Say which case of a loop has failed; what takes long to say may be a function."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        words = [str(each() if callable(each) else each) for each in which]
        raise AssertionError(f"case {', '.join(words)}: {error}") from error


@contextmanager
def refused(
    error: type[Exception] | tuple[type[Exception], ...], match: str | None, *which: object
) -> Iterator[None]:
    """What a case of a loop must raise."""
    with case(*which), pytest.raises(error, match=match):
        yield
