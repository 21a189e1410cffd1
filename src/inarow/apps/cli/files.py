"""Files that commands write: they appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import IO, Any

from inarow.model.errors import InvalidOptionError
from inarow.model.files import check_target, new_file, place, told_as

SVG = b"<svg"
"""How a picture begins: it may replace another."""


def check_output(
    output: str | None, source: str = "-", *, force: bool = False, kind: bytes = b""
) -> None:
    """Raise at once what would otherwise be found out only when the work is done.

    A file that is there is refused, unless by `force`, or if it begins with the `kind` of the new.
    """
    if output is None:
        return
    if not _is_device(output):
        if source != "-" and _is_same(output, source):
            raise InvalidOptionError(f"{output} is the input: the output must be another file")
        check_target(output, InvalidOptionError, overwrite=force, kind=kind)


@contextmanager
def whole(
    output: str, binary: bool = False, *, force: bool = False, kind: bytes = b""
) -> Iterator[IO[Any]]:
    """Open a file that appears under its name only when it is complete; a device as it is.

    Raises `InvalidOptionError`, also for a file that is there: see `check_output`.
    """
    file = new_file(output, InvalidOptionError, overwrite=force, kind=kind)
    with _device(output) if _is_device(output) else file as stream:
        if binary:
            yield stream
            return
        text = TextIOWrapper(stream, encoding="utf-8", newline="")
        yield text
        text.detach()  # what it holds goes to the stream, which is not its own to close


def write_text(output: str, text: str, *, force: bool = False, kind: bytes = b"") -> None:
    """Write a text and an end of line into a `whole` file."""
    with whole(output, force=force, kind=kind) as stream:
        print(text, file=stream)


@contextmanager
def _device(output: str) -> Iterator[IO[bytes]]:
    with told_as(InvalidOptionError, output, "written"), open(output, "wb") as stream:
        yield stream


def _is_same(output: str, source: str) -> bool:
    with told_as(InvalidOptionError, source):
        return os.path.realpath(output) == os.path.realpath(place(source))


def _is_device(output: str) -> bool:
    """Is this a terminal, a named pipe or the like? It must not be replaced by a file."""
    with told_as(InvalidOptionError, output, "written"):
        path = place(output)
        return path.exists() and not path.is_file() and not path.is_dir()
