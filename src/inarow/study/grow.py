"""How a game tree grows, ply by ply, and how its positions get their values.

Those at the last ply are solved; those above get their values from them, by the rule of minimax, so
that a tree is consistent in itself. Only what that leaves open is solved as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TypeAlias

from inarow.model.errors import InvalidOptionError
from inarow.model.position import Position
from inarow.model.results import Progress
from inarow.model.worth import Worth, best_of
from inarow.solver.solver import Solver

TreeProgress: TypeAlias = Callable[[int, int, Progress], object]
"""Is told how many positions are solved, of how many, and what the present one has taken so far."""


@dataclass
class Branch:
    """A node while the tree grows."""

    position: Position
    depth: int = 0
    moves: tuple[int, ...] = ()
    children: list[Branch] = field(default_factory=list)
    worth: Worth = field(default_factory=Worth)


def grow(root: Position, depth: int, symmetry: bool, most: int) -> list[Branch]:
    """Let the tree grow ply by ply; all its branches, parents before children.

    With `symmetry`, each class of moves has one branch.
    """
    branches = [Branch(root)]
    for branch in branches:  # they become more on the way
        children: dict[Position, Branch] = {}
        for move in branch.position.legal_moves if branch.depth < depth else ():
            after = branch.position.play(move)
            known = after.canonical() if symmetry else after
            children.setdefault(known, Branch(after, branch.depth + 1)).moves += (move,)
        branch.children = list(children.values())
        branches += branch.children
        if len(branches) > most:
            raise InvalidOptionError(
                f"a tree of {depth} plies has more than limit={most} positions: ask for fewer plies"
                f"{'' if symmetry else ', merge equivalent moves (symmetry=True)'}"
                " or raise the limit"
            )
    return branches


def solve(
    branches: Sequence[Branch],
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
