"""A task under way: for whom, how far it is, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from enum import Enum, auto
from typing import Any, Protocol, TypeAlias

from inarow.apps.web.tasks import Task

__all__ = ["ANALYSES_LANE", "LEVELS_LANE", "SOLVER_LANE", "Job", "Listener", "State"]

Listener: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Told (type, fields) of the messages `waiting`, `progress`, `found`, `moved` and `done`."""

LEVELS_LANE, SOLVER_LANE, ANALYSES_LANE = range(3)
"""Of the queue: what is quick comes first."""


class State(Enum):
    """Where a job stands."""

    WAITING = auto()
    RUNNING = auto()
    YIELDING = auto()  # asked to let others go first
    ENDED = auto()


class Worker(Protocol):
    """Who is at a job, as far as the job knows."""

    def let_go(self, *, hurry: bool) -> None:
        """Tell it to stop; with `hurry`, to answer with what it has."""


class Job:
    """A task under way for a client."""

    def __init__(self, client: Hashable, task: Task, listener: Listener) -> None:
        self.client, self.task, self.listener = client, task, listener
        self.state = State.WAITING
        self.started = 0.0
        self.known: dict[int, Mapping[str, Any]] = {}
        self.slot, self.looked = task.slot, set(task.looked)
        self.worker: Worker | None = None

    @property
    def lane(self) -> int:
        """Where in the queue it waits."""
        if self.task.kind == "analyse":
            return ANALYSES_LANE
        return SOLVER_LANE if self.task.may_yield else LEVELS_LANE

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take an answer of the worker; pass it on while somebody listens."""
        if message.get("slot", self.slot) != self.slot:
            self.slot = message["slot"]
            self.looked.clear()
        self.looked.update(message.get("looked", ()))
        for kind in ("progress", "found", "moved"):
            if kind in message:
                self.known.update({r["move"]: r for r in message[kind].get("moves", ())})
                # An analysis that has nothing new says so: it asks whether to go on.
                is_empty = kind == "found" and not any(message[kind].values())
                if self.state is not State.ENDED and not is_empty:
                    self.listener(kind, message[kind])

    def end(self, *, stopped: bool, message: str | None = None) -> None:
        """Say that it is over, once."""
        if self.state is not State.ENDED:
            self.state = State.ENDED
            self.listener("done", {"stopped": stopped, "message": message})
