"""Boards that are no grids: their lines, symmetries, cells and texts, and what refuses them."""

import pickle
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from cases import case, refused

import inarow
from inarow import (
    Game,
    IllegalMoveError,
    InvalidGameError,
    InvalidRecordError,
    boards,
    distributed,
    svg,
)
from inarow.boards import animal, box, hexagon, lines, torus
from inarow.model.boards import board_of
from inarow.model.grid import Grid
from inarow.reference import geometry
from inarow.strategies import Minimax

FANO = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
L_TETROMINO = ["a1", "a2", "a3", "b3"]
BOARDS = [
    *[box((3, 3, 3), 3), box((2, 3, 4), 3), box((2,) * 4, 2), box((4, 4, 4), 4), box((4, 3), 3)],
    *[torus(3, 3, 3), torus(4, 5, 4), torus(2, 7, 3), hexagon(3, 3), hexagon(4, 5)],
    *[animal(4, 4, L_TETROMINO), animal(3, 5, ["b2", "b3"]), animal(2, 9, ["a1", "h2"])],
    lines(7, FANO),
    *[lines(5, [(0, 1), (1, 2, 3)], names=["hub", "a", "b", "c", "far"])],
]


def sets(board: boards.Board) -> set[frozenset[int]]:
    return set(map(frozenset, board.lines))


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("sides", [(3, 3), (5, 4), (3, 3, 3), (2, 3, 4), (4, 1, 3), (2, 2, 2, 2)])
def test_boxes_have_the_lines_of_the_reference(sides: tuple[int, ...], k: int) -> None:
    expected = geometry.box(sides, k)
    if not expected:
        with refused(InvalidGameError, "does not fit"):
            box(sides, k)
    elif len(sides) == 2:
        assert sets(box(sides, k)) == expected == set(map(frozenset, Grid(*sides, k).lines))
    else:
        assert sets(box(sides, k)) == expected


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("m, n", [(3, 3), (4, 4), (5, 3), (1, 6), (2, 5), (5, 6)])
def test_tori_have_the_lines_of_the_reference(m: int, n: int, k: int) -> None:
    if expected := geometry.torus(m, n, k):
        assert sets(torus(m, n, k)) == expected
        return
    with refused(InvalidGameError, "does not fit"):
        torus(m, n, k)


