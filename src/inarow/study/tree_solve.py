"""How game trees grow and get their values.

The positions at the last ply are solved; those above get their values from them, by the rule of
minimax, so that a tree is consistent in itself. Only what that leaves open is solved as well.

A tree has very many equivalent branches. With `symmetry`, moves that lead to the same position up
to turning and mirroring are drawn as one, which tells how many they are: of the nine openings of
3,3,3 a corner, an edge and the centre are left, and of the 72 first pairs of moves twelve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import SupportsFloat, SupportsIndex, TypeAlias

from inarow.model.errors import InvalidOptionError
from inarow.model.game import Game
from inarow.model.options import positive_integer, time_limit
from inarow.model.position import Position
from inarow.model.results import Progress
from inarow.model.worth import Worth, best_of
from inarow.solver.solver import TABLE_MB, Solver
from inarow.study.tree import GameTree, TreeNode

__all__ = ["LIMIT", "TreeProgress", "tree"]

LIMIT = 1000
"""The default limit on the positions of a tree."""

TreeProgress: TypeAlias = Callable[[int, int, Progress], object]
"""Is told how many positions are solved, of how many, and what the present one has taken so far."""


def tree(
    position: Game | Position,
    *,
    depth: SupportsIndex = 2,
    symmetry: bool = False,
    limit: SupportsIndex = LIMIT,
    seconds: SupportsFloat | None = None,
    table_mb: SupportsIndex = TABLE_MB,
    progress: TreeProgress | None = None,
) -> GameTree:
    """Return the tree of the next `depth` plies from a position, or from the start of a game.

    `symmetry` merges moves that lead to the same position up to turning and mirroring. `seconds`
    limits the solving in all; what it leaves open has bounds, and no value. `progress` is called
    about ten times a second while a position is solved.

    Raises `InvalidOptionError` for a tree of more than `limit` positions, at once, and for options
    out of range.

    >>> openings = tree(Game(3, 3, 3), symmetry=True)
    >>> openings.by_ply
    (1, 3, 12)
    >>> print(openings.text())
    X to move: draw (.../.../...)
      a1 x4  draw  best
        b2     draw  best
        b1 x2  X in 5
        c1 x2  X in 5
        c2 x2  X in 5
        c3     X in 5
      b1 x4  draw  best
        a1 x2  draw  best
        b2     draw  best
        b3     draw  best
        a2 x2  X in 5
        a3 x2  X in 5
      b2     draw  best
        a1 x4  draw  best
        b1 x4  X in 5
    """
    if isinstance(position, Game):
        position = position.start()
    elif not isinstance(position, Position):
        raise TypeError(f"expected a Game or a Position, not {type(position).__name__}")
    plies = positive_integer("depth", depth)
    most = positive_integer("limit", limit)
    time = time_limit(seconds)
    branches = _grow(position, plies, bool(symmetry), most)
    _solve(branches, Solver(position.game, table_mb), time, progress)
    return GameTree(plies, bool(symmetry), tuple(_nodes(branches[0])))


@dataclass
class _Branch:
    """A node while the tree grows."""

    position: Position
    depth: int = 0
    moves: tuple[int, ...] = ()
    children: list[_Branch] = field(default_factory=list)
    worth: Worth = field(default_factory=Worth)


def _grow(position: Position, depth: int, symmetry: bool, most: int) -> list[_Branch]:
    """Let the tree grow ply by ply; all its branches, parents before children."""
    branches = [_Branch(position)]
    for branch in branches:  # they become more on the way
        if branch.depth < depth:
            branch.children = _children(branch, symmetry)
            branches += branch.children
        if len(branches) > most:
            raise InvalidOptionError(
                f"a tree of {depth} plies has more than limit={most} positions: ask for fewer plies"
                f"{'' if symmetry else ', merge equivalent moves (symmetry=True)'}"
                " or raise the limit"
            )
    return branches


def _children(branch: _Branch, symmetry: bool) -> list[_Branch]:
    """The positions after each move; with `symmetry`, one for each class of moves."""
    merged: dict[Position, _Branch] = {}
    for move in branch.position.legal_moves:
        after = branch.position.play(move)
        fresh = _Branch(after, branch.depth + 1)
        merged.setdefault(after.canonical() if symmetry else after, fresh).moves += (move,)
    return list(merged.values())


# Values.


def _solve(
    branches: Sequence[_Branch],
    solver: Solver,
    seconds: float | None,
    progress: TreeProgress | None,
) -> None:
    """Find the worth of every branch, the children's before their parents'."""
    started = perf_counter()
    known: dict[Position, Worth] = {}
    for done, branch in enumerate(reversed(branches)):
        if branch.position in known:  # another order of the same moves
            branch.worth = known[branch.position]
            continue
        if branch.children:
            branch.worth = best_of([child.worth.before() for child in branch.children])
        if not branch.worth.is_settled:
            # What is left of the time is shared out among the positions that are left.
            time = None
            if seconds is not None:
                time = max(1e-6, (started + seconds - perf_counter()) / (len(branches) - done))
            found = solver.solve(
                branch.position,
                distance=True,
                seconds=time,
                progress=progress and partial(progress, done, len(branches)),
            )
            lower, upper, _ = branch.worth
            branch.worth = Worth(max(lower, found.lower), min(upper, found.upper), found.distance)
        known[branch.position] = branch.worth


def _rank(branch: _Branch) -> tuple[tuple[int, float], tuple[int, ...]]:
    """Sort key of a move, for the side that makes it: best first, of equals the lower cell."""
    return branch.worth.before().rank, branch.moves


def _is_optimal(before: Worth, after: Worth) -> bool:
    """Does a move between two positions of this worth keep what there was?"""
    move = after.before()
    if before.value is None or move.value != before.value:
        return False
    return before.value == 0 or before.distance in (None, move.distance)


def _nodes(root: _Branch) -> Iterator[TreeNode]:
    """The nodes ply by ply, siblings best first."""
    queue: list[tuple[_Branch, int | None]] = [(root, None)]
    for index, (branch, parent) in enumerate(queue):  # it grows on the way
        worth, first = branch.worth, len(queue)
        queue += [(child, index) for child in sorted(branch.children, key=_rank)]
        optimal = parent is not None and _is_optimal(queue[parent][0].worth, worth)
        yield TreeNode(
            *(index, parent, branch.depth, branch.position, branch.moves),
            *(worth.value, worth.distance, worth.lower, worth.upper),
            optimal,
            children=tuple(range(first, len(queue))),
        )
