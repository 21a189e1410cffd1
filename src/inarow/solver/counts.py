"""Counts of a game: positions, results, classes under symmetry, complete games. All are exact.

Nothing is played and nothing is listed: see `pyx/inarow/_core/counts.pyx` for how sums over sets
of cells count every position of a ply at once. Games are counted with them. The stones of an
unfinished position with x stones of X and o of O can have come in x! o! orders; in a won one, the
last stone is any of the cells that its lines share, and the others came in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import factorial
from typing import SupportsIndex

from inarow.model.errors import InvalidGameError, InvalidOptionError
from inarow.model.game import Game, require_game
from inarow.model.options import physical_memory, positive_integer, refuse_exact
from inarow.model.results import require_callable

MEMORY_MB = 2048
"""The default limit: enough for 28 cells."""

SET_BYTES = 5
"""Memory for each set of cells."""


@dataclass(frozen=True)
class Counts:
    """The counts of a game from the empty board on; a position counts if play can reach it.

    X moves first and play stops at a line; that final position counts. Tuples have an entry for
    each ply, from 0 stones on, and end with the last ply that is reached.

    positions
        Positions that can be reached.
    terminal
        Finished ones among them: ``x_wins + o_wins + draws``.
    x_wins
        Positions in which X has a line.
    o_wins
        Positions in which O has a line.
    draws
        Full boards without a line.
    classes
        Positions, those that are images of each other under `Game.symmetries` counted once.
    games
        Complete games: sequences of moves from the empty board to a finished one.
    by_ply
        Positions with 0, 1, 2, … stones.
    terminal_by_ply
        Finished ones among them.
    classes_by_ply
        Classes of positions with 0, 1, 2, … stones.
    games_by_ply
        Complete games of 0, 1, 2, … moves.

    >>> from inarow import Game, count
    >>> found = count(Game(3, 3, 3))
    >>> found.positions, found.terminal, found.games, found.by_ply[:4]
    (5478, 958, 255168, (1, 9, 72, 252))
    """

    positions: int
    terminal: int
    x_wins: int
    o_wins: int
    draws: int
    classes: int
    games: int
    by_ply: tuple[int, ...]
    terminal_by_ply: tuple[int, ...]
    classes_by_ply: tuple[int, ...]
    games_by_ply: tuple[int, ...]


def count(
    game: Game,
    *,
    memory_mb: SupportsIndex = MEMORY_MB,
    progress: Callable[[float], object] | None = None,
) -> Counts:
    """Count the positions and complete games of `game`.

    Takes time and memory for each *set* of cells, 2^(m n), not for each position: 3,6,3 with its
    46 million positions a hundredth of a second, 5,5,4 with 136 thousand million some seconds and
    160 MiB. `progress` is called now and then with the share that is done, from 0 to 1.

    Raises `InvalidGameError` for a board of more than 34 cells and for an exact game, and
    `InvalidOptionError` if it needs more than `memory_mb` MiB.

    >>> counts = count(Game(3, 3, 3))
    >>> counts.positions, counts.terminal, counts.classes, counts.games
    (5478, 958, 765, 255168)
    >>> counts.by_ply
    (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    """
    require_game(game)
    require_callable(progress)
    # Few programs count: it would slow every import.
    from inarow._core.counts import MOST_CELLS, tally_plies

    refuse_exact(game, "counts")
    cells = game.cells
    if cells > MOST_CELLS:
        raise InvalidGameError(
            f"positions are counted on boards of up to {MOST_CELLS} cells; {game} has {cells}"
        )
    _check_memory(game, positive_integer("memory_mb", memory_mb))
    tally = partial(tally_plies, lines=game.line_masks, cells=cells)
    single = tuple(1 << cell for cell in range(cells))
    plies = tally(single, progress=progress)
    known = {single: plies}  # a symmetry and its inverse have the same orbits
    classes = [0] * (cells + 1)
    for symmetry in game.symmetries:
        orbits = _orbits(symmetry)
        if orbits not in known:
            known[orbits] = tally(orbits, progress=None)
        for ply, (unfinished, won, _) in enumerate(known[orbits]):
            classes[ply] += unfinished + won
    draws = plies[cells][0]
    won_by_ply = [won for _, won, _ in plies]
    # Of a game that ends with a line the others may have come in any order before the last stone.
    games = [last and last * _orders(ply - 1) for ply, (_, _, last) in enumerate(plies)]
    by_ply = [unfinished + won for unfinished, won, _ in plies]
    games[cells] += draws * _orders(cells)
    last = max(ply for ply, positions in enumerate(by_ply) if positions)
    over_by_ply = [*won_by_ply[:cells], won_by_ply[cells] + draws]
    return Counts(
        positions=sum(by_ply),
        terminal=sum(over_by_ply),
        x_wins=sum(won_by_ply[1::2]),
        o_wins=sum(won_by_ply[::2]),
        draws=draws,
        classes=sum(classes) // len(game.symmetries),
        games=sum(games),
        by_ply=tuple(by_ply[: last + 1]),
        terminal_by_ply=tuple(over_by_ply[: last + 1]),
        classes_by_ply=tuple(fixed // len(game.symmetries) for fixed in classes[: last + 1]),
        games_by_ply=tuple(games[: last + 1]),
    )


def _check_memory(game: Game, memory_mb: int) -> None:
    needed = SET_BYTES << game.cells
    memory = physical_memory()
    if needed > memory_mb << 20:
        limit = f"memory_mb={memory_mb} allows"
    elif memory is not None and needed > memory:
        limit = f"this machine has ({memory >> 20} MiB)"
    else:
        return
    raise InvalidOptionError(
        f"counting {game} takes {needed >> 20} MiB of memory, more than {limit}"
    )


def _orbits(symmetry: Sequence[int]) -> tuple[int, ...]:
    """The sets of cells that a symmetry moves round among themselves, as masks.

    >>> _orbits((0, 2, 1))
    (1, 6)
    """
    found: dict[int, None] = {}
    for first in range(len(symmetry)):
        orbit, cell = 1 << first, symmetry[first]
        while cell != first:
            orbit, cell = orbit | 1 << cell, symmetry[cell]
        found[orbit] = None
    return tuple(found)


def _orders(ply: int) -> int:
    """In how many orders the stones of a position can have been played, if any order will do."""
    return factorial(ply - ply // 2) * factorial(ply // 2)
