"""Counts of a game: positions, results, classes under symmetry, complete games. All are exact.

As a rule nothing is played or listed: see `pyx/inarow/_core/counts.pyx` for how sums over sets of
cells count every position of a ply at once. Games are counted with them. The stones of an
unfinished position with x stones of X and o of O can have come in x! o! orders; in a won one, the
last stone is any of the cells that its lines share, and the others came in any order.

That holds where a stone can be put anywhere and a line stays one. With gravity, and in exact games,
the positions of a ply are listed, from those of the ply before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import factorial
from typing import NamedTuple, SupportsIndex, TypeAlias

from inarow.model.bits import cells_of, image_of
from inarow.model.board import Line
from inarow.model.errors import InvalidGameError, InvalidOptionError
from inarow.model.game import Game, require_game
from inarow.model.options import physical_memory, positive_integer
from inarow.model.results import require_callable

MEMORY_MB = 2048
"""The default limit: enough for 28 cells."""

SET_BYTES = 5
"""Memory for each set of cells."""

MOST_SYMMETRIES = 4096
"""Tori of 400 cells have 3,200."""

POSITION_BYTES = 500
"""Memory for each position of a ply, where positions are listed."""

Progress: TypeAlias = Callable[[float], object] | None
Listed: TypeAlias = dict[tuple[int, int], int]
"""By the stones of the side to move and of the other: in how many orders they can have come."""


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
        Positions in which X has won: has a line, or in a misère game O has.
    o_wins
        Positions in which O has won.
    draws
        Full boards without a line.
    classes
        Positions, those that `Game.symmetries`, done one after another, take to each other
        counted once.
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
    160 MiB. With gravity, and for exact games, it is for each position: some fifty thousand in a
    second, and as much memory as the ply with the most of them needs. `progress` is called now and
    then with the share that is done, from 0 to 1.

    Raises `InvalidGameError` for a board of more than 34 cells or with thousands of symmetries that
    were given; `InvalidOptionError` if it needs more than `memory_mb` MiB.

    >>> counts = count(Game(3, 3, 3))
    >>> counts.positions, counts.terminal, counts.classes, counts.games
    (5478, 958, 765, 255168)
    >>> counts.by_ply
    (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    >>> count(Game(3, 4, 3, gravity=True)).positions
    7157
    """
    require_game(game)
    require_callable(progress)
    # Few programs count: it would slow every import.
    from inarow._core.counts import MOST_CELLS

    if game.cells > MOST_CELLS:
        raise InvalidGameError(
            f"positions are counted on boards of up to {MOST_CELLS} cells; {game} has {game.cells}"
        )
    memory = positive_integer("memory_mb", memory_mb)
    lines_stay = all(line == span for line, span in game.spans)
    plies = (_summed if lines_stay and not game.gravity else _listed)(game, memory, progress)
    while not plies[-1].positions:
        plies.pop()
    over = [ply.won for ply in plies]
    x_wins, o_wins = sum(over[1::2]), sum(over[::2])  # whose stone was the last
    if game.misere:
        x_wins, o_wins = o_wins, x_wins
    draws = plies[-1].positions - over[-1] if len(plies) > game.cells else 0
    over[-1] += draws
    return Counts(
        positions=sum(ply.positions for ply in plies),
        terminal=sum(over),
        x_wins=x_wins,
        o_wins=o_wins,
        draws=draws,
        classes=sum(ply.classes for ply in plies),
        games=sum(ply.games for ply in plies),
        by_ply=tuple(ply.positions for ply in plies),
        terminal_by_ply=tuple(over),
        classes_by_ply=tuple(ply.classes for ply in plies),
        games_by_ply=tuple(ply.games for ply in plies),
    )


class _Ply(NamedTuple):
    """What is counted of the positions of a ply; `won`: with a line."""

    positions: int
    won: int
    classes: int
    games: int


def _summed(game: Game, memory_mb: int, progress: Progress) -> list[_Ply]:
    """The plies of a game in which any stones may have come in any order."""
    from inarow._core.counts import tally_plies

    cells, symmetries = game.cells, _group(game)
    _check_memory(game, SET_BYTES << cells, memory_mb)
    tally = partial(tally_plies, lines=game.line_masks, cells=cells)
    single = tuple(1 << cell for cell in range(cells))
    plies = tally(single, progress=progress)
    known = {single: plies}  # a symmetry and its inverse have the same orbits
    fixed = [0] * (cells + 1)
    for symmetry in symmetries:
        orbits = _orbits(symmetry)
        if orbits not in known:
            known[orbits] = tally(orbits, progress=None)
        for ply, (unfinished, won, _) in enumerate(known[orbits]):
            fixed[ply] += unfinished + won
    # Of a game that ends with a line the others may have come in any order before the last stone.
    games = [last and last * _orders(ply - 1) for ply, (_, _, last) in enumerate(plies)]
    games[cells] += plies[cells][0] * _orders(cells)
    return [
        _Ply(unfinished + won, won, fixed[ply] // len(symmetries), games[ply])
        for ply, (unfinished, won, _) in enumerate(plies)
    ]


def _listed(game: Game, memory_mb: int, progress: Progress) -> list[_Ply]:
    """The plies of any game, each from the positions of the ply before."""
    plies: list[_Ply] = []
    unfinished: Listed = {(0, 0): 1}
    won: Listed = {}
    symmetries = _group(game)
    while unfinished or won:
        if progress is not None:
            progress(len(plies) / (game.cells + 1))
        full = len(plies) == game.cells
        games = sum(won.values()) + full * sum(unfinished.values())
        classes = len(
            {_least(symmetries, *stones) for some in (unfinished, won) for stones in some}
        )
        plies.append(_Ply(len(unfinished) + len(won), len(won), classes, games))
        before, unfinished, won = unfinished, {}, {}
        for (own, other), orders in before.items():
            for cell in cells_of(game._playable(own | other)):
                after = own | 1 << cell
                spans = game.spans_by_cell[cell]
                found = won if any(after & span == line for line, span in spans) else unfinished
                found[other, after] = found.get((other, after), 0) + orders
            _check_memory(game, POSITION_BYTES * (len(unfinished) + len(won)), memory_mb)
    return plies


def _least(symmetries: Sequence[Line], own: int, other: int) -> tuple[int, int]:
    """The least image of a position."""
    return min((image_of(own, image), image_of(other, image)) for image in symmetries)


def _group(game: Game) -> Sequence[Line]:
    """The symmetries of a game, and what comes of some of them after one another.

    >>> from inarow.boards import lines
    >>> _group(Game.on(lines(3, [(0, 1), (1, 2), (0, 2)], symmetries=[(1, 2, 0)])))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    identity, *others = game.symmetries
    found, makers = {identity}, list[Line]()
    for one in others:
        if one in found:
            continue
        makers.append(one)
        new = found
        while new:
            new = {tuple(maker[cell] for cell in image) for image in new for maker in makers}
            new -= found
            found |= new
            if len(found) > MOST_SYMMETRIES:
                raise InvalidGameError(
                    f"the symmetries of {game} make more than {MOST_SYMMETRIES} with one another"
                )
    return sorted(found)


def _check_memory(game: Game, needed: int, memory_mb: int) -> None:
    memory = physical_memory()
    if needed > memory_mb << 20:
        limit = f"memory_mb={memory_mb} allows"
    elif memory is not None and needed > memory:
        limit = f"this machine has ({memory >> 20} MiB)"
    else:
        return
    least = -(-needed // (1 << 20))  # rounded up
    raise InvalidOptionError(
        f"counting {game} takes at least {least} MiB of memory, more than {limit}"
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
