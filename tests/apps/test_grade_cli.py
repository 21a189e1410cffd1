"""`inarow grade`: what the moves of a game gave away."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli import Run, runs

from inarow import grade, read_record, write_record

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


def test_what_is_not_proven_is_not_graded(run: Run) -> None:
    ran = run("grade", "--nodes", 20, given="9,9,5 e5 e4")
    assert "not proven  " in ran.out and "lost by" not in ran.out
    found = run("grade", "--nodes", 20, "--json", given="9,9,5 e5 e4").record
    assert found["moves"][0]["regret"] is found["moves"][0]["best_moves"] is None


def test_refusals(run: Run) -> None:
    for given, word in (("b2 a1", "--game M N K"), ("3,3,3 b2 b2", "move 2"), ("", "nothing")):
        ran = run("grade", given=given)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1) and word in ran.err
    assert run("grade", "--game", "3,3,3", given="b2 a1").status == 0
