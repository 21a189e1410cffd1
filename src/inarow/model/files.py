"""Files that appear under their names only when they are complete, and that replace no other.

What is written lies beside its target until then, because only within a directory is renaming one
step; it is brought to the disk before it takes the name. So under that name there is at any moment
what was there before or what is new, whatever ends the process.

A file that is there stays, unless it may be overwritten, is empty, or begins with the `kind` of
what is written: so a picture replaces a picture.

What the system refuses, a full disk or a name that no file can have, is raised as the `error` of
our family that the caller names; what the caller itself raises meanwhile is left as it is.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import IO, Any, TypeAlias

from inarow.model.errors import InarowError
from inarow.model.interrupts import later_interrupts

AnyPath: TypeAlias = "str | os.PathLike[str]"

LONG_NAME = 180
"""Bytes: names have 255 at most, and ours are longer than those of their targets."""

_POINTER = b"version https://git-lfs.github.com/spec/"

_LEFT = re.compile(r"\..+\.\d+-[0-9a-f]{8}\.unfinished", re.S)


@contextmanager
def told_as(error: type[InarowError], path: AnyPath, doing: str = "read") -> Iterator[None]:
    """Raise what the system refuses within as an error of our family."""
    try:
        yield
    except OSError as fault:
        shown = str(path) if str(path).isprintable() else repr(str(path))
        raise error(f"{shown} cannot be {doing}: {fault.strerror or fault}") from fault


def place(path: AnyPath) -> Path:
    """Return a path as it is; `OSError` for one that no file can have."""
    name = os.fspath(path)
    try:
        if "\0" in name or not os.fsencode(name):
            raise ValueError
    except ValueError:  # as well for half of a character
        raise OSError(errno.EINVAL, "no file can have this name") from None
    return Path(path)


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-16 if it begins with its mark, or else UTF-8.

    All lines end with a newline alone. `UnicodeDecodeError` for what is no text.
    """
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if is_wide else "utf-8-sig")
    return io.StringIO(text, newline=None).read()


def refuse_pointer(path: AnyPath, error: type[InarowError]) -> None:
    """Raise `error` for what Git LFS leaves in the place of a file that it has not fetched."""
    found = place(path)
    if found.is_file():  # a pipe can be read only once
        with found.open("rb") as stream:
            if stream.read(len(_POINTER)) == _POINTER:
                raise error(f"{path} is a pointer of Git LFS: 'git lfs pull' fetches the file")


def check_target(
    path: AnyPath, error: type[InarowError], *, overwrite: bool = False, kind: bytes = b""
) -> Path:
    """Return where a file will lie, links followed.

    Raises at once what would otherwise be found out only when the work is done.
    """
    target = _free_target(path, error, overwrite, kind)
    with told_as(error, path, "written"):
        _remove_leftovers(target.parent)
        trial = _beside(target)
        with open(trial, "xb"):
            pass
        trial.unlink(missing_ok=True)
    return target


@contextmanager
def new_file(
    path: AnyPath, error: type[InarowError], *, overwrite: bool = False, kind: bytes = b""
) -> Iterator[IO[bytes]]:
    """Open a file that takes the name of `path` if all goes well until the block ends.

    A link stays a link, and a file that is replaced leaves its mode behind. Whatever else ends the
    block, the new file is gone and the old one as it was. What killed processes have left in the
    directory is taken away.
    """
    target = _free_target(path, error, overwrite, kind)
    part = _beside(target)
    held = ExitStack()
    try:
        with later_interrupts(), told_as(error, path, "written"):
            _remove_leftovers(target.parent)
            file = _locked(part, path, error)
            held.callback(file.close)
        stream = BufferedWriter(file)
        yield stream
        stream.flush()
        with later_interrupts(), held, told_as(error, path, "written"):
            os.fsync(file.fileno())
            if os.name == "nt":
                held.close()  # there an open file may have to keep its name
            _take_name(part, target, error, overwrite=overwrite, kind=kind)
    except BaseException:
        with later_interrupts():
            held.close()
            with suppress(OSError):
                part.unlink(missing_ok=True)
        raise


