"""``inarow grade``: what the moves of a game gave away."""

from __future__ import annotations

from typing import Annotated, Any

from inarow.apps.cli.options import Json, LimitedSearch, RecordFile, option
from inarow.apps.cli.records import print_record
from inarow.apps.cli.show import Page, heading
from inarow.apps.cli.watch import search
from inarow.model.counted import counted
from inarow.model.errors import InvalidOptionError
from inarow.records.record import Record
from inarow.solver.grading import Grade, Grades
from inarow.strategies.levels import EXACT_CELLS
from inarow.svg.page import GRADED, graded

SECONDS = 5.0
"""For a move, where a board is too large to be sure of a proof and no limit is given."""


class GradeSearch(LimitedSearch):
    """The same options, for each move of a game."""

    seconds: Annotated[
        float | None,
        option("S", "Most time for a move; without a limit, 5 on boards of more than 25 cells."),
    ] = None
    nodes: Annotated[int | None, option("N", "At most N nodes for a move.")] = None


class GradedGame(RecordFile):
    """The record of a game, or its moves."""

    moves: Annotated[
        str | None,
        option("MOVES", "The game instead of FILE, such as 'h8 i9' or '7,7 8,8' (row, column)."),
    ] = None

    def read(self) -> Record:
        """Return the record."""
        if self.moves is None:
            return super().read()
        if self.source != "-":
            raise InvalidOptionError("give either FILE or --moves")
        if self.given is None:
            raise InvalidOptionError("--moves goes with --game M N K")
        from inarow.records.plain import read_moves

        return read_moves(self.given.start(), self.moves, self.from_bottom)


def grade(file: GradedGame, options: GradeSearch, as_json: Json = False) -> None:
    """Say what every move of a game gave away, and which lost it.

    What a limit leaves open is told as such: bounds on a value are proven, and ? is unknown.

    Example: [bold]inarow grade --game 3 3 3 --moves "a1 b1 b2 c3"[/bold]
    """
    played = file.read()
    solver = options.solver(played.game)

    def ask(**given: Any) -> Grades:
        return solver.grade(played, distance=options.distance, **given)

    limits = options.limits
    if played.game.cells > EXACT_CELLS and not any(limits.values()):
        limits["seconds"] = SECONDS
    grades, watch = search(ask, played.game, as_json, limits)
    if as_json:
        print_record(grades_record(played, grades))
    else:
        _print(played, grades)
    if watch.interrupted:
        raise KeyboardInterrupt


def _print(played: Record, grades: Grades) -> None:
    page = Page()
    page.title(heading(played.position))
    page.board(played.position)
    page.table(GRADED, map(graded, grades))
    words = "the value to the side that moves; >= at least, <= at most, ? is not proven"
    page.say(f"before and after: {words}", "dim")
    page.say()
    mistakes, unknown = len(grades.mistakes), len(grades.open)
    if 0 < unknown == len(grades):
        page.fact("open", f"{unknown} of {counted(unknown, 'move')}: nothing was decided")
    else:
        proven = ", proven" * (unknown > 0)
        page.fact("mistakes", f"{mistakes} of {counted(len(grades), 'move')}{proven}")
    for one in grades.losing:
        page.fact("lost by", _named(one))
    if 0 < unknown < len(grades):
        page.fact("no mistake", f"{counted(len(grades) - mistakes - unknown, 'move')}, proven")
        page.fact("open", f"{counted(unknown, 'move')}, of which neither is proven")
    if not grades.losing and (first := grades.lost_from):
        page.fact("lost by", f"{_named(first)}, after which the loss is proven, or one before it")


def _named(one: Grade) -> str:
    return f"{one.position.turn} {one.position.game.name(one.move)} (move {one.position.ply + 1})"


def grades_record(played: Record, grades: Grades) -> dict[str, Any]:
    game = played.game
    moves = [
        {
            "move": one.move,
            "name": game.name(one.move),
            "turn": one.position.turn,
            "value_before": one.value_before,
            "value_after": one.value_after,
            "bounds_before": [one.before.lower, one.before.upper],
            "bounds_after": [one.after.lower, one.after.upper],
            "distance_before": one.before.distance,
            "distance_after": one.after.distance,
            "regret": one.regret,
            "is_mistake": one.is_mistake,
            "is_losing": one.is_losing,
            "best_moves": None if one.best_moves is None else list(one.best_moves),
            "best_move_names": None
            if one.best_moves is None
            else [game.name(move) for move in one.best_moves],
        }
        for one in grades
    ]
    return {
        **game.record(),
        "start": played.start.text,
        "position": played.position.text,
        "moves": moves,
        "mistakes": len(grades.mistakes),
        "losing": [number for number, one in enumerate(grades) if one.is_losing],
    }
