"""How the core is compiled: flags that only some compilers know."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

import pytest

pytest.importorskip("Cython")
ROOT = Path(__file__).parents[2]


@pytest.mark.processes
@pytest.mark.skipif(os.name != "posix", reason="the compiler is a script here")
@pytest.mark.parametrize(
    ("said", "bounded"),
    [("gcc (Debian 12.2.0) 12.2.0", True), ("Debian clang version 19.1.7", False)],
)
def test_clang_is_not_told_what_only_gcc_knows(
    said: str, bounded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "c compiler"  # no name tells
    compiler.write_text(f"#!/bin/sh\necho '{said}'\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", f"'{compiler}' -pipe")
    monkeypatch.setattr("Cython.Build.cythonize", lambda extensions, **_: extensions)
    built: list[str] = []
    monkeypatch.setattr(
        "setuptools.setup",
        lambda ext_modules, **_: built.extend(ext_modules[0].extra_compile_args),
    )
    runpy.run_path(str(ROOT / "setup.py"))
    assert any("max-inline-insns" in argument for argument in built) == bounded
