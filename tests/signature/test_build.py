"""The tests run on what is in the tree, and those of the default run start nothing."""

import os
import re
import subprocess
import sys
from multiprocessing import Process
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from sources import sources_of, stale_modules

from inarow._core import MODULES

PYX = Path(__file__).resolve().parents[2] / "pyx"


def test_a_module_older_than_any_source_is_stale(tmp_path: Path) -> None:
    files = {}
    for name, age in {"old.so": 30, "new.so": 10, "a.pxi": 40, "b.pxi": 20}.items():
        files[name] = tmp_path / name
        files[name].touch()
        os.utime(files[name], (1_000_000 - age, 1_000_000 - age))
    modules = [files["old.so"], files["new.so"]]
    assert stale_modules(modules, [files["a.pxi"], files["b.pxi"]]) == ["old.so"]
    assert stale_modules(modules, [files["a.pxi"]]) == []
    assert stale_modules(modules, []) == []


def test_sources_are_found_through_what_they_include() -> None:
    names = {path.name for path in sources_of("kernel64", PYX)}
    assert {"kernel64.pyx", "kernel.pxi", "search.pxi", "bits64.pxd", "intrinsics.pxd"} <= names
    assert not {"bits128.pxd", "counts.pyx"} & names
    used = set().union(*(sources_of(module, PYX) for module in MODULES))
    assert used == {path for path in (PYX / "inarow/_core").rglob("*") if path.is_file()}


def test_every_room_of_the_core_lists_its_files() -> None:
    core = PYX / "inarow/_core"
    kinds = "kernel64.pyx", "linesets64.pyx", "board/lines_by_step.pxi"  # include more themselves
    chosen = "".join((core / name).read_text(encoding="utf-8") for name in kinds)
    for room in (path for path in core.iterdir() if path.is_dir()):
        text = (room / "room.pxi").read_text(encoding="utf-8") + chosen
        listed = re.findall(rf'^include "inarow/_core/{room.name}/(\w+\.pxi)"$', text, re.M)
        assert sorted([*listed, "room.pxi"]) == sorted(path.name for path in room.iterdir())


def test_a_test_without_a_marker_starts_nothing(guard: Any) -> None:
    starts = (
        lambda: subprocess.run([sys.executable, "-c", ""]),
        lambda: socket().bind(("127.0.0.1", 0)),
        lambda: Process().start(),
        os.fork,
    )
    for start in starts:
        with pytest.raises(RuntimeError, match="without the marker `processes`"):
            start()
    assert len(guard.refused) == len(starts)
    guard.refused.clear()
