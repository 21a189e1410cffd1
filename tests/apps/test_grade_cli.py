"""`inarow grade`: what the moves of a game gave away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cli import Run, runs

from inarow import Grades, grade, read_record, write_record
from inarow.apps.cli.watch import Watch

run = runs()

TRAP = "3,3,3 a1 b1 b2 c3 a2 a3"


@pytest.mark.parametrize("form", ["sgf", "moves"])
def test_the_grades_of_a_record(run: Run, tmp_path: Path, form: str) -> None:
    record = read_record(TRAP)
    path = tmp_path / "game"
    path.write_text(write_record(record, form), encoding="utf-8")  # type: ignore[arg-type]
    found = run("grade", path, "--json").record
    expected = grade(record)
    assert [move["regret"] for move in found["moves"]] == [one.regret for one in expected]
    assert [move["name"] for move in found["moves"]] == ["a1", "b1", "b2", "c3", "a2", "a3"]
    assert found["losing"] == [1] and found["mistakes"] == 1
    assert found["moves"][1]["best_move_names"] == ["b2"]
    assert found["position"] == record.position.text and found["m"] == 3


def test_the_grades_of_moves(run: Run) -> None:
    given = run("grade", "--json", given=TRAP).record
    moves = TRAP.removeprefix("3,3,3 ")
    assert run("grade", "--game", 3, 3, 3, "--moves", moves, "--json").record == given
    mirrored = ("--moves", "a3 b3 b2 c1 a2 a1", "--from-bottom")
    assert run("grade", "--game", 3, 3, 3, *mirrored, "--json").record == given
    for wrong, reason in (
        (("--moves", moves), "--moves goes with --game M N K"),
        (("game.sgf", "--game", 3, 3, 3, "--moves", moves), "either FILE or --moves"),
        (("--game", 3, 3, 3, "--moves", "a1 a1"), "move 2"),
    ):
        ran = run("grade", *wrong)
        assert ran.status == 2 and reason in ran.err


def test_a_game_of_any_rule_is_graded(run: Run) -> None:
    for game in ("4,4,3 gravity", "3,3,3 misere"):
        record = read_record(f"{game} a{game[0]} b{game[0]}")
        moves = f"a{game[0]} b{game[0]}"
        found = run("grade", "--game", game, "--moves", moves, "--json").record
        assert [move["regret"] for move in found["moves"]] == [one.regret for one in grade(record)]
    refused = run("grade", "--gravity", "--moves", "d6")
    assert refused.status == 2 and "--gravity goes with --game M N K" in refused.err


def test_what_people_read(run: Run) -> None:
    ran = run("grade", given=TRAP)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "3x3 board, 3 in a row, X to move"
    assert any(
        line.split() == ["2.", "O", "b1", "draw", "loss", "b2", "??", "loses"] for line in lines
    )
    assert "mistakes    1 of 6 moves" in lines and "lost by     O b1 (move 2)" in lines
    timed = run("grade", "--distance", given=TRAP).out
    assert "win in 5" in timed and "loss in 6" in timed


def test_no_move_lost_what_was_lost_at_first(run: Run) -> None:
    moves = "--moves", "2b2 1a1 1b1"  # X, in the middle of the cube, wins whatever O does
    ran = run("grade", "--board", "box:3,3,3", "--k", 3, *moves)
    assert "mistakes    0 of 3 moves" in ran.out and "lost by" not in ran.out


def test_what_is_not_proven_is_not_graded(run: Run) -> None:
    ran = run("grade", "--nodes", 20, given="9,9,5 e5 e4")
    lines = ran.out.splitlines()
    assert "open        2 of 2 moves: nothing was decided" in lines
    assert not re.search("mistake|lost by|, proven", ran.out)
    first = next(line for line in lines if line.startswith("1. X"))
    assert first.split()[2:] == [*("e5", ">=", "draw"), *"??"]
    found = run("grade", "--nodes", 20, "--json", given="9,9,5 e5 e4").record
    assert found["moves"][0]["regret"] is found["moves"][0]["best_moves"] is None
    assert found["moves"][0]["bounds_before"] == [0, 1]


def test_where_some_moves_are_decided_all_three_kinds_are_told(run: Run) -> None:
    moves = "e5 e4 f5 e3 g5 e2 d5 a1 c5"  # X completes a line
    lines = run("grade", "--nodes", 2000, given=f"9,9,5 {moves}").out.splitlines()
    told = dict(re.findall(r"^(mistakes|no mistake|open) +(\d+)", "\n".join(lines), re.M))
    assert sum(map(int, told.values())) == 9 and int(told["no mistake"]) > 0 < int(told["open"])


@pytest.mark.long
def test_a_game_on_a_large_board_is_graded_as_far_as_it_is_proven(run: Run) -> None:
    """X lets three in a row stand; that he is lost is proven only for the end of the game."""
    ran = run("grade", "--nodes", 2000, given="15,15,5 a1 h8 a3 i8 a5 j8 a7 k8 a9 l8")
    lines = ran.out.splitlines()
    rows = {line.split()[2]: line.split()[3:5] for line in lines if re.match(r"\d+\. [XO]", line)}
    assert rows["k8"] == ["win", "win"] and rows["a9"] == ["loss", "loss"]
    (lost,) = (line for line in lines if line.startswith("lost by"))
    assert re.search(r"X a\d \(move \d\), after which the loss is proven, or one before it", lost)
    assert any(line.startswith("open  ") for line in lines)


def test_a_large_board_has_a_limit_unless_one_is_given(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, Any]] = []

    def spy(ask: object, game: object, quiet: bool, limits: dict[str, Any]) -> Any:
        seen.append(limits)
        return Grades(), Watch(quiet=True)

    monkeypatch.setattr("inarow.apps.cli.grade.search", spy)
    for words, given in (((), "5,5,4"), ((), "6,5,4"), (("--nodes", 9), "6,5,4")):
        run("grade", *words, given=f"{given} a1")
    assert [limits["seconds"] for limits in seen] == [None, 5.0, None]
