"""A store of answers: what is kept is found from every side of the board; the better one stays."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from answers import faults, part_certificate, store_faults
from boards import random_board

from inarow import Game, InvalidGameError, StoreError
from inarow.distributed.job import settle
from inarow.distributed.question import (
    Finding,
    Goal,
    Question,
    canonical,
    moved,
    question_of,
)
from inarow.distributed.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "answers.store") as opened:
        yield opened


def images(question: Question) -> list[Question]:
    """All questions about the same play; itself first."""
    found = []
    for symmetry in range(8 if question.game.m == question.game.n else 4):
        sides = (moved(question.game, symmetry, cells) for cells in question[2:4])
        found.append(Question(question.game, question.goal, *sides, question.rival_moves))
    return found


def every_question(game: Game) -> Iterator[Question]:
    """All of a small board, of any stones."""
    for cells in product(range(3), repeat=game.cells):
        rival, keeper = (sum((c == side) << i for i, c in enumerate(cells)) for side in (1, 2))
        lines = (line & ~stones for line in game.line_masks for stones in (rival, keeper))
        if 0 in cells and all(lines):
            for goal, turn in product(Goal, (False, True)):
                yield Question(game, goal, rival, keeper, turn)


def random_questions(game: Game, count: int, seed: int) -> Iterator[Question]:
    """So many different ones."""
    rng, seen = random.Random(seed), set[Question]()
    while len(seen) < count:
        sides = random_board(game, rng.randint(1, game.cells), rng)
        question = Question(game, rng.choice(list(Goal)), *sides, rng.random() < 0.5)
        if canonical(question)[0] not in seen:
            seen.add(canonical(question)[0])
            yield question


# --- found from every side -----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("size", [(2, 3, 2), (3, 2, 3), (1, 5, 3), (2, 2, 2)])
def test_every_question_of_small_boards(store: Store, size: tuple[int, int, int]) -> None:
    game = Game(*size)
    truth = {question: settle(question).held for question in every_question(game)}
    store.keep_all((question, settle(question)) for question in truth if question.rival % 2)
    kept = {twin for question in truth if question.rival % 2 for twin in images(question)}
    for question, held in truth.items():
        found = store.find(question)
        assert (found is not None) == (question in kept)
        if found is not None:
            assert found.held is held
            assert list(faults(question, found)) == []
    assert {question.game for question, _ in store} == {game}


@pytest.mark.long
@pytest.mark.parametrize("size", [(3, 4, 3), (4, 3, 3), (4, 4, 4)])
def test_parts(store: Store, size: tuple[int, int, int]) -> None:
    """A strategy comes to the canonical question of the board it was written for, and holds."""
    parts = 0
    for question in random_questions(Game(*size), 40, seed=3):
        least, symmetry = canonical(question)
        answer = settle(least, certified=True)
        if symmetry:
            store.keep(question, settle(question, certified=True))
            found = store.find(least)
            assert found is not None and found.part is None
        store.keep(least, answer)
        found = store.find(least)
        assert found is not None and (found.held, found.part) == (answer.held, answer.part)
        for asked in images(least):
            seen = store.find(asked)
            assert seen is not None and (seen.part is None or asked == least)
        if answer.part is not None:
            parts += 1
            assert part_certificate(least, found).startswith(b"inarow certificate 1\n%d," % size[0])
    assert parts > 20 and sum(answer.part is not None for _, answer in store) > 20
    assert dict(store) == {question: store.find(question) for question, _ in store}
    assert store_faults(store.path) == []


@pytest.mark.parametrize("size", [(1, 5, 3), (5, 1, 3)])
def test_parts_of_one_row_or_column(store: Store, size: tuple[int, int, int]) -> None:
    """There several symmetries are the same."""
    least, _ = canonical(question_of(Game(*size).start(), "O", Goal.HOLD))
    answer = settle(least, certified=True)
    store.keep(least, answer)
    found = store.find(least)
    assert answer.part is not None and found is not None and found.part == answer.part


# --- which answer stays --------------------------------------------------------------------------

QUESTION = question_of(Game(3, 3, 3).start(), "O", Goal.HOLD)
OPEN, MORE = Finding(None, nodes=5), Finding(None, nodes=9, seconds=1.5)
YES, AGAIN = Finding(True, zone=511, nodes=7), Finding(True, zone=511, nodes=99)
PART = Finding(True, zone=511, nodes=3, part=b"abc")


@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        (OPEN, MORE, MORE),
        (MORE, OPEN, MORE),
        (MORE, YES, YES),
        (YES, MORE, YES),
        (YES, AGAIN, YES),
        (YES, PART, PART),
        (PART, AGAIN, PART),
        (OPEN, PART, PART),
    ],
)
def test_the_better_answer_stays(
    store: Store,
    tmp_path: Path,
    first: Finding,
    second: Finding,
    stays: Finding,
) -> None:
    store.keep(QUESTION, first)
    store.keep(QUESTION, second)
    assert store.find(QUESTION) == stays
    with Store(tmp_path / "together.store") as other:
        other.keep_all([(QUESTION, first), (QUESTION, second)])
        assert other.find(QUESTION) == stays


def test_a_contradiction_writes_nothing(store: Store) -> None:
    other = QUESTION.after(4)
    store.keep(QUESTION, YES)
    no = Finding(False, 4, 511)
    said = r"'no' contradicts 'yes', which is kept: 3,3,3 \.{3}/\.{3}/\.{3} X to move: O holds\?$"
    with pytest.raises(StoreError, match=said):
        store.keep_all([(other, YES), (QUESTION, no)])
    assert list(store) == [(QUESTION, YES)]
    with pytest.raises(StoreError, match="contradicts"):
        store.keep_all([(other, YES), (other, no._replace(move=-1))])
    store.keep(other, YES)
    assert dict(store) == {QUESTION: YES, other: YES}


def test_what_is_refused(store: Store) -> None:
    for answer, said in [
        (Finding(True, move=9), "cell 9 is no move"),
        (Finding(True, move=-2), "cell -2 is no move"),
        (Finding(True, zone=1 << 9), "zone"),
        (Finding(True, nodes=-1), "effort"),
        (Finding(True, nodes=1 << 63), "effort"),
        (Finding(True, seconds=float("nan")), "effort"),
    ]:
        with pytest.raises(StoreError, match=said):
            store.keep_all([(QUESTION, YES), (QUESTION, answer)])
    for question in (QUESTION._replace(rival=511), QUESTION._replace(rival=3, keeper=2)):
        with pytest.raises(StoreError, match="no question"):
            store.find(question)
    for game in (Game(3, 3, 3, exact=True), Game(3, 3, 1 << 70)):
        with pytest.raises(InvalidGameError):
            store.find(QUESTION._replace(game=game))
    assert list(store) == []
    store.close()
    store.close()
    with pytest.raises(StoreError, match="has been closed"):
        store.find(QUESTION)


# --- a file of an earlier version ----------------------------------------------------------------

OLD = """
CREATE TABLE answers (id INTEGER PRIMARY KEY, m INTEGER NOT NULL, n INTEGER NOT NULL, \
k INTEGER NOT NULL, goal INTEGER NOT NULL, rival_moves INTEGER NOT NULL, rival BLOB NOT NULL, \
keeper BLOB NOT NULL, held INTEGER, move INTEGER NOT NULL, zone BLOB NOT NULL, \
nodes INTEGER NOT NULL, seconds REAL NOT NULL, turned INTEGER NOT NULL, digest BLOB NOT NULL, \
part BLOB, UNIQUE (m, n, k, goal, rival_moves, rival, keeper));
INSERT INTO "answers" VALUES(1,2,3,3,1,0,X'01',X'00',1,1,X'3E',2,0.5,1,
    X'3E4B44350698A598EFA3688BC9F545CE',X'780163060000040004');
