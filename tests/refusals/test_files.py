"""Files: nothing is overwritten unless it is asked for, nothing half written, all refused alike.

Every function that is given the name of a file is called with names that no file can have or
that lead nowhere, with a disk that is full, and with a file that is there.
"""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import inarow
from inarow import Game, InarowError, Solver
from inarow.apps.cli import main
from inarow.apps.cli.files import whole
from inarow.certificate import read
from inarow.certificate.prove import packed
from inarow.distributed import solve as spread
from inarow.model.errors import (
    CertificateError,
    CheckpointError,
    InvalidOptionError,
    InvalidRecordError,
    StoreError,
)
from inarow.model.files import new_file
from inarow.store import Store

posix = pytest.mark.skipif(os.name != "posix", reason="files as POSIX has them")

SMALL = Game(3, 3, 3)
START = SMALL.start()


def one_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


Named = Callable[[Any], object]

WRITERS: dict[str, tuple[type[InarowError], Named]] = {
    "certificate": (CertificateError, lambda p: Solver(SMALL, 1).solve(START, certificate=p)),
    "function": (CertificateError, lambda p: inarow.solve(START, certificate=p)),
    "weak": (
        CertificateError,
        lambda p: Solver(SMALL, 1).solve(START, game_kind="weak", certificate=p),
    ),
    "spread": (CertificateError, lambda p: spread(START, executor=one_thread(), certificate=p)),
    "table": (CheckpointError, lambda p: Solver(SMALL, 1).save(p)),
    "command": (InvalidOptionError, lambda p: whole(os.fspath(p)).__enter__()),
}
KEEPERS: dict[str, tuple[type[InarowError], Named]] = {
    "store": (StoreError, lambda p: Store(p).close()),
    "spread store": (StoreError, lambda p: spread(START, executor=one_thread(), store=p)),
}
READERS: dict[str, tuple[type[Exception], Named]] = {
    "read": (CertificateError, read),
    "load": (CheckpointError, lambda p: Solver(SMALL, 1).load(p)),
    "record": (InvalidRecordError, lambda p: inarow.read_record(Path(p))),
    "check": (OSError, inarow.check),  # which knows nothing of our family
    "store": (StoreError, lambda p: Store(p, read_only=True)),
}
ALL = {f"{name}, {kind}": entry for kind, group in
       (("writes", WRITERS), ("keeps", KEEPERS), ("reads", READERS))
       for name, entry in group.items()}  # fmt: skip


def impossible(directory: Path) -> list[str]:
    """Names that no file has: they lead nowhere, or to what is none."""
    loop, two = directory / "loop", directory / "two"
    loop.symlink_to("loop")
    two.symlink_to("three")
    (directory / "three").symlink_to("two")
    (directory / "file").write_bytes(b"a text")
    names = ["a\0b", "\0", "x" * 256, "x" * 5000, "loop", "two", "loop/x", "file/x", "no/x"]
    return [str(directory / name) for name in (*names, "\ud800", "", "x" * 256 + "/x")]


