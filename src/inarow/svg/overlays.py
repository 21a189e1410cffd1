"""What is known of a position, drawn over its board: a solution, an analysis, a pairing.

Nothing is told by colour alone: values have signs, proven ones a frame of a whole stroke and the
others of a dashed one, stones to come are fainter and have numbers. Every part that carries a
value has a label for screen readers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from inarow.model.counted import counted
from inarow.model.options import GameKind
from inarow.model.results import Solution
from inarow.model.words import forced_words, verdict
from inarow.svg.board import BoardDrawing, board_picture

if TYPE_CHECKING:
    from inarow.model.position import Position
    from inarow.solver.forced import ForcedWin
    from inarow.solver.pairing import Pairing

_MINUS = "\N{MINUS SIGN}"  # as wide as a plus; a hyphen is easily overlooked
_FAINT = 0.4
_DASHES = "4 3"


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
    name, best = position.game.name, solution.best_move
    captions = [verdict(position, solution, game_kind)]
    if best is not None:
        kind = "promising, judged" if solution.judged else "best move"
        captions.append(f"{kind}: {name(best)}")
    steps = solution.line or (() if best is None else (best,))
    board = board_picture(
        position, last=position.last_move, captions=captions, label="; ".join(captions)
    )
    _draw_line(board, position, steps)
    if best is not None:
        board.frame(best, "best", _DASHES if solution.judged else "")
    if game_kind == "strong" and steps:
        board.lines(position.play_all(steps), "6 4")
    return board.drawing.svg()


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
    name, best = position.game.name, next(iter(analysis.items()), None)
    legend, summary = [], position.status
    if best is not None:
        legend.append(f"for {position.turn}: + win, = draw, {_MINUS} loss")
        summary = f"{counted(len(analysis), 'move')} for {position.turn};"
        summary += f" best: {name(best[0])}, {verdict(position, best[1])}"
    if any(solution.distance is not None for solution in analysis.values()):
        legend.append("numbers: plies to the end")
    if not all(solution.proven for solution in analysis.values()):
        legend.append("dashed, slanted: not proven")
    board = board_picture(position, last=position.last_move, captions=legend, label=summary)
    for move, solution in analysis.items():
        proven, words = solution.proven, f"{name(move)}: {verdict(position, solution)}"
        with board.drawing.group(f"value {'proven' if proven else 'open'}", words):
            if not proven:
                board.frame(move, "open-frame", _DASHES, _FAINT)
            elif best is not None and solution.bounds == best[1].bounds:
                board.frame(move, "best")
            kind = {1: "win", 0: "even", -1: "loss", None: "cell"}[solution.value]
            board.mark(move, sign(solution), kind, bold=proven, slanted=not proven)
    return board.drawing.svg()


def forced_win_svg(win: ForcedWin) -> str:
    """Return a picture of a win by force: its line numbered, the zone of its threat filled.

    >>> from inarow import Game, forced_win
    >>> win = forced_win(Game(7, 7, 4).position(
    ...     "......./O.X..../......X/......./......./....O../.......", turn="X", strict=False
    ... ))
    >>> picture = forced_win_svg(win)
    >>> picture.count("class='step'") == len(win.line), "threes and fours" in picture
    (True, True)
    """
    position = win.position
    captions = [forced_words(position.turn, win.order, len(win.line))]
    if win.order > 1:
        captions.append("framed: all replies that could stop the threat; each loses")
    zone = win.zone if win.order > 1 else ()
    board = board_picture(
        position, framed=zone, last=position.last_move, captions=captions, label=captions[0]
    )
    _draw_line(board, position, win.line)
    board.lines(position.play_all(win.line), "6 4")
    return board.drawing.svg()


def pairing_svg(pairing: Pairing) -> str:
    """Return a picture of a pairing: cells of a pair are linked, and have the same number.

    >>> from inarow import Game, pairing
    >>> found = pairing(Game(5, 5, 5).start())
    >>> pairing_svg(found).count("class='pair'")
    12
    """
    captions = [
        f"{pairing.attacker} is held by {counted(len(pairing.pairs), 'pair')}",
        "a cell of a pair is answered with the other",
    ]
    board = board_picture(pairing.position, captions=captions, label=captions[0])
    board.threads(pairing.pairs)
    board.pairs(pairing.pairs, map(str, range(1, len(pairing.pairs) + 1)))
    return board.drawing.svg()


def _draw_line(board: BoardDrawing, position: Position, line: Sequence[int]) -> None:
    """Stones to come, faint and numbered."""
    for number, cell in enumerate(line, 1):
        x_moves = (position.turn == "X") == (number % 2 == 1)
        words = f"{number}. {'X' if x_moves else 'O'} {position.game.name(cell)}"
        with board.drawing.group("step", words):
            board.stones(x_moves << cell, (not x_moves) << cell, _FAINT)
            board.mark(cell, str(number), name="number", bold=True)


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
