"""The process that searches for the page; started and spoken to by `inarow.apps.web.processes`.

One thread reads the standard input, so that Stop is heard while the other one searches, and
interrupts it as Ctrl-C would. When the input ends, so does the process: the server has gone, and
whatever is being searched is of no use.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from _thread import interrupt_main
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

from inarow.apps.web.tasks import Order, Task
from inarow.apps.web.thinking import Stopped, TaskRunner
from inarow.model.errors import InarowError

NICENESS = 5
"""Of long searches: the server itself comes first, and what is quick."""


class SearchWorker:
    """Takes tasks from one end of a pipe, and answers at the other."""

    def __init__(self, memory_mb: int) -> None:
        self._runner = TaskRunner(memory_mb)
        self._tasks: SimpleQueue[tuple[int, Task]] = SimpleQueue()
        self._ending: tuple[int, Order | None] = 0, None  # the task that was last to end, and how
        self._interruptible = 0  # the task that an interrupt may end where it is now

    def listen(self) -> None:
        """Take what comes in, until the end."""
        with suppress(EOFError, pickle.UnpicklingError):  # of all, or of half a message
            while True:
                number, message = pickle.load(sys.stdin.buffer)
                if isinstance(message, Task):
                    self._tasks.put((number, message))
                else:
                    self._ending = number, message
                    if message is Order.STOP:
                        interrupt_main()
        os._exit(0)

    def interrupt(self, *_: object) -> None:
        """End the search under way, if it is to stop: the handler of an interrupt."""
        number, order = self._ending
        if order is Order.STOP and number == self._interruptible:
            self._interruptible = 0  # once
            raise Stopped

    def work(self) -> None:
        """Carry out task after task."""
        while True:
            number, task = self._tasks.get()
            try:
                done = self._carry_out(number, task)
            except Stopped:
                done = False
            self._say(number, {"done": done})

    def _carry_out(self, number: int, task: Task) -> bool | str:
        def tell(found: Mapping[str, Any]) -> None:
            self._interruptible = 0
            self._say(number, found)  # whole, and first: what was found is not to be lost
            if "moved" in found:
                return
            if self._ending[0] == number:
                raise Stopped
            self._interruptible = number
            self.interrupt()  # if it was asked to stop a moment ago

        try:
            self._interruptible = number
            self.interrupt()
            self._runner.carry_out(task, tell, lambda: self._ending == (number, Order.HURRY))
        except InarowError as error:
            return str(error)
        except MemoryError:
            return "not enough memory"
        finally:
            self._interruptible = 0
        return True

    def _say(self, number: int, found: Mapping[str, Any]) -> None:
        print(json.dumps({"task": number, **found}), flush=True)


def main() -> None:
    """Work until the server goes: MEMORY_MB (nice | quick). Ctrl-C is the server's to answer."""
    if sys.argv[2] == "nice" and hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    worker = SearchWorker(memory_mb=int(sys.argv[1]))
    signal.signal(signal.SIGINT, worker.interrupt)
    Thread(target=worker.listen, daemon=True).start()
    with suppress(BrokenPipeError):
        worker.work()
    os._exit(0)


if __name__ == "__main__":
    main()
