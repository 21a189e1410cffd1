"""A manager's side of the engine: in this process, and the real one over pipes."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from inarow.apps.engine.engine import Engine
from inarow.apps.engine.reader import Command

COMMAND = [
    sys.executable,
    "-c",
    "import sys; from inarow.apps.engine import main; sys.exit(main())",
]
PATIENCE = 60.0
"""Seconds after which a missing answer is a failure: the machine may be at many other things."""


MOVE = r"\d+,\d+"


class Talk:
    """The engine in this process: what it says to each line."""

    def __init__(self, *lines: str) -> None:
        self.said: list[str] = []
        self.engine = Engine(self.said.append, lambda: False, 'name="inarow"')
        self.send(*lines)

    def send(self, *lines: str) -> list[str]:
        """All that comes of `lines` but what was thought."""
        self.said.clear()
        for line in lines:
            self.engine.handle(Command(line, monotonic(), threading.Event()))
        return [line for line in self.said if not line.startswith("MESSAGE depth")]

    def move(self, *lines: str) -> str:
        """The one answer, which is a move; `thought` is what was found."""
        (answer,) = self.send(*lines)
        assert re.fullmatch(MOVE, answer), answer
        thoughts = [line.split() for line in self.said if line.startswith("MESSAGE depth")]
        self.thought = dict(zip(thoughts[-1][1::2], thoughts[-1][2::2], strict=False))
        return answer

    def holds(self, *stones: str) -> bool:
        """Are these cells, and some others not, taken? Each is ``x,y``."""
        free = [f"{x},14" for x in range(15) if f"{x},14" not in stones][:2]
        taken = all(self.send(f"PLAY {cell}") == [f"ERROR {cell} is taken"] for cell in stones)
        return taken and all(self.send(f"PLAY {c}", f"TAKEBACK {c}") == [c, "OK"] for c in free)


class EngineProcess:
    """Starts the engine; ends it with the block, whatever happened."""

    def __init__(self, size: int | None = 15) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._thread = threading.Thread(target=self._collect, daemon=True)
        self._thread.start()
        self.messages: list[str] = []
        if size is not None:
            assert self.ask(f"START {size}") == "OK"

    def _collect(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def send(self, *lines: str, end: str = "\n") -> None:
        self.send_bytes("".join(line + end for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, patience: float = PATIENCE) -> str | None:
        """The next line; None at the end of output. Raises `queue.Empty` when patience is over."""
        line = self._lines.get(timeout=patience)
        if line is None:
            self._lines.put(None)
            return None
        assert line.endswith(b"\n") and b"\r" not in line
        return line.decode("ascii").rstrip("\n")

    def answer(self) -> str:
        """The next line that is no message; `messages` are those before it."""
        self.messages = []
        while True:
            line = self.line()
            assert line is not None, f"the engine is gone: {self.errors()}"
            if not line.startswith("MESSAGE "):
                return line
            self.messages.append(line)

    def ask(self, *lines: str) -> str:
        self.send(*lines)
        return self.answer()

    def move(self, *lines: str) -> tuple[int, int]:
        """Ask for a move, and return its x and y."""
        x, y = self.ask(*lines).split(",")
        return int(x), int(y)

    def silent(self) -> bool:
        """Has everything that was printed been read? True if ABOUT is answered next."""
        return self.ask("ABOUT").startswith('name="inarow"') and not self.messages

    def errors(self) -> str:
        """What was written to standard error; the process must be over."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def ended(self) -> tuple[int, float, list[str]]:
        """Wait for the end: exit status, seconds waited, and the lines that were still printed."""
        began = monotonic()
        status = self.process.wait(PATIENCE)
        seconds = monotonic() - began
        rest = []
        while (line := self.line()) is not None:
            rest.append(line)
        return status, seconds, rest

    def halt(self, halted: bool) -> None:
        """Stop the process as managers do between turns, or let it go on."""
        self.process.send_signal(signal.SIGSTOP if halted else signal.SIGCONT)

    def work(self, seconds: float) -> None:
        """Wait till it has worked so long; a busy machine lets it work for a part of the time.

        Where the system does not tell, so much time goes by. The wait has an end, too.
        """
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            sleep(seconds)
            return

        def worked() -> float:
            ticks = stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
            return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

        enough, end = worked() + seconds, monotonic() + PATIENCE
        while worked() < enough and monotonic() < end:
            sleep(0.01)

    def unique_bytes(self) -> int:
        """The unique set size, as managers measure memory."""
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as rollup:
            fields = [line.split() for line in rollup]
        return 1024 * sum(int(each[1]) for each in fields if each[0].startswith("Private_"))

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.halt(False)
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):  # the engine was gone before all was written
                    pipe.close()
        self._thread.join(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
