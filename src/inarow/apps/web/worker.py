"""The process that searches for the page; started and spoken to by `inarow.apps.web.processes`.

One thread reads the standard input, so that Stop is heard while the other one searches. When the
input ends, so does the process: the server has gone, and whatever is being searched is of no use.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

from inarow.apps.web.tasks import Task
from inarow.apps.web.thinking import Stopped, TaskRunner
from inarow.model.errors import InarowError

__all__ = ["main"]

NICENESS = 5
"""Of long searches: the server itself comes first, and what is quick."""


class SearchWorker:
    """Takes tasks from one end of a pipe, and answers at the other."""

    def __init__(self, memory_mb: int) -> None:
        self._runner = TaskRunner(memory_mb)
        self._tasks: SimpleQueue[tuple[int, Task]] = SimpleQueue()
        self._stop = 0, False  # the task that was last to end, and whether it hurries

    def listen(self) -> None:
        """Take what comes in, until the end."""
        with suppress(EOFError, pickle.UnpicklingError):  # of all, or of half a message
            while True:
                number, message = pickle.load(sys.stdin.buffer)
                if isinstance(message, Task):
                    self._tasks.put((number, message))
                else:
                    self._stop = number, message
        os._exit(0)

    def work(self) -> None:
        """Carry out task after task."""
        while True:
            number, task = self._tasks.get()
            self._say(number, {"done": self._carry_out(number, task)})

    def _carry_out(self, number: int, task: Task) -> bool | str:
        def tell(found: Mapping[str, Any]) -> None:
            self._say(number, found)  # first: whatever was found is not to be lost
            if "moved" not in found and self._stop[0] == number:
                raise Stopped

        try:
            self._runner.carry_out(task, tell, lambda: self._stop == (number, True))
        except Stopped:
            return False
        except InarowError as error:
            return str(error)
        except MemoryError:
            return "not enough memory"
        return True

    def _say(self, number: int, found: Mapping[str, Any]) -> None:
        print(json.dumps({"task": number, **found}), flush=True)


def main() -> None:
    """Work until the server goes: MEMORY_MB (nice | quick). Ctrl-C is the server's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.argv[2] == "nice" and hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    worker = SearchWorker(memory_mb=int(sys.argv[1]))
    Thread(target=worker.listen, daemon=True).start()
    with suppress(BrokenPipeError):
        worker.work()
    os._exit(0)


if __name__ == "__main__":
    main()
