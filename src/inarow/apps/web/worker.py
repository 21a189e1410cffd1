"""The process that searches for the page; started and spoken to by `inarow.apps.web.processes`.

One thread reads the standard input, so that Stop is heard while the other one searches. When the
input ends, so does the process: the server has gone, and whatever is being searched is of no use.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from inarow.apps.web.tasks import Task
from inarow.apps.web.thinking import Stopped, Thinker
from inarow.model.errors import InarowError

__all__ = ["main"]

NICENESS = 5
"""Of long searches: the server itself comes first, and what is quick."""


class Worker:
    """Takes tasks from one end of a pipe, and answers at the other."""

    def __init__(self, memory_mb: int) -> None:
        self._thinker = Thinker(memory_mb)
        self._tasks: SimpleQueue[tuple[int, Task]] = SimpleQueue()
        self._lock = Lock()
        self._stopped: dict[int, bool] = {}  # tasks that are to end; those that hurry: True

    def listen(self) -> None:
        """Take what comes in, until the end."""
        for line in sys.stdin:
            message = json.loads(line)
            if "stop" in message:
                with self._lock:
                    self._stopped[message["stop"]] = message["hurry"]
            else:
                self._tasks.put((message["task"], Task.from_record(message)))
        os._exit(0)

    def work(self) -> None:
        """Carry out task after task."""
        while True:
            number, task = self._tasks.get()
            self._say(number, {"done": self._carry_out(number, task)})
            with self._lock:  # of this task and of those before it nobody asks any more
                self._stopped = {n: h for n, h in self._stopped.items() if n > number}

    def _carry_out(self, number: int, task: Task) -> bool | str:
        def tell(found: Mapping[str, Any]) -> None:
            self._say(number, found)  # first: whatever was found is not to be lost
            if "moved" not in found and self._is_stopped(number):
                raise Stopped

        try:
            self._thinker.carry_out(task, tell, lambda: self._hurries(number))
        except Stopped:
            return False
        except InarowError as error:
            return str(error)
        except MemoryError:
            return "not enough memory"
        return True

    def _is_stopped(self, number: int) -> bool:
        with self._lock:
            return number in self._stopped

    def _hurries(self, number: int) -> bool:
        with self._lock:
            return self._stopped.get(number, False)

    def _say(self, number: int, found: Mapping[str, Any]) -> None:
        sys.stdout.write(json.dumps({"task": number, **found}) + "\n")
        sys.stdout.flush()


def main() -> None:
    """Work until the server goes: MEMORY_MB (nice | quick). Ctrl-C is the server's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.argv[2] == "nice" and hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    worker = Worker(memory_mb=int(sys.argv[1]))
    Thread(target=worker.listen, daemon=True).start()
    with suppress(BrokenPipeError):
        worker.work()
    os._exit(0)


if __name__ == "__main__":
    main()
