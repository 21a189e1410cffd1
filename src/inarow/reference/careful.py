"""The careful search: what plain Python can do when every known idea is put to use.

A fair opponent in benchmarks, an oracle where minimax cannot finish.  Its ideas, all exact:

Bitboards.  A set of cells is an ``int``.  For each side the search carries the lines it can still
complete, each as the set of cells it *misses*: my move takes its cell out of my sets and strikes
out the opponent's sets that hold it.

Two yes-or-no questions (null windows, as in Pearl's Scout, 1980).  ``at_least(1)``: does the side
to move win?  ``at_least(0)``: does it not lose?  A move is good if after it the opponent fails
the opposite question: the value is at least t exactly when, for some move, that of the other side
is not at least 1 - t.

Dead lines.  Nobody wins without a line left to complete.  A cell on no live line of either side
changes nothing, and since an extra stone never harms its owner, playing there is never better
than playing anywhere else: such cells are left out.

Threats (Allis, "Searching for solutions in games and artificial intelligence", 1994).  One cell
missing: a win on the spot; of the opponent's, a forced block, and two such cells are a loss.
Two lines that miss two cells each and cross in one: playing there leaves two gaps, a win in
three plies.  If the opponent could do that next, I must make a threat or play on those lines.

Order.  Threats first, then cells by the lines they lie on, each line weighing 2^-(cells missing).
Table.  One dict per question, so that a stored answer is a true bound whatever asked for it (see
`alphabeta_memo`).  Until the board is half full, the key is the smallest symmetric image.  All
moves are looked up before any is searched: one known refutation ends the node.

>>> solve(Rules(4, 4, 4), Rules(4, 4, 4).parse("X..O/.X../..O./...."))[:2]
(0, 6)
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

from inarow.reference.bitboards import (
    Cells,
    cell_set,
    defences,
    image,
    image_tables,
    members,
    shortages,
    sides,
)
from inarow.reference.rules import Board, Result, Rules


def solve(rules: Rules, board: Board | None = None) -> Result:
    """Value, a best move and nodes, over both questions together.

    Takes a win on the spot; blocks a standing threat.  ``ValueError`` for an unreachable board.
    """
    rules.refuse_exact("the careful search")
    board = rules.check(board)
    outcome = rules.outcome(board)
    if outcome is not None:
        return Result(outcome, None, 1)
    own, opp = sides(board, rules.turn(board))
    lines = [cell_set(line) for line in rules.lines]
    mine = [line & ~own for line in lines if not line & opp]
    yours = [line & ~opp for line in lines if not line & own]
    search, value = CarefulSearch(rules), 1
    move = search.at_least(1, own, opp, mine, yours)
    if not move:
        value, move = 0, search.at_least(0, own, opp, mine, yours)
    if not move:
        value, move = -1, shortages(yours)[0]  # lost, but a threat that stands is blocked
    if move in (0, search.whatever):
        move = search.board & ~(own | opp)
    return Result(value, (move & -move).bit_length() - 1, search.nodes)


class CarefulSearch:
    """The tables and the node count of one search."""

    def __init__(self, rules: Rules) -> None:
        self.cells = rules.m * rules.n
        self.board: Cells = (1 << self.cells) - 1
        self.whatever: Cells = 1 << self.cells  # the answer "yes, with any move": off the board
        self.nodes = 0
        self.tables: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
        self.few = self.cells // 2  # beyond this many stones symmetry costs more than it saves
        symmetries = [image_tables(where) for where in rules.symmetries]
        # Both are remembered: the same few sets come up all the time.
        self.cells_of = cache(members)
        self.images_of = cache(lambda cells: [image(cells, tables) for tables in symmetries])
        self.weights = [0, *(1 << (rules.k - missing) for missing in range(1, rules.k + 1))]

    def at_least(
        self, target: int, own: Cells, opp: Cells, mine: list[Cells], yours: list[Cells]
    ) -> Cells:
        """A move, as a set of one cell, that makes the value ``>= target``; 0 if there is none.

        ``own`` is the side to move; ``mine`` and ``yours`` hold for each line that side can still
        complete the cells it misses.  Nobody has a line yet.
        """
        self.nodes += 1
        if target == 1 and not mine:
            return 0
        if target == 0 and not yours:
            return self.whatever

        win, threats, double = shortages(mine)
        if win:
            return win & -win
        block, pairs, danger = shortages(yours)
        if block:
            if block & (block - 1):
                return 0  # two gaps to close with one stone
            moves = [block]
        else:
            if double:
                return double & -double
            threat = reduce(or_, threats, 0)
            candidates = reduce(or_, mine + yours) & (threat | defences(pairs, danger))
            moves = self.ordered(candidates, threat, mine, yours)

        reply = 1 - target
        table = self.tables[reply]
        unknown = []
        for move in moves:
            key = self.key(opp, own | move)
            refuted = table.get(key)
            if refuted is None:
                unknown.append((move, key))
            elif not refuted:
                return move
        for move, key in unknown:
            theirs = [missing for missing in yours if not missing & move]
            left = [missing & ~move for missing in mine]
            answer = self.at_least(reply, opp, own | move, theirs, left)
            table[key] = answer != 0
            if not answer:
                return move
        return 0

    def ordered(
        self, candidates: Cells, first: Cells, mine: list[Cells], yours: list[Cells]
    ) -> list[Cells]:
        """The candidates as single cells, the promising ones first."""
        score = [0] * self.cells
        for lines in (mine, yours):
            for missing in lines:
                weight = self.weights[missing.bit_count()]
                for cell in self.cells_of(missing):
                    score[cell] += weight
        for cell in self.cells_of(first):
            score[cell] += 1 << 20
        best_first = sorted(self.cells_of(candidates), key=score.__getitem__, reverse=True)
        return [1 << cell for cell in best_first]

    def key(self, own: Cells, opp: Cells) -> int:
        """A number for the position; the same for all its images while there are few stones."""
        if (own | opp).bit_count() > self.few:
            return own << self.cells | opp
        pairs = zip(self.images_of(own), self.images_of(opp), strict=True)
        return min([ours << self.cells | theirs for ours, theirs in pairs])
