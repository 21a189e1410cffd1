"""Commands run in this process or in one of their own, and what they answer.

A process costs a third of a second, so most tests run `main` in this one; what only a process
shows (signals, pipes, terminals, exit statuses as a shell sees them) runs in one of its own.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from inarow.apps.cli import main

FORCING = ("FORCE_COLOR", "NO_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "COLUMNS", "TERM")
"""Variables that change how output looks."""

on_posix = pytest.mark.skipif(
    os.name != "posix", reason="signals, pipes and terminals as POSIX has them"
)


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        return self.err.splitlines()

    @property
    def record(self) -> dict[str, Any]:
        """The one JSON object that was printed, and nothing else."""
        assert (self.status, self.err) == (0, "")
        return self.printed

    @property
    def printed(self) -> dict[str, Any]:
        """The same of a command that was interrupted, or found something wrong."""
        assert self.out.count("\n") == 1
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Run = Callable[..., Ran]


def runs(*command: str) -> Any:
    """A fixture for the module that calls it: run a command in this process.

    Its options are followed by `given`, a text for standard input.
    """

    @pytest.fixture
    def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
        for name in FORCING:
            monkeypatch.delenv(name, raising=False)

        def call(*arguments: object, given: str = "") -> Ran:
            monkeypatch.setattr(sys, "stdin", io.StringIO(given))
            status = main([*command, *map(str, arguments)])
            return Ran(status, *capsys.readouterr())

        return call

    return run


def environment(**more: str) -> dict[str, str]:
    """This environment without what forces or forbids colour."""
    kept = {name: value for name, value in os.environ.items() if name not in FORCING}
    return {**kept, "PYTHONIOENCODING": "utf-8:strict", **more}


def process(
    *arguments: object, given: bytes = b"", program: tuple[str, ...] = ("-m", "inarow")
) -> Ran:
    """Run a command in a process of its own, with pipes for its streams."""
    done = subprocess.run(
        [sys.executable, *program, *map(str, arguments)],
        input=given,
        capture_output=True,
        env=environment(),
        timeout=60,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(ran: Ran, *words: str) -> None:
    """Status 2, nothing but one line on standard error, and that says what is wrong."""
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"inarow: \S[^\n]*\n", ran.err), ran.err
    for word in words:
        assert word in ran.err
