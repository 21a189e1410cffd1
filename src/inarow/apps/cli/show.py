"""Answers for people: boards and values as text, in words, with a little colour on a terminal.

Everything here reads the same without colour, and is plain ASCII.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from rich.console import Console
from rich.text import Text

from inarow.model.game import Game
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Solution
from inarow.model.weak import weak_winner
from inarow.model.words import verdict, weak_status

__all__ = [
    "draw_board",
    "draw_labels",
    "draw_values",
    "error_console",
    "heading",
    "output_console",
    "print_fact",
    "tell_interrupted",
    "verdict",
    "weak_status",
]

_STYLES = {"X": "bold cyan", "O": "bold magenta", ".": "dim", "?": "dim", "=": "yellow"}
_VALUE_STYLES = {1: "bold green", 0: "yellow", -1: "red", None: "dim"}


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        """Let `main` decide what a closed pipe means."""
        raise BrokenPipeError


def output_console() -> Console:
    """Standard output as it is now; colour only if it is a terminal, and NO_COLOR is unset."""
    return _Console(highlight=False)


def error_console() -> Console:
    """Standard error, likewise."""
    return _Console(stderr=True, highlight=False)


# Words.


def heading(position: Position, game_kind: GameKind = "strong") -> str:
    """Name the game: ``4x4 board, 3 in a row, X to move``; the weak one: ``weak game, ...``."""
    game = position.game
    board = game.words
    if game_kind == "strong":
        return f"{board}, {position.status}"
    status = weak_status(position) or f"{position.turn} to move"
    if position.winner == "O" and weak_winner(position) is None:
        status += ", O's line counts for nothing"
    return f"weak game, {board}, {status}"


def tell_interrupted(text: str) -> None:
    """Say on standard error how far a command got: its output holds nothing but what it found."""
    print("inarow: interrupted;", text, file=sys.stderr)


def print_fact(console: Console, label: str, text: str) -> None:
    """Print a labelled text; on a terminal it wraps under itself, in a pipe it stays one line."""
    margin = 12
    lines = [text]
    if console.is_terminal:
        lines = textwrap.wrap(text, max(20, console.width - margin)) or [""]
    for number, line in enumerate(lines):
        shown = Text(f"{label if number == 0 else '':<{margin}}", style="dim")
        console.print(shown.append(line, style="not dim"), soft_wrap=True)


# Boards.


def draw_board(
    console: Console,
    position: Position,
    marked: int | None = None,
    strong: Iterable[int] = (),
) -> None:
    """Draw the stones; a marked cell is a ``*``, and where there is colour, some are `strong`."""
    labels = list(position.text.replace("/", ""))
    styles = [_STYLES[label] for label in labels]
    if marked is not None:
        labels[marked], styles[marked] = "*", "bold green"
    for cell in strong:
        styles[cell] += " reverse"
    _draw_grid(console, position.game, labels, styles)


def draw_labels(console: Console, position: Position, labels: Mapping[int, str]) -> None:
    """Draw the stones, and texts on empty cells; signs that are no letters or stars are dim."""
    shown = list(position.text.replace("/", ""))
    styles = [_STYLES[label] for label in shown]
    for cell, label in labels.items():
        shown[cell] = label
        styles[cell] = "bold green" if label.isalnum() or label in "*?" else "dim"
    _draw_grid(console, position.game, shown, styles)


def draw_values(console: Console, position: Position, analysis: Mapping[int, Solution]) -> None:
    """Draw the stones, and on every legal cell what a move there is worth to the mover."""
    labels = list(position.text.replace("/", ""))
    styles = [_STYLES[label] for label in labels]
    for move, solution in analysis.items():
        labels[move] = _sign(solution)
        styles[move] = _VALUE_STYLES[solution.value]
    _draw_grid(console, position.game, labels, styles)


def _sign(solution: Solution) -> str:
    """The value as ``+5``, ``=``, ``-8`` or ``?``; a bare sign where no distance is known."""
    if solution.value is None:
        return "?"
    if solution.value == 0:
        return "="
    distance = "" if solution.distance is None else str(solution.distance)
    return ("+" if solution.value > 0 else "-") + distance


def _draw_grid(console: Console, game: Game, labels: Sequence[str], styles: Sequence[str]) -> None:
    """Draw cells in columns that align; a board wider than the terminal comes in parts."""
    margin = len(str(game.m))
    width = max(map(len, labels)) + 1
    # In a pipe nobody is served by a board in parts: its lines are as long as they are.
    fit = (console.width - margin) // width if console.is_terminal else game.n
    step = max(1, fit)
    for first in range(0, game.n, step):
        columns = range(first, min(first + step, game.n))
        letters = game.letters[columns.start : columns.stop]
        grid = Text(" " * margin + "".join(f"{letter:>{width}}" for letter in letters))
        for row in range(game.m):
            grid.append(f"\n{row + 1:>{margin}}")
            for column in columns:
                cell = game.cell((row, column))
                grid.append(f"{labels[cell]:>{width}}", style=styles[cell])
        console.print(grid, soft_wrap=True)
        console.print()
