"""A picture of a ladder as self-contained SVG: a bar for each rung, on a logarithmic scale.

The idea of a rung stands below its bar, the figures to the right. The bar of a rung that was
stopped has a dashed edge and an arrow at its open end: it says how far the search had come, and
that it would have gone on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from inarow.model.position import Position
from inarow.study.ladder import Rung
from inarow.svg.parts import Palette

__all__ = ["ladder_svg"]

_MARGIN = 28  # around the picture
_HEADER = 66  # for the title of the picture
_NAMES = 176  # for the names of the rungs, left of the bars
_BARS = 480  # the scale
_NODES, _TIME = 140, 86  # for the figures, right of the scale
_AXIS = 26  # for the numbers of the scale, above the bars
_ROW, _BAR = 48, 20  # heights; the idea stands below the bar
_FOOT = 20  # height of a line below the bars
_LONGEST = 50  # characters of a board that is shown as text

_PALETTE = Palette(
    "inarow-ladder",
    light={
        "page": ("#fbfaf7", "#fbfaf7", "#24292f", "#57606a"),
        "scale": ("#fbfaf7", "#dcd8cc", "#57606a", "#57606a"),
        "done": ("#0b5394", "#0b5394", "#24292f", "#57606a"),
        "stopped": ("#f3dfc1", "#8a6d3b", "#24292f", "#57606a"),
    },
    dark={
        "page": ("#16191d", "#16191d", "#e6e8ea", "#a3abb3"),
        "scale": ("#16191d", "#343a41", "#a3abb3", "#a3abb3"),
        "done": ("#5aa2e6", "#5aa2e6", "#e6e8ea", "#a3abb3"),
        "stopped": ("#4a3a22", "#d3bc92", "#e6e8ea", "#a3abb3"),
    },
    dashed=("stopped",),
)


def ladder_svg(position: Position, rungs: Sequence[Rung]) -> str:
    """Return an SVG chart of `rungs`, as `inarow.ladder` found them for `position`.

    >>> from inarow import Game, ladder
    >>> game = Game(3, 3, 3)
    >>> picture = ladder_svg(game.start(), ladder(game, nodes=100_000))
    >>> picture.count("class='rung done'"), picture.count("class='rung stopped'")
    (7, 1)
    """
    most = max((rung.nodes for rung in rungs), default=1)
    decades = max(1, len(str(most - 1)))  # powers of ten up to the first that is no less
    step = _BARS / decades
    foot = _foot(rungs)
    left, top = _MARGIN + _NAMES, _MARGIN + _HEADER + _AXIS
    bottom = top + len(rungs) * _ROW
    width = left + _BARS + _NODES + _TIME + _MARGIN
    height = bottom + 12 + len(foot) * _FOOT + _MARGIN

    game = position.game
    title = f"What each idea buys: {game.words}"
    text = _PALETTE.text
    dark = (
        f".{_PALETTE.name} .tick{{stroke:{_PALETTE.dark['scale'][1]}}}"
        f".{_PALETTE.name} .arrow{{stroke:{_PALETTE.dark['stopped'][1]}}}"
    )
    parts = [
        *_PALETTE.opening(title, width, height, dark),
        text("page", title, _MARGIN, _MARGIN + 14, 22, bold=True),
        text("page", _subtitle(position, rungs), _MARGIN, _MARGIN + 38, 13, quiet=True),
    ]
    for power in range(decades + 1):
        x = left + power * step
        lines = "".join(f"M{x:g} {top + row * _ROW}v{_BAR}" for row in range(len(rungs)))
        parts.append(
            f"<path class='tick' d='M{x:g} {top - 8}v5{lines}'"
            f" stroke='{_PALETTE.light['scale'][1]}' stroke-width='1'/>"
        )
        parts.append(text("scale", _power(power), x, top - 16, 12, quiet=True, middle=True))
    for words, right in (("nodes", _NODES), ("time", _NODES + _TIME)):
        parts.append(text("scale", words, left + _BARS + right, top - 16, 12, quiet=True, end=True))
    for number, rung in enumerate(rungs):
        parts += _rung(rung, left, top + number * _ROW, step)
    for number, words in enumerate(foot):
        y = bottom + 12 + (number + 0.5) * _FOOT
        parts.append(text("page", words, _MARGIN, y, 12, quiet=True))
    parts.append("</svg>")
    return "\n".join(parts)


def _rung(rung: Rung, left: float, top: float, step: float) -> list[str]:
    """A name, a bar and its figures."""
    kind = "done" if rung.complete else "stopped"
    middle = top + _BAR / 2
    right = left + _BARS + _NODES
    length = max(
        3.0, step * log10(max(1, rung.nodes))
    )  # one node has a bar as well, if a short one
    text = _PALETTE.text
    parts = [
        f"<g class='rung {kind}'>",
        text("page", rung.name, left - 12, middle, 14, bold=True, end=True, kind="name"),
        _PALETTE.box(kind, left, top, length, _BAR, 2),
        text("page", rung.idea, left, top + _BAR + 11, 11, quiet=True, kind="idea"),
        text("page", rung.count, right, middle, 14, bold=True, end=True, kind="nodes"),
        text("page", rung.time, right + _TIME, middle, 13, quiet=True, end=True, kind="time"),
    ]
    if not rung.complete:
        parts.append(
            f"<path class='arrow' d='M{left + length + 5:g} {middle - 6:g}l9 6l-9 6' fill='none'"
            f" stroke='{_PALETTE.light[kind][1]}' stroke-width='2'/>"
        )
    parts.append("</g>")
    return parts


def _subtitle(position: Position, rungs: Sequence[Rung]) -> str:
    value = next((rung.value for rung in rungs if rung.value is not None), None)
    other = "O" if position.turn == "X" else "X"
    winner = {None: "not found within the limits", 0: "a draw", 1: position.turn, -1: other}[value]
    found = f"{winner} wins" if value else winner
    board = "the empty board" if position.ply == 0 else position.text
    if len(board) > _LONGEST:
        board = f"a board with {position.ply} stones"
    return (
        f"Nodes to the value of {board}, {position.turn} to move: {found}."
        " The scale is logarithmic."
    )


def _foot(rungs: Sequence[Rung]) -> list[str]:
    lines = [
        "A node is a position on which the search begins to work; what a table answers is none."
    ]
    if any(not rung.complete for rung in rungs):
        lines.append("Dashed, with an arrow: stopped by a limit; it would have needed more.")
    return lines


def _power(power: int) -> str:
    """A power of ten in a few characters: 1, 10, 100, 1 k, 10 k ... 1 M."""
    for unit, least in ((" G", 9), (" M", 6), (" k", 3)):
        if power >= least:
            return f"{10 ** (power - least)}{unit}"
    return str(10**power)
