"""Which room of the package may import which: every import of every file, against one table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import inarow

PACKAGE = Path(inarow.__file__).parent
PYX = Path(__file__).parents[2] / "pyx/inarow"

ROOMS: dict[str, set[str]] = {
    "model": set(),
    "reference": set(),
    "records": {"model"},
    "check": set(),
    "_check": {"check"},
    "_core": {"model"},
    "certificate": {"check", "model", "_core"},
    "solver": {"certificate", "_core", "model"},
    "distributed": {"solver", "certificate", "check", "_core", "model"},
    "strategies": {"solver", "_core", "model"},
    "svg": {"solver", "certificate", "model"},
    "envs": {"strategies", "solver", "model"},
}
"""What each room may import besides itself; `apps` all of them, and nobody `apps`.

`reference`, `check` and `_check` are witnesses: a bug in the core cannot vouch for itself there.
"""
ROOMS["apps"] = {*ROOMS}

DOORS = {"boards": {"model"}, "store": {"distributed"}}
"""Documented addresses of what lives in a room."""

TOP = {"__init__": {*ROOMS, *DOORS} - {"apps"}, "__main__": {"apps"}}

BY_NAME = {"model/drawn.py": {"svg"}}
"""Imports by a name in a text: objects are drawn by a room above, which they do not know."""


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the module of every import of the package, wherever it stands in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: imports are absolute here"
            whole = node.module == "inarow"
            names = [f"inarow.{a.name}" for a in node.names] if whole else [node.module or ""]
            yield from ((node.lineno, name) for name in names)


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The same for calls of `import_module`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            for text in ast.walk(node):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield node.lineno, text.value


TOPS = sorted({p.relative_to(PACKAGE).parts[0].removesuffix(".py") for p in PACKAGE.rglob("*.py")})


def faults(package: Path, top: str = "*") -> list[str]:
    """Every import that the table does not allow: file, line, module and rule."""
    found = []
    for path in sorted([*package.glob(f"{top}.py"), *package.glob(f"{top}/**/*.py")]):
        file = path.relative_to(package).as_posix()
        room = file.partition("/")[0].removesuffix(".py")
        allowed = {**ROOMS, **DOORS, **TOP}.get(room)
        if allowed is None:
            found.append(f"{file}: {room} is no room")
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        late = BY_NAME.get(file, set())
        for imports, may in ((imported(tree), allowed), (named(tree), allowed | late)):
            for line, module in imports:
                if module.partition(".")[0] != "inarow":
                    continue
                used = module.split(".")[1] if "." in module else "the whole package"
                if used != room and used not in may:
                    rule = f"{room} imports only {', '.join(sorted(may)) or 'nothing'}"
                    found.append(f"{file}:{line} imports {module}, but {rule}")
    return found


@pytest.mark.parametrize("room", TOPS)
def test_rooms_import_only_what_lies_below(room: str) -> None:
    assert faults(PACKAGE, room) == []


def test_the_second_checker_shares_a_verdict_and_unpacking_with_the_first_alone() -> None:
    source = (PYX / "_check.pyx").read_text("utf-8")
    found = re.findall(r"^ *(?:from|import|cimport|include)\b.*inarow.*", source, re.M)
    assert found == [
        "from inarow.check import Verdict, unpacked",
        "from inarow.check import check as check_plainly",
    ]
    used = re.findall(r'#include [<"](.*)[>"]', (PYX / "check.c").read_text("utf-8"))
    assert used == [f"{name}.h" for name in ("setjmp", "stdint", "stdio", "stdlib", "string")]


def test_no_room_is_above_itself() -> None:
    below: dict[str, set[str]] = {}
    for room, used in ROOMS.items():  # in order: each after those that it imports
        assert used <= {*below}, f"{room} imports {used - {*below}}, which come after it"
        below[room] = used


@pytest.mark.parametrize(
    "line",
    [
        "from inarow.solver.solver import Solver",
        "def f():\n    from inarow import Solver",
        "if TYPE_CHECKING:\n    from inarow.svg import picture",
        'import_module("inarow.svg")',
    ],
)
def test_a_fault_is_told_with_file_import_and_rule(line: str, tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model/game.py").write_text(f"import numpy\n{line}\n", encoding="utf-8")
    (fault,) = faults(tmp_path)
    assert fault.startswith("model/game.py:") and "model imports only nothing" in fault
