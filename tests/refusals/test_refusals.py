"""Bad input: one table of calls, of what they are given, and of the error that says what is wrong.

What the command line refuses is in `test_commands.py`; what a game, a position or a record refuses
stands with its rules.
"""

import json
import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from typing import Any

import numpy as np
import pytest
from cases import SEARCHES

import inarow
from inarow import (
    Game,
    IllegalMoveError,
    InarowError,
    InvalidGameError,
    InvalidOptionError,
    InvalidPositionError,
    Solver,
)
from inarow.apps.web.messages import parse
from inarow.apps.web.searches import Searches
from inarow.distributed import solve as spread
from inarow.strategies import (
    AlphaBeta,
    Careless,
    Greedy,
    Minimax,
    MonteCarlo,
    Perfect,
    Random,
    level,
    win_score,
)
from inarow.svg.board import board_svg

Row = tuple[Callable[..., Any], tuple[Any, ...] | dict[str, Any], Any, str]
"""A call, what it is given (in order or by name), the error that comes, words of its message."""

GAME = Game(3, 3, 3)
START = GAME.start()
WON = GAME.position("XXX/OO./...")
FULL = GAME.position("XOX/XOO/OXX")
EMPTY = np.zeros((1, 3, 3), np.int8)

ASKED = Solver(GAME)
ASKED.solve(START)


def of_searches() -> Iterator[Row]:
    out_of_range = [
        *[("nodes", value) for value in (0, -1, -(10**30), np.int64(0))],
        *[("seconds", value) for value in (0, 0.0, -0.0, -1, -1e-9, math.nan, math.inf)],
        *[("seconds", value) for value in (-math.inf, Decimal(0), Decimal("NaN"))],
        *[("seconds", value) for value in (Fraction(-1, 3), np.float32(0))],
    ]
    wrong_type = [
        *[("nodes", value) for value in (1.0, "1", True, [1], b"1", 1j, np.float64(2), math.nan)],
        *[("seconds", value) for value in ("1", True, [1], b"1", 1j, object(), START)],
    ]
    for search, (name, value) in product(SEARCHES.values(), out_of_range):
        yield search, {name: value}, InvalidOptionError, name
    for search, (name, value) in product(SEARCHES.values(), wrong_type):
        yield search, {name: value}, TypeError, ""
    for (name, search), value in product(SEARCHES.items(), (5, "progress", [], object())):
        if not name.endswith("best_move"):
            yield search, {"progress": value}, TypeError, "callable"
    # Also where the answer is known.
    for limit in ({"nodes": 0}, {"seconds": math.nan}):
        yield lambda **limits: ASKED.best_move(START, **limits), limit, InvalidOptionError, ""
    yield lambda **limits: ASKED.best_move(START, **limits), {"seconds": "soon"}, TypeError, ""
    for solve in (inarow.solve, Solver(GAME).solve):
        for kind, position in product(("misere", "", "Weak", "weak ", "strongest"), (START, WON)):
            yield lambda p, k, s=solve: s(p, game_kind=k), (position, kind), InarowError, "weak"
        for wrong in (None, 1, b"weak", ["weak"]):
            asked = (TypeError, InarowError)
            yield lambda k, s=solve: s(START, game_kind=k), (wrong,), asked, ""


def of_positions() -> Iterator[Row]:
    by_solver = [getattr(Solver(GAME, 1), name) for name in ("solve", "best_move", "analyse")]
    by_solver.append(Solver(GAME, 1).playouts)
    functions = [inarow.solve, inarow.best_move, inarow.analyse, inarow.playouts]
    for call in (*by_solver, *functions):
        for wrong in (None, "X../.../...", 5, GAME, EMPTY, [[0] * 3] * 3, (0, 0)):
            yield call, (wrong,), TypeError, "Position"
    for call, size in product(by_solver, ((3, 3, 2), (3, 4, 3), (4, 3, 3), (20, 20, 5))):
        yield call, (Game(*size).start(),), InvalidPositionError, "given to"
    for call, over in product((by_solver[1], by_solver[3]), (WON, FULL)):
        yield call, (over,), InvalidPositionError, "over"
    for call, given in ((inarow.solve, (START, 5)), (inarow.forced_win, (START, 2, 5))):
        yield call, given, TypeError, r"seconds=, nodes="
    yield inarow.best_move, (START, 5), TypeError, r"takes 1 by place, not 2, .*seconds="
    exact = Game(3, 4, 3, exact=True)
    for call, given in (
        (inarow.solve, {"position": exact.start(), "game_kind": "weak"}),
        (inarow.solve, {"position": exact.start(), "certificate": "not written"}),
    ):
        yield call, given, InvalidGameError, "no rule of exactly k"
    yield inarow.forced_win, (WON,), InvalidPositionError, "over"
    for options in ({"order": 0}, {"order": 4}, {"order": -1}, {"nodes": 0}):
        yield inarow.forced_win, {"position": START, **options}, InvalidOptionError, min(options)
    for given in ({"budget": 0}, {"workers": 0}, {"table_mb": -1}, {"seconds": -1}):
        yield spread, {"position": START, **given}, InvalidOptionError, ""
    corner = GAME.position("X../.../...")
    yield inarow.analyse, {"position": corner, "moves": ["c3", "a1"]}, IllegalMoveError, "taken"


