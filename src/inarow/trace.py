"""Events of a search: an address for `inarow.model.trace`."""

from inarow.model.trace import Event, Kind, Listener, read_events

__all__ = ["Event", "Kind", "Listener", "read_events"]
