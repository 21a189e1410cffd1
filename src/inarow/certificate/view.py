"""How positions of a certificate are seen: whose proof it is, and which image of the board."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.certificate.board import State
from inarow.certificate.index import Index
from inarow.certificate.strategy import Chain, Strategies
from inarow.model.game import Game
from inarow.model.position import Player, Position, cells_of, make_position

__all__ = ["View"]


@dataclass(frozen=True)
class View:
    """Of a position of the file: for whom it is seen, and where its cells are seen."""

    game: Game
    index: Index
    strategies: Strategies
    keeper: Player
    to: tuple[int, ...]

    @property
    def rival(self) -> Player:
        return "O" if self.keeper == "X" else "X"

    def cells(self, mask: int) -> int:
        """Return where a set of cells is seen."""
        return sum(1 << self.to[cell] for cell in cells_of(mask))

    def position(self, at: State, turn: Player) -> Position:
        own, opponent = (at.keeper, at.rival) if turn == self.keeper else (at.rival, at.keeper)
        return make_position(self.game, self.cells(own), self.cells(opponent), turn, None)

    def chain(self, chain: Chain) -> Chain:
        """Return a chain, its cells as they are seen."""
        moves, replies = (
            tuple(self.to[cell] for cell in cells) for cells in (chain.moves, chain.replies)
        )
        wins, spoilers = self.cells(chain.wins), self.cells(chain.spoilers)
        return Chain(moves, replies, wins, spoilers, chain.plies)
