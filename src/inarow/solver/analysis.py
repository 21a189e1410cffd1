"""The values of all moves of a position, or bounds on them.

Without a limit the moves are solved one after another. With one, a quick look at all of them comes
first. Then they are asked in rounds, each twice as long as the one before, until all is proven or
the limit is met. A round asks for the position as a whole, for no move has a higher value; then,
if that is still open, which moves look best and, in the first round, which lose by force; then
every open move, the best first. What was proven of a move is kept.

So much is known at any time, whatever the limit is. Whoever listens is told of it: the progress of
an analysis holds what was found so far, as an `Analysis`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from inarow.model.board import Line, MoveLike
from inarow.model.bounds import Bounds, best_of
from inarow.model.moves import listed
from inarow.model.position import Position
from inarow.model.results import Analysis, Estimate, Progress, ProgressCallback, Solution, finished
from inarow.solver.estimates import estimate_moves
from inarow.solver.forced import BY_THREES, forced_line
from inarow.solver.limited import candidates
from inarow.solver.query import QUICK_NODES, Budget, Query
from inarow.solver.search import WIN

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

Search: TypeAlias = Callable[[Position, Query], Solution]
"""Solves a position that is not over."""

LOOK_SHARE = 1 / 16
"""Of a limit, for the quick look at all moves; and at most one quick move (`QUICK_NODES`)."""
WHOLE_SHARE = 1 / 8
"""Of what is left, for the position as a whole in one round …"""
ESTIMATES_SHARE = 1 / 4
"""… and for the comparison of the moves that look best …"""
ROUND_SHARE = 1 / 2
"""… each at most this part of what the open moves have together in the round."""
ESTIMATED = 8
"""Moves that are compared."""
REFUTED_SHARE = 1 / 2
"""Of what is left then, for wins by threes and fours of the other side after a move …"""
REFUTED_SIZE = 16
"""… and at most so many quick moves for one."""
FIRST_SIZE = 1 / 4
"""Quick moves for each move in the first round."""
TELL_SECONDS = 0.05
"""Between two calls of the progress callback: as the kernels have it."""


def analyse_moves(
    kernel: Kernel,
    search: Search,
    position: Position,
    moves: str | Iterable[MoveLike] | None,
    query: Query,
    progress: ProgressCallback | None = None,
) -> Analysis:
    """Return the solutions of `moves`, or of all that are legal; the limits are for all."""
    if moves is None:
        asked = list(position.legal_moves)
    else:
        asked = [position._cell(move) for move in listed(position, moves)]
    for move in asked:
        position.play(move)  # or `IllegalMoveError`
    run = _Run(search, position, asked, query, progress)
    if query.is_limited and not position.is_over:
        run.look_up()
        run.look(kernel)
        run.take_turns(kernel)
    else:
        run.solve_all()
    return run.analysis()


class _Over(Exception):
    """Ends a question that has used up its time."""


class _Run:
    """One analysis. Of moves that are images of each other only one is searched."""

    def __init__(
        self,
        search: Search,
        position: Position,
        moves: list[int],
        query: Query,
        progress: ProgressCallback | None,
    ) -> None:
        self._search, self._position = search, position
        self._progress = progress
        self._query = query._replace(report=None if progress is None else self._hear)
        self._budget = Budget(self._query)
        symmetries = position.symmetries
        # For each move the one that is searched for it, and the symmetry that takes it there.
        self._origin = {
            move: min((image.index(move), image) for image in symmetries) for move in moves
        }
        self._found = {first: _given(position, first) for first, _ in self._origin.values()}
        self._whole = Bounds()
        self._is_whole = set(position.legal_moves) == set(moves)
        # By move, best first: those few that were compared, then the others after a quick look.
        self._estimates: dict[int, Estimate] = {}
        self._places: dict[int, int] = {}
        self._lost_at_once = set[int]()
        self._asked: tuple[int, ...] = ()  # the move that is being searched, if it is one
        self._told_at = 0.0
        self._table_fill = 0.0
        self._known: Analysis | None = None  # what was found, until something more is

    def _is_left(self, bounds: Bounds) -> bool:
        """Is something that was asked for not proven yet?"""
        return not bounds.is_settled if self._query.distance else bounds.value is None

    def _is_open(self, move: int) -> bool:
        """Is something about this move not proven yet?"""
        return self._is_left(self._found[move].bounds)

    @property
    def _open(self) -> list[int]:
        """The moves that are open, the most promising first."""
        return sorted(filter(self._is_open, self._found), key=self._rank)

    def _rank(self, move: int) -> tuple[object, ...]:
        """Return a sort key: what is proven comes first, then the estimate, then the lower cell."""
        place = self._places.get(move, len(self._found))
        return *self._found[move].bounds.rank, move in self._lost_at_once, place, move

    def look_up(self) -> None:
        """Take the values that the table, or a proof, has; of the position as a whole first."""
        at_once = self._query._replace(nodes=1, seconds=None, report=None)
        self._ask_whole(at_once)
        for move in self._found:
            self._ask(move, at_once)
        self._tell()

    def look(self, kernel: Kernel) -> None:
        """Make a first estimate of every move."""
        if self._open:
            part = self._budget.query(size=1, share=LOOK_SHARE)
            cells = sum(1 << move for move in self._found)
            self._judge(kernel, len(self._found), part, cells)

    def solve_whole(self, size: float) -> None:
        """Search the position as a whole: no move has a higher value."""
        if self._is_left(self._whole):
            self._ask_whole(self._budget.query(size, share=WHOLE_SHARE))

    def _ask_whole(self, query: Query) -> None:
        solution = self._search(self._position, query)
        self._budget.spent += solution.nodes
        self._whole = self._whole.narrowed(solution.bounds)  # a table forgets
        if solution.proven and solution.best_move is not None:
            self._note_best(solution, solution.best_move)
        elif solution.best_move is not None and self._position.game.is_plain:
            # It has no estimates: its judged move is the one that looks best.
            self._places = {self._first(solution.best_move)[0]: 0}
        for move, found in self._found.items():
            self._note(move, found, Bounds(upper=solution.upper))
        self._tell()

    def _first(self, move: int) -> tuple[int, Line]:
        """The image of a move that is searched for it, and the symmetry that takes it there."""
        return min((image[move], image) for image in self._position.symmetries)

    def _note_best(self, whole: Solution, best: int) -> None:
        """Give the move that proves the value of the position, or its image, that value."""
        first, image = self._first(best)
        if first in self._found:
            line = tuple(image[cell] for cell in whole.line) or (first,)
            self._note(first, replace(self._found[first], line=line), whole.bounds)

    def estimate(self, kernel: Kernel, size: float) -> None:
        """Compare the moves that look best, as long as the value of the position is open."""
        if self._open and self._is_whole and self._whole.value is None:
            part = self._budget.query(size, share=ESTIMATES_SHARE)
            self._judge(kernel, ESTIMATED, part, candidates(self._position))

    def _judge(self, kernel: Kernel, wanted: int, query: Query, cells: int) -> None:
        if self._position.game.is_plain:
            return
        estimates, spent = estimate_moves(kernel, self._position, wanted, query, cells)
        self._budget.spent += spent
        # What is clear at once may be a move that was not asked about.
        symmetries = self._position.symmetries
        firsts = {image[first]: first for first in self._found for image in symmetries}
        found = {firsts[one.best_move]: one for one in estimates if one.best_move in firsts}
        others = (item for item in self._estimates.items() if item[0] not in found)
        # Those that seem lost come last, whether they were compared or not.
        self._estimates = dict(
            sorted((*found.items(), *others), key=lambda item: item[1].plies < 0)
        )
        self._places = {move: place for place, move in enumerate(self._estimates)}
        self._known = None
        self._tell()

    def refute(self, kernel: Kernel) -> None:
        """Find moves that lose to threes and fours; if a pass does not, hardly any move does."""
        if self._whole.value is not None or self._position.game.is_plain:
            return
        part = Budget(self._budget.query(share=REFUTED_SHARE))
        for stone in (0, *(1 << move for move in self._open)):
            if part.is_spent:
                return
            if stone and not self._is_open(stone.bit_length() - 1):
                continue
            before = self._budget.spent
            stones = self._position._opponent, self._position._own | stone
            limits = part.part(REFUTED_SIZE)
            line, _ = forced_line(kernel, stones, BY_THREES, limits, self._budget)
            part.spent += self._budget.spent - before
            self._tell_now_and_then()
            if not line and not stone:
                return
            if line and stone:
                self._note_lost(stone.bit_length() - 1, line)
            elif line:  # a move outside of its zone is no better than the pass
                zone = kernel.forced_zone(*stones)
                for move in self._open:
                    if not zone >> move & 1:
                        self._note_lost(move, line)

    def _note_lost(self, move: int, line: tuple[int, ...]) -> None:
        found = replace(self._found[move], line=(move, *line))
        self._note(move, found, Bounds(lower=-1, upper=-1))

    def take_turns(self, kernel: Kernel) -> None:
        """Search the position and its open moves in rounds."""
        size = FIRST_SIZE
        while self._open or (not self._is_whole and self._is_left(self._whole)):
            most = size * max(1, len(self._open)) * ROUND_SHARE
            self.solve_whole(most)
            self.estimate(kernel, most)
            if size == FIRST_SIZE:
                self.refute(kernel)
            self.outlast(kernel, size)
            for move in self._open:
                if self._budget.is_spent:
                    return
                if self._found[move].upper > -1:
                    self._ask(move, self._budget.query(size))
            if self._budget.is_spent or self._budget.is_last(size):
                return  # what is left is less than one move needs
            size *= 2

    def outlast(self, kernel: Kernel, size: float) -> None:
        """Find out how long the moves last that lose; each has so many quick moves.

        The one that is known to last least is asked a step further, so that none known to be quick
        stands behind one that was not asked.
        """
        soonest = 2 if self._position.game.misere else 1  # plies to a win: there the loser ends it
        lost = [move for move in self._open if self._found[move].upper == -1]
        part = Budget(self._budget.query(size * len(lost)))

        def listen(*told: Any) -> None:
            if part.is_spent:
                raise _Over
            if (listener := self._budget.listener) is not None:
                listener(*told)

        while lost and not part.is_spent:
            move = min(lost, key=lambda move: self._found[move].least)
            after, plies = self._position.play(move), max(soonest, self._found[move].least - 1)
            left, _ = part.part(size)
            nodes = int(QUICK_NODES * size) if left is None else max(1, left)
            try:
                said, _, spent = kernel.ask(after._own, after._opponent, WIN - plies, nodes, listen)
            except _Over:
                return
            self._budget.spent += spent
            part.spent += spent
            if said is False:  # the other side does not win as soon as that
                self._note(move, self._found[move], Bounds(-1, -1, None, plies + 3))
            else:
                lost.remove(move)
            if said:
                self._note(move, self._found[move], Bounds(-1, -1, plies + 1))
                self._ask(move, self._budget.query(size))  # which finds a line as well
            self._tell_now_and_then()

    def solve_all(self) -> None:
        """Solve every move."""
        for move in self._found:
            self._ask(move, self._budget.query())

    def _ask(self, move: int, query: Query) -> None:
        after = self._position.play(move)
        self._asked = (move,)
        reply = finished(after) if after.is_over else self._search(after, query)
        self._asked = ()
        self._budget.spent += reply.nodes
        if reply.value == 1 and reply.line and after.play(reply.line[0]).is_over:
            self._lost_at_once.add(move)
        before = self._found[move]
        self._note(
            move,
            replace(
                before,
                line=(move, *reply.line) if reply.line else before.line,
                nodes=before.nodes + reply.nodes,
                seconds=before.seconds + reply.seconds,
            ),
            reply.bounds.before(),
        )
        self._tell_now_and_then()

    def _note(self, move: int, solution: Solution, bounds: Bounds) -> None:
        """Narrow the bounds of a move."""
        known = solution.bounds.narrowed(bounds)
        self._found[move] = replace(solution, value=known.value, **known._asdict())
        self._known = None

    def _hear(
        self, nodes: int, seconds: float, share: float, fill: float, line: tuple[int, ...]
    ) -> None:
        """Tell how far the analysis is, and what was found so far."""
        assert self._progress is not None, "nobody listens"
        moves = len(self._found)
        done = moves - sum(map(self._is_open, self._found))
        # In rounds a move begins again and again: only what is closed counts.
        part = 0.0 if self._query.is_limited or not self._asked else share
        self._table_fill, self._told_at = fill, perf_counter()
        if self._known is None:
            self._known = self.analysis()
        shown = (*self._asked, *line)[:8]
        closed = (done + part) / moves if moves else 1.0
        self._progress(Progress(nodes, seconds, closed, fill, shown, self._known))

    def _tell(self) -> None:
        """Tell between two searches, since something was found."""
        if self._progress is not None:
            self._hear(self._budget.spent, self._budget.seconds, 0.0, self._table_fill, ())

    def _tell_now_and_then(self) -> None:
        if perf_counter() - self._told_at >= TELL_SECONDS:
            self._tell()

    def analysis(self) -> Analysis:
        """Return all that was found."""
        position = self._position
        if position.is_over:
            return Analysis(position, {}, finished(position))
        moves = sorted(
            self._origin, key=lambda move: (*self._rank(self._origin[move][0])[:-1], move)
        )
        solutions = {move: self._seen(move) for move in moves}
        best = best_of([solution.bounds for solution in solutions.values()] or [Bounds()])
        if not self._is_whole:
            best = Bounds(best.lower)
        lower, upper = max(self._whole.lower, best.lower), min(self._whole.upper, best.upper)
        distance = self._whole.distance if best.distance is None else best.distance
        whole = Solution(
            value=lower if lower == upper else None,
            distance=distance,
            best_move=moves[0] if moves else None,
            line=solutions[moves[0]].line if moves and lower == upper else (),
            lower=lower,
            upper=upper,
            nodes=self._budget.spent,
            seconds=self._budget.seconds,
            # A loss is one by any move; else the best must be one of those that were looked at.
            judged=lower < upper or (lower > -1 and best.lower < lower),
            position=position,
        )
        hopeful = (one for move, one in self._estimates.items() if self._found[move].upper > -1)
        return Analysis(position, solutions, whole, tuple(hopeful))

    def _seen(self, move: int) -> Solution:
        """Return the solution of a move: its own, or the image of the one searched for it."""
        first, image = self._origin[move]
        solution = self._found[first]
        if move != first:
            line = tuple(image[cell] for cell in solution.line)
            solution = replace(solution, best_move=move, line=line, nodes=0, seconds=0.0)
        return solution


def _given(position: Position, move: int) -> Solution:
    """The solution of a move before any search: its bounds are open. It was given, not judged."""
    return Solution(None, None, move, (move,), -1, 1, 0, 0.0, False, position)
