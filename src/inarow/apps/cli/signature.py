"""``inarow signature``: whether the search is still the same search, on any machine."""

from __future__ import annotations

from inarow.apps.cli.options import Json
from inarow.apps.cli.records import print_record


def signature(as_json: Json = False) -> None:
    """Solve a fixed list of positions and tell the nodes it took: the same on every machine."""
    from inarow.solver.signature import signature as find  # only this command needs the list

    found = find()
    if as_json:
        print_record(found._asdict())
    else:
        print(f"signature: {found}")
