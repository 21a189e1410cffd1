"""Pairings: disjoint pairs of empty cells of which every live line of the attacker has one.

Whenever the attacker takes a cell of a pair, the defender takes the other; so no live line (one
without a stone of the defender) is ever completed, and the attacker is held (Hales and Jewett,
"Regularity and positional games", Trans. AMS 106, 1963). The core decides whether there is one
(``exact_cover.pxi``), as it does inside of its proofs; here is one to ask for, and to look at.

Where that would take too long, or there are too many lines for it, a local search goes on: take a
bare line, give it the two of its cells that gain most, break up the pairs in their way, and go on;
lines weigh more the longer they stay bare, and a fresh pair is left alone for some steps. It may
miss a pairing that exists. What is found is verified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from inarow._core import make_kernel
from inarow.model.drawn import Drawn
from inarow.model.errors import IllegalMoveError, InvalidOptionError
from inarow.model.position import cells_of

if TYPE_CHECKING:
    from inarow.model.game import MoveLike
    from inarow.model.position import Player, Position

__all__ = ["Pairing", "pairing"]

DECIDING_NODES = 300_000
"""Of the search of the core: half a second, where it needs so many."""
TABLE_BYTES = 1 << 16
"""Of its table, of which pairings make no use."""
STEPS = 4000
"""Of the local search: where a pairing exists, some hundreds do nearly always."""
TABU_STEPS = 10
"""A fresh pair stays for so long."""


@dataclass(frozen=True)
class Pairing(Drawn):
    """A pairing of a position. It draws itself in a notebook."""

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
                if not line & _stones(self.position, _other(self.attacker))
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

    Raises `InvalidOptionError` for an attacker other than ``"X"`` and ``"O"``.

    >>> from inarow.model.game import Game
    >>> found = pairing(Game(5, 5, 5).start())
    >>> len(found.pairs), found.holds(), found.reply(found.pairs[0][0]) == found.pairs[0][1]
    (12, True, True)
    >>> pairing(Game(4, 4, 4).start()) is None
    True
    """
    if attacker not in ("X", "O"):
        raise InvalidOptionError(f'attacker must be "X" or "O", not {attacker!r}')
    theirs = _stones(position, attacker)
    ours = _stones(position, _other(attacker))
    kernel = make_kernel(position.game, TABLE_BYTES)
    pairs = kernel.pairing(theirs, ours, DECIDING_NODES)
    if pairs is None:  # undecided
        pairs = _searched(position, theirs, ours)
    if pairs is None or pairs is False:
        return None
    found = Pairing(position, attacker, tuple(sorted(pairs)))
    assert found.holds(), "what the search calls a pairing is one"
    return found


def _searched(position: Position, theirs: int, ours: int) -> list[tuple[int, int]] | None:
    """Look for pairs by local search."""
    live = [line & ~theirs for line in position.game.line_masks if not line & ours]
    # A line that contains another is held with it.
    live = sorted(set(live), key=int.bit_count)
    needed = [line for i, line in enumerate(live) if all(line & o != o for o in live[:i])]
    return _search([cells_of(line) for line in needed])


def _stones(position: Position, side: Player) -> int:
    return position.x if side == "X" else position.o


def _other(side: Player) -> Player:
    return "O" if side == "X" else "X"


def _search(lines: Sequence[tuple[int, ...]]) -> list[tuple[int, int]] | None:
    """Disjoint pairs such that every line has both cells of one, or None."""
    if any(len(line) < 2 for line in lines):
        return None
    through: dict[int, int] = {}
    for number, line in enumerate(lines):
        for cell in line:
            through[cell] = through.get(cell, 0) | 1 << number
    # No pair covers more lines than the best one, and there are so many pairs at most.
    most = max(
        ((through[a] & through[b]).bit_count() for line in lines for a, b in combinations(line, 2)),
        default=1,
    )
    if len(lines) > most * (len(through) // 2):
        return None
    return _Search(lines, through).run()


class _Search:
    """The state of a local search; sets of lines are ints."""

    def __init__(self, lines: Sequence[tuple[int, ...]], through: dict[int, int]) -> None:
        self.lines, self.through = lines, through
        self.partner: dict[int, int] = {}
        self.free_from = dict.fromkeys(through, 0)
        self.planes: list[int] = []  # the extra weight of the lines, in binary, lowest digit first
        self.numbers = Random(len(lines))

    def run(self) -> list[tuple[int, int]] | None:
        for step in range(STEPS):
            once, more = self._covered()
            bare = ((1 << len(self.lines)) - 1) & ~(once | more)
            if not bare:
                return [(a, b) for a, b in self.partner.items() if a < b]
            candidates = cells_of(bare)
            line = self.lines[candidates[int(self.numbers.random() * len(candidates))]]
            cells = [cell for cell in line if self.free_from[cell] <= step]
            gain, a, b = self._best_pair(cells, once, bare)
            if gain <= 0:
                self._raise_weights(bare)
            if a != b:
                for cell in (a, b):
                    left = self.partner.pop(cell, None)
                    if left is not None:
                        del self.partner[left]
                    self.free_from[cell] = step + TABU_STEPS
                self.partner[a], self.partner[b] = b, a
        return None

    def _covered(self) -> tuple[int, int]:
        """The lines that one pair covers, and those that several do."""
        once = more = 0
        for a, b in self.partner.items():
            if a < b:
                shared = self.through[a] & self.through[b]
                more |= once & shared
                once |= shared
        return once & ~more, more

    def _best_pair(self, cells: Sequence[int], once: int, bare: int) -> tuple[int, int, int]:
        """The most that a pair gains, in weight, and that pair; two equal cells if none is free."""
        best = (0, 0, 0)
        lost = {}
        for cell in cells:
            left = self.partner.get(cell)
            lost[cell] = 0 if left is None else self.through[cell] & self.through[left] & once
        for a, b in combinations(cells, 2):
            gone = lost[a] | lost[b]
            shared = self.through[a] & self.through[b]
            gain = self._weight(shared & (bare | gone)) - self._weight(gone)
            if best[1] == best[2] or gain > best[0]:
                best = (gain, a, b)
        return best

    def _weight(self, lines: int) -> int:
        total = lines.bit_count()
        for digit, plane in enumerate(self.planes):
            total += (lines & plane).bit_count() << digit
        return total

    def _raise_weights(self, lines: int) -> None:
        """Each of the lines counts for one more."""
        digit = 0
        while lines:
            if digit == len(self.planes):
                self.planes.append(0)
            self.planes[digit], lines = self.planes[digit] ^ lines, self.planes[digit] & lines
            digit += 1