def of_solvers() -> Iterator[Row]:
    for wrong in (None, (3, 3, 3), "3,3,3", START):
        yield Solver, (wrong,), TypeError, "Game"
        yield inarow.solve_batch, (wrong, EMPTY), TypeError, "Game"
    for size in (0, -1, 10**9, 2**44, 2**64, 10**30):
        yield Solver, (GAME, size), InvalidOptionError, "table_mb"
    batch = Solver(GAME).solve_batch
    for threads in (0, -1, 257, 10**30):
        given = {"threads": threads}
        yield Solver, {"game": GAME, **given}, InvalidOptionError, "threads"
        yield batch, {"boards": EMPTY, **given}, InvalidOptionError, "threads"
        yield inarow.solve_batch, {"game": GAME, "boards": EMPTY, **given}, InarowError, "threads"
    playouts = Solver(GAME).playouts
    for wrong in (1.5, "2", True, None, [1], math.nan):
        yield Solver, {"game": GAME, "table_mb": wrong}, TypeError, ""
        yield Solver, {"game": GAME, "threads": wrong}, TypeError, ""
        yield playouts, (START, wrong), TypeError, ""
        yield playouts, (START, 5, wrong), TypeError, ""
    for wrong in (1.5, "1", None, [1]):
        yield Solver, {"game": GAME, "seed": wrong}, TypeError, "seed"
    for count in (0, -1, -(10**30), 2**64):
        yield playouts, (START, count), InvalidOptionError, "count"
    for shape in ((9,), (2, 8), (1, 3, 4), (1, 4, 3), (1, 1, 3, 3), (0,), ()):
        yield batch, (np.zeros(shape, np.int8),), InvalidPositionError, "shape"
    for kind in ("complex128", "object", "U1", "S1", "M8[s]"):
        yield batch, (np.zeros((1, 3, 3), kind),), InvalidPositionError, "numbers or bools"
    for wrong in (None, "…", 5, GAME, {1}):
        yield batch, (wrong,), TypeError, "boards must be an array, nested lists or positions"


def of_batches() -> list[Row]:
    taken, empty, grade = GAME.position("X../.../..."), [START] * 2, inarow.grade_batch
    return [
        (grade, (GAME, [taken], ["a1"]), IllegalMoveError, "board 0: cannot play a1: the cell is"),
        (grade, (GAME, empty, [4, 9]), IllegalMoveError, "board 1: cell 9 is off"),
        (grade, (GAME, empty, np.array([4, -1])), IllegalMoveError, "board 1: cell -1 is off"),
        (grade, (GAME, [START], [4, 5]), IllegalMoveError, "1 boards, but 2 moves"),
        (grade, (GAME, [WON], [8]), IllegalMoveError, "board 0: the game is over"),
        (grade, (GAME, [START], np.array([4.0])), TypeError, "not float64"),
        (grade, (GAME, [START], "b2"), TypeError, "not str"),
        (grade, (GAME, [START], None), TypeError, "not NoneType"),
        *((inarow.solve_batch, (GAME, boards), InvalidPositionError, message)
          for boards, message in (
            ([[[0.5] * 3] * 3], r"board 0: cannot read 0\.5 at a1"),
            ([["X..", "...", "..."]], "numbers or bools, not <U3"),
            ([[[0, 0, 0], [0, 0]]], "one shape"),
            ([0, 0], r"shape \(2,\), but Game\(3, 3, 3\) needs \(N, 3, 3\)"),
            (Game(4, 4, 4).start(), r"board 0 is of Game\(4, 4, 4\)"))),
        (inarow.solve_batch, (GAME, [START, 3]), TypeError, "expected a Position, not int"),
    ]  # fmt: skip


