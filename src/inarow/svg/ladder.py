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
from inarow.svg.drawing import MARGIN, Drawing

_HEADER = 66  # for the title of the picture
_NAMES = 176  # for the names of the rungs, left of the bars
_BARS = 480  # the scale
_NODES, _TIME = 140, 86  # for the figures, right of the scale
_AXIS = 26  # for the numbers of the scale, above the bars
_ROW, _BAR = 48, 20  # heights; the idea stands below the bar
_FOOT = 20  # height of a line below the bars
_LONGEST = 50  # characters of a board that is shown as text


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
    left, top = MARGIN + _NAMES, MARGIN + _HEADER + _AXIS
    bottom = top + len(rungs) * _ROW
    width = left + _BARS + _NODES + _TIME + MARGIN
    height = bottom + 12 + len(foot) * _FOOT + MARGIN

    title = f"What each idea buys: {position.game.words}"
    drawing = Drawing(title, width, height)
    text = drawing.text
    drawing.heading(title, _subtitle(position, rungs))
    for power in range(decades + 1):
        x = left + power * step
        lines = "".join(f"M{x:g} {top + row * _ROW}v{_BAR}" for row in range(len(rungs)))
        drawing.stroke("scale", f"M{x:g} {top - 8}v5{lines}", 1)
        text("page", _power(power), x, top - 16, 12, quiet=True, middle=True)
    for words, right in (("nodes", _NODES), ("time", _NODES + _TIME)):
        text("page", words, left + _BARS + right, top - 16, 12, quiet=True, end=True)
    for number, rung in enumerate(rungs):
        _draw_rung(drawing, rung, left, top + number * _ROW, step)
    for number, words in enumerate(foot):
        text("page", words, MARGIN, bottom + 12 + (number + 0.5) * _FOOT, 12, quiet=True)
    return drawing.svg()


def _draw_rung(drawing: Drawing, rung: Rung, left: float, top: float, step: float) -> None:
    """A name, a bar and its figures."""
    middle, right, text = top + _BAR / 2, left + _BARS + _NODES, drawing.text
    # One node has a bar as well, if a short one.
    length = max(3.0, step * log10(max(1, rung.nodes)))
    with drawing.group(f"rung {'done' if rung.complete else 'stopped'}"):
        text("page", rung.name, left - 12, middle, 14, bold=True, end=True, name="name")
        drawing.box("x" if rung.complete else "stopped", left, top, length, _BAR, 2)
        text("page", rung.idea, left, top + _BAR + 11, 11, quiet=True, name="idea")
        text("page", rung.count, right, middle, 14, bold=True, end=True, name="nodes")
        text("page", rung.time, right + _TIME, middle, 13, quiet=True, end=True, name="time")
        if not rung.complete:
            arrow = f"M{left + length + 5:g} {middle - 6:g}l9 6l-9 6"
            drawing.stroke("limit", arrow, 2, name="arrow")


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
