"""What a solver answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from inarow.model.bounds import Bounds
from inarow.model.drawn import Drawn, Told, fields_told_above

if TYPE_CHECKING:
    from inarow.model.options import GameKind
    from inarow.model.position import Position


Report: TypeAlias = Callable[[int, float, float, float, tuple[int, ...]], object]
"""A progress callback as the kernels call it: with the fields of `Progress`."""

Answer: TypeAlias = tuple[int, int, int, int, tuple[int, ...], int]
"""What a kernel's search returns: lower, upper, distance or -1, move, line, nodes."""


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Solution(Drawn, Told):
    """The answer for one position, seen from the side to move.

    A search that was cut short leaves ``lower < upper`` and ``value`` None: never a guess. Two
    solutions are equal if they agree in all but `position` and `game_kind`.

    value
        +1 a win, 0 a draw, -1 a loss; None if it was not proven.
    distance
        Plies to the completed line; None for a draw, or where it was not asked or not proven.
    best_move
        A cell that keeps the value (if `judged`, the most promising one); None: the game is over.
    line
        The principal variation: proven moves from here, as far as they are known cheaply.
    lower
        The value is at least this.
    upper
        The value is at most this.
    nodes
        Positions searched: the repeatable measure of effort.
    seconds
        Wall-clock time.
    judged
        Was `best_move` chosen by an estimate, not by a proof? Only where the value is not proven.
    position
        The position that was asked for; for a move of an `Analysis`, the one it is played in.
    game_kind
        The game that was asked for: "strong" or "weak".
    least
        For a loss of unknown `distance` in an `Analysis`: it is proven to take so many plies.

    >>> from inarow import Game, solve
    >>> found = solve(Game(3, 3, 3).position("XO./.../..."), distance=True)
    >>> found.value, found.distance, len(found.line), found.proven
    (1, 5, 5, True)
    """

    value: int | None
    distance: int | None
    best_move: int | None
    line: tuple[int, ...]
    lower: int
    upper: int
    nodes: int
    seconds: float
    judged: bool
    position: Position = field(compare=False)
    game_kind: GameKind = field(default="strong", compare=False)
    least: int = field(default=0, compare=False)

    @property
    def proven(self) -> bool:
        """Do the bounds meet?"""
        return self.lower == self.upper

    @property
    def bounds(self) -> Bounds:
        """The bounds on the value, with the distance."""
        return Bounds(self.lower, self.upper, self.distance, self.least)

    def record(self) -> dict[str, Any]:
        """Return the fields by name, as JSON has them: all but the last three."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.compare}

    def __repr__(self) -> str:
        name = self.position.game.name
        best = None if self.best_move is None else name(self.best_move)
        shown = self.record() | {"best_move": best, "line": " ".join(map(name, self.line))}
        return f"Solution({', '.join(f'{field}={value!r}' for field, value in shown.items())})"


@fields_told_above
class Estimate(NamedTuple):
    """What the heuristic search says of one position, seen from the side to move: no proof.

    best_move
        The most promising move.
    line
        That move and those expected after it, as far as they are known cheaply.
    depth
        Plies searched, not counting forced replies and threats; 0: the choice was clear.
    score
        What the position is worth: about even near 0, above it good for the side to move.

        In points: of each side's open lines, each worth four times as much with every stone on it.
    plies
        Until the win (or, negative, the loss) that the search sees; 0 where it sees none.
    """

    best_move: int
    line: tuple[int, ...]
    depth: int
    score: int
    plies: int


class Analysis(dict[int, Solution], Drawn, Told):
    """A solution for every legal move, best first: a dictionary that draws itself in a notebook.

    `solution` is that of the position itself; `estimates` are the moves that look best where a
    limit left the value open, their scores in points of the evaluation: above 0 for the mover.

    >>> from inarow import Game, analyse
    >>> found = analyse(Game(3, 3, 3).position("X../.../..."))
    >>> found.best_moves, found[1].value, found.solution.value
    ([4], -1, 0)
    """

    def __init__(
        self,
        position: Position,
        solutions: Mapping[int, Solution],
        solution: Solution,
        estimates: tuple[Estimate, ...] = (),
    ) -> None:
        super().__init__(solutions)
        self.position = position
        self.solution = solution
        """What they say together of the position itself, with the effort of the whole call."""
        self.estimates = estimates
        """What the open moves look like under a limit: no proofs.

        First a few that look best, compared by a search to one depth; then the others, after a
        look less deep; last of all those that seem lost. Of moves that are images of each other
        there is one.
        """

    @property
    def best_moves(self) -> list[int]:
        """The moves that are proven to keep the value; none if the value itself is not proven."""
        value = self.solution.value
        return [] if value is None else [m for m, found in self.items() if found.value == value]

    def __reduce__(self) -> tuple[object, ...]:
        return Analysis, (self.position, dict(self), self.solution, self.estimates)


def searched(
    answer: Answer,
    distance: bool,
    seconds: float,
    position: Position,
    game_kind: GameKind = "strong",
) -> Solution:
    """Return what a search says of a position; its distance only if that was asked for."""
    lower, upper, plies, move, line, nodes = answer
    value = lower if lower == upper else None
    plies_asked = plies if distance and plies >= 0 else None
    # By position: with names, Python takes eight times as long to make one.
    return Solution(
        value,
        plies_asked,
        move,
        line,
        lower,
        upper,
        nodes,
        seconds,
        value is None,
        position,
        game_kind,
    )


def finished(position: Position, game_kind: GameKind = "strong") -> Solution:
    """Return the solution of a position that is over: drawn, or lost (misère: won) in 0 plies."""
    decided = position.winner == "X" if game_kind == "weak" else position.winner is not None
    value, distance = (1 if position.game.misere else -1, 0) if decided else (0, None)
    return Solution(value, distance, None, (), value, value, 0, 0.0, False, position, game_kind)


@dataclass(frozen=True, eq=False)
class BatchSolution:
    """The answers for N boards as arrays, each seen from the side to move on its board.

    A limit can leave boards unproven: ``found.values[found.proven]`` are the values that are known.

    values
        (N,): +1 a win, 0 a draw, -1 a loss where `proven`; elsewhere the lower bound, mostly -1,
        which tells no loss.
    moves
        (N,): the number of a cell that keeps the value; -1 where the game is over. Where not
        `proven`, a legal move of which nothing is known, or -1 if the search did not get there.
    distances
        (N,): plies to the completed line; -1 for a draw, or where not asked or not `proven`.
    proven
        (N,): is the value proven?
    lower
        (N,): lower bounds on the values.
    upper
        (N,): upper bounds on the values.
    optimal
        (N, m, n): every move that keeps the value, if asked for; all False where not `proven`.
    nodes
        Positions searched in all.
    seconds
        Wall-clock time.

    >>> from inarow import Game, solve_batch
    >>> game = Game(3, 3, 3)
    >>> found = solve_batch(game, [game.position("X../.../..."), game.position("XO./.../...")])
    >>> len(found), found.values, found.proven
    (2, array([0, 1], dtype=int8), array([ True,  True]))
    """

    values: npt.NDArray[np.int8]
    moves: npt.NDArray[np.int16]
    distances: npt.NDArray[np.int16]
    proven: npt.NDArray[np.bool_]
    lower: npt.NDArray[np.int8]
    upper: npt.NDArray[np.int8]
    optimal: npt.NDArray[np.bool_] | None
    nodes: int
    seconds: float

    def __len__(self) -> int:
        return len(self.values)


@fields_told_above
class Progress(NamedTuple):
    """What a progress callback is told, about twenty times a second.

    nodes
        Positions searched so far.
    seconds
        Wall-clock time so far.
    share
        How much of the question being asked is closed, from 0 to 1: an estimate.

        It counts the moves that are refuted on the path the search is on, as if the attack were to
        fail in the end; a win is found at any share. For one question it never falls, but a search
        may ask several: for a win within ever more plies, for any win, for a draw. In a batch and
        an analysis it is the share of all positions. At the end of `forced_win` it is 1 if no limit
        ended the search, else 0.
    table_fill
        How much of the table's limit is used, from 0 to 1.
    line
        The first moves (at most 8) of the path that the search is on, from the position asked.
    analysis
        In a call of `analyse` what was found so far, else None.

        An `Analysis` like the one that the call returns, of the same moves: its bounds are proven
        and only grow, its `estimates` come early and get better. It is the same object again as
        long as nothing is added to it.

    >>> from inarow import Game, Solver
    >>> told = []
    >>> _ = Solver(Game(9, 9, 5)).solve(Game(9, 9, 5).start(), seconds=0.2, progress=told.append)
    >>> told[-1].nodes > 0, 0 <= told[-1].share <= 1
    (True, True)
    """

    nodes: int
    seconds: float
    share: float = 0.0
    table_fill: float = 0.0
    line: tuple[int, ...] = ()
    analysis: Analysis | None = None


ProgressCallback: TypeAlias = Callable[[Progress], object]


def reporter(progress: ProgressCallback | None) -> Report | None:
    """Return what the kernels call with progress, if anybody looks."""
    require_callable(progress)
    return None if progress is None else lambda *told: progress(Progress(*told))


def require_callable(progress: Callable[..., object] | None) -> None:
    """Raise `TypeError` for a progress callback that is none."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be callable, not {type(progress).__name__}")


@fields_told_above
class Playouts(NamedTuple):
    """The outcome of random games.

    x_wins
        Games that X won.
    o_wins
        Games that O won.
    draws
        Games that nobody won.
    plies
        Moves made in all the games together.

    >>> from inarow import Game, playouts
    >>> found = playouts(Game(3, 3, 3).start(), 1000, seed=1)
    >>> found.games, found.x_wins > found.o_wins > found.draws
    (1000, True)
    """

    x_wins: int
    o_wins: int
    draws: int
    plies: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.x_wins + self.o_wins + self.draws
