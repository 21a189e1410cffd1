"""Every public method of every public class, called with another game's objects and worse.

Nothing but an answer, an error of our family or a `TypeError` comes out; the interpreter lives.
"""

import inspect
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import inarow
from inarow import Game, InarowError, Match, Solver, WinChecker
from inarow.certificate import read
from inarow.distributed.job import settle
from inarow.distributed.question import Goal, Question, question_of
from inarow.store import Store
from inarow.strategies.perfect import Perfect

GAME, LARGE = Game(3, 3, 3), Game(20, 20, 5)
START = GAME.start()

NOT_CALLED = {"Store.close"}
"""After which the object is another one."""


def values(directory: Path) -> list[Any]:
    """What is given: positions of other games, arrays of other shapes and kinds, and no such."""
    positions = [
        START,
        START.play("b2"),
        LARGE.start(),
        LARGE.start().play(399),
        Game(4, 4, 4).start().play(15),
        Game(3, 3, 3, exact=True).start(),
        GAME.position("XXX/OO./..."),
        GAME.position("XOX/XOO/OXX"),
        GAME.position("X../.../...", turn="X", strict=False),
        GAME.position("XX./X../...", turn="X", strict=False),
    ]
    shapes = (2, 3, 3), (2, 9), (2,), (0,), (0, 9), (2, 20, 20)
    arrays = [np.zeros(shape, kind) for shape in shapes for kind in (np.int8, np.int16, np.int64)]
    arrays += [np.full((1, 3, 3), 7, np.int8), np.full((2, 9), -128, np.int8)]
    arrays += [np.zeros((4, 3, 3), np.int8)[::2], np.array(["a"]), np.array(None)]
    masks = [1 << 70, (1 << 9) - 1, 0b11]
    questions = [question_of(position, "O", Goal.HOLD) for position in positions[:6]]
    questions += [Question(GAME, goal, x, o, True) for goal in Goal for x in masks for o in masks]
    plain = [None, True, -1, 0, 1, 8, 9, 2**64, 2.5, float("nan"), "", "b2", "z99", "X", b"x", []]
    return [*positions, *arrays, *questions, *plain, (0, 0), (2**70, 1), GAME, LARGE, object()]


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    directory = tmp_path_factory.mktemp("objects")
    Solver(GAME).solve(START, certificate=directory / "proof")
    certificate = read(directory / "proof")
    analysis = inarow.analyse(START)
    node: Any = certificate.root()
    return [
        *(GAME, START, Solver(GAME, 1)),
        *(Match(GAME), WinChecker(3), inarow.pairing(Game(5, 5, 5).start()), certificate, node),
        *(analysis, analysis[0], Perfect(100), inarow.level(GAME, 3), Store(directory / "store")),
        *(inarow.count(GAME), question_of(START, "O", Goal.HOLD)),
    ]


def methods(objects: list[Any]) -> Iterator[tuple[str, Any]]:
    for number, owner in enumerate(objects):
        if type(owner).__module__.partition(".")[0] != "inarow":
            continue
        for name in dir(owner):
            label = f"{type(owner).__name__}.{name}"
            method = getattr(owner, name, None)
            if name.startswith("_") or label in NOT_CALLED or not inspect.ismethod(method):
                continue
            yield f"{number} {label}", method
    for function in (inarow.solve, inarow.best_move, inarow.analyse, inarow.playouts,
                     inarow.pairing, inarow.solve_batch, inarow.count, inarow.is_reachable,
                     inarow.winner_of_moves, WinChecker, Match, settle, question_of):  # fmt: skip
        yield function.__name__, function


def arguments(
    method: Any, given: list[Any], rng: random.Random
) -> tuple[list[Any], dict[str, Any]]:
    """Values for what must be given, and for some of the rest; searches are short."""
    positional, named = [], {}
    for parameter in inspect.signature(method).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in ("path", "paths", "output", "certificate"):
            if parameter.default is parameter.empty:
                positional.append("no/where")
        elif parameter.name == "nodes":
            named["nodes"] = 100
        elif parameter.name in ("count", "seconds", "table_mb", "memory_mb", "threads", "limit"):
            if parameter.default is parameter.empty:
                positional.append(rng.choice([1, 0, "x", None]))
        elif parameter.kind is parameter.KEYWORD_ONLY:
            if rng.random() < 0.2:
                named[parameter.name] = rng.choice(given)
        elif parameter.default is parameter.empty or rng.random() < 0.5:
            if named and parameter.kind is not parameter.KEYWORD_ONLY:
                named[parameter.name] = rng.choice(given)
            else:
                positional.append(rng.choice(given))
        else:
            break
    return positional, named


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_nothing_but_our_errors_comes_out(objects: list[Any], tmp_path: Path, seed: int) -> None:
    rng, given, faults = random.Random(seed), values(tmp_path), {}
    found = dict(methods(objects))
    assert len(found) > 50
    for name, method in found.items():
        for _ in range(40):
            positional, named = arguments(method, given, rng)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    result = method(*positional, **named)
                    if inspect.isgenerator(result):
                        next(result, None)
            except (InarowError, TypeError):
                pass
            except Exception as error:
                faults[name] = f"{error!r}: {positional} {named}"[:400]
    assert not faults, "\n".join(f"{name}: {fault}" for name, fault in faults.items())
