"""A picture of a table of values as self-contained SVG: one grid for each k.

Every cell says in words what its colour says. The picture brings its own paper, light or dark as
the reader's system asks; a viewer that does not know of the difference shows the light one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from inarow.study.table import TECHNIQUES, Row
from inarow.svg.drawing import MARGIN, Drawing

_CELL_WIDTH, _CELL_HEIGHT = 68, 42
_GAP = 3  # between cells
_HEADER = 66  # for the title of the picture
_NUMBERS = 26  # for the numbers of rows, left of a grid
_HEAD = 58  # for the title of a grid and the numbers of columns, above it
_WIDEST = 1240  # grids stand side by side up to this width
_LEGEND, _NOTE = 30, 20  # heights of a line of the legend, with a sample and without


def table_svg(rows: Sequence[Row]) -> str:
    """Return an SVG picture of `rows`, as `inarow.table.results` yields them.

    Each cell has the value, the plies of a win and, in small print, what closed it; pointing at
    it shows the effort. Cells are blank where a board is not among the rows.

    >>> from inarow.study.table import results
    >>> picture = table_svg(list(results(4, [3, 4])))
    >>> picture.startswith("<svg "), picture.count("class='cell ")
    (True, 20)
    """
    grids = [list(group) for _, group in groupby(rows, key=lambda row: row.k)]
    first = min((min(row.m, row.n) for row in rows), default=1)
    last = max((max(row.m, row.n) for row in rows), default=0)
    side = last - first + 1
    wide = _NUMBERS + side * _CELL_WIDTH
    high = _HEAD + side * _CELL_HEIGHT
    most = max(1, (_WIDEST - MARGIN) // (wide + MARGIN))  # that fit side by side
    ranks = max(1, -(-len(grids) // most))
    across = max(1, -(-len(grids) // ranks))
    legend = _legend(rows)
    used = {row.technique for row in rows}
    notes = [f"{name}: {words}" for name, words in TECHNIQUES.items() if name in used]
    width = max(across * (wide + MARGIN) + MARGIN, 2 * MARGIN + 460)
    foot = MARGIN + _HEADER + ranks * (high + MARGIN)
    height = foot + _LEGEND * len(legend) + _NOTE * len(notes) + MARGIN

    weak = any(row.game_kind == "weak" for row in rows)
    title = "Can X complete a line?" if weak else "Who wins on the empty board?"
    subtitle = "m rows down, n columns across; X begins" + (
        ", and only X can win: O tries to stop him" if weak else ""
    )
    drawing = Drawing(title, width, height)
    drawing.heading(title, subtitle)
    for number, grid in enumerate(grids):
        down, right = divmod(number, across)
        x = MARGIN + right * (wide + MARGIN)
        y = MARGIN + _HEADER + down * (high + MARGIN)
        _draw_grid(drawing, grid, range(first, last + 1), x, y)
    for number, (kind, label, words) in enumerate(legend):
        y = foot + number * _LEGEND
        drawing.box(kind, MARGIN, y, 52, 22, 4)
        drawing.text(kind, label, MARGIN + 26, y + 11, 13, bold=True, middle=True)
        drawing.text("page", words, MARGIN + 64, y + 11, 13)
    for number, note in enumerate(notes):
        y = foot + _LEGEND * len(legend) + number * _NOTE
        drawing.text("page", note, MARGIN, y + 12, 12, quiet=True)
    return drawing.svg()


def _draw_grid(drawing: Drawing, rows: Sequence[Row], sides: range, x: int, y: int) -> None:
    """The boards of one k, at the place (x, y)."""
    text = drawing.text
    text("page", f"{rows[0].k} in a row", x, y + 12, 17, bold=True, name="title")
    firsts = {row.m: row.n for row in reversed(rows)}  # the first column of each row
    wide, high = _CELL_WIDTH - _GAP, _CELL_HEIGHT - _GAP
    for place, side in enumerate(sides):
        centre = x + _NUMBERS + place * _CELL_WIDTH + wide / 2
        text("page", str(side), centre, y + _HEAD - 14, 13, quiet=True, middle=True)
        if side in firsts:  # the number of a row stands beside its first cell
            left = x + _NUMBERS / 2 + (firsts[side] - sides.start) * _CELL_WIDTH
            middle = y + _HEAD + place * _CELL_HEIGHT + high / 2
            text("page", str(side), left, middle, 13, quiet=True, middle=True)
    for row in rows:
        kind = _kind(row)
        left = x + _NUMBERS + (row.n - sides.start) * _CELL_WIDTH
        top = y + _HEAD + (row.m - sides.start) * _CELL_HEIGHT
        centre, closed = left + wide / 2, row.technique or "open"
        with drawing.group(f"cell {kind}", _told(row)):
            drawing.box(kind, left, top, wide, high, 5)
            text(kind, row.label, centre, top + 14, 15, bold=True, middle=True, name="value")
            text(kind, closed, centre, top + 30, 10, quiet=True, middle=True, name="technique")


def _kind(row: Row) -> str:
    if not row.proven:
        return "open"
    if row.lower == 1:
        return "x"
    return "plain" if row.technique == "too long" else "held"


def _told(row: Row) -> str:
    """What pointing at a cell shows."""
    words = f"{row.m}x{row.n}, {row.k} in a row: {row.words}"
    if row.technique is not None:
        words += f" ({row.technique}: {TECHNIQUES[row.technique]})"
    return f"{words}, {row.nodes:,} nodes, {row.seconds:.3f} s"


def _legend(rows: Sequence[Row]) -> list[tuple[str, str, str]]:
    """A sample of each kind of cell that occurs, with its label and its meaning."""
    examples: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: row.distance is None):  # one with a number, if any
        examples.setdefault(_kind(row), row)
    weak = any(row.game_kind == "weak" for row in rows)
    win = "X completes a line" if weak else "X wins"
    held = "O stops X" if weak else "a draw: neither side wins against best play"
    if "x" in examples and examples["x"].distance is not None:
        win += "; the number counts the plies (stones of both) to the line"
    meanings = {
        "x": win,
        "held": held,
        "plain": held + "; this needs no play, as the line is too long",
        "open": "not proven within the limits",
    }
    return [
        (kind, examples[kind].label, words) for kind, words in meanings.items() if kind in examples
    ]
