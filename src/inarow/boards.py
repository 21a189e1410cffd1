"""Boards that are no grids, for `Game.on`: an address for `inarow.model.boards`."""

from inarow.model.board import Board
from inarow.model.boards import animal, box, hexagon, lines, torus

__all__ = ["Board", "animal", "box", "hexagon", "lines", "torus"]
