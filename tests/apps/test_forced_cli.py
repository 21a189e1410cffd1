"""`inarow forced`: the win that the library finds, for people and programs, and a walk in it."""

from pathlib import Path

import pytest
from cli import Run, refused, runs
from forced import THREES

import inarow
from inarow import Game
from inarow.svg import picture as drawn

run = runs("forced")
explain = runs("explain")

ASKED = (7, 7, 4, "--position", THREES, "--turn", "X", "--loose")
GAME = Game(7, 7, 4)
POSITION = GAME.position(THREES, turn="X", strict=False)


@pytest.fixture(scope="module")
def win() -> inarow.ForcedWin:
    found = inarow.forced_win(POSITION)
    assert found is not None and found.order == 2
    return found


def test_a_win_for_people(run: Run, win: inarow.ForcedWin) -> None:
    """The line is numbered on the board, the rest of the zone marked, each reply answered."""
    out = run(*ASKED).out
    assert "X wins by force, here in" in out and "threes and fours" in out
    assert f"line        {' '.join(map(GAME.name, win.line))}\n" in out
    rows = [line.split()[1:] for line in out.splitlines() if line[:1].isdigit()][1:]
    signs = [sign for row in rows for sign in row]
    for ply, cell in enumerate(win.line, 1):
        assert signs[cell] == str(ply)
    for cell in set(win.zone) - set(win.line):
        assert signs[cell] == "*"
    for reply, further in win.replies.items():
        assert f"  {GAME.name(reply):<4}{GAME.name(further.move)}\n" in out


def test_a_win_as_json(run: Run, win: inarow.ForcedWin) -> None:
    record = run(*ASKED, "--json").record
    assert (record["found"], record["order"], record["move"]) == (True, 2, win.move)
    assert (tuple(record["line"]), tuple(record["zone"])) == (win.line, win.zone)
    assert set(record["replies"]) == set(map(GAME.name, win.zone)) == set(record["zone_names"])
    assert (record["position"], record["turn"]) == (THREES, "X")


def test_the_proof_as_a_file(run: Run, explain: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    assert f"certificate {proof}" in run(*ASKED, "-o", proof).out
    assert "none written" in run(*ASKED, "--order", 1, "-o", tmp_path / "none").out
    assert inarow.check(proof).claim.endswith("X wins")
    assert explain(proof).status == 0
    before = proof.read_bytes()
    refused(run(*ASKED, "-o", proof), "--force")
    assert proof.read_bytes() == before


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_proof_that_was_interrupted_is_not_told_as_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inarow.certificate.forced.write_forced_win", interrupt)
    ran = run(15, 15, 5, "--moves", "h8 a1 h9 a15 h10 o1 h11 o15", "-o", tmp_path / "win", *words)
    assert ran.status == 130 and "h7" in ran.out and "certificate" not in ran.out


def test_what_is_not_found_is_no_failure(run: Run) -> None:
    record = run(7, 7, 5, "--json", "--nodes", 10, "--moves", "d4 a1").record
    assert (record["found"], record["ended"]) == (False, False) and 0 < record["nodes"] <= 10
    ran = run(7, 7, 5, "--nodes", 10, "--moves", "d4 a1")
    assert ran.status == 0 and "none found within the limit, which is no proof" in ran.out
    record = run(*ASKED, "--order", 1, "--json", "--nodes", 10**6).record
    assert (record["found"], record["ended"]) == (False, True) and record["nodes"] < 10**6
    ran = run(*ASKED, "--order", 1, "--seconds", 60)
    assert "none found, which is no proof that there is none; --order 2 looks for" in ran.out
    assert f"effort      {record['nodes']} nodes, 0." in ran.out


@pytest.mark.long
def test_every_reply_is_answered(run: Run, win: inarow.ForcedWin) -> None:
    """In the zone and outside of it; and so on, to the end."""
    after = POSITION.play(win.move)
    outside = next(cell for cell in after.legal_moves if cell not in win.zone)
    for cell in (win.zone[-1], outside):
        record = run(*ASKED, "--json", "--replies", GAME.name(cell)).record
        assert record["played"] == [GAME.name(win.move), GAME.name(cell)]
        assert after.play(cell).play_all(record["line"]).winner == "X"


def test_a_walk(run: Run, explain: Run, win: inarow.ForcedWin) -> None:
    reply = GAME.name(win.zone[0])
    lines = f"{reply}\nback\n{GAME.name(win.move)}\nagain\nhelp\nquit\nnever"
    walked = run(*ASKED, "--interactive", given=lines).out
    assert (
        walked.count("X wins by force") == 4
        and f"played      {GAME.name(win.move)} {reply}" in walked
    )
    assert "taken" in walked and "which the win answers" in walked
    asked = ("--game", 7, 7, 4, "--forced", "-p", THREES, "--turn", "X", "--loose", "-i")
    assert explain(*asked, given=lines).out == walked


def test_the_end_of_a_walk(run: Run) -> None:
    ran = run(4, 4, 3, "--position", "XX../OO../..../....", "--interactive", given="a3\n")
    assert "in 1 move: fours" in ran.out and "the game is over: X wins" in ran.out


def test_a_picture(run: Run, win: inarow.ForcedWin, tmp_path: Path) -> None:
    file = tmp_path / "win.svg"
    run(*ASKED, "--svg", file)
    picture = file.read_text()
    assert picture.count("class='step'") == len(win.line)
    assert picture.count("class='highlight") == len(win.zone)
    assert drawn(win) == picture.rstrip("\n")
