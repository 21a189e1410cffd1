"""What proofs over workers say is so, also with budgets of a node and of positions no play reaches.

What `fuzz_distributed` has found, among other things.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from answers import store_faults
from boards import random_board

import inarow
from inarow import Game
from inarow.distributed import Goal, Question, solve
from inarow.distributed.job import settle
from inarow.distributed.question import Finding, question_of
from inarow.distributed.store.store import Store
from inarow.distributed.tree import Tree

SIZES = [(3, 3, 3), (3, 3, 4), (4, 4, 4), (1, 9, 3), (6, 6, 4), (9, 9, 5), (16, 17, 5)]


@pytest.mark.long
def test_a_question_with_a_move_that_may_end_the_game_is_settled() -> None:
    """Those after its moves would be about games that are over, which are no questions."""
    rng, ends = random.Random(5), 0
    for _ in range(400):
        game = Game(*rng.choice(SIZES))
        sides = random_board(game, rng.choice((1, 1, 2, 3, 6)), rng)
        for goal in Goal:
            question = Question(game, goal, *sides, rng.random() < 0.5)
            if not question.empty:
                continue
            own = sides[0] if question.rival_moves else sides[1]
            counts = question.rival_moves or goal == Goal.HOLD
            wins = counts and any(
                (line & ~own).bit_count() == 1 and line & ~own & question.empty
                for line in game.line_masks
            )
            if wins or question.empty.bit_count() == 1:
                ends += 1
                assert settle(question, 1).held is not (wins and question.rival_moves), question
    assert ends > 200


@pytest.mark.parametrize(
    ("game", "text", "goal"),
    [
        ((3, 3, 4), "X../.../...", Goal.STOP),  # no line fits
        ((3, 3, 3), "XO./OX./OXO", Goal.HOLD),  # no line is open any more
        ((3, 3, 3), "O.O/.X./O.X", Goal.HOLD),  # two cells are to be taken at once
    ],
)
def test_a_question_without_a_move_left_to_answer_is_settled_when_it_is_cut(
    game: tuple[int, int, int], text: str, goal: Goal
) -> None:
    position = Game(*game).position(text, turn="X", strict=False)
    tree = Tree(1)
    node, _ = tree.node(question_of(position, "O", goal))
    tree.cut(node, [])
    assert node.held is True and node.held == settle(node.question).held


def test_the_second_player_begins_an_empty_board(tmp_path: Path) -> None:
    """There is nothing to steal then, in a certificate."""
    path = tmp_path / "certificate"
    position = Game(4, 4, 4).position("..../..../..../....", turn="O", strict=False)
    with ThreadPoolExecutor(1) as threads:
        assert solve(position, executor=threads, certificate=path).value == 0
    assert inarow.check(path).verified


def test_a_side_that_stops_the_other_may_have_a_line(tmp_path: Path) -> None:
    """It means nothing in that game: the strategy is one for the weak game."""
    position = Game(4, 4, 4).position("OO.X/X.X./.XXO/O.OX", turn="X", strict=False)
    question = question_of(position, "O", Goal.STOP)
    question = question._replace(keeper=0b1111, rival=question.rival & ~0b1111)
    with Store(tmp_path / "answers.store") as store:
        least = Tree(1).node(question)[0].question
        answer: Finding = settle(least, certified=True)
        assert answer.held and answer.part is not None
        store.keep(least, answer)
    assert store_faults(tmp_path / "answers.store") == []
