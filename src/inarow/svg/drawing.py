"""What every picture is drawn with: one palette for light and dark paper, boxes, texts and lines.

The pictures are self-contained SVG. Their light colours are in the elements themselves, for
viewers that know no styles; the dark ones in a style sheet that asks for the reader's preference.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import NamedTuple

MARGIN = 28
"""Around a picture with a heading."""

_NARROW, _WIDE = frozenset("Ifijlrt.,;:'|!()[]/ "), frozenset("mwMW@")


class Colours(NamedTuple):
    """Of one kind of thing."""

    paper: str
    edge: str
    text: str
    quiet: str


def _rows(table: str) -> dict[str, list[str]]:
    rows = (line.split() for line in table.split("\n") if line)
    return {name: [f"#{colour}" for colour in colours] for name, *colours in rows}


# Name; then, on light and on dark paper: paper, edge, text, quiet text. The page; who has won, or
# forces a win; what stands in cells; boards in the colour of who wins.
_KINDS = """
    page       fbfaf7 fbfaf7 24292f 57606a  16191d 16191d e6e8ea a3abb3
    x          0b5394 0b5394 ffffff dbe9f7  5aa2e6 5aa2e6 08192a 10304f
    o          b3470b b3470b ffffff fbe5d6  f09a5b f09a5b 2a1204 4a2409
    cell       ffffff ffffff 24292f 57606a  22262b 22262b e6e8ea a3abb3
    zone       dcebdf dcebdf 24292f 57606a  24402f 24402f e6e8ea b9c1c8
    last       ffecae ffecae 24292f 57606a  5c4d1c 5c4d1c e6e8ea d3d9de
    x-board    e4eefa 0b5394 24292f 57606a  172c42 5aa2e6 e6e8ea a3abb3
    o-board    fdeadb b3470b 24292f 57606a  40260f f09a5b e6e8ea a3abb3
    draw-board ffffff 6e7781 24292f 57606a  22262b 8b949e e6e8ea a3abb3
    x-move     ffffff 0b5394 0b5394 57606a  22262b 5aa2e6 8cc2f5 a3abb3
    o-move     ffffff b3470b b3470b 57606a  22262b f09a5b f7b384 a3abb3
    end        ffffff 24292f 24292f 57606a  22262b e6e8ea e6e8ea a3abb3
    win        ffffff ffffff 116329 57606a  22262b 22262b 7cc796 a3abb3
    even       ffffff ffffff 6b5300 57606a  22262b 22262b e0c165 a3abb3
    loss       ffffff ffffff a40e26 57606a  22262b 22262b ff9c9c a3abb3
"""
KINDS = {name: (Colours(*row[:4]), Colours(*row[4:])) for name, row in _rows(_KINDS).items()}
"""What has a box or a text, in its colours on light and on dark paper; `page` is the paper."""

DASHED = {"end"}
"""The kinds whose edges are dashed."""

# Name; then, on light and on dark paper, the colour of a line.
_INKS = """
    ink        24292f e6e8ea
    grid       9aa1a8 5b636b
    scale      dcd8cc 343a41
    limit      8a6d3b d3bc92
    x          0b5394 8cc2f5
    o          b3470b f7b384
    pair-edge  3d7a52 7cc796
    pair       f2f9f4 1c3325
