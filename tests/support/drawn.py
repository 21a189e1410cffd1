"""What tests look for in pictures: elements by their class, and that nothing is cut off."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import NamedTuple

Element = ElementTree.Element


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box, by: float = 1e-6) -> bool:
        return (
            self.left < other.right - by
            and other.left < self.right - by
            and self.top < other.bottom - by
            and other.top < self.bottom - by
        )

    def moved(self, right: float, down: float) -> Box:
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)


def of_class(picture: str | None, name: str) -> list[Element]:
    assert picture is not None
    root = ElementTree.fromstring(picture)
    return [e for e in root.iter() if name in e.get("class", "").split()]


def text_of(element: Element, name: str) -> str | None:
    """The text in an element that has this class."""
    return next((e.text for e in element.iter() if name in e.get("class", "").split()), None)


def box_of(element: Element, letter: float = 0.6) -> Box:
    """What a rectangle or a text takes up, whose letters are so wide for their height.

    No common font has wider letters than 0.6 on average, in many words about a half.
    """
    if element.tag.endswith("}rect"):
        x, y, width, height = (
            float(element.get(name, 0)) for name in ("x", "y", "width", "height")
        )
        return Box(x, y, x + width, y + height)
    size, x, y = (float(element.get(name, 0)) for name in ("font-size", "x", "y"))
    wide = letter * size * len(element.text or "")
    left = x - {"end": wide, "middle": wide / 2}.get(element.get("text-anchor", ""), 0)
    return Box(left, y - 0.75 * size, left + wide, y + 0.2 * size)


def shift_of(element: Element) -> tuple[float, float]:
    """How far what is in it is moved to the right and down."""
    found = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", element.get("transform", ""))
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def boxes(element: Element, letter: float, right: float = 0, down: float = 0) -> Iterator[Box]:
    """All rectangles and texts, as they lie on the page."""
    further, lower = shift_of(element)
    right, down = right + further, down + lower
    if element.tag.endswith(("}rect", "}text")):
        yield box_of(element, letter).moved(right, down)
    for child in element:
        yield from boxes(child, letter, right, down)


def stands_by_itself(picture: str, letter: float = 0.6) -> Element:
    """Nothing is cut off, dark paper is provided for, and nothing is fetched; its root."""
    root = ElementTree.fromstring(picture)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for box in boxes(root, letter):
        assert 0 <= box.left <= box.right <= width, box
        assert 0 <= box.top <= box.bottom <= height, box
    assert "prefers-color-scheme: dark" in picture
    assert not re.search(r"(href|src|url\()", picture)
    return root
