"""The documents tell the truth: every example runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import inarow

README = Path(__file__).parent.parent / "README.md"

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(inarow.__path__, "inarow.")
    if not module.name.startswith(("inarow._core.", "inarow.cli", "inarow.__main__"))
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_docstrings_have_examples() -> None:
    """`test_examples_in_docstrings` passes on a module without any: there must be many in all."""
    tests = [
        example
        for name in MODULES
        for found in doctest.DocTestFinder().find(importlib.import_module(name))
        for example in found.examples
    ]
    assert len(tests) > 50


def test_examples_in_the_readme() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False)
    assert failed == 0
    assert attempted > 10


def test_the_two_commands_come_first() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```", README.read_text(encoding="utf-8"), re.S | re.M)
    assert "pip install" in blocks[0] and "inarow solve" in blocks[0]
    assert "pip install" in blocks[1] and "pytest" in blocks[1]


def test_public_names_are_documented() -> None:
    for name in inarow.__all__:
        assert getattr(inarow, name).__doc__, name
