"""Random games on boards of every kind: moves as in the reference, positions in every form.

Some of the games begin with any stones, whoever is to move. The reference has its own geometry.
"""

import copy
import pickle
import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from boards import as_board, has_line, plain_games, rules_of

import inarow
from inarow import (
    Game,
    InvalidPositionError,
    Match,
    Position,
    Record,
    WinChecker,
    read_record,
    winner_of_moves,
    write_record,
)
from inarow.boards import animal, box, hexagon, lines, torus
from inarow.model.bits import cells_of

SIZES = [(3, 3, 3), (1, 1, 1), (7, 1, 4), (2, 3, 7), (1, 9, 3), (3, 4, 2), (4, 4, 3), (10, 2, 3)]
EXACT = [(1, 9, 3), (3, 4, 2), (4, 4, 3), (2, 7, 3), (5, 5, 4)]
BOARDS = [
    *[box((3, 3, 3), 3), box((2, 3, 4), 3), box((1, 2, 2, 3), 3), torus(4, 5, 4), hexagon(3, 3)],
    *[animal(4, 4, ["a1", "a2", "a3", "b3"]), lines(5, [(0, 1), (1, 2, 3)], names=[*"abcde"])],
]
GAMES = [
    *[Game(*size) for size in SIZES],
    *[Game(*size, exact=True) for size in EXACT],
    *plain_games([(3, 3, 3), (4, 3, 3), (1, 6, 2)]),
    *[*map(Game.on, BOARDS), Game.on(BOARDS[0], misere=True)],
]
COUNT = 12
every_game = pytest.mark.parametrize("game", GAMES, ids=str)


def games(game: Game) -> Iterator[list[Position]]:
    """Random games as their positions; those from the start come first."""
    rng = random.Random(game.cells)
    count = COUNT if game.is_plain or not game.exact else 5 * COUNT  # overlines are rare
    for number in range(count):
        played = [game.start()]
        if number >= count // 2:
            stones = [0] * game.cells if game.gravity else rng.choices([0, 0, 1, -1], k=game.cells)
            board, turn = np.array(stones, np.int8).reshape(game.shape), rng.choice("XO")
            with suppress(InvalidPositionError):  # of lines that no last stone explains
                played = [game.position(board, turn, strict=False)]
        while not played[-1].is_over:
            played.append(played[-1].play(rng.choice(played[-1].legal_moves)))
        yield played


def moves_of(played: list[Position]) -> list[int]:
    return [
        ((before.x | before.o) ^ (after.x | after.o)).bit_length() - 1
        for before, after in pairwise(played)
    ]


@every_game
def test_games_go_as_in_the_reference(game: Game) -> None:
    rules, overlines = rules_of(game), 0
    assert rules.given or {*rules.symmetries} == {*game.symmetries}
    for played in games(game):
        for position in played:
            board = as_board(position)
            assert (position.winner, position.is_over) == (
                rules.winner(board),
                rules.is_over(board),
            )
            assert position.is_draw == (position.is_over and not position.winner)
            assert position.legal_moves == rules.moves(board)
            assert {*position.distinct_moves} <= {*position.legal_moves}
            assert position.is_over or position.distinct_moves
            assert position.ply == game.cells - board.count(".")
            for side, stones in (("X", position.x), ("O", position.o)):
                assert [board[cell] == side for cell in range(game.cells)] == [
                    cell in cells_of(stones) for cell in range(game.cells)
                ]
            full = [line for line in rules.lines if rules.has_line(board, line)]
            assert position.winning_cells == tuple(sorted({cell for line in full for cell in line}))
            overlines += not full and any(has_line(game, s) for s in (position.x, position.o))
        if game.cells < 20:
            assert inarow.solve(played[-1]).value == rules.outcome(board)
    assert overlines or game.is_plain or not game.exact


@pytest.mark.parametrize("game", [game for game in GAMES if game.is_grid and not game.is_plain])
def test_whoever_follows_a_game_tells_the_same_of_it(game: Game) -> None:
    for played in [*games(game)][: COUNT // 2]:
        match, checker, moves = Match(game), WinChecker(*game.size, exact=game.exact), list[int]()
        for move, before, after in zip(moves_of(played), played, played[1:], strict=False):
            moves.append(match.play(move))
            checker.move(*divmod(move, game.n), 1 if before.turn == "X" else 2)
            assert (match.winner, match.position) == (after.winner, after)
            assert (None, "X", "O")[checker.winner] == after.winner
            letter = {"X": "A", "O": "B", None: "Draw" if after.is_over else "Pending"}
            assert winner_of_moves(moves, *game.size, game.exact) == letter[after.winner]


@every_game
def test_a_position_comes_back_in_every_form(game: Game) -> None:
    for number, played in enumerate(games(game)):
        for position in played[-1], random.Random(number).choice(played):
            array = position.to_array()
            copies = [
                *(copy.copy(position), copy.deepcopy(position)),
                *(pickle.loads(pickle.dumps(position)), game.position(position.key, strict=False)),
            ]
            if game.is_grid:
                copies.append(eval(repr(position)))
            shapes: list[Any] = [position.text, str(position), position.draw(), array]
            shapes += [f"\n{position.draw()}\n", *[array.tolist()] * (array.ndim > 1)]
            if number < COUNT // 2:
                copies += map(game.position, shapes)
            elif position.winner is None:
                copies += (game.position(shape, position.turn, strict=False) for shape in shapes)
            for other in copies:
                assert other == position and hash(other) == hash(position)
                assert (other.winner, other.status) == (position.winner, position.status)


@every_game
def test_a_game_is_written_and_read_again(game: Game) -> None:
    told = "sgf" if game.is_grid and not game.is_plain else "moves"
    for played in [*games(game)][: COUNT // 2]:
        record = Record(played[0], tuple(moves_of(played)), played[-1])
        assert read_record(" ".join(map(game.name, record.moves)), game) == record
        for form in (told, "moves", "position"):
            text = write_record(record, form)  # type: ignore[arg-type]
            found = read_record(text, game)
            assert found.position == played[-1] and (form == "position" or found == record)
            assert game.key.startswith("lines") or read_record(text) == found


@every_game
def test_a_symmetry_moves_every_stone(game: Game) -> None:
    rng = random.Random(1)
    for played in games(game):
        position = rng.choice(played)
        canonical, images = position.canonical(), [*map(position.transform, game.symmetries[:48])]
        for number, image in enumerate(game.symmetries[:48]):
            moved = images[number]
            assert moved == position.transform(number) == position.transform(list(image))
            assert [moved[image[cell]] for cell in range(game.cells)] == list(position)
            assert (moved.turn, moved.status) == (position.turn, position.status)
            assert moved.canonical() == canonical
        assert images[0] == position and (canonical in images or len(game.symmetries) > 48)
        assert (canonical.x, canonical.o) <= min((image.x, image.o) for image in images)
