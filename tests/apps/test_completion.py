"""What shells and programs may ask of the command line."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from inarow.apps.cli import main
from inarow.apps.cli.app import COMMANDS, app
from inarow.distributed.proof import BUDGET, LONE_BUDGET

GUIDE = Path(__file__).parents[2] / "docs/guide/shell.md"


def test_a_shell_is_told_how_a_command_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_INAROW_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "inarow sol")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert main([]) == 0
    assert capsys.readouterr().out.split() == ["solve"]


def without_json(program: Any) -> Iterator[str]:
    """The commands that have no option --json."""
    for name in program.list_commands(None):
        if not any("--json" in p.opts for p in program.get_command(None, name).params):
            yield name


def test_the_guide_tells_which_commands_have_no_json() -> None:
    sentence = re.search(r"All but ([^;]*) take `--json`", GUIDE.read_text(encoding="utf-8"))
    assert sentence is not None
    named = re.findall(r"`(\w+)`", sentence[1])
    assert sorted(named) == sorted(without_json(get_command(app)))


LOADED = """
import sys
from inarow.apps.cli import main
assert main(["best", "3", "3", "3"]) == 0
print(*sorted(sys.modules))
"""


@pytest.mark.processes
def test_a_command_loads_no_other_command_and_a_move_no_rich() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    move, loaded = ran.stdout.splitlines()
    assert move == "b2"
    others = set(COMMANDS.values()) - {"solve"}
    unwanted = {
        "inarow.distributed",
        "rich.console",
        *(f"inarow.apps.cli.{module}" for module in others),
    }
    assert not unwanted & set(loaded.split())


def test_help_tells_the_budget_of_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--help"]) == 0
    told = capsys.readouterr().out
    assert f"{BUDGET:,}" in told and f"{LONE_BUDGET:,}" in told


def test_help_lists_every_command_with_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    for name in COMMANDS:
        assert re.search(rf"{name} +[A-Z]", told), name
    assert main(["sovle", "3", "3", "3"]) == 2
    assert "Did you mean 'solve'" in capsys.readouterr().err
