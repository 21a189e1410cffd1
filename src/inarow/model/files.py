"""Files that appear under their names only when they are complete.

What is written lies beside its target until then, because only within a directory is renaming one
step; it is brought to the disk before it takes the name. So under that name there is at any moment
what was there before or what is new, whatever ends the process.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["sync_directory", "try_to_write", "unfinished"]

_PARTS = ("", "-wal", "-shm")
"""A file, and what SQLite keeps beside its own."""


@contextmanager
def unfinished(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the name of a file to write, which takes the place of `path` if all goes well.

    A link stays a link, and a file that is replaced leaves its mode behind. Raises `OSError`; then,
    and whatever else ends the block, the new file is gone and the old one as it was. What killed
    processes have left of theirs is taken away.
    """
    target = Path(path).resolve()
    _remove_leftovers(target)
    part = _beside(target)
    try:
        yield part
        with open(part, "rb+") as stream:
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        for suffix in _PARTS:
            part.with_name(part.name + suffix).unlink(missing_ok=True)
        raise
    sync_directory(target.parent)


def try_to_write(path: str | os.PathLike[str]) -> None:
    """Raise `OSError` at once if `unfinished` could not write to `path` in a minute."""
    target = Path(path).resolve()
    _remove_leftovers(target)
    trial = _beside(target)
    with open(trial, "xb"):
        pass
    trial.unlink()


def _remove_leftovers(target: Path) -> None:
    """Remove unfinished files of processes that were killed; others are at work on theirs."""
    if os.name != "posix":
        return  # elsewhere asking for a process by its number may end it
    name = re.compile(re.escape(f".{target.name}.") + r"(\d+)-[0-9a-f]{8}\.unfinished")
    with suppress(OSError):
        for found in target.parent.iterdir():
            match = name.fullmatch(found.name)
            if match is not None and not _is_running(int(match[1])):
                found.unlink(missing_ok=True)


def sync_directory(directory: Path) -> None:
    """Bring a new name to the disk, where the system lets one."""
    with suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.unfinished")


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
