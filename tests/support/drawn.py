"""What tests look for in pictures: elements by their class, and that nothing is cut off."""

import re
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

Element = ElementTree.Element


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def of_class(picture: str | None, name: str) -> list[Element]:
    assert picture is not None
    root = ElementTree.fromstring(picture)
    return [e for e in root.iter() if name in e.get("class", "").split()]


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


def stands_by_itself(picture: str, letter: float = 0.6) -> Element:
    """Nothing is cut off, dark paper is provided for, and nothing is fetched; its root."""
    root = ElementTree.fromstring(picture)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    drawn = (e for e in root.iter() if e.tag.endswith(("}rect", "}text")))
    for box in (box_of(element, letter) for element in drawn):
        assert 0 <= box.left <= box.right <= width, box
        assert 0 <= box.top <= box.bottom <= height, box
    assert "prefers-color-scheme: dark" in picture
    assert not re.search(r"(href|src|url\()", picture)
    return root
