"""Answers for people: boards and values as text, in words, with a little colour on a terminal.

Everything here reads the same without colour, and is plain ASCII.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from rich.console import Console
from rich.text import Text

from inarow.model.board import columns_over
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.weak import weak_winner
from inarow.model.words import weak_status

_STYLES = {"X": "bold cyan", "O": "bold magenta", ".": "dim"}
_MARGIN = 12
"""Of a fact, for its label."""

_GAP = 2
"""Blanks between layers."""


class Page(Console):
    """Standard output (or error) as it is now, for people.

    On a terminal texts wrap, in a pipe lines are as long as they are; colour only if it is a
    terminal, and NO_COLOR is unset.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, **options)

    def on_broken_pipe(self) -> NoReturn:
        """Let `main` decide what a closed pipe means."""
        raise BrokenPipeError

    def say(self, text: str = "", style: str | None = None) -> None:
        """Print a text as it is."""
        self.print(text, style=style, markup=False, soft_wrap=True)

    def title(self, text: str) -> None:
        """Print what all the rest is about."""
        self.say(text, "bold")
        self.say()

    def fact(self, label: str, text: str) -> None:
        """Print a labelled text; on a terminal it wraps under itself."""
        lines = [text]
        if self.is_terminal:
            lines = textwrap.wrap(text, max(20, self.width - _MARGIN)) or [""]
        for number, line in enumerate(lines):
            shown = Text(f"{label if number == 0 else '':<{_MARGIN}}", style="dim")
            self.print(shown.append(line, style="not dim"), soft_wrap=True)

    def table(
        self, headings: Sequence[str], rows: Iterable[Sequence[str]], right: Container[int] = ()
    ) -> None:
        """Print headings, and rows in columns as `aligned` has them."""
        first, *rest = aligned([headings, *rows], right)
        self.say(first, "dim")
        for line in rest:
            self.say(line)

    def board(
        self,
        position: Position,
        labels: Mapping[int, tuple[str, str]] = {},
        strong: Iterable[int] = (),
        legend: str = "",
    ) -> None:
        """Draw the stones, or labels with their styles where there are some; below, what they mean.

        Columns align, layers stand side by side; what is wider than the terminal comes in parts.
        Where there is colour, some cells are `strong`.
        """
        assert legend or not labels, "a sign without its meaning"
        game = position.game
        cells = [(stone, _STYLES[stone]) for stone in position.text.replace("/", "")]
        for cell, labelled in labels.items():
            cells[cell] = labelled
        for cell in strong:
            cells[cell] = cells[cell][0], cells[cell][1] + " reverse"
        m, n = len(game.layers[0]), max(map(max, game.layers))
        margin = len(str(m))
        over = max(columns_over(game), key=len)
        width = max(map(len, (*over, *(label for label, _ in cells)))) + 1
        # In a pipe nobody is served by a board in parts.
        room = self.width - margin if self.is_terminal else sys.maxsize
        step = min(n, max(1, room // width))
        parts = [
            (game.rows[top : top + m], slice(first, first + step))
            for top in range(0, len(game.rows), m)
            for first in range(0, n, step)
        ]
        beside = 1 if step < n else max(1, (room + _GAP) // (n * width + _GAP))
        for first in range(0, len(parts), beside):
            across = parts[first : first + beside]
            letters = [
                "".join(f"{letter:>{width}}" for letter in over[columns]) for _, columns in across
            ]
            grid = Text(" " * margin + (" " * _GAP).join(letters))
            for row in range(m):
                grid.append(f"\n{row + 1:>{margin}}")
                for number, (rows, columns) in enumerate(across):
                    grid.append(" " * _GAP * (number > 0))
                    for cell in rows[row][columns]:
                        label, style = cells[cell]
                        grid.append(f"{label:>{width}}", style=style)
            self.print(grid, soft_wrap=True)
            self.say()
        if labels:
            self.say(legend, "dim")


def aligned(rows: Iterable[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Return a line for each row; columns align, those numbered in `right` to the right.

    >>> aligned([("a1", "win"), ("b10", "-")], right=[0])
    [' a1  win', 'b10  -']
    """
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = (
            text.rjust(width) if column in right else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def heading(position: Position, game_kind: GameKind = "strong") -> str:
    """Name the game: ``4x4 board, 3 in a row, X to move``; the weak one: ``weak game, ...``."""
    board = position.game.words
    if game_kind == "strong":
        return f"{board}, {position.status}"
    status = weak_status(position) or f"{position.turn} to move"
    if position.winner == "O" and weak_winner(position) is None:
        status += ", O's line counts for nothing"
    return f"weak game, {board}, {status}"
