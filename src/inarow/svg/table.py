"""A picture of a table of values as self-contained SVG: one grid for each k.

Every cell says in words what its colour says. The picture brings its own paper, light or dark as
the reader's system asks; a viewer that does not know of the difference shows the light one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from inarow.study.table import TECHNIQUES, Row
from inarow.svg.parts import Palette, clean

__all__ = ["table_svg"]

_CELL_WIDTH, _CELL_HEIGHT = 68, 42
_GAP = 3  # between cells
_MARGIN = 28  # around the picture, and between its parts
_HEADER = 66  # for the title of the picture
_NUMBERS = 26  # for the numbers of rows, left of a grid
_HEAD = 58  # for the title of a grid and the numbers of columns, above it
_WIDEST = 1240  # grids stand side by side up to this width
_LEGEND, _NOTE = 30, 20  # heights of a line of the legend, with a sample and without

_PALETTE = Palette(
    "inarow-table",
    light={
        "page": ("#fbfaf7", "#fbfaf7", "#24292f", "#57606a"),
        "win": ("#0b5394", "#0b5394", "#ffffff", "#dbe9f7"),
        "held": ("#f3dfc1", "#e2c391", "#3d2b0f", "#66502a"),
        "plain": ("#f1efe9", "#dcd8cc", "#57534a", "#6b675d"),
        "open": ("#fbfaf7", "#6e7781", "#24292f", "#57606a"),
    },
    dark={
        "page": ("#16191d", "#16191d", "#e6e8ea", "#a3abb3"),
        "win": ("#5aa2e6", "#5aa2e6", "#08192a", "#10304f"),
        "held": ("#4a3a22", "#6b5431", "#f4e3c6", "#d3bc92"),
        "plain": ("#22262b", "#343a41", "#adb4bb", "#98a0a8"),
        "open": ("#16191d", "#8b949e", "#e6e8ea", "#a3abb3"),
    },
    dashed=("open",),
)
"""The kinds of cells in their colours."""
_box, _text = _PALETTE.box, _PALETTE.text


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
    most = max(1, (_WIDEST - _MARGIN) // (wide + _MARGIN))  # that fit side by side
    ranks = max(1, -(-len(grids) // most))
    across = max(1, -(-len(grids) // ranks))
    legend = _legend(rows)
    used = {row.technique for row in rows}
    notes = [f"{name}: {words}" for name, words in TECHNIQUES.items() if name in used]
    width = max(across * (wide + _MARGIN) + _MARGIN, 2 * _MARGIN + 460)
    foot = _MARGIN + _HEADER + ranks * (high + _MARGIN)
    height = foot + _LEGEND * len(legend) + _NOTE * len(notes) + _MARGIN

    weak = any(row.game_kind == "weak" for row in rows)
    title = "Can X complete a line?" if weak else "Who wins on the empty board?"
    subtitle = "m rows down, n columns across; X begins" + (
        ", and only X can win: O tries to stop him" if weak else ""
    )
    parts = [
        *_PALETTE.opening(title, width, height),
        _text("page", title, _MARGIN, _MARGIN + 14, 22, bold=True),
        _text("page", subtitle, _MARGIN, _MARGIN + 36, 13, quiet=True),
    ]
    for number, grid in enumerate(grids):
        down, right = divmod(number, across)
        x = _MARGIN + right * (wide + _MARGIN)
        y = _MARGIN + _HEADER + down * (high + _MARGIN)
        parts += _grid(grid, range(first, last + 1), x, y)
    for number, (kind, label, words) in enumerate(legend):
        y = foot + number * _LEGEND
        parts.append(_box(kind, _MARGIN, y, 52, 22, 4))
        parts.append(_text(kind, label, _MARGIN + 26, y + 11, 13, bold=True, middle=True))
        parts.append(_text("page", words, _MARGIN + 64, y + 11, 13))
    for number, note in enumerate(notes):
        y = foot + _LEGEND * len(legend) + number * _NOTE
        parts.append(_text("page", note, _MARGIN, y + 12, 12, quiet=True))
    parts.append("</svg>")
    return "\n".join(parts)


def _grid(rows: Sequence[Row], sides: range, x: int, y: int) -> list[str]:
    """The boards of one k, at the place (x, y)."""
    parts = [_text("page", f"{rows[0].k} in a row", x, y + 12, 17, bold=True, kind="title")]
    firsts = {row.m: row.n for row in reversed(rows)}  # the first column of each row
    for place, side in enumerate(sides):
        centre = x + _NUMBERS + place * _CELL_WIDTH + (_CELL_WIDTH - _GAP) / 2
        parts.append(_text("page", str(side), centre, y + _HEAD - 14, 13, quiet=True, middle=True))
        if side in firsts:  # the number of a row stands beside its first cell
            left = x + _NUMBERS / 2 + (firsts[side] - sides.start) * _CELL_WIDTH
            middle = y + _HEAD + place * _CELL_HEIGHT + (_CELL_HEIGHT - _GAP) / 2
            parts.append(_text("page", str(side), left, middle, 13, quiet=True, middle=True))
    for row in rows:
        kind = _kind(row)
        left = x + _NUMBERS + (row.n - sides.start) * _CELL_WIDTH
        top = y + _HEAD + (row.m - sides.start) * _CELL_HEIGHT
        wide, high = _CELL_WIDTH - _GAP, _CELL_HEIGHT - _GAP
        centre = left + wide / 2
        closed = "open" if row.technique is None else row.technique
        parts += [
            f"<g class='cell {kind}'>",
            f"<title>{clean(_told(row))}</title>",
            _box(kind, left, top, wide, high, 5),
            _text(kind, row.label, centre, top + 14, 15, bold=True, middle=True, kind="value"),
            _text(kind, closed, centre, top + 30, 10, quiet=True, middle=True, kind="technique"),
            "</g>",
        ]
    return parts


def _kind(row: Row) -> str:
    if not row.proven:
        return "open"
    if row.lower == 1:
        return "win"
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
    if "win" in examples and examples["win"].distance is not None:
        win += "; the number counts the plies (stones of both) to the line"
    meanings = {
        "win": win,
        "held": held,
        "plain": held + "; this needs no play, as the line is too long",
        "open": "not proven within the limits",
    }
    return [
        (kind, examples[kind].label, words) for kind, words in meanings.items() if kind in examples
    ]
