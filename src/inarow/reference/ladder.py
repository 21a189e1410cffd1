"""One search with its ideas on switches: what each of them buys, counted by one counter.

The other files of this folder have one technique each, and each is written for its own sake.
Here all share a single recursion, so that two runs differ by an idea and by nothing else:

    memo       a board that was searched before is looked up (`memo`, `alphabeta_memo`)
    window     a move that is refuted is searched no further (`alphabeta`)
    order      promising moves first: by the lines through the cell, 4^(stones) for each live one
    symmetry   the memo takes all images of a board for one: its key is the smallest of them
    threats    a completing cell is a win; one of the opponent's must be taken, and two are a loss

A *node* is a board on which the recursion begins to work, the root included: it is searched, or
seen to be over. A board that the memo answers is looked up and is no node; nor is one that a
threat makes it needless to look at.  `RUNGS` climbs from plain minimax to all ideas together:

>>> rules = Rules(3, 3, 3)
>>> for name, ideas in RUNGS.items():
...     print(f"{name:22}{solve(rules, ideas=ideas).nodes:10,}")
minimax                  549,946
minimax + memo             5,478
alpha-beta                16,811
alpha-beta + memo          2,503
+ ordering                   739
+ symmetry                   181
+ threats                     77

Boards are pairs of sets of cells as ints: see `bitboards`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from inarow.reference.alphabeta_memo import Bound, Entry, classify
from inarow.reference.bitboards import Cells, cell_set, image, image_tables, members, sides
from inarow.reference.rules import Board, Result, Rules

PULSE = 64  # nodes from one call of the pulse to the next


class Ideas(NamedTuple):
    """Which ideas a search uses; without any it is plain minimax."""

    memo: bool = False
    window: bool = False
    order: bool = False
    symmetry: bool = False
    threats: bool = False


RUNGS: Mapping[str, Ideas] = MappingProxyType(
    {
        "minimax": Ideas(),
        "minimax + memo": Ideas(memo=True),
        "alpha-beta": Ideas(window=True),
        "alpha-beta + memo": Ideas(window=True, memo=True),
        "+ ordering": Ideas(window=True, memo=True, order=True),
        "+ symmetry": Ideas(window=True, memo=True, order=True, symmetry=True),
        "+ threats": Ideas(window=True, memo=True, order=True, symmetry=True, threats=True),
    }
)
"""The ladder: from the fourth rung on, each adds an idea to the one before."""


class NodeLimit(Exception):
    """The search was to visit one node more than it was allowed."""


def solve(rules: Rules, board: Board | None = None, *, ideas: Ideas = RUNGS["+ threats"]) -> Result:
    """Value, a best move and nodes of a board; ``ValueError`` for one that no game reaches."""
    board = rules.check(board)
    outcome = rules.outcome(board)
    if outcome is not None:
        return Result(outcome, None, 1)
    search = LadderSearch(rules, ideas)
    return Result(search.run(*sides(board, rules.turn(board))), search.move, search.nodes)


class LadderSearch:
    """A search with some ideas: its memo and its counter.

    Not more than ``limit`` nodes are visited: `NodeLimit` is raised instead.  ``pulse`` is called
    every `PULSE` nodes; what it raises ends the search, which is how time is limited.
    """

    def __init__(
        self,
        rules: Rules,
        ideas: Ideas,
        limit: int | None = None,
        pulse: Callable[[LadderSearch], object] | None = None,
    ) -> None:
        rules.refuse_exact("the ladder")
        self.ideas = ideas
        self.cells = rules.m * rules.n
        self.board: Cells = (1 << self.cells) - 1
        self.lines = [(cell_set(line), line) for line in rules.lines]
        self.through = [
            [line for line, cells in self.lines if cell in cells] for cell in range(self.cells)
        ]
        self.symmetries = [image_tables(where) for where in rules.symmetries]
        self.memo: dict[int, Entry] = {}
        self.limit, self.pulse = limit, pulse
        self.nodes = 0
        self.move: int | None = None  # the best at the root

    def run(self, own: Cells, opponent: Cells) -> int:
        """Search a board that is not over, own to move; the value, and `move` with it."""
        # With values in -1 .. 1 the narrow window loses nothing; nothing is outside the wide one.
        bound = 1 if self.ideas.window else 2
        return self.search(own, opponent, None, -bound, bound)

    def search(self, own: Cells, opponent: Cells, last: int | None, alpha: int, beta: int) -> int:
        """The recursion: the promise of `alphabeta`.  ``last`` is the opponent's last cell."""
        key = self.key(own, opponent) if self.ideas.memo else None
        entry = None if key is None else self.memo.get(key)
        if entry is not None and entry.answers(alpha, beta):
            return entry.value
        self.count()
        cells, settled = self.candidates(own, opponent, last)
        move = cells[0] if cells else None
        if settled is not None:
            best, bound = settled, Bound.EXACT
        else:
            best, highest = -2, alpha  # below every value, so that some move is always chosen
            for cell in cells:
                # The opponent sees the window from the other side.
                value = -self.search(opponent, own | 1 << cell, cell, -beta, -highest)
                if value > best:
                    best, move = value, cell
                if self.ideas.window:
                    highest = max(alpha, best)
                    if best >= beta:
                        break
            bound = classify(best, alpha, beta)
        if key is not None:
            self.memo[key] = Entry(best, bound, None)  # no move: it would be that of one image
        if last is None:
            self.move = move
        return best

    def candidates(
        self, own: Cells, opponent: Cells, last: int | None
    ) -> tuple[Sequence[int], int | None]:
        """The moves to search, in order; and the value, where it is known without a search."""
        if last is not None and any(opponent & line == line for line in self.through[last]):
            return (), -1
        free = self.board & ~(own | opponent)
        if not free:
            return (), 0
        if self.ideas.threats:
            completing = self.gaps(own, opponent)
            if completing:
                return members(completing), 1
            to_block = self.gaps(opponent, own)
            if to_block & (to_block - 1):
                return members(to_block), -1  # two cells to take, and one stone to place
            free = to_block or free
        return self.ordered(own, opponent, free) if self.ideas.order else members(free), None

    def count(self) -> None:
        """Count a node, if it is still allowed."""
        if self.nodes == self.limit:
            raise NodeLimit
        self.nodes += 1
        if self.pulse is not None and self.nodes % PULSE == 0:
            self.pulse(self)

    def gaps(self, mine: Cells, yours: Cells) -> Cells:
        """The cells that complete a line of mine."""
        found = 0
        for line, _ in self.lines:
            missing = line & ~mine
            if not missing & (missing - 1) and not line & yours:
                found |= missing
        return found

    def ordered(self, own: Cells, opponent: Cells, free: Cells) -> list[int]:
        """The free cells, those first whose lines hold most; of equals the lower one.

        A line counts while one side at most has stones on it.
        """
        score = [0] * self.cells
        for line, cells in self.lines:
            mine, yours = line & own, line & opponent
            if not (mine and yours):
                weight = 4 ** (mine | yours).bit_count()
                for cell in cells:
                    score[cell] += weight
        return sorted(members(free), key=score.__getitem__, reverse=True)

    def key(self, own: Cells, opponent: Cells) -> int:
        """A number for the board; with symmetry, the same one for all its images."""
        if not self.ideas.symmetry:
            return own << self.cells | opponent
        return min(image(own, t) << self.cells | image(opponent, t) for t in self.symmetries)
