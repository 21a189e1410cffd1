"""Files that commands write: their formats, and that they appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from inarow.model.errors import InvalidOptionError
from inarow.model.files import unfinished

__all__ = ["check_output", "file_format", "whole", "write_text"]


def file_format(
    path: str | None, form: str | None, endings: Mapping[str, str], option: str = "--format"
) -> str:
    """Return the format that `option` asks for, or else that the ending of the file stands for.

    The ending ``""`` is that of no file at all. Raises `InvalidOptionError`.

    >>> file_format("a.JSON", None, {".txt": "text", ".json": "json"})
    'json'
    """
    *others, last = dict.fromkeys(endings.values())
    known = f"{', '.join(others)} or {last}"
    if form is None:
        ending = "" if path is None else Path(path).suffix.lower()
        if ending not in endings:
            raise InvalidOptionError(f"no format is known for {path}: give {option} {known}")
        return endings[ending]
    if form not in endings.values():
        raise InvalidOptionError(f"{option} must be {known}, not {form!r}")
    return form


def check_output(output: str | None, source: str = "-") -> None:
    """Raise at once what would otherwise be found out only when the work is done."""
    if output is None:
        return
    target = Path(output).resolve()
    if source != "-" and target == Path(source).resolve():
        raise InvalidOptionError(f"{output} is the input: the output must be another file")
    if target.is_dir():
        raise InvalidOptionError(f"{output} is a directory")
    if _is_device(output):
        return
    if not target.parent.is_dir():
        raise InvalidOptionError(f"there is no directory {target.parent}")
    if not all(os.access(path, os.W_OK) for path in (target.parent, target) if path.exists()):
        raise InvalidOptionError(f"{output} cannot be written")


@contextmanager
def whole(output: str, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file that appears under its name only when it is complete; a device as it is."""
    text: dict[str, Any] = {} if binary else {"encoding": "utf-8", "newline": ""}
    with (
        nullcontext(output) if _is_device(output) else unfinished(output) as path,
        open(path, "wb" if binary else "w", **text) as stream,
    ):
        yield stream


def write_text(output: str, text: str) -> None:
    """Write a text and an end of line into a `whole` file."""
    with whole(output) as stream:
        print(text, file=stream)


def _is_device(output: str) -> bool:
    """Is this a terminal, a named pipe or the like? It must not be replaced by a file."""
    path = Path(output)
    return path.exists() and not path.is_file()
