"""The file that lies beside another until it is whole and takes its name."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["beside", "remove_leftovers", "sync_directory"]


def beside(target: Path) -> Path:
    """Return a name for the unfinished file: only within a directory is renaming one step."""
    return target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.unfinished")


def remove_leftovers(target: Path) -> None:
    """Remove unfinished files of processes that were killed; others are at work on theirs."""
    if os.name != "posix":
        return  # elsewhere asking for a process by its number may end it
    prefix, suffix = f".{target.name}.", ".unfinished"
    with suppress(OSError):
        for path in target.parent.iterdir():
            if path.name.startswith(prefix) and path.name.endswith(suffix):
                number = path.name[len(prefix) : -len(suffix)].partition("-")[0]
                if number.isdecimal() and not _is_running(int(number)):
                    path.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def sync_directory(directory: Path) -> None:
    """Bring the new name to the disk, where the system lets one."""
    with suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
