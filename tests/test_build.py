"""The check that the tests run on what is in the tree."""

from __future__ import annotations

import os
from pathlib import Path

from helpers import stale_modules


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