def of_strategies() -> list[Row]:
    four = Game(4, 4, 4).start()
    return [
        *((win_score, (START, *pair), InvalidOptionError, "loss < 0 < win")
          for pair in ((0, -1), (1, 0), (-1, 1))),
        (Minimax, (0,), InvalidOptionError, "depth must be 1 or more"),
        (AlphaBeta, (2.5,), TypeError, "depth must be an integer"),
        (AlphaBeta, (True,), TypeError, "depth must be an integer"),
        (Minimax, {"depth": 2, "reach": 0}, InvalidOptionError, "reach must be 1 or more"),
        (Minimax, (2, "stones"), InvalidOptionError, "evaluation must be"),
        (Minimax, (2, 7), TypeError, "a name or a function"),
        (Minimax, {"depth": 2, "ends": "guessed"}, InvalidOptionError, "ends must be"),
        (Minimax, {"depth": 2, "seed": 0.5}, TypeError, "seed must be an integer"),
        (Random, ("a",), TypeError, "seed must be an integer"),
        (Greedy, (["corner"],), InvalidOptionError, "rules are win, block, centre"),
        (MonteCarlo, (0,), InvalidOptionError, "simulations must be 1 or more"),
        (MonteCarlo, {"exploration": -1}, InvalidOptionError, "exploration must be 0 or more"),
        (MonteCarlo, {"exploration": math.nan}, InvalidOptionError, "exploration"),
        (MonteCarlo, {"exploration": "1"}, TypeError, "exploration must be a number"),
        (MonteCarlo, {"seconds": 0}, InvalidOptionError, "seconds must be a positive"),
        (Perfect, (0,), InvalidOptionError, "nodes must be 1 or more"),
        (Careless, (Random(), 1.5), InvalidOptionError, "slip must be 0 to 1"),
        (Careless, (Random(), "x"), TypeError, "slip must be a number"),
        (Careless, (3, 0.5), TypeError, "no strategy"),
        (level, (GAME, 0), InvalidOptionError, "level must be 1 to 10, not 0"),
        (level, (GAME, 11), InvalidOptionError, "level must be 1 to 10, not 11"),
        (level, (GAME, True), TypeError, "level must be an integer"),
        (lambda: level(GAME, 3, seed=None), (), TypeError, "seed must be"),
        (level, ((3, 3, 3), 3), TypeError, "expected a Game"),
        (level(GAME, 3).choose, (four,), InvalidPositionError, r"Game\(4, 4, 4\) given to level"),
    ]  # fmt: skip


def of_pictures() -> list[Row]:
    board = GAME.position("X../.../...")
    taken = "a mark needs an empty cell, but a1 is taken"
    return [
        (board_svg, ("X../.../...",), TypeError, "expected a Position, not str"),
        (board_svg, {"position": board, "marks": {0: "+1"}}, InvalidOptionError, taken),
        (board_svg, {"position": board, "marks": {9: "+1"}}, IllegalMoveError, "off the 3x3"),
        (board_svg, {"position": board, "highlight": [9]}, IllegalMoveError, "off the 3x3 board"),
        *((board_svg, {"position": board, "cell_size": size}, InvalidOptionError,
           f"cell_size must be 8 to 200, not {size}") for size in (7, 201)),
    ]  # fmt: skip


def of_environments() -> Iterator[Row]:
    """Those that need the packages of the environments."""
    from inarow.envs import MNKEnv, MNKVectorEnv, env, label

    yield env, (0, 3, 3), InvalidGameError, ""
    for make in (env, MNKEnv):
        message = "render_mode must be None or one of"
        yield make, {"render_mode": "pygame"}, InvalidOptionError, message
    yield MNKEnv, {"level": 11}, InvalidOptionError, "level must be 1 to 10, not 11"
    yield MNKEnv, {"level": 1, "opponent": Random}, InvalidOptionError, "not both"
    yield MNKEnv, {"side": "Y"}, InvalidOptionError, "side must be"
    yield MNKEnv, {"opponent": 3}, TypeError, "int is no strategy"
    yield MNKEnv, {"opponent": "greedy"}, InvalidOptionError, '"random" or "perfect"'
    for wrong in ({"opponent": "greedy"}, {"side": "Z"}, {"num_envs": 0}, {"grade_nodes": 0}):
        yield MNKVectorEnv, wrong, InvalidOptionError, ""
    many = MNKVectorEnv(2)
    for environment in (MNKEnv(), many):
        typo = {"options": {"postion": "X../.../..."}}
        yield environment.reset, typo, InvalidOptionError, "not 'postion'"
    for environment in (MNKEnv(3, 4, 3), env(3, 4, 3)):
        for position in ("XXX./OO../....", START, "X"):
            options = {"options": {"position": position}}
            yield environment.reset, options, InvalidPositionError, ""
    odd = GAME.position("X../.O./...", turn="O", strict=False)
    for position, message in ((WON, "over"), (odd, "stones")):
        yield many.reset, {"options": {"position": position}}, InvalidPositionError, message
    # A reset has no reward: a loss at once would be lost.
    ending = {"seed": 0, "options": {"position": "XX./OO./..."}}
    for side, environment in product(("O", "both"), (MNKEnv, MNKVectorEnv)):
        reset = environment(side=side, **({"level": 10} if environment is MNKEnv else {})).reset
        yield reset, ending, InvalidPositionError, "before the agent has moved"
    one = np.zeros((2, 3, 3, 2), np.int8)
    one[1, 0, 0, 0] = 1
    both = one.copy()
    both[1, 0, 0, 1] = 1
    whose = "observation 1 is not that of a player to move"
    yield label, (GAME, one), InvalidPositionError, whose
    yield label, (GAME, both), InvalidPositionError, "observation 1 has two stones on a cell"
    yield label, (GAME, both + 1), InvalidPositionError, "a 1 for a stone"
    yield label, (GAME, one[0]), InvalidPositionError, r"needs \(N, \*\(3, 3, 2\)\)"
    yield label, (GAME, [0]), TypeError, "must be an array, not list"


