"""A solver's answers from a database: nothing is searched, so they count no nodes."""

from __future__ import annotations

import os
from time import perf_counter

import numpy as np
import numpy.typing as npt

from inarow.model.errors import DatabaseError
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.model.results import BatchSolution, Solution
from inarow.solver.database.database import Database

__all__ = ["answer", "answer_rows", "database_for"]


def database_for(game: Game, database: Database | str | os.PathLike[str]) -> Database:
    """Return the database, opened if it is a path; raises `DatabaseError` if of another game."""
    if not isinstance(database, Database):
        database = Database(database)
    if database.game != game:
        raise DatabaseError(f"{database.path} is the database of {database.game}, not of {game}")
    return database


def answer(database: Database, position: Position, distance: bool) -> Solution:
    """Return the solution of a position that the database covers and that is not over."""
    started = perf_counter()
    value, plies = database.probe(position)
    line: list[int] = []
    after = position
    while moves := database.best_moves(after):
        line.append(moves[0])
        after = after.play(moves[0])
    return Solution(
        value=value,
        distance=plies if distance else None,
        best_move=line[0],
        line=tuple(line),
        lower=value,
        upper=value,
        nodes=0,
        seconds=perf_counter() - started,
        judged=False,
    )


def answer_rows(
    database: Database, rows: npt.NDArray[np.int8], distance: bool, optimal: bool
) -> BatchSolution:
    """Answer for rows of cells that `check_boards` has passed."""
    started = perf_counter()
    game, count = database.game, len(rows)
    values, moves = np.zeros(count, np.int8), np.full(count, -1, np.int16)
    distances = np.full(count, -1, np.int16)
    masks = np.zeros((count, game.cells), np.int8) if optimal else None
    database.label_rows(rows, values, distances, moves, masks)
    return BatchSolution(
        values=values,
        moves=moves,
        distances=distances if distance else np.full(count, -1, np.int16),
        proven=np.ones(count, np.bool_),
        lower=values,
        upper=values.copy(),
        optimal=None if masks is None else masks.reshape(-1, game.m, game.n).view(np.bool_),
        nodes=0,
        seconds=perf_counter() - started,
    )
