"""What a type checker, and a person with a prompt, see of the package: all of it, and no more."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import inarow

SOURCE = Path(inarow.__file__).parents[1]

PROGRAM = """
import numpy as np
import inarow
from inarow import Game, Position, Solver, grade, read_record, solve

game = Game(3, 3, 3)
position: Position = game.start().play("b2").play_all("a1 c3")
value: int | None = solve(position).value
stones: list[str] = [stone for stone in position]
version: str = inarow.__version__
with Solver(game, threads=2) as solver:
    move: int = solver.best_move(position, tie_break="centre")
regret: int | None = grade(position, move).regret
losing: list[int] = [found.move for found in grade(read_record("3,3,3 b2 a1")).losing]
boards = np.zeros((2, 3, 3), np.int64)
values = inarow.solve_batch(game, boards).values.tolist()
inarow.solve_batch(game, boards > 0)
inarow.solve_batch(game, [[[0, 0, 0], [0, 1, 0], [0, 0, 0]]])
inarow.solve_batch(game, [position])
inarow.grade_batch(game, [position], ["a2"])
"""

WRONG = [
    "inarow.no_such_name",
    "solve(game)",
    'solver.best_move(position, tie_break="last")',
    "grade(position)",
    "solve(position).value + 1",
]
"""Lines that a checker must refuse."""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program of a user that uses every public name, then lines that are wrong."""
    uses = [f"reveal_type(inarow.{name})" for name in inarow.__all__]
    path = tmp_path / "program.py"
    path.write_text("\n".join([PROGRAM, *uses, *WRONG, ""]), encoding="utf-8")
    return path


def check(told: str, program: Path) -> None:
    """Hold what a checker says against what it must: a type for each name, and each fault."""
    lines = program.read_text("utf-8").splitlines()
    by_line: dict[int, str] = {}
    for number, text in re.findall(r"program\.py:(\d+)(.*)", told):
        by_line[int(number)] = by_line.get(int(number), "") + text
    for number, line in enumerate(lines, 1):
        said = by_line.pop(number, "")
        if line.startswith("reveal_type"):
            assert re.search(r'Revealed type|Type of "inarow', said), (line, said)
            assert not re.search(r'is "(Any|Unknown)"', said), (line, said)
        elif line in WRONG:
            assert "error" in said, (line, said)
        else:
            assert not said, (line, said)


def test_names_agree() -> None:
    assert dir(inarow) == inarow.__all__
    assert len(set(inarow.__all__)) == len(inarow.__all__)
    assert all(getattr(inarow, name) is not None for name in inarow.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", inarow.__version__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        inarow.nothing  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_mypy_sees_every_type(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    monkeypatch.setenv("MYPYPATH", str(SOURCE))
    monkeypatch.chdir(program.parent)
    out, err, _ = api.run(["--strict", "--no-error-summary", "--config-file=", str(program)])
    assert not err
    check(out, program)


@pytest.mark.slow
@pytest.mark.processes
def test_pyright_sees_every_type(program: Path) -> None:
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed")
    settings = program.with_name("pyrightconfig.json")
    settings.write_text(
        f'{{"extraPaths": ["{SOURCE.as_posix()}"], "typeCheckingMode": "standard"}}', "utf-8"
    )
    ran = subprocess.run(
        [pyright, "--project", settings, "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        cwd=program.parent,
    )
    check(ran.stdout, program)
