"""A file of ours, of whatever kind: damaged, foreign or half written, it is refused or right."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from our_files import KINDS, Kind, sound, whole
from unpacking import rewrite

from inarow import Game, Solver, check

posix = pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")
every_kind = pytest.mark.parametrize("name", KINDS)


def refused(kind: Kind, path: Path) -> None:
    """In one line that names the file, which is left alone."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind.error) as caught:
        kind.read(path)
    assert path.name in str(caught.value) and "\n" not in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


def is_taken(name: str, path: Path, content: bytes) -> bool:
    """Is a file with this content read? Then it says nothing but what the sound one says."""
    kind = KINDS[name]
    rewrite(path, content)
    try:
        found = kind.read(path)
    except kind.error as error:
        assert path.name in str(error) and "\n" not in str(error)
        return False
    assert kind.agrees(found, whole(name))
    return True


@pytest.mark.long
@every_kind
def test_cut_short(name: str, tmp_path: Path) -> None:
    content = sound(name)
    step = 1 if len(content) < 2000 else 509
    lengths = {*range(1, 120, 7), *range(120, len(content), step), len(content) - 1}
    for length in lengths & {*range(len(content))}:
        taken = is_taken(name, tmp_path / "cut", content[:length])
        # What is missing of a store's last page reads as zeros: digests tell.
        assert not taken or "added" in name or (name == "store" and length > len(content) - 4096)


@pytest.mark.long
@every_kind
def test_many_a_byte_altered(name: str, tmp_path: Path) -> None:
    content, rng = sound(name), random.Random(1)
    places = [*range(len(content))]
    if len(content) > 300:
        places = [*range(110), *rng.sample(places[110:], 190)]
    refusals = 0
    for place in places:
        altered = bytearray(content)
        altered[place] ^= rng.choice([255, 1 << rng.randrange(8)])
        refusals += not is_taken(name, tmp_path / "altered", bytes(altered))
    assert refusals > 20


@every_kind
def test_another_kind_of_file(name: str, tmp_path: Path) -> None:
    kind, path = KINDS[name], tmp_path / "foreign"
    foreign = [b"not of ours\n" * 100, b"\x89PNG\r\n\x1a\n" * 50, random.Random(3).randbytes(5000)]
    foreign += [sound(other) for other in KINDS if KINDS[other].error is not kind.error]
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE answers (id INTEGER PRIMARY KEY)")
    foreign += [(tmp_path / "other.db").read_bytes()]
    if name != "store that is added to":  # which begins with an empty file, or none
        foreign += [b""]
        refused(kind, tmp_path / "none")
    for content in foreign:
        path.write_bytes(content)
        refused(kind, path)
    refused(kind, tmp_path)


WRITING = {
    "certificate": """
import sys, inarow
while True:
    inarow.solve(inarow.Game(5, 5, 4).start(), certificate=sys.argv[1], overwrite=True)
""",
    "table": """
import sys
from inarow.apps.cli import checkpoint, main
checkpoint.SAVE_SECONDS = checkpoint.REST = 0
sys.exit(main(["solve", "8", "8", "5", "--checkpoint", sys.argv[1]]))
""",
}
"""Programs that write a file again and again. Of stores, whose writers add, see `test_store`."""


@posix
@pytest.mark.processes
@pytest.mark.parametrize(
    ("name", "sent"), [("certificate", "SIGKILL"), ("table", "SIGKILL"), ("table", "SIGINT")]
)
def test_ended_while_it_is_written(name: str, sent: str, tmp_path: Path) -> None:
    path, rng = tmp_path / "kept", random.Random(sent)
    for _ in range(4):
        before = path.stat().st_mtime_ns if path.exists() else None
        command = [sys.executable, "-c", WRITING[name], str(path)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            while not path.exists() or path.stat().st_mtime_ns == before:
                assert child.poll() is None, child.communicate()
                sleep(0.01)
            sleep(rng.uniform(0, 0.35))
            child.send_signal(signal.Signals[sent])
            out, error = child.communicate(timeout=30)
        finally:
            child.kill()
        # The shell says so, after what it can tell of the position.
        assert error in (b"", b"inarow: interrupted\n")
        assert (b"not proven" in out) == (sent == "SIGINT")
        if name == "table":
            solver = Solver(Game(8, 8, 5))
            solver.load(path)
            assert solver.table_used > 10
        else:
            assert check(path).verified
    KINDS[name].write(tmp_path / "other")  # takes away what the killed have left
    assert sorted(os.listdir(tmp_path)) == ["kept", "other"]


@pytest.mark.skipif(sys.platform != "linux", reason="where files are locked")
def test_what_is_left_is_locked_until_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its maker, who is about to lock it, would lose it: many write in one directory."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    left, tried, unlink = tmp_path / ".kept.1-00000000.unfinished", list[bool](), Path.unlink
    left.touch()

    def unlink_locked(path: Path, missing_ok: bool = False) -> None:
        if path == left:
            with path.open() as file:
                try:
                    flock(file, LOCK_EX | LOCK_NB)
                except BlockingIOError:
                    tried.append(True)
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_locked)
    KINDS["certificate"].write(tmp_path / "kept")
    assert tried and not left.exists()