INSERT INTO "answers" VALUES(2,2,3,3,2,0,X'01',X'00',1,1,X'3A',1,0.5,0,
    X'4708C24C2471FB206E00D7E8010DD22B',X'7801636564000000140007');
PRAGMA application_id = 1768841586;
PRAGMA user_version = 1;
"""
"""What was kept of 3,2,3, whose rows were columns, with a part that is of 3,2,3; and of 2,3,3."""


def test_an_old_file(tmp_path: Path) -> None:
    path = tmp_path / "old.store"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD)
    question = question_of(Game(2, 3, 3).start().play(0), "O", Goal.HOLD)
    stops = question._replace(goal=Goal.STOP)
    held = Finding(True, 1, 0b111110, 2, 0.5)
    stopped = Finding(True, 1, 0b111010, 1, 0.5, bytes.fromhex("7801636564000000140007"))
    with Store(path) as store:
        assert dict(store) == {question: held, stops: stopped}
        assert not [*faults(question, held), *faults(stops, stopped)]
        assert store.find(question_of(Game(3, 2, 3).start().play(0), "O", Goal.HOLD)) is None
        answer = settle(question, certified=True)
        store.keep(question, answer)  # with a part that is of this board
        store.keep(question, held)
        assert dict(store) == {question: answer, stops: stopped}
        assert not list(faults(question, answer)) and answer.part is not None
