"""Objects that a notebook shows as pictures, without importing how they are drawn."""

from __future__ import annotations

from importlib import import_module


class Drawn:
    """What draws itself in a notebook: `inarow.svg.picture` knows how, and is asked by name."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        picture: str = import_module("inarow.svg").picture(self)
        return picture


class Told:
    """What a notebook shows as a table, beside its picture if it has one: likewise."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        page: str = import_module("inarow.svg").page(self)
        return page
