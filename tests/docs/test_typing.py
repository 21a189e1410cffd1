"""What a type checker, and a person with a prompt, see of the package: all of it, and no more."""

import re
import subprocess
import sys
from collections import defaultdict
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
qubic: Game = Game.on(inarow.boards.box((4, 4, 4), 4))
stores: list[inarow.store.Store] = []
"""

MODULES = re.findall(
    r"^### inarow\.(\w+)$",
    (Path(__file__).parents[2] / "docs/reference/api.md").read_text(encoding="utf-8"),
    re.M,
)
"""The public ones: the reference has a section for each."""

WRONG = [
    "inarow.no_such_name",
    "solve(game)",
    'solver.best_move(position, tie_break="last")',
    "grade(position)",
    "solve(position).value + 1",
]
"""Lines that a checker must refuse."""


def test_names_agree() -> None:
    assert {*dir(inarow)} == {*inarow.__all__, *MODULES}
    assert len(dir(inarow)) == len(inarow.__all__) + len(MODULES)
    assert len(set(inarow.__all__)) == len(inarow.__all__)
    assert all(getattr(inarow, name) is not None for name in inarow.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", inarow.__version__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        inarow.nothing  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.processes
@pytest.mark.parametrize("name", MODULES)
def test_a_public_module_is_there_when_asked_for(name: str) -> None:
    if name == "envs":
        pytest.importorskip("gymnasium")
        pytest.importorskip("pettingzoo")
    program = f"import inarow; print(inarow.{name}.__name__)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == (f"inarow.{name}\n", "")


@pytest.mark.processes
@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_without_their_libraries_environments_are_not_listed(missing: str) -> None:
    hidden = f"import sys; sys.modules[{missing!r}] = None; import inarow"
    program = f"{hidden}; help(inarow); print('envs' in dir(inarow)); inarow.envs"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout.endswith("False\n")
    reason = f"the environments need {missing}: pip install gymnasium pettingzoo"
    assert ran.stderr.endswith(f"ModuleNotFoundError: {reason}\n")


@pytest.mark.slow
def test_mypy_sees_every_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a program that uses every public name, and of lines that are wrong."""
    api = pytest.importorskip("mypy.api")
    monkeypatch.setenv("MYPYPATH", str(SOURCE))
    monkeypatch.chdir(tmp_path)
    lines = PROGRAM.splitlines() + [f"reveal_type(inarow.{name})" for name in dir(inarow)]
    Path("program.py").write_text("\n".join([*lines, *WRONG, ""]), encoding="utf-8")
    told, err, _ = api.run(["--strict", "--no-error-summary", "--config-file=", "program.py"])
    assert not err
    said: dict[int, str] = defaultdict(str)
    for number, text in re.findall(r"program\.py:(\d+)(.*)", told):
        said[int(number)] += text
    for number, line in enumerate([*lines, *WRONG], 1):
        if line.startswith("reveal_type"):
            assert "Revealed type" in said[number] and 'is "Any"' not in said[number], line
        elif line in WRONG:
            assert "error" in said[number], line
        else:
            assert not said[number], (line, said[number])
