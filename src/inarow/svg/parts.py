"""What the pictures share: safe text, boxes in a palette for light and dark paper, stones.

The pictures are self-contained SVG. Their light colours are in the elements themselves, for
viewers that know no styles; the dark ones in a style sheet that asks for the reader's preference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

__all__ = [
    "Colours",
    "Palette",
    "clean",
    "cross",
    "grid_lines",
    "ring",
    "text_width",
]

_NARROW, _WIDE = frozenset("Ifijlrt.,;:'|!()[]/ "), frozenset("mwMW@")

Colours: TypeAlias = tuple[str, str, str, str]
"""Of one kind of thing: paper, edge, text, quiet text."""


def clean(text: str) -> str:
    """Return `text` as it may stand in XML, between tags and in attributes.

    Control characters have no place in XML, not even escaped: they become spaces.

    >>> clean("a < b & 'c'\\x00")
    'a &lt; b &amp; &#x27;c&#x27; '
    """
    return escape("".join(c if c.isprintable() else " " for c in text))


def text_width(text: str, size: float) -> float:
    """About the width of `text` in a common sans-serif font, rather too wide than too narrow."""
    widths = (0.38 if c in _NARROW else 0.98 if c in _WIDE else 0.64 for c in text)
    return size * sum(widths)


@dataclass(frozen=True)
class Palette:
    """The kinds of things in a picture, in their colours on light and on dark paper.

    `page` is the paper itself.
    """

    name: str
    """The class of the picture, which keeps its style to itself."""
    light: Mapping[str, Colours]
    dark: Mapping[str, Colours]
    dashed: tuple[str, ...] = ()
    """The kinds whose edges are dashed."""
    inks: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of what has no box, on light and on dark paper."""

    def opening(self, title: str, width: float, height: float, more: str = "") -> list[str]:
        """The beginning of a picture: its tag, its title, its style and its paper.

        `more` are rules for dark paper.
        """
        return [
            f"<svg xmlns='http://www.w3.org/2000/svg' class='{self.name}' role='img'"
            f" viewBox='0 0 {width:g} {height:g}' width='{width:g}' height='{height:g}'"
            " font-family='sans-serif'>",
            f"<title>{clean(title)}</title>",
            self._dark_style(more),
            self.box("page", 0, 0, width, height, 14),
        ]

    def _dark_style(self, more: str) -> str:
        rules = []
        for kind, (paper, edge, text, quiet) in self.dark.items():
            rules.append(f".{self.name} .{kind}-box{{fill:{paper};stroke:{edge}}}")
            rules.append(f".{self.name} .{kind}-text{{fill:{text}}}")
            rules.append(f".{self.name} .{kind}-quiet{{fill:{quiet}}}")
        for name, (_, ink) in self.inks.items():
            rules.append(f".{self.name} .{name}{{stroke:{ink}}}")
        return f"<style>@media (prefers-color-scheme: dark){{{''.join(rules)}{more}}}</style>"

    def box(
        self,
        kind: str,
        x: float,
        y: float,
        width: float,
        height: float,
        round: float,
        *,
        edge: float = 1,
    ) -> str:
        """A box in the colours of `kind`, its corners rounded; `edge` is the width of its edge."""
        paper, ink, _, _ = self.light[kind]
        dashes = " stroke-dasharray='4 3'" if kind in self.dashed else ""
        strength = "" if edge == 1 else f" stroke-width='{edge:g}'"
        return (
            f"<rect class='{kind}-box' x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}'"
            f" rx='{round:g}' fill='{paper}' stroke='{ink}'{strength}{dashes}/>"
        )

    def text(
        self,
        colours: str,
        words: str,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        quiet: bool = False,
        middle: bool = False,
        end: bool = False,
        kind: str = "",
    ) -> str:
        """A text whose middle is at the height y; `kind` is a class of its own.

        It begins at x, has its `middle` there or its `end`.
        """
        fill = self.light[colours][3 if quiet else 2]
        classes = f"{kind} {colours}-{'quiet' if quiet else 'text'}".lstrip()
        anchor = " text-anchor='middle'" if middle else " text-anchor='end'" if end else ""
        weight = " font-weight='bold'" if bold else ""
        # Not dominant-baseline: some viewers do not know it. Letters rise to 0.7 of the size.
        return (
            f"<text class='{classes}' x='{x:g}' y='{y + 0.35 * size:g}' font-size='{size:g}'"
            f" fill='{fill}'{anchor}{weight}>{clean(words)}</text>"
        )

    def stroke(self, ink: str, path: str, width: float, cap: str = "butt", dashes: str = "") -> str:
        """A line along a path, in one of the inks; `cap` is the form of its ends."""
        dashed = f" stroke-dasharray='{dashes}'" if dashes else ""
        return (
            f"<path class='{ink}' d='{path}' fill='none' stroke='{self.inks[ink][0]}'"
            f" stroke-width='{width:g}' stroke-linecap='{cap}'{dashed}/>"
        )


# The data of paths.


def corners(points: Sequence[tuple[float, float]], radius: float = 5) -> str:
    """A path of straight pieces, along the axes, whose corners are rounded.

    >>> corners([(0, 0), (0, 10), (20, 10)])
    'M0 0L0 5Q0 10 5 10L20 10'
    """
    (x, y), *others = points
    path = [f"M{x:g} {y:g}"]
    for (xa, ya), (xb, yb), (xc, yc) in zip(points, points[1:], points[2:], strict=False):
        before, after = abs(xb - xa) + abs(yb - ya), abs(xc - xb) + abs(yc - yb)
        r = min(radius, before / 2, after / 2)
        if r > 0:
            x1, y1 = xb + (xa - xb) / before * r, yb + (ya - yb) / before * r
            x2, y2 = xb + (xc - xb) / after * r, yb + (yc - yb) / after * r
            path.append(f"L{x1:g} {y1:g}Q{xb:g} {yb:g} {x2:g} {y2:g}")
    x, y = others[-1] if others else (x, y)
    return "".join([*path, f"L{x:g} {y:g}"])


def grid_lines(x: float, y: float, size: float, m: int, n: int) -> str:
    """The lines around and between m x n cells, the corner at (x, y)."""
    across = "".join(f"M{x:g} {y + i * size:g}h{n * size:g}" for i in range(m + 1))
    down = "".join(f"M{x + i * size:g} {y:g}v{m * size:g}" for i in range(n + 1))
    return across + down


def cross(x: float, y: float, size: float) -> str:
    """A stone of X in a cell of this size whose centre is (x, y)."""
    r = 0.26 * size
    return f"M{x - r:g} {y - r:g}l{2 * r:g} {2 * r:g}M{x + r:g} {y - r:g}l{-2 * r:g} {2 * r:g}"


def ring(x: float, y: float, size: float) -> str:
    """A stone of O, likewise."""
    r = 0.28 * size
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0"