"""
INKS = _rows(_INKS)
"""Of lines, on light and on dark paper."""


class Drawing:
    """A picture in the making: its elements, one upon the other, until `svg` returns it.

    With a `label` of its own (what a screen reader says of it) it is a group, whose parts may have
    labels as well.
    """

    def __init__(self, title: str, width: float, height: float, label: str | None = None) -> None:
        role = "role='img'" if label is None else f"role='group' aria-label='{clean(label)}'"
        self._opening = (
            f"<svg xmlns='http://www.w3.org/2000/svg' class='inarow' {role}"
            f" viewBox='0 0 {width:g} {height:g}' width='{width:g}' height='{height:g}'"
            f" font-family='sans-serif'>\n<title>{clean(title)}</title>"
        )
        self._parts: list[str] = []
        self._dark_rules: dict[str, None] = {}  # those that are needed, in order
        self.box("page", 0, 0, width, height, min(14, width / 20))

    def heading(self, title: str, subtitle: str) -> None:
        """The title of the picture, in the left upper corner, and what stands below it."""
        self.text("page", title, MARGIN, MARGIN + 13, 22, bold=True)
        self.text("page", subtitle, MARGIN, MARGIN + 37, 13, quiet=True)

    def svg(self) -> str:
        """The picture."""
        style = f"@media (prefers-color-scheme: dark){{{''.join(self._dark_rules)}}}"
        return "\n".join([self._opening, f"<style>{style}</style>", *self._parts, "</svg>"])

    def _colour(self, name: str, attribute: str, light: str, dark: str) -> str:
        """An attribute in its colour on light paper; it is noted what it is on dark paper."""
        self._dark_rules[f".inarow .{name}{{{attribute}:{dark}}}"] = None
        return f"{attribute}='{light}'"

    @contextmanager
    def group(self, classes: str, label: str = "") -> Iterator[None]:
        """Elements that belong together; the label is also what pointing at them shows."""
        named = f" role='img' aria-label='{clean(label)}'" if label else ""
        title = f"<title>{clean(label)}</title>" if label else ""
        self._parts.append(f"<g class='{classes}'{named}>{title}")
        yield
        self._parts.append("</g>")

    def box(
        self,
        kind: str,
        x: float,
        y: float,
        width: float,
        height: float,
        round: float = 0,
        *,
        edge: float = 1,
        name: str = "",
    ) -> None:
        """A box in the colours of `kind`, its corners rounded; `edge` is the width of its edge."""
        light, dark = KINDS[kind]
        fill = self._colour(f"{kind}-box", "fill", light.paper, dark.paper)
        stroke = self._colour(f"{kind}-box", "stroke", light.edge, dark.edge)
        dashes = " stroke-dasharray='4 3'" if kind in DASHED else ""
        self._parts.append(
            f"<rect class='{f'{name} {kind}-box'.lstrip()}' x='{x:g}' y='{y:g}' width='{width:g}'"
            f" height='{height:g}' rx='{round:g}' {fill} {stroke} stroke-width='{edge:g}'{dashes}/>"
        )

    def text(
        self,
        kind: str,
        words: str,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        slanted: bool = False,
        quiet: bool = False,
        middle: bool = False,
        end: bool = False,
        name: str = "",
    ) -> None:
        """A text whose middle is at the height y; `name` is a class of its own.

        It begins at x, has its `middle` there or its `end`.
        """
        light, dark = KINDS[kind]
        colours = (light.quiet, dark.quiet) if quiet else (light.text, dark.text)
        colour = f"{kind}-{'quiet' if quiet else 'text'}"
        anchor = " text-anchor='middle'" if middle else " text-anchor='end'" if end else ""
        style = " font-weight='bold'" * bold + " font-style='italic'" * slanted
        # Not dominant-baseline: some viewers do not know it. Letters rise to 0.7 of the size.
        self._parts.append(
            f"<text class='{f'{name} {colour}'.lstrip()}' x='{x:g}' y='{y + 0.35 * size:g}'"
            f" font-size='{size:g}' {self._colour(colour, 'fill', *colours)}{anchor}{style}>"
            f"{clean(words)}</text>"
        )

    def stroke(
        self,
        ink: str,
        path: str,
        width: float,
        *,
        name: str = "",
        dashes: str = "",
        opacity: float = 1,
        filled: bool = False,
    ) -> None:
        """A line along a path, its ends round unless it is dashed; `name` is as for texts."""
        dashed = f" stroke-dasharray='{dashes}'" if dashes else " stroke-linecap='round'"
        faint = f" opacity='{opacity:g}'" if opacity < 1 else ""
        kind = f"{ink}-{'shape' if filled else 'line'}"
        colour = self._colour(kind, "stroke", *INKS[ink])
        fill = self._colour(kind, "fill", *INKS[ink]) if filled else "fill='none'"
        self._parts.append(
            f"<path class='{f'{name} {kind}'.lstrip()}' d='{path}' {fill} {colour}"
            f" stroke-width='{width:g}'{dashed}{faint}/>"
        )


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
