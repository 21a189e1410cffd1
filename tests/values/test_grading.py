"""Grades and ties: what a move gives away, and which of the best, against the readable search."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from boards import as_board, random_play, rules_of

from inarow import (
    Game,
    Grade,
    Grades,
    IllegalMoveError,
    InvalidOptionError,
    InvalidPositionError,
    Match,
    Position,
    Solver,
    analyse,
    best_move,
    grade,
    grade_batch,
    read_record,
)
from inarow.model.bounds import Bounds
from inarow.reference import memo

THREE = Game(3, 3, 3)
TRAP = "3,3,3 a1 b1 b2 c3 a2 a3"  # b1 loses a drawn game


def values_of(position: Position) -> dict[int, int]:
    """The value of every move to its mover, by the readable search."""
    rules = rules_of(position.game)
    return {
        move: -memo.solve(rules, as_board(position.play(move))).value
        for move in position.legal_moves
    }


@pytest.mark.parametrize("game", [THREE, Game(2, 4, 3), Game(1, 7, 3, exact=True)])
def test_a_grade_is_what_minimax_says(game: Game) -> None:
    numbers = Random(5)
    boards, moves, expected = [], [], []
    for _ in range(8):
        position = random_play(game, numbers.randrange(2, game.cells - 1), numbers)
        values = values_of(position)
        top = max(values.values())
        best = tuple(move for move in values if values[move] == top)
        for move, value in values.items():
            found = grade(position, move)
            assert (found.value_before, found.value_after) == (top, value)
            assert found.regret == top - value and found.is_mistake == (value < top)
            assert found.best_moves == best and found.position == position
            assert found.is_losing == (value == -1 < top)
            boards.append(position)
            moves.append(move)
            expected.append((top, value, top - value, len(best)))
    batch = grade_batch(game, boards, moves)
    assert len(grade_batch(game, [], [])) == 0
    columns = batch.before, batch.after, batch.regrets, batch.best_moves
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == expected
    assert batch.proven.all() and len(batch) == len(moves)


def test_a_game_is_graded_as_its_moves_are() -> None:
    record = read_record(TRAP)
    grades = grade(record)
    assert [found.regret for found in grades] == [0, 1, 0, 0, 0, 0]
    assert grades.losing == grades.mistakes == (grades[1],)
    assert repr(grades[1]) == (
        "Grade(move='b1', value_before=0, value_after=-1, regret=1, best_moves='b2')"
    )
    position = record.start
    for move, found in zip(record.moves, grades, strict=True):
        assert found == grade(position, move)
        position = position.play(move)
    match = Match(THREE)
    for move in record.moves:
        match.play(move)
    assert grade(match) == grades
    assert grade(Match(THREE)) == ()
    timed = grade(record, distance=True)
    assert [found.after.distance for found in timed] == [None, 6, 5, 4, 3, 2]


def test_what_a_limit_leaves_open_stays_open() -> None:
    start = Game(9, 9, 5).start()
    found = grade(start, "e5", nodes=50)
    assert found.regret is found.is_mistake is found.is_losing is found.best_moves is None
    assert found.value_before is found.value_after is None
    assert (found.before.lower, found.before.upper) == (0, 1)
    assert repr(found).endswith("regret=None, best_moves=None)")
    batch = grade_batch(start.game, [start], ["e5"], nodes=50)
    assert not batch.proven.any() and (batch.regrets.item(), batch.best_moves.item()) == (-1, -1)


def test_from_where_on_a_loss_is_proven() -> None:
    """Worths of moves in turn; an open one in between may have been a mistake of the winner's."""
    position, open_, win, loss = THREE.start(), Bounds(-1, 1), Bounds(1, 1), Bounds(-1, -1)
    for after, expected in (
        ([open_, loss, win, loss, win], 1),  # O
        ([loss, win, loss, win, loss], 0),
        ([loss, open_, loss, win], 2),
        ([loss, loss, win], 1),  # X was lost, then O
        ([loss, win, open_], None),
        ([win, Bounds(0, 0)], None),
        ([], None),
    ):
        played = [
            Grade(position if i % 2 == 0 else position.play(0), i, open_, worth, None)
            for i, worth in enumerate(after)
        ]
        found = Grades(played).lost_from
        assert (None if found is None else found.move) == expected, after
        assert Grades(played).open == tuple(one for one in played if one.is_mistake is None)


def test_the_end_of_a_game_tells_of_what_came_before() -> None:
    """What one limit leaves open, the next position may have closed."""
    game = Game(6, 6, 4)
    moves = "c3 a1 d4 f6 c4 b3 d3 a6"
    solver = Solver(game)
    grades = solver.grade(read_record(f"{game.key} {moves}"), nodes=400)
    for earlier, later in pairwise(grades):
        assert earlier.after.lower >= -later.before.upper
        assert earlier.after.upper <= -later.before.lower


def test_what_is_no_move_is_refused() -> None:
    start = THREE.start()
    for wrong, error in (("d4", IllegalMoveError), (9, IllegalMoveError), (1.5, TypeError)):
        with pytest.raises(error):
            grade(start, wrong)  # type: ignore[call-overload]
    with pytest.raises(IllegalMoveError, match="over"):
        grade(THREE.position("XXX/OO./..."), "c3")
    with pytest.raises(TypeError, match="a position and a move"):
        grade(start)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"Game\(3, 3, 3\)\.start\(\)"):
        grade(THREE, "a1")  # type: ignore[call-overload]
    for call in (lambda s: s.grade(start, 0), lambda s: s.grade(read_record(TRAP))):
        with pytest.raises(InvalidPositionError, match="a position of"):
            call(Solver(Game(4, 4, 4)))


# --- ties -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [".../.../...", "XO./.../...", "XX./OO./...", "X../.O./..X"])
def test_ties_are_broken_among_the_best(text: str) -> None:
    position = THREE.position(text)
    best = sorted(analyse(position).best_moves)
    wins = [move for move in best if position.play(move).winner]
    assert best_move(position, tie_break="first") == (wins or best)[0]
    drawn = {best_move(position, tie_break="random", seed=seed) for seed in range(60)}
    assert drawn == {*(wins or best)}
    assert best_move(position, tie_break="random", seed=3) == best_move(
        position, tie_break="random", seed=3
    )
    if 4 in best and not wins:
        assert best_move(position, tie_break="centre") == 4


@pytest.mark.parametrize("wrong", [{"tie_break": "last"}, {"tie_break": ""}, {"tie_break": 3}])
def test_another_rule_is_refused_before_any_search(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]
) -> None:
    monkeypatch.setattr(Solver, "analyse", None)
    with pytest.raises(InvalidOptionError, match="tie_break"):
        best_move(THREE.start(), **wrong)


def test_a_tie_at_a_limit_is_the_judged_move() -> None:
    game = Game(15, 15, 5)
    assert best_move(game.start(), nodes=300, tie_break="random", seed=1) == game.centre
    with pytest.raises(InvalidPositionError, match="over"):
        best_move(THREE.position("XXX/OO./..."), tie_break="first")