def test_an_animal_is_every_turned_and_mirrored_placement() -> None:
    """By brute force: sets of cells with the same distances between them, two by two."""

    def shape(cells: tuple[int, ...]) -> list[int]:
        pairs = [(abs(a // 5 - b // 5), abs(a % 5 - b % 5)) for a, b in combinations(cells, 2)]
        return sorted(down * down + right * right for down, right in pairs)

    places = [r * 5 + c for r in range(4) for c in range(5)]
    for drawn in (L_TETROMINO, ["a1", "b1", "b2", "c2"], ["a1", "b1", "c1"], ["a1", "b2"]):
        board = animal(4, 5, drawn)
        cells = tuple(Grid(4, 5, 1).cell(name) for name in drawn)
        alike = {frozenset(s) for s in combinations(places, len(drawn)) if shape(s) == shape(cells)}
        assert sets(board) == alike, drawn


def test_lines_of_a_hexagon() -> None:
    """Those of a hexagon of side 3 by hand: five rows in each of three directions."""
    for k, a_direction in ((3, 1 + 2 + 3 + 2 + 1), (4, 0 + 1 + 2 + 1 + 0), (5, 1)):
        assert len(hexagon(3, k).lines) == 3 * a_direction
    assert {(0, 4, 9), (0, 3, 7), (7, 8, 9)} <= {
        tuple(sorted(line)) for line in hexagon(3, 3).lines
    }


@pytest.mark.parametrize(
    "board", [*BOARDS, Grid(3, 3, 3), Grid(4, 5, 3), Grid(1, 4, 2)], ids=lambda board: board.key
)
def test_symmetries_are_a_group_that_keeps_lines(board: boards.Board) -> None:
    found = set(board.symmetries)
    assert board.symmetries[0] == tuple(range(board.cells)) and len(found) == len(board.symmetries)
    rng = random.Random(1)
    for _ in range(50):
        one, other = rng.choice(board.symmetries), rng.choice(board.symmetries)
        assert tuple(one[cell] for cell in other) in found
        assert {frozenset(one[cell] for cell in line) for line in board.lines} == sets(board)


def test_numbers_of_symmetries() -> None:
    numbers = {board.key: len(board.symmetries) for board in BOARDS}
    assert numbers["4x4x4,4"] == 192 and numbers["3x3x3,3"] == 48 and numbers["2x3x4,3"] == 8
    assert numbers["torus 4,5,4"] == 4 * 20 and numbers["hexagon 4,5"] == 12


@pytest.mark.parametrize("words", [{}, {"misere": True}])
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
def test_a_game_is_a_value(board: boards.Board, words: dict[str, bool]) -> None:
    game = Game.on(board, **words)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game) and game is Game.on(board, **words)
    for names in (board.names, map(str.upper, board.names)):
        assert [*map(game.cell, names)] == list(range(board.cells))
    assert svg.board_svg(game.start()).startswith("<svg")
    assert game.key == board.key + " misere" * len(words) and not game.is_grid
    if not board.key.startswith("lines"):
        assert board_of(board.key) == board and Game.from_key(game.key) == game
        return
    with refused(InvalidGameError, "does not tell the lines"):
        Game.from_key(game.key)


def test_games_on_grids_are_the_usual_ones() -> None:
    grid = Grid(3, 3, 3)
    assert Game.on(grid) is Game(3, 3, 3) and Game.on(Grid(3, 4, 3, exact=True)).exact
    assert Game.on(grid, gravity=True) is Game(3, 3, 3, gravity=True)
    assert Game(3, 3, 3) != Game.on(box((3, 3), 3)) and Game(3, 3, 3).board == grid


def test_gravity_on_a_box() -> None:
    """Four balls on a rod: the last layer is filled first."""
    game = Game.on(box((4, 4, 4), 4), gravity=True)
    assert game.start().legal_moves == tuple(range(48, 64))
    assert game.start().play("4a1").legal_moves == (32, *range(49, 64))
    assert len(game.symmetries) == 8


def chain(cells: int) -> list[tuple[int, int]]:
    return [(cell, cell + 1) for cell in range(cells - 1)]


FALLING = Game.on(box((3, 2, 2), 2), gravity=True)
WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: lines(3, []), "1 to 512 lines, not 0"),
    (lambda: animal(4, 4, ["z9"]), "an animal is drawn with cells from a1 to t20"),
    (lambda: lines(3, [(1,)]), "2 to 20 cells, not 1"),
    (lambda: lines(30, [range(21)]), "2 to 20 cells, not 21"),
    (lambda: lines(3, [(0, 1), (1, 0)]), "is in the other"),
    (lambda: lines(3, [(0, 1), (0, 1, 2)]), "is in the other"),
    (lambda: lines(3, [(0, 1, 2), (2, 1)]), "is in the other"),
    (lambda: lines(3, [(0, 0)]), "different cells"),
    (lambda: lines(3, [(0, 3)]), "different cells from 0 to 2"),
    (lambda: lines(401, [(0, 1)]), "1 to 400 cells, not 401"),
    (lambda: lines(0, [(0, 1)]), "1 or more, not 0"),
    (lambda: lines(40, combinations(range(40), 2)), "1 to 512 lines, not 780"),
    (lambda: lines(3, chain(3), symmetries=[(0, 0, 1)]), "no permutation"),
    (lambda: lines(3, chain(3), symmetries=[(1, 0, 2)]), "does not take lines to lines"),
    (lambda: lines(3, chain(3), names=["a", "b"]), "different names"),
    (lambda: lines(3, chain(3), names=["a", "A", "b"]), "different names"),
    (lambda: lines(3, chain(3), names=["a", "b", "3"]), "a name is"),
    (lambda: box((8, 8, 8), 8), "1 to 400 cells, not 512"),
    (lambda: box((3, 0, 3), 3), "1 or more, not 0"),
    (lambda: box((4, 4, 4, 4), 4), "512 lines, not 520"),
    (lambda: box((3, 3, 3), 10**30), "does not fit"),
    (lambda: torus(3, 3, 4), "does not fit"),
    (lambda: torus(20, 20, 5), "512 lines, not 1600"),
    (lambda: hexagon(13, 3), "more than 400 cells"),
    (lambda: animal(3, 3, []), "one cell or more"),
    (lambda: animal(2, 2, ["a1", "b1", "c1"]), "does not fit on the board"),
    (lambda: animal(3, 3, ["a1"]), "2 to 20 cells"),
    (lambda: Game.on(hexagon(3, 3), gravity=True), "no cell is below another"),
    (lambda: Game.on(box((3, 3, 3), 3)).position([[0] * 9] * 3), "the layers have 27 rows"),
    (lambda: FALLING.position("/".join([".."] * 3 + ["X."] + [".."] * 2)), "below 2a2"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_no_board(number: int) -> None:
    call, words = WRONG[number]
    with refused((InvalidGameError, inarow.InvalidPositionError), words):
        call()


@pytest.mark.parametrize("board", [box((1, 3, 3), 3), torus(1, 8, 3), animal(1, 5, ["a1", "b1"])])
def test_gravity_does_nothing_where_no_cell_is_below_another(board: boards.Board) -> None:
    game = Game.on(board, gravity=True)
    assert game.start().legal_moves == Game.on(board).start().legal_moves


@pytest.mark.parametrize("key", ["4x4", "4x4x4,", "torus 5,5", "torus a,b,c", "animal 3,3,zz"])
def test_what_names_no_board(key: str) -> None:
    for read in (board_of, Game.from_key):
        with refused(InvalidGameError, "is no"):
            read(key)


def test_types() -> None:
    for call in (
        lambda: lines(3, [("a", 1)]),  # type: ignore[list-item]
        lambda: lines(3, chain(3), names=[1, 2, 3]),  # type: ignore[list-item]
        lambda: box("444", 4),  # type: ignore[arg-type]
        lambda: torus(3.5, 3, 3),  # type: ignore[arg-type]
        lambda: animal(3, 3, "a1"),
        lambda: Game.on((3, 3, 3)),  # type: ignore[arg-type]
        lambda: Game.on(Game(3, 3, 3)),
        lambda: Game.on(torus(3, 3, 3), misere=1),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()


def test_what_is_of_grids_refuses_other_boards() -> None:
    game = Game.on(torus(4, 4, 3))
    start, match = game.start(), inarow.Match(game)
    match.play("a1")
    record = inarow.Record(start, match.moves, match.position)
    for form in ("sgf", "psq"):
        with case(form), refused(InvalidRecordError, "'moves' and 'position' tell it"):
            inarow.write_record(record, form)  # type: ignore[arg-type]
    calls: dict[str, Callable[[], Any]] = {
        "minimax": lambda: Minimax(2).choose(start),
        "distributed": lambda: distributed.solve(start),
        "coordinates": lambda: game.coordinates("a1"),
        "centre": lambda: game.centre,
        "rows": lambda: game.m,
        "size": lambda: game.size,
    }
    for name, call in calls.items():
        with case(name), refused(InvalidGameError, "is no grid"):
            call()


def test_how_far_cells_are_from_each_other() -> None:
    cube, grid = box((3, 3, 3), 3), Grid(3, 5, 3)
    assert [cube.distance("2b2", cell) for cell in ("2b2", "1a1")] == [0, 1]
    assert cube.distance("1a1", "2c2") == 2
    assert [grid.distance("a1", cell) for cell in ("a1", "c2", (2, 4))] == [0, 2, 4]
    with refused(InvalidGameError, "does not fit"):
        torus(9, 9, 10**9)


def test_places_of_a_box_are_moves_in_a_text() -> None:
    start = Game.on(box((3, 3, 3), 3)).start()
    assert start.play_all("0,0,0 1. (2, 1,0)") == start.play_all([(0, 0, 0), (2, 1, 0)])
    for text, words in (("0,0,3", r"move 1 \(0,0,3\)"), ("0,0,0 1,1", r"move 2 \(1,1\)")):
        with refused(IllegalMoveError, words):
            start.play_all(text)


def test_names_of_cells_are_told() -> None:
    star = Game.on(lines(3, [(0, 1), (1, 2)], names=["top", "far", "left"]))
    start = star.start().play("far")
    assert start.draw() == "  top far left\n1 .   X   ."
    assert star.position(start.draw()) == start
    assert all(f">{name}</text>" in svg.board_svg(start) for name in star.names)
    with refused(IllegalMoveError, "its 3 are top, far, left"):
        star.cell("a")


def test_no_letters_stand_over_a_hexagon() -> None:
    assert ">1</text>" in (picture := svg.board_svg(Game.on(hexagon(3, 3)).start()))
    assert ">a</text>" not in picture


def test_an_argument_that_holds_nothing_is_named() -> None:
    wrong: list[tuple[Callable[..., Any], str]] = [
        (lambda: box(3, 3), "sides must be a list, not int"),  # type: ignore[arg-type]
        (lambda: lines(3, chain(3), 3), "names must be a list"),  # type: ignore[arg-type]
        (lambda: lines(3, chain(3), symmetries=(1, 0)), "a symmetry must be"),  # type: ignore[arg-type]
        (lambda: box({3, 4}, 3), "sides must be a list, not set"),  # type: ignore[arg-type]
        (lambda: lines(2, [(0, 1)], {"a", "b"}), "names must be a list, not set"),  # type: ignore[arg-type]
        (
            lambda: lines(2, [(0, 1)], symmetries=[{0: 1, 1: 0}]),  # type: ignore[list-item]
            "a symmetry must be a list, not dict",
        ),
        (lambda: lines(3, (0, 1)), "a line must be a list"),  # type: ignore[arg-type]
        (lambda: animal(3, 3, 1), "cells of an animal must be"),  # type: ignore[arg-type]
    ]
    for make, words in wrong:
        with refused(TypeError, words):
            make()


def test_boards_that_are_not_equal_have_different_keys() -> None:
    """Of one set of lines: with a symmetry, with names. The order of lines and cells is nothing."""
    of = boards.lines
    made = (
        of(3, [(0, 1), (1, 2)]),
        of(3, [(0, 1), (1, 2)], symmetries=[(2, 1, 0)]),
        of(3, [(0, 1), (1, 2)], names=["a", "b", "c"]),
    )
    assert len({board.key for board in made}) == len({*made}) == len(made)
    assert of(3, [[2, 1], [1, 0]]) == made[0]
    named = of(3, [(0, 1), (1, 2)], names=np.array(["a", "b", "c"]))
    assert named == made[2] and named.key == made[2].key
