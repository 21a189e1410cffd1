"""A store of answers: what is kept is found from every side of the board; the better one stays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
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
from inarow.distributed.store.store import Stats, Store, merged
from inarow.distributed.store.verify import faults, part_certificate, verify


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "answers.store") as opened:
        yield opened


def transposed(question: Question) -> Question:
    """The same play on the board with rows and columns swapped, cell by cell."""
    game = question.game
    turned = Game(game.n, game.m, game.k)

    def across(stones: int) -> int:
        places = product(range(game.m), range(game.n))
        return sum((stones >> r * game.n + c & 1) << (c * game.m + r) for r, c in places)

    sides = across(question.rival), across(question.keeper)
    return Question(turned, question.goal, *sides, question.rival_moves)


def images(question: Question) -> list[Question]:
    """All questions about the same play; itself first."""
    found = []
    for asked in (question, transposed(question)):
        for symmetry in range(8 if asked.game.m == asked.game.n else 4):
            sides = (moved(asked.game, symmetry, cells) for cells in (asked.rival, asked.keeper))
            found.append(Question(asked.game, asked.goal, *sides, asked.rival_moves))
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
        for asked in (question, transposed(question)):
            found = store.find(asked)
            assert (found is not None) == (asked in kept)
            if found is not None:
                assert found.held is held
                assert list(faults(asked, found)) == []
    assert set(store.games()) == {Game(min(size[:2]), max(size[:2]), size[2])}


@pytest.mark.long
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (3, 5, 3), (4, 4, 3), (5, 4, 4)])
def test_images_share_an_answer(store: Store, size: tuple[int, int, int]) -> None:
    rng = random.Random(0)
    for question in random_questions(Game(*size), 40, seed=sum(size)):
        answer = settle(question)
        store.keep(question, answer)
        for asked in rng.sample(images(question), 4):
            found = store.find(asked)
            assert found is not None
            assert (found.held, found.nodes, found.seconds) == answer[:1] + answer[3:5]
            assert (found.move == -1) == (answer.move == -1)
            assert found.zone.bit_count() == answer.zone.bit_count()
            assert list(faults(asked, found)) == []
        assert store.find(question) == answer or canonical(question)[0] != question
    assert verify(store.path, sample=1000).problems == ()


def test_turned_boards_by_hand(store: Store) -> None:
    game = Game(2, 3, 3)
    question = question_of(game.position(".O./X.."), "O", Goal.HOLD)
    store.keep(question, Finding(True, nodes=7, zone=1 << game.cell("c2") | 1 << game.cell("a2")))
    tall = Game(3, 2, 3)
    asked = question_of(tall.position("X./.O/.."), "O", Goal.HOLD)
    found = store.find(asked)  # its rows are those columns
    assert found is not None
    assert (found.held, found.nodes) == (True, 7)
    assert found.zone == 1 << tall.cell("a1") | 1 << tall.cell("a3")
    assert store.find(asked._replace(goal=Goal.STOP)) is None
    assert store.find(asked._replace(rival_moves=not asked.rival_moves)) is None
    assert store.find(asked._replace(game=Game(3, 2, 2))) is None


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
    assert parts > 20 and store.stats().parts > 20
    assert dict(store) == {question: store.find(question) for question, _ in store}
    assert {question.game for question, answer in store if answer.part} == {Game(*size)}
    checked = verify(store.path, sample=1000)
    assert checked.problems == () and checked.parts == store.stats().parts


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
    with Store(tmp_path / "second.store") as other:
        other.keep(QUESTION, second)
    with Store(tmp_path / "first.store") as other:
        other.keep(QUESTION, first)
        assert other.merge(tmp_path / "second.store") == 0
        assert list(other) == [(QUESTION, stays)]


def test_a_contradiction_writes_nothing(store: Store, tmp_path: Path) -> None:
    other = QUESTION.after(4)
    store.keep(QUESTION, YES)
    no = Finding(False, 4, 511)
    said = r"'no' contradicts 'yes', which is kept: 3,3,3 \.{3}/\.{3}/\.{3} X to move: O holds\?$"
    with pytest.raises(StoreError, match=said):
        store.keep_all([(other, YES), (QUESTION, no)])
    assert list(store) == [(QUESTION, YES)]
    with pytest.raises(StoreError, match="contradicts"):
        store.keep_all([(other, YES), (other, no._replace(move=-1))])
    with Store(tmp_path / "b.store") as wrong:
        wrong.keep_all([(other, YES), (QUESTION, no)])
    with pytest.raises(StoreError, match="contradicts"):
        store.merge(tmp_path / "b.store")
    with pytest.raises(StoreError, match="contradicts"):
        merged(tmp_path / "c.store", store.path, tmp_path / "b.store")
    assert list(store) == [(QUESTION, YES)]
    assert not list(tmp_path.glob("*c.store*"))
    store.keep(other, YES)
    assert store.stats().answers == 2


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


def test_sums_and_samples(store: Store) -> None:
    assert store.stats() == Stats(0, 0, 0, 0, 0, 0, 0, 0.0) and store.games() == {}
    most = (1 << 63) - 1
    store.keep(QUESTION, PART._replace(nodes=most, seconds=0.25))
    other = question_of(Game(4, 3, 3).start(), "O", Goal.HOLD)
    store.keep(other, Finding(False, 4, (1 << 12) - 1, most, 1.0))
    store.keep(other._replace(goal=Goal.STOP), Finding(None, nodes=6))
    assert store.games() == {
        Game(3, 3, 3): Stats(1, 1, 0, 0, 1, 3, most, 0.25),
        Game(3, 4, 3): Stats(2, 0, 1, 1, 0, 0, most + 6, 1.0),
    }
    assert store.stats() == Stats(3, 1, 1, 1, 1, 3, 2 * most + 6, 1.25)
    store.keep_all((question, settle(question)) for question in every_question(Game(2, 2, 2)))
    settled = {question for question, answer in store if answer.held is not None}
    drawn = [{question for question, _ in store.sample(6, seed)} for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2] and all(len(found) == 6 for found in drawn)
    assert {question for question, _ in store.sample(1000)} == settled
    assert len(list(store)) == len(settled) + 1
