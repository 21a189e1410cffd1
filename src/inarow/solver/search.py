"""The ordinary game and the weak one (`inarow.model.weak`), searched to the end or to a limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from inarow.model.bits import cells_of
from inarow.model.errors import CertificateError
from inarow.model.options import GameKind
from inarow.model.position import Position
from inarow.model.results import Solution, finished, searched
from inarow.model.weak import weak_winner
from inarow.solver.pairing import hold
from inarow.solver.query import QUICK_NODES, Budget, Query

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel
    from inarow.certificate.book import Found

Search: TypeAlias = "Callable[[Kernel, Position, Query], Solution]"
"""Answers for a position that is not over."""

WIN = 512
"""The score of a win, less the plies that it takes: how `Kernel.ask` is asked for it."""

EXACT_SHARE = 7 / 8
"""What the proof gets of a limit in a misère game or one with gravity, before a move is judged; and
after that, what is left."""
MOST_ASKED = 8 * QUICK_NODES
"""So many nodes at most for one question about a move: some hundredths of a second."""
PAIRING_NODES, PAIRING_SECONDS = 10_000, 0.5
"""The shortest limits within which pairings of many lines are looked for before a search."""
FIRST_LOOK = 100
"""Nodes of the search before that: a millisecond."""
LEAST_ASKED, FAR = 300, 6
"""So many even when the time is over, about wins in less than so many plies: microseconds."""


def solve_at_once(
    kernel: Kernel, position: Position, budget: Budget, game_kind: GameKind
) -> Solution | None:
    """The draw of a position in a game with many lines, if pairings hold who attacks; else None.

    What a kernel proves at once is left to it. Pairings are not looked for within a short limit, of
    which that would take too much.
    """
    nodes, seconds = budget.part()
    if (nodes or inf) < PAIRING_NODES or (seconds or inf) < PAIRING_SECONDS:
        return None
    weak = game_kind == "weak"
    quick = (solve_weak if weak else solve_strong)(kernel, position, Query(nodes=FIRST_LOOK))
    budget.spent += quick.nodes
    if quick.proven or not hold(position, weak=weak):
        return None
    return drawn(position, game_kind, budget.spent, budget.seconds)


def drawn(
    position: Position, game_kind: GameKind = "strong", nodes: int = 0, seconds: float = 0
) -> Solution:
    """Return the solution of a position that pairings draw, or of one after it."""
    free = position.game.full & ~(position.x | position.o)  # in the weak game, after lines of O's
    move = min(cells_of(free), key=position.game.board.from_centre)
    return searched((0, 0, -1, move, (move,), nodes), False, seconds, position, game_kind)


def bounded(solution: Solution, told: Found | None) -> Solution:
    """Return what a search found, with what a proof says where that is more."""
    if told is None or solution.proven:
        return solution
    lower, upper = max(solution.lower, told.lower), min(solution.upper, told.upper)
    if lower > upper:
        raise CertificateError("the proof is false: `inarow check` tells where")
    move, line = solution.best_move, solution.line
    if told.move is not None and told.lower > solution.lower:
        move, line = told.move, (told.move,)
    value = lower if lower == upper else None
    return replace(
        solution,
        value=value,
        best_move=move,
        line=line,
        lower=lower,
        upper=upper,
        judged=value is None,
    )


def solve_strong(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return the solution of a position that is not over."""
    started = perf_counter()
    distance, nodes, seconds, report = query
    stones = position._own, position._opponent
    answer = kernel.solve(*stones, distance, True, nodes, seconds, report)
    return searched(answer, distance, perf_counter() - started, position)


def solve_plainly(kernel: Kernel, position: Position, query: Query) -> Solution:
    """As `solve_strong`, in a misère game or one with gravity, which have no heuristic search.

    The move that a limit leaves is the proof's, or another that is not seen to lose as soon.
    """
    if not query.is_limited:
        return solve_strong(kernel, position, query)
    budget = Budget(query)
    found = solve_strong(kernel, position, budget.query(share=EXACT_SHARE))
    budget.spent = found.nodes
    if found.judged and found.best_move is not None:
        move = _lasting(kernel, position, found.best_move, budget)
        found = replace(found, best_move=move)
    lacks_distance = query.distance and found.value in (1, -1) and found.distance is None
    if (found.judged or lacks_distance) and not budget.is_spent:
        rest = solve_strong(kernel, position, budget.query())
        budget.spent += rest.nodes
        if rest.judged and rest.lower == found.lower:  # else its move is what proves more
            rest = replace(rest, best_move=found.best_move)
        found = min(found, rest, key=lambda one: (one.upper - one.lower, one.distance is None))
    return replace(found, nodes=budget.spent, seconds=budget.seconds)


def _lasting(kernel: Kernel, position: Position, judged: int, budget: Budget) -> int:
    """The move after which the other side is not seen to win as soon as after others.

    Of those that last as long it is the judged one, else the one nearest to it. With gravity it
    is asked for so many plies as there are columns, at most.
    """
    first = min(image[judged] for image in position.symmetries)
    moves = sorted(position.distinct_moves, key=partial(position.game.board.distance, first))
    for plies in range(2 if position.game.misere else 1, len(position.legal_moves), 2):
        lasting = list[int]()
        for move in moves:
            after, (left, seconds) = position.play(move), budget.part()
            if left is None and seconds is not None and seconds <= 0:
                left = LEAST_ASKED if plies < FAR else 0
            nodes = MOST_ASKED if left is None else min(left, MOST_ASKED)
            if nodes <= 0:
                return next(iter(lasting), move)
            stones = after._own, after._opponent
            wins, _, spent = kernel.ask(*stones, WIN - plies, nodes, budget.listener)
            budget.spent += spent
            if not wins:  # or it is not known
                lasting.append(move)
        if len(lasting) < 2:
            return next(iter(lasting), moves[0])
        moves = lasting
    return moves[0]


def solve_weak(kernel: Kernel, position: Position, query: Query) -> Solution:
    """Return the solution of a position in the weak game."""
    if weak_winner(position) is not None:
        return finished(position, "weak")
    started = perf_counter()
    maker_moves = position.turn == "X"
    lower, upper, plies, move, line, spent, _zone = kernel.solve_weak(
        position.x, position.o, maker_moves, query.distance, True, *query[1:]
    )
    if not maker_moves:
        lower, upper = -upper, -lower
    answer = lower, upper, plies, move, line, spent
    return searched(answer, query.distance, perf_counter() - started, position, "weak")
