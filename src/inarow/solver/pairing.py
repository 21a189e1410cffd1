"""Pairings: disjoint pairs of empty cells of which every live line of the attacker has one.

Whenever the attacker takes a cell of a pair, the defender takes the other; so no live line (one
without a stone of the defender) is ever completed, and the attacker is held (Hales and Jewett,
"Regularity and positional games", Trans. AMS 106, 1963). The core decides whether there is one
(``exact_cover.pxi``), as it does inside of its proofs; here is one to ask for, and to look at.

Where there is no room for that, since rows are long, a local search goes on (``pairings.pyx``); it
may miss a pairing. By it alone draws are found of games such as 15,15,9, for the kernels of grids
have no room for so many lines at a node, and others spend little on any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from inarow._core import make_kernel
from inarow._core.pairings import local_search
from inarow.model.bits import cells_of
from inarow.model.drawn import Drawn
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.legal import OTHER, Player
from inarow.model.options import refuse_plain
from inarow.model.position import Position, require_position

if TYPE_CHECKING:
    from inarow.model.board import MoveLike
    from inarow.model.game import Game

Pairs: TypeAlias = list[tuple[int, int]]

DECIDING_NODES = 300_000
"""Of the search of the core: half a second, where it needs so many."""
KERNEL_LINES = 128
"""So many lines the kernels of grids set down for the local search at a node, and no more."""
LONG = 7
"""Cells of a line. On grids with so many lines that are shorter no pairing was ever found."""
TABLE_BYTES = 1 << 16
"""Of its table, of which pairings make no use."""


@dataclass(frozen=True)
class Pairing(Drawn):
    """A pairing of a position. It draws itself in a notebook.

    >>> from inarow import Game, pairing
    >>> found = pairing(Game(5, 5, 5).start())
    >>> found.attacker, len(found.pairs), found.holds()
    ('X', 12, True)
    """

    position: Position
    attacker: Player
    """The side that is held."""
    pairs: tuple[tuple[int, int], ...]
    """Each with the lower cell first, ascending."""

    def reply(self, move: MoveLike) -> int | None:
        """The cell with which the defender answers `move`; None where any will do.

        Raises `IllegalMoveError` for a taken cell or one off the board.
        """
        cell = self.position.game.cell(move)
        if (self.position.x | self.position.o) >> cell & 1:
            raise IllegalMoveError(f"{self.position.game.name(cell)} is taken")
        return next((a + b - cell for a, b in self.pairs if cell in (a, b)), None)

    def holds(self) -> bool:
        """Is it a pairing? Looks at nothing but the lines, the stones and the pairs."""
        cells = [cell for pair in self.pairs for cell in pair]
        taken = self.position.x | self.position.o
        masks = [1 << a | 1 << b for a, b in self.pairs]
        return (
            len(set(cells)) == len(cells)
            and not any(taken >> cell & 1 for cell in cells)
            and all(
                any(mask & line == mask for mask in masks)
                for line in self.position.game.line_masks
                if not line & _stones(self.position, OTHER[self.attacker])
            )
        )

    def __str__(self) -> str:
        name = self.position.game.name
        return " ".join(f"{name(a)}-{name(b)}" for a, b in self.pairs)


def pairing(position: Position, attacker: Player = "X") -> Pairing | None:
    """Return a pairing that holds `attacker`, whoever is to move; None if none was found.

    With lines of five, on boards to 8 x 8, there is none then; where there are more lines or longer
    ones, it may have been missed. None says nothing of the value. The same position gets the same
    answer.

    Raises `InvalidOptionError` for an attacker other than ``"X"`` and ``"O"``, `InvalidGameError`
    for a misère game or one with gravity.

    >>> from inarow.model.game import Game
    >>> found = pairing(Game(5, 5, 5).start())
    >>> len(found.pairs), found.holds(), found.reply(found.pairs[0][0]) == found.pairs[0][1]
    (12, True, True)
    >>> pairing(Game(4, 4, 4).start()) is None
    True
    """
    require_position(position)
    if not isinstance(attacker, str) or attacker not in ("X", "O"):
        raise InvalidOptionError(f'attacker must be "X" or "O", not {attacker!r}')
    refuse_plain(position.game, "pairings")
    stones = _stones(position, attacker), _stones(position, OTHER[attacker])
    pairs = make_kernel(position.game, TABLE_BYTES).pairing(*stones, DECIDING_NODES)
    return _looked_for(position, attacker) if pairs is None else _found(position, attacker, pairs)


def has_many_lines(game: Game) -> bool:
    """Are there more lines than kernels look for a pairing of, and may there be one?"""
    lines = game.lines
    if len(lines) <= KERNEL_LINES or game.is_plain:
        return False
    return len(lines) <= game.cells or min(map(len, lines)) >= LONG


def hold(position: Position, *, weak: bool) -> list[Pairing]:
    """Pairings of so many lines that hold X, and O as well unless it is the weak game; or nothing.

    Then it is drawn whatever is played: who is held may take a cell of a pair, and the other side
    answers in it; and a stone more does a defender no harm. It takes some hundredths of a second
    to find them, and up to half a second to find none.
    """
    sides: tuple[Player, ...] = ("X",) if weak else ("X", "O")
    others = [_stones(position, OTHER[side]) for side in sides]
    masks = position.game.line_masks
    if max(sum(not mask & stones for mask in masks) for stones in others) <= KERNEL_LINES:
        return []
    found = list[Pairing]()
    for side in sides:
        held = _looked_for(position, side)
        if held is None:
            return []
        found.append(held)
    return found


def _looked_for(position: Position, attacker: Player) -> Pairing | None:
    """As `pairing`, by the local search alone."""
    lines = _live(position, attacker)
    if any(len(line) < 2 for line in lines):
        return None
    return _found(position, attacker, local_search(lines))


def _found(
    position: Position, attacker: Player, pairs: Pairs | Literal[False] | None
) -> Pairing | None:
    if not isinstance(pairs, list):
        return None
    found = Pairing(position, attacker, tuple(sorted(pairs)))
    if not found.holds():
        raise AssertionError("what the search calls a pairing is none")
    return found


def _live(position: Position, attacker: Player) -> list[tuple[int, ...]]:
    """The empty cells of each line that the attacker may still complete."""
    theirs, ours = _stones(position, attacker), _stones(position, OTHER[attacker])
    return [cells_of(line & ~theirs) for line in position.game.line_masks if not line & ours]


def _stones(position: Position, side: Player) -> int:
    return position.x if side == "X" else position.o