SMALL = {"game": "3,3,3"}
ANALYSE = {"type": "analyse", "id": 1, "board": SMALL}
READ = {"type": "read", "id": 1, "text": ""}
REQUESTS: list[tuple[Any, str]] = [
    *((text, "JSON object") for text in ("", "[1]", "[" * 5000)),
    ("{}", "unknown type"),
    ('{"type": ["move"]}', "unknown type"),
    ({"type": "analyse", "id": 1}, "board must be an object"),
    *((ANALYSE | {"board": {"game": game}}, reason) for game, reason in (
        (None, "game must be"), (3, "game must be"), ("3,3", "the page shows rectangles"),
        ("0,3,3", "is no game"), ("21,3,3", "1 to 20"), ("3,3,3 weak", "is no game"),
        ("torus 5,5,4", "the page shows"), ("hexagon 3,3", "boxes of up to 4 layers"),
        ("animal 4,4,a1-a2-b1", "the page shows"), ("5x3x3,3", "up to 4 layers"),
        ("2x2x2x2,2", "the page shows"), ("4x4x4,5", "does not fit"),
        ("3x3x3,3 exact", "is no board"), ("9" * 9999, "the page shows"))),
    (ANALYSE | {"board": {"game": "4,4,4 gravity", "moves": [0]}}, "nothing lies below"),
    (ANALYSE | {"board": {"game": "3x3x3,3", "start": "X../.../..."}}, "has 3 rows"),
    (ANALYSE | {"board": {"game": "3x3x3,3 gravity", "moves": [26, 8]}}, "below"),
    (ANALYSE | {"board": {**SMALL, "moves": [0, 0]}}, "taken"),
    (ANALYSE | {"board": {**SMALL, "moves": ["a1"]}}, "list of at most"),
    *((ANALYSE | {"board": {**SMALL, "start": start}}, reason) for start, reason in (
        ("XX./...", "rows"), ("X" * 99, "start must be"), ("XXX/OO./...", "game is over"),
        ("XX./.../...", ""), ("X../.../...:x", ""), ("X../.../...:", ""))),
    (ANALYSE | {"id": -1}, "id must be"),
    (ANALYSE | {"seconds": 0}, "seconds must be"),
    (ANALYSE | {"seconds": "1"}, "seconds must be"),
    (ANALYSE | {"moves": [9]}, "off the 3x3 board"),
    (ANALYSE | {"type": "move", "player": {"level": 11}}, "level must be"),
    (ANALYSE | {"type": "move"}, "player must be"),
    ({"type": "create", "board": SMALL, "side": "Y"}, "side must be"),
    ({"type": "create", "board": SMALL, "side": ["X"]}, "side must be"),
    (READ | {"text": None}, "text must be"),
    (READ | {"game": 3}, "game must be"),
    (READ | {"game": "3x3"}, "is no game"),
    (READ | {"bottom": 1}, "bottom must be"),
    (READ | {"id": None}, "id must be"),
    ({"type": "join", "room": ""}, "room must be"),
    ({"type": "join", "room": "a", "token": "ü"}, "token must be"),
    ({"type": "play", "move": 1.0, "ply": 0}, "move must be"),
]  # fmt: skip


def of_the_page() -> Iterator[Row]:
    yield Searches, (0,), InarowError, ""
    for request, reason in REQUESTS:
        text = request if isinstance(request, str) else json.dumps(request)
        yield parse, (text, 5), InarowError, reason


ROWS: list[Row] = [
    *of_searches(),
    *of_positions(),
    *of_solvers(),
    *of_batches(),
    *of_strategies(),
    *of_pictures(),
    *of_the_page(),
]
if find_spec("gymnasium") and find_spec("pettingzoo"):
    ROWS += of_environments()


@pytest.mark.parametrize("call, given, error, words", ROWS, ids=map(str, range(len(ROWS))))
def test_bad_input_is_refused(call: Any, given: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words or None) as raised:
        call(**given) if isinstance(given, dict) else call(*given)
    assert "\n" not in str(raised.value)