@posix
@pytest.mark.parametrize("name", ALL)
def test_names_of_no_file_are_an_error_of_ours(name: str, tmp_path: Path) -> None:
    error, call = ALL[name]
    for path in impossible(tmp_path):
        before = sorted(os.listdir(tmp_path))
        with pytest.raises(error) as raised:
            call(path)
        assert "\0" not in str(raised.value) and "\n" not in str(raised.value)
        assert sorted(os.listdir(tmp_path)) == before, path
    for path in (b"", b"proof", 3, ["proof"]):
        with pytest.raises((error, TypeError)):
            call(path)
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize("content", [b"a text", b"\x1f\x8b\x08", b"<svg", b"\n"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_is_there_stays(name: str, content: bytes, tmp_path: Path) -> None:
    error, call = WRITERS[name]
    path = tmp_path / "there"
    path.write_bytes(content)
    link = tmp_path / "link"
    link.symlink_to(path)
    for target in (path, link):
        with pytest.raises(error, match="exists"):
            call(target)
    assert path.read_bytes() == content and sorted(os.listdir(tmp_path)) == ["link", "there"]


@pytest.mark.parametrize("name", KEEPERS)
def test_a_file_that_is_nobodys_to_go_on_with_stays(name: str, tmp_path: Path) -> None:
    error, call = KEEPERS[name]
    path = tmp_path / "there"
    path.write_bytes(b"a text, long enough for whoever looks for a header" * 20)
    before = path.read_bytes()
    with pytest.raises(error):
        call(path)
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["there"]


def test_what_appears_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "new"
    with pytest.raises(CertificateError, match="exists"), new_file(path, CertificateError) as file:
        file.write(b"mine")
        path.write_text("of somebody else")
    assert path.read_text() == "of somebody else" and os.listdir(tmp_path) == ["new"]


@posix
def test_without_links_a_name_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "new"
    with new_file(path, CertificateError) as file:
        file.write(b"whole")
    assert path.read_bytes() == b"whole"
    with pytest.raises(CertificateError, match="exists"), new_file(path, CertificateError) as file:
        pass
    other = tmp_path / "other"
    with pytest.raises(CertificateError, match="exists"), new_file(other, CertificateError):
        other.write_text("of somebody else")
    assert other.read_text() == "of somebody else"
    assert sorted(os.listdir(tmp_path)) == ["new", "other"]


def test_a_picture_replaces_a_picture_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.svg"
    command = ["explain", "--game", "2", "2", "2", "--svg", str(path)]
    assert main(command) == 0
    picture = path.read_text()
    assert picture.startswith("<svg") and main(command) == 0
    path.write_text("precious")
    assert main(command) == 2 and "exists: it is replaced only with --force" in (
        capsys.readouterr().err
    )
    assert path.read_text() == "precious"
    assert main([*command, "--force"]) == 0 and path.read_text() == picture
    path.write_text("")  # as of a temporary file that was just made
    assert main(command) == 0 and path.read_text() == picture


def test_names_as_long_as_the_system_has_them(tmp_path: Path) -> None:
    for length in (170, 180, 181, 220, 255):
        path = tmp_path / ("x" * length)
        with new_file(path, StoreError) as file:
            file.write(b"whole")
        assert path.read_bytes() == b"whole"


# --- disks that are full -------------------------------------------------------------------------


FULL = """
import resource, sys, threading
import inarow
from inarow.model.errors import InarowError
game, limit, kind, path = inarow.Game(5, 5, 4), int(sys.argv[1]), sys.argv[2], sys.argv[3]
solver = inarow.Solver(game)
solver.solve(game.start())
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    if kind == "certificate":
        solver.solve(game.start(), certificate=path)
    else:
        from inarow.apps.cli import main
        sys.stderr = sys.stdout
        if main(["explain", "--game", "3", "3", "3", "--svg", path]):
            raise SystemExit
    print("\\nall written")
except InarowError as error:
    print(type(error).__name__, error)
assert threading.active_count() == 1
assert solver.solve(game.start()).value == 0
"""


@posix
@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("kind", ["certificate", "picture"])
def test_a_full_disk_is_an_error_and_leaves_nothing(kind: str, tmp_path: Path) -> None:
    """Full from the first byte, on the way, and when the file is closed."""
    path = tmp_path / f"{kind}.svg"
    for limit in (1, 50, 1000, 1400, 5000):
        ran = subprocess.run(
            [sys.executable, "-c", FULL, str(limit), kind, str(path)],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        written = ran.stdout.endswith("\nall written\n")
        assert written or "cannot be written" in ran.stdout, ran.stdout
        left = {found.name for found in tmp_path.iterdir()}
        assert left == ({path.name} if written else set())
        if written:
            path.unlink()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
def test_a_device_that_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--game", "3", "3", "3", "--svg", "/dev/full"]) == 2
    assert capsys.readouterr().err == (
        "inarow: /dev/full cannot be written: No space left on device\n"
    )


# --- interrupts ----------------------------------------------------------------------------------


WRITING = ("files.py", "lzma.py", "interrupts.py", "contextlib.py")


def write_packed(path: Path) -> None:
    with new_file(path, CertificateError) as file, packed(file) as proof:
        for _ in range(3):
            proof.write(b"piece" * 100)


def interrupted_at(step: int, call: Callable[[], None]) -> bool:
    """Press Ctrl-C at the line of that number among those that write; was there one?"""
    lines = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if Path(frame.f_code.co_filename).name not in WRITING:
            return None
        if event == "line":
            lines += 1
            if lines == step:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return trace

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.settrace(trace)
        call()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
        signal.signal(signal.SIGINT, before)
    return lines >= step


@posix
@pytest.mark.long
def test_an_interrupt_at_any_line_leaves_no_half_file(tmp_path: Path) -> None:
    path, step = tmp_path / "proof", 0
    while True:
        step += 1
        if not interrupted_at(step, lambda: write_packed(path)):
            break
        if {*os.listdir(tmp_path)} - {"proof"}:
            gc.collect()  # what was broken off between two lines is closed with the last reference
        assert {found.name for found in tmp_path.iterdir()} <= {"proof"}, step
        path.unlink(missing_ok=True)
    assert step > 100
