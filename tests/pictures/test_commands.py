"""The commands ``tree``, ``ladder`` and ``table``: bad input, failures and Ctrl-C leave no file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import inarow
from inarow.study.table import Row

Run = Callable[..., tuple[int, str, str]]

OF_A_POSITION: list[tuple[tuple[Any, ...], str]] = [
    ((3, 3), "K"),
    ((0, 3, 3), "rows"),
    ((3, 3, 3, "-p", "X"), "rows"),
    ((3, 3, 3, "--seconds", 0), "seconds"),
    ((3, 3, 3, "--table-mb", 0), "--table-mb"),
    ((3, 3, 3, "-o", "no such/t.svg"), "no such"),
]
BAD: list[tuple[str, tuple[Any, ...], str]] = [
    *((command, *given) for command in ("tree", "ladder") for given in OF_A_POSITION),
    ("tree", (3, 3, 3, "--depth", 0), "depth"),
    ("tree", (3, 3, 3, "--depth", 4), "--limit 1000 positions"),
    ("tree", (3, 3, 3, "--depth", 4), "(--symmetry)"),
    ("tree", (3, 3, 3, "--limit", 0), "limit"),
    ("tree", (3, 3, 3, "--format", "png"), "--format must be svg, dot, json or text, not 'png'"),
    ("tree", (3, 3, 3, "-o", "t.png"), "no format is known for t.png"),
    ("tree", (3, 3, 3, "-o", ".", "--format", "svg"), "directory"),
    ("ladder", (3, 3, 3, "-p", "XXX/OO./..."), "over"),
    ("ladder", (3, 3, 3, "--seconds", "nan"), "seconds"),
    ("ladder", (3, 3, 3, "--nodes", 0), "nodes"),
    ("ladder", (3, 3, 3, "-o", "chart.png"), "should end in .svg"),
    ("ladder", (3, 3, 3, "-o", "."), "directory"),
    ("table", ("--max", 0), "--max"),
    ("table", ("--max", 21), "--max"),
    ("table", ("--max", 3, "--min", 4), "in order"),
    ("table", ("--k", "8-3"), "--k"),
    ("table", ("--k", "three"), "'three'"),
    ("table", ("--seconds", 0), "seconds"),
    ("table", ("--seconds", "nan"), "seconds"),
    ("table", ("--nodes", 0), "nodes"),
    ("table", ("--table-mb", 0), "--table-mb"),
    ("table", ("--csv", "."), "directory"),
    ("table", ("--svg", "no such/t.svg"), "no such"),
    ("table", ("--csv", "same", "--svg", "./same"), "same file"),
    ("table", ("3", "3", "3"), "3"),
]


@pytest.mark.parametrize(("command", "arguments", "word"), BAD, ids=str)
def test_bad_input_gets_one_line_and_no_file(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    arguments: tuple[Any, ...],
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("--csv", "--svg") if command == "table" else ("-o",)
    given = [text for name in options if name not in arguments for text in (name, f"out{name}.svg")]
    status, out, err = run(command, *given, *arguments)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"inarow: \S[^\n]*\n", err) and word in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("tree", 3, 3, 3, "-o"), (inarow.Solver, "solve")),
        (("table", "--max", 2, "--csv"), (Row, "record")),  # while it is being written
    ],
    ids=["tree", "table"],
)
def test_a_failure_leaves_what_was_there(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[Any, ...],
    place: tuple[type, str],
    fault: BaseException,
) -> None:
    output = tmp_path / "t.svg"
    output.write_text("before")
    seen: list[Path] = []

    def fail(*_: object, **__: object) -> None:
        seen.extend(tmp_path.iterdir())
        raise fault

    monkeypatch.setattr(*place, fail)
    status, _, err = run(*arguments, output)
    assert status == (130 if isinstance(fault, KeyboardInterrupt) else 2)
    assert err.count("\n") == 1 and len(seen) == (2 if "table" in arguments else 1)
    assert list(tmp_path.iterdir()) == [output] and output.read_text() == "before"


SIGNALLED = """
import importlib, os, signal, sys, threading
import inarow.apps.cli

module = importlib.import_module("inarow.apps.cli." + sys.argv[2])
work = getattr(module, sys.argv[1])

def begin(*arguments, **named):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    return work(*arguments, **named)

setattr(module, sys.argv[1], begin)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(inarow.apps.cli.main(sys.argv[2:]))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a terminal does")
@pytest.mark.parametrize(
    ("work", "arguments", "told"),
    [
        ("make_tree", "tree 15 15 5 --symmetry --depth 1 -o", ""),
        ("climb", "ladder 9 9 5 --seconds 60 -o", "; 0 of 8 methods are done"),
        ("results", "table --max 9 --min 9 --k 5,9 --seconds 60 --csv", "; 0 of 2 boards are done"),
    ],
)
def test_ctrl_c(work: str, arguments: str, told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SIGNALLED, work, *arguments.split(), str(tmp_path / "t.svg")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 130 and "interrupted" not in done.stdout
    assert done.stderr == f"inarow: interrupted{told}\n"
    assert list(tmp_path.iterdir()) == []
