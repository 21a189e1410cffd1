"""What notebooks and `help` show of objects, without importing how they are drawn."""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeVar

Tuple = TypeVar("Tuple", bound="type[tuple[Any, ...]]")


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


def fields_told_above(kind: Tuple) -> Tuple:
    """Take "Alias for field number 0" out of the help: the docstring of `kind` tells its fields."""
    for name in kind.__annotations__:
        getattr(kind, name).__doc__ = None
    return kind