class _Part(FileIO):
    """An unfinished file; what the disk refuses is an error of our family."""

    def __init__(self, part: Path, path: AnyPath, error: type[InarowError]) -> None:
        super().__init__(part, "x+")
        self._path, self._error = path, error

    def write(self, data: Any) -> int:
        with told_as(self._error, self._path, "written"):
            return super().write(data)


def _take_name(
    part: Path,
    target: Path,
    error: type[InarowError],
    *,
    overwrite: bool = False,
    kind: bytes = b"",
) -> None:
    """Give a whole file its name; raises `error` if another has it by now, or `OSError`."""
    if _is_replaced(target, target, error, overwrite, kind):
        shutil.copymode(target, part)
        os.replace(part, target)
    else:
        try:
            _claim(part, target)
        except FileExistsError:
            raise _taken(target, error) from None
    with suppress(OSError):  # the new name is brought to the disk, where the system lets one
        handle = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _claim(part: Path, target: Path) -> None:
    """Rename a file to a name that is free; `FileExistsError` if it is not."""
    if os.name == "nt":  # where renaming replaces nothing
        os.rename(part, target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # the file system has no such links
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        try:
            os.replace(part, target)
        except BaseException:
            target.unlink()
            raise
    else:
        part.unlink()


def _free_target(path: AnyPath, error: type[InarowError], overwrite: bool, kind: bytes) -> Path:
    """Where a file will lie, links followed; raises `error` if it cannot, or may not."""
    with told_as(error, path, "written"):
        target = Path(os.path.realpath(place(path)))
        if not _is_replaced(target, path, error, overwrite, kind) and not target.parent.is_dir():
            raise error(f"{path} cannot be written: there is no directory {target.parent}")
    return target


def _is_replaced(
    target: Path, path: AnyPath, error: type[InarowError], overwrite: bool, kind: bytes
) -> bool:
    """Is there a file, and one that may be replaced? Raises `error` if it may not."""
    try:
        found = target.stat()  # of a loop of links it says so
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(found.st_mode):
        raise error(f"{path} is a directory")
    if not stat.S_ISREG(found.st_mode):
        raise error(f"{path} is a device or a pipe, not a file")
    if not overwrite and found.st_size:
        with open(target, "rb") as stream:
            if not kind or stream.read(len(kind)) != kind:
                raise _taken(path, error)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return True


def _taken(path: AnyPath, error: type[InarowError]) -> InarowError:
    return error(f"{path} exists: it is replaced only with overwrite=True")


def _beside(target: Path) -> Path:
    """A new name in the directory of a target."""
    name = target.name
    if len(os.fsencode(name)) > LONG_NAME:
        name = blake2b(os.fsencode(name), digest_size=16).hexdigest()
    return target.with_name(f".{name}.{os.getpid()}-{os.urandom(4).hex()}.unfinished")


# What killed processes leave: whoever is at work on a file has a lock on it.


def _locked(part: Path, path: AnyPath, error: type[InarowError]) -> _Part:
    """Make a file, and lock it until it is closed."""
    while True:
        file = _Part(part, path, error)
        # Whoever looked between these two lines took it for a leftover.
        if _lock(file.fileno()) is not False and os.fstat(file.fileno()).st_nlink:
            return file
        file.close()
        part.unlink(missing_ok=True)


def _lock(handle: int) -> bool | None:
    """Lock a file; False if somebody has the lock, None where there are no locks."""
    if os.name == "nt":
        return None
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _remove_leftovers(directory: Path) -> None:
    """Remove unfinished files of processes that were killed; others are at work on theirs."""
    with suppress(OSError):
        for found in directory.iterdir():
            if _LEFT.fullmatch(found.name):
                with suppress(OSError), found.open("r+b") as file:
                    if _lock(file.fileno()):  # held until it is gone: its maker may be about to
                        found.unlink(missing_ok=True)
