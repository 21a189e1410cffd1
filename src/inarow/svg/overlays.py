"""What is known of a position, drawn over its board: a solution, an analysis, a pairing.

Nothing is told by colour alone: values have signs, proven ones a frame of a whole stroke and the
others of a dashed one, stones to come are fainter and have numbers. Every part that carries a
value has a label for screen readers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from inarow.model.options import GameKind
from inarow.model.results import Solution
from inarow.model.words import verdict
from inarow.svg.board import BoardDrawing
from inarow.svg.parts import clean

if TYPE_CHECKING:
    from inarow.model.position import Position
    from inarow.solver.pairing import Pairing

__all__ = ["analysis_svg", "pairing_svg", "sign", "solution_svg"]

_INKS = {1: "#116329", 0: "#6b5300", -1: "#a40e26", None: "#57606a"}
"""Of values: dark enough to read on white."""
_MINUS = "\N{MINUS SIGN}"  # as wide as a plus; a hyphen is easily overlooked
_FAINT = " opacity='0.4'"
_PAIRS = ("#0b5394", "#b3470b", "#116329", "#7a3e9d", "#6b5300")
"""Of pairs, in turn; it is their numbers that tell them apart."""


def solution_svg(position: Position, solution: Solution, game_kind: GameKind = "strong") -> str:
    """Return a picture of a position with its value, and its principal variation numbered.

    The stones of the variation are faint, and a line that it completes is dashed. A move that is
    judged, not proven, has a dashed frame.

    >>> from inarow import Game, solve
    >>> position = Game(3, 3, 3).position("XX./OO./...")
    >>> picture = solution_svg(position, solve(position, distance=True))
    >>> "X wins in 1 ply, proven" in picture, picture.count("class='step'")
    (True, 1)
    """
    name = position.game.name
    captions = [verdict(position, solution, game_kind)]
    if solution.best_move is not None:
        kind = "promising, judged" if solution.judged else "best move"
        captions.append(f"{kind}: {name(solution.best_move)}")
    steps = list(solution.line)
    if not steps and solution.best_move is not None:
        steps = [solution.best_move]
    drawing = BoardDrawing(position, captions=captions, label="; ".join(captions))
    if position.last_move is not None:
        drawing.mark_last(position.last_move)
    x_moves = position.turn == "X"
    for number, cell in enumerate(steps, 1):
        side = "X" if x_moves else "O"
        stone = drawing.x_stone(cell, _FAINT) if x_moves else drawing.o_stone(cell, _FAINT)
        drawing.add(_group("step", f"{number}. {side} {name(cell)}"), stone)
        drawing.mark(cell, str(number), "number", more=" font-weight='bold'")
        drawing.add("</g>")
        x_moves = not x_moves
    if solution.best_move is not None:
        drawing.frame(solution.best_move, "best", _dashes(not solution.judged))
    if game_kind == "strong":
        end = position.play_all(steps)
        if end is not position:
            drawing.draw_lines(end, " stroke-dasharray='6 4'")
    return drawing.svg()


def analysis_svg(position: Position, analysis: Mapping[int, Solution]) -> str:
    """Return a picture of a position with what every move is worth to the side to move.

    Values are written as by `sign`. A cell whose value is proven has a frame of a whole stroke if
    the move is among the best; one whose value is not, a dashed frame, and slanted letters.

    >>> from inarow import Game, analyse
    >>> position = Game(3, 3, 3).position("XO./.../...")
    >>> picture = analysis_svg(position, analyse(position, distance=True))
    >>> "aria-label='b2: X wins in 5 plies, proven'" in picture, ">+5</text>" in picture
    (True, True)
    """
    drawing = BoardDrawing(
        position, captions=_legend(position, analysis), label=_summary(position, analysis)
    )
    if position.last_move is not None:
        drawing.mark_last(position.last_move)
    best = next(iter(analysis.values()), None)
    for move, solution in analysis.items():
        kind = "proven" if solution.proven else "open"
        words = f"{position.game.name(move)}: {verdict(position, solution)}"
        drawing.add(_group(f"value {kind}", words))
        is_best = best is not None and solution[:2] + solution[4:6] == best[:2] + best[4:6]
        if not solution.proven:
            drawing.frame(move, "open-frame", f"{_dashes(False)}{_FAINT}")
        elif is_best:
            drawing.frame(move, "best")
        style = " font-weight='bold'" if solution.proven else " font-style='italic'"
        drawing.mark(move, sign(solution), "mark", _INKS[solution.value], style)
        drawing.add("</g>")
    return drawing.svg()


def pairing_svg(pairing: Pairing) -> str:
    """Return a picture of a pairing: cells of a pair are linked, and have the same number.

    >>> from inarow import Game, pairing
    >>> found = pairing(Game(5, 5, 5).start())
    >>> pairing_svg(found).count("class='pair'")
    12
    """
    position, attacker = pairing.position, pairing.attacker
    name = position.game.name
    count = f"{len(pairing.pairs)} pairs" if len(pairing.pairs) != 1 else "1 pair"
    captions = [f"{attacker} is held by {count}", "a cell of a pair is answered with the other"]
    drawing = BoardDrawing(position, captions=captions, label=captions[0])
    size, paired = drawing.size, list(enumerate(pairing.pairs, 1))
    for number, (a, b) in paired:
        (xa, ya), (xb, yb) = drawing.centre(a), drawing.centre(b)
        drawing.add(
            f"<path class='link' d='M{xa:g} {ya:g}L{xb:g} {yb:g}' stroke='{_ink_of(number)}'"
            f" stroke-width='{0.08 * size:g}' stroke-linecap='round' opacity='0.5'/>"
        )
    for number, (a, b) in paired:  # above all the links: these are what one reads
        drawing.add(_group("pair", f"pair {number}: {name(a)} and {name(b)}"))
        for cell in (a, b):
            x, y = drawing.centre(cell)
            drawing.add(
                f"<circle class='end' cx='{x:g}' cy='{y:g}' r='{0.27 * size:g}' fill='#ffffff'"
                f" stroke='{_ink_of(number)}' stroke-width='{0.05 * size:g}'/>"
            )
            drawing.text("number", str(number), x, y, 0.3 * size)
        drawing.add("</g>")
    return drawing.svg()


def sign(solution: Solution) -> str:
    """The value in a few characters, or the bounds where it is not proven.

    ``+5`` is a win in 5 plies, ``=`` a draw, and a loss has a minus (a bare sign where no distance
    is known); ``≥ =`` a draw at least, ``≤ =`` at most, ``?`` anything.
    """
    if solution.value is None:
        return {(0, 1): "≥ =", (-1, 0): "≤ ="}.get((solution.lower, solution.upper), "?")
    if solution.value == 0:
        return "="
    distance = "" if solution.distance is None else str(solution.distance)
    return ("+" if solution.value > 0 else _MINUS) + distance


def _legend(position: Position, analysis: Mapping[int, Solution]) -> list[str]:
    if not analysis:
        return []
    lines = [f"for {position.turn}: + win, = draw, {_MINUS} loss"]
    if any(solution.distance is not None for solution in analysis.values()):
        lines.append("numbers: plies to the end")
    if not all(solution.proven for solution in analysis.values()):
        lines.append("dashed, slanted: not proven")
    return lines


def _summary(position: Position, analysis: Mapping[int, Solution]) -> str:
    if not analysis:
        return position.status
    move, solution = next(iter(analysis.items()))
    return (
        f"{len(analysis)} moves for {position.turn};"
        f" best: {position.game.name(move)}, {verdict(position, solution)}"
    )


def _group(kind: str, label: str) -> str:
    """The opening tag of a part with a label, and what a pointer over it shows."""
    words = clean(label)
    return f"<g class='{kind}' role='img' aria-label='{words}'><title>{words}</title>"


def _ink_of(pair: int) -> str:
    return _PAIRS[pair % len(_PAIRS)]


def _dashes(whole: bool) -> str:
    return "" if whole else " stroke-dasharray='4 3'"
