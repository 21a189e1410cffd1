"""Pictures as self-contained SVG: boards, and whatever draws itself in a notebook; tables there."""

from __future__ import annotations

from inarow.certificate.nodes import Answer, Node
from inarow.model.match import Match
from inarow.model.position import Position
from inarow.model.results import Analysis, Solution
from inarow.solver.forced import ForcedWin
from inarow.solver.pairing import Pairing
from inarow.svg.board import board_svg
from inarow.svg.overlays import analysis_svg, forced_win_svg, pairing_svg, solution_svg
from inarow.svg.page import page
from inarow.svg.proof import proof_svg

__all__ = ["board_svg", "page", "picture"]


def picture(shown: object) -> str:
    """Return the picture of what inherits from `Drawn`."""
    match shown:
        case Position():
            return board_svg(shown, last=shown.last_move)
        case Match():
            return picture(shown.position)
        case Solution():
            return solution_svg(shown.position, shown, shown.game_kind)
        case Analysis():
            return analysis_svg(shown.position, shown)
        case ForcedWin():
            return forced_win_svg(shown)
        case Pairing():
            return pairing_svg(shown)
        case Node() | Answer():
            return proof_svg(shown)
    raise TypeError(f"there is no picture of {type(shown).__name__}")
