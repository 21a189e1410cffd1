"""What a notebook shows of an answer: its picture, and a table beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from inarow.model.bounds import Bounds
from inarow.model.results import Analysis, Solution
from inarow.model.words import VALUES, facts, verdict
from inarow.solver.grading import Grade, Grades

RANKED = 12
"""Moves of an analysis in the table; the picture has them all."""

NAMED = 8
"""Best moves that are named; of more the number is told."""

GRADED = ("", "move", "before", "after", "best moves", "")
"""The headings above rows of `graded`."""


def page(shown: object) -> str:
    """Return HTML of what inherits from `Told`.

    >>> from inarow import Game, solve
    >>> page(solve(Game(3, 3, 3).position("XX./OO./..."))).count("<tr>")
    5
    """
    match shown:
        case Solution():
            return _beside(shown._repr_svg_(), _table((), _facts(shown)))
        case Analysis():
            return _beside(shown._repr_svg_(), _table(("move", "value", "line"), _ranked(shown)))
        case Grades():
            return _table(GRADED, map(graded, shown))
    raise TypeError(f"there is no table of {type(shown).__name__}")


def _facts(solution: Solution) -> Iterable[Sequence[str]]:
    yield from facts(solution.position, solution, solution.game_kind)
    yield "nodes", f"{solution.nodes:,}"
    yield "seconds", f"{solution.seconds:.3g}"


def _ranked(analysis: Analysis) -> Iterable[Sequence[str]]:
    position, name = analysis.position, analysis.position.game.name
    for move, solution in [*analysis.items()][:RANKED]:
        line = " ".join(map(name, solution.line))
        yield name(move), verdict(position, solution), line
    if len(analysis) > RANKED:
        yield "", f"and {len(analysis) - RANKED} more", ""


def graded(one: Grade) -> Sequence[str]:
    """Return a row about a move: the side, its name, the values, best moves and a mark."""
    position, name = one.position, one.position.game.name
    best = one.best_moves
    if best is None:
        told = "?"
    elif len(best) > NAMED:
        told = f"{len(best)} moves"
    else:
        told = " ".join(map(name, best))
    mark = "?? loses" if one.is_losing else "? mistake" if one.is_mistake else ""
    side = f"{position.ply + 1}. {position.turn}"
    return side, name(one.move), _in_words(one.before), _in_words(one.after), told, mark


def _in_words(bounds: Bounds) -> str:
    """The value in a word, and in how many plies it is reached; or the bound that is known."""
    if bounds.value is None and (bounds.lower, bounds.upper) != (-1, 1):
        return ">= draw" if bounds.lower == 0 else "<= draw"
    return VALUES[bounds.value] + ("" if bounds.distance is None else f" in {bounds.distance}")


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = f"<tr>{''.join(f'<th>{escape(text)}</th>' for text in headings)}</tr>" * bool(headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in cells)}</tr>" for cells in rows
    )
    return f"<table>{head}{body}</table>"


def _beside(picture: str, table: str) -> str:
    style = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    return f'<div style="{style}">{picture}{table}</div>'
