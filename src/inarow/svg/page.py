"""What a notebook shows of an answer: its picture, and a table beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from inarow.model.results import Analysis, Solution
from inarow.model.words import VALUES, verdict
from inarow.solver.grading import Grade, Grades

RANKED = 12
"""Moves of an analysis in the table; the picture has them all."""


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
            return _table(("", "move", "before", "after", "best moves", ""), map(_graded, shown))
    raise TypeError(f"there is no table of {type(shown).__name__}")


def _facts(solution: Solution) -> Iterable[Sequence[str]]:
    position = solution.position
    name, best = position.game.name, solution.best_move
    yield "value", verdict(position, solution, solution.game_kind)
    if best is not None:
        yield "promising, judged" if solution.judged else "best move", name(best)
    if solution.line:
        yield "line", " ".join(map(name, solution.line))
    yield "nodes", f"{solution.nodes:,}"
    yield "seconds", f"{solution.seconds:.3g}"


def _ranked(analysis: Analysis) -> Iterable[Sequence[str]]:
    position, name = analysis.position, analysis.position.game.name
    for move, solution in [*analysis.items()][:RANKED]:
        line = " ".join(map(name, solution.line))
        yield name(move), verdict(position, solution), line
    if len(analysis) > RANKED:
        yield "", f"and {len(analysis) - RANKED} more", ""


def _graded(grade: Grade) -> Sequence[str]:
    position, name = grade.position, grade.position.game.name
    best = "?" if grade.best_moves is None else " ".join(map(name, grade.best_moves))
    mark = "loses" if grade.is_losing else "mistake" if grade.is_mistake else ""
    values = VALUES[grade.value_before], VALUES[grade.value_after]
    return f"{position.ply + 1}. {position.turn}", name(grade.move), *values, best, mark


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = f"<tr>{''.join(f'<th>{escape(text)}</th>' for text in headings)}</tr>" * bool(headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in cells)}</tr>" for cells in rows
    )
    return f"<table>{head}{body}</table>"


def _beside(picture: str, table: str) -> str:
    style = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    return f'<div style="{style}">{picture}{table}</div>'
