"""The solver's calls as plain functions, on solvers that the package keeps."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar, cast

from inarow.model.game import Game, require_game
from inarow.model.moves import Recorded
from inarow.model.position import Position, require_position
from inarow.solver.solver import Solver

if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec

    P = ParamSpec("P")
T = TypeVar("T")


@lru_cache(maxsize=8)
def default_solver(game: Game) -> Solver:
    """Return the solver that the functions of the package use for `game`."""
    return Solver(game)


_latest: Solver | None = None
"""The solver that was asked last: mostly the next position is of the same game."""


def _solver_of(asked: object) -> Solver:
    global _latest
    if not isinstance(asked, Position) and isinstance(asked, Recorded):
        asked = asked.start
    _latest = default_solver(require_position(asked).game)
    return _latest


def _in_time(ask: Callable[..., T], solver: Solver, *asked: Any, **options: Any) -> T:
    """Ask the solver; if it is busy and the call has a limit, one that is made for the call.

    A limit is of what the caller waits: another thread may be at a search without one.
    """
    if options.get("seconds") is None and options.get("nodes") is None:
        return ask(solver, *asked, **options)
    is_free = False
    try:
        is_free = solver._lock.acquire(blocking=False)
        return ask(solver if is_free else Solver(solver.game), *asked, **options)
    finally:
        if is_free:
            solver._lock.release()


def _of_position(method: Callable[Concatenate[Solver, P], T]) -> Callable[P, T]:
    """Return a method as a function, which finds the solver by the position that it is given."""
    ask: Callable[..., T] = method
    _, *parameters = signature(method).parameters.values()

    def function(position: Any = None, *more: Any, **options: Any) -> T:
        solver = _latest
        if (  # the common case: of the game that was asked for last, no options
            solver is not None
            and type(position) is Position
            and position._game is solver._game
            and not options
            and not more
        ):
            return ask(solver, position)
        if more:
            _refuse_options_by_place(method, parameters, 1 + len(more))
        if position is None:
            position = options.pop(parameters[0].name, None)
        return _in_time(ask, _solver_of(position), position, *more, **options)

    _describe(function, method, parameters)
    return cast("Callable[P, T]", function)


def _of_game(method: Callable[Concatenate[Solver, P], T]) -> Callable[Concatenate[Game, P], T]:
    """Return a method as a function whose first argument is the game."""
    ask: Callable[..., T] = method
    _, *parameters = signature(method).parameters.values()

    first = Parameter("game", Parameter.POSITIONAL_OR_KEYWORD, annotation="Game")
    parameters.insert(0, first)

    def function(game: Game, *boards: Any, **options: Any) -> T:
        _refuse_options_by_place(method, parameters, 1 + len(boards))
        return _in_time(ask, default_solver(require_game(game)), *boards, **options)

    _describe(function, method, parameters)
    return cast("Callable[Concatenate[Game, P], T]", function)


def _refuse_options_by_place(
    method: Callable[..., object], parameters: list[Parameter], given: int
) -> None:
    """Raise `TypeError`, with the names of the options, for more arguments than have a place."""
    options = [f"{one.name}=" for one in parameters if one.kind is Parameter.KEYWORD_ONLY]
    most = len(parameters) - len(options)
    if options and given > most:
        name, named = method.__name__, ", ".join(options)
        raise TypeError(f"{name} takes {most} by place, not {given}, and by name {named}")


def _describe(
    function: Callable[..., T], method: Callable[..., T], parameters: list[Parameter]
) -> None:
    """Give a function the name and the help of a method, with its own parameters."""
    function.__name__ = function.__qualname__ = method.__name__
    function.__doc__ = method.__doc__
    signed = signature(method).replace(parameters=parameters)
    function.__signature__ = signed  # type: ignore[attr-defined]


best_move = _of_position(Solver.best_move)
solve = _of_position(Solver.solve)
analyse = _of_position(Solver.analyse)
forced_win = _of_position(Solver.forced_win)
grade = _of_position(Solver.grade)
playouts = _of_position(Solver.playouts)
solve_batch = _of_game(Solver.solve_batch)
grade_batch = _of_game(Solver.grade_batch)
