"""Commands run in this process or in one of their own, and what they answer.

A process costs a third of a second, so most tests run `main` in this one; what only a process
shows (signals, pipes, terminals, exit statuses as a shell sees them) runs in one of its own.
"""

import io
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """A server, by the address that it prints."""
    program = [sys.executable, "-m", "inarow", "serve", "--port", "0", *options]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()
            server.wait(30)


def refused(ran: Ran, *words: str) -> None:
    """Status 2, nothing but one line on standard error, and that says what is wrong."""
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"inarow: \S[^\n]*\n", ran.err), ran.err
    for word in words:
        assert word in ran.err


# On a terminal.


class Terminal:
    """A process on a pseudo-terminal: what it shows, and what is typed."""

    def __init__(self, child: subprocess.Popen[bytes], side: int) -> None:
        self.child, self._side, self.shown = child, side, ""

    def wait_for(self, text: str, seconds: float = 40) -> None:
        """Read until `text` is shown, after what was waited for before."""
        deadline = time.monotonic() + seconds
        while text not in self.shown:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} is not in {self.shown!r}"
            if select.select([self._side], [], [], left)[0]:
                self.shown += os.read(self._side, 65536).decode()
        self.seen, _, self.shown = self.shown.partition(text)

    def rest(self) -> str:
        """What is shown from now on, until the process ends."""
        with suppress(OSError):  # so Linux says that the other end is closed
            while part := os.read(self._side, 65536):
                self.shown += part.decode()
        return self.shown

    def type(self, text: str) -> None:
        os.write(self._side, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, to this process alone."""
        self.child.send_signal(signal.SIGINT)

    def interrupt_until(self, text: str) -> None:
        """The same at a prompt, which is shown a moment before its line editor listens: again."""
        for _ in range(20):
            self.interrupt()
            with suppress(AssertionError):
                return self.wait_for(text, seconds=2)
        raise AssertionError(f"{text!r} is not in {self.shown!r}")


@contextmanager
def terminal(*arguments: object, **more: str) -> Iterator[Terminal]:
    """Run a command in a process on a terminal of 100 columns; `more` is for its environment."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-m", "inarow", *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm-256color", **more),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(child, ours)
    finally:
        child.kill()
        child.wait()
        os.close(ours)
