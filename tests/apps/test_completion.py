"""What shells and programs may ask of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from inarow.apps.cli import main
from inarow.apps.cli.app import app

GUIDE = Path(__file__).parents[2] / "docs/guide/shell.md"


def test_a_shell_is_told_how_a_command_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_INAROW_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "inarow sol")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert main([]) == 0
    assert capsys.readouterr().out.split() == ["solve"]


def without_json(command: Any, name: str) -> Iterator[str]:
    """The commands that have no option --json."""
    for part, below in getattr(command, "commands", {}).items():
        yield from without_json(below, part)
    if not hasattr(command, "commands") and not any("--json" in p.opts for p in command.params):
        yield name


def test_the_guide_tells_which_commands_have_no_json() -> None:
    sentence = re.search(r"All but ([^;]*) take `--json`", GUIDE.read_text(encoding="utf-8"))
    assert sentence is not None
    named = re.findall(r"`(\w+)`", sentence[1])
    assert sorted(named) == sorted(without_json(get_command(app), "inarow"))
