"""A proof of one board, carried over to others that are a little larger or smaller."""

import subprocess
import sys
from pathlib import Path

import pytest
from scripts import ROOT, script

import inarow
from inarow import Game, Position
from inarow.model.boards import torus
from inarow.model.options import GameKind

PROOFS = ROOT / "benchmarks/proofs"


def run(name: str, *words: object) -> str:
    command = [sys.executable, PROOFS / name, *map(str, words), "--jobs", "1"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.processes
def test_four_in_a_row_is_carried_to_larger_boards(tmp_path: Path) -> None:
    small = tmp_path / "small"
    run("open_board.py", "--game", 7, 7, 4, "--stones", "d4", "--whole", "--folder", small)
    # On 8x8 the frame lies in a corner: only some symmetries take it to itself.
    for side, replies, frame in [(8, 35, "0,0,6,6"), (11, 20, "2,2,8,8")]:
        folder = tmp_path / str(side)
        told = run("carry.py", small / "start.cert", "--side", side, "--folder", folder)
        assert f"{replies} of {replies} are proven" in told
        verdict = inarow.check(folder / "parts.cert")
        assert verdict == inarow.check(folder / "parts.cert", plain=True) and verdict.verified
        of = f"parts {side},{side},4 frame {frame}"
        assert verdict.claim == f"{of}, strong game, the empty board, X to move: X wins"
    again = run("carry.py", small / "start.cert", "--side", side, "--folder", folder)
    assert told.splitlines()[-3] == again.splitlines()[-3]  # the whole, of what is there
    for side, words in [(8, ["--alone"]), (6, [])]:
        alone = tmp_path / f"{side} alone"
        run("carry.py", small / "start.cert", "--side", side, *words, "--folder", alone)
        verdict = inarow.check(alone / "parts.cert")
        assert verdict == inarow.check(alone / "parts.cert", plain=True) and verdict.verified
        assert verdict.claim == f"{side},{side},4, strong game, the empty board, X to move: X wins"


@pytest.mark.processes
def test_an_answer_that_does_not_hold_is_searched(tmp_path: Path) -> None:
    small, folder = tmp_path / "small", tmp_path / "large"
    run("open_board.py", "--game", 6, 6, 4, "--stones", "d4", "--whole", "--folder", small)
    words = "--side", 8, "--replies", "d3 f3 d3", "--folder", folder
    told = run("carry.py", small / "start.cert", *words)
    assert "1 of 2 are proven" in told and "| f3 | 2 | 13 |" in told and "e5-f3-d4-c3" in told
    assert "| d3 | 0 | 4 |" in told and inarow.check(folder / "d3.cert").verified


@pytest.mark.processes
def test_a_frame_that_is_no_square(tmp_path: Path) -> None:
    """A symmetry of the larger board may move it: only others make one reply of several."""
    small, large = tmp_path / "small", tmp_path / "large"
    run("open_board.py", "--game", 7, 9, 4, "--stones", "e4", "--whole", "--folder", small)
    words = ["carry.py", small / "start.cert", "--folder", large, "--side"]
    told = run(*words, 11)
    claim = "parts 11,11,4 frame 2,1,8,9, strong game, the empty board, X to move: X wins"
    assert inarow.check(large / "parts.cert").claim == claim and "VERIFIED" in told
    for more, reason in [
        ([9], "of another board"),
        ([11, "--replies", "f6"], "taken"),
        ([11, "--engine", "none"], "goes with --longer"),
        ([11, "--nodes", 0], "must be 1 or more"),
    ]:
        with pytest.raises(subprocess.CalledProcessError) as fault:
            run(*words, *more)
        assert reason in fault.value.stderr and "Traceback" not in fault.value.stderr


GAME = Game(3, 5, 3)
NO_PROOF = "no proof of a win by the first stone"


@pytest.mark.parametrize(
    ("position", "kind", "side", "reason"),
    [
        (Game(3, 3, 3).start(), "strong", 4, NO_PROOF),  # a draw
        (GAME.start().play("c2").play("a1"), "strong", 5, NO_PROOF),
        (GAME.start().play("c2"), "strong", 5, NO_PROOF),
        (GAME.start(), "weak", 5, NO_PROOF),
        (Game(2, 2, 2).start(), "strong", 3, NO_PROOF),  # a chain, without a reply
        (Game.on(torus(3, 3, 3)).start(), "strong", 4, NO_PROOF),
        (GAME.start(), "strong", 2, "too small"),
        (Game(6, 6, 4).start(), "strong", 1, "too small"),
        (GAME.start(), "strong", 0, "must be 1 to 21"),
        (GAME.start(), "strong", 22, "must be 1 to 21"),
    ],
)
def test_what_is_not_carried(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    position: Position,
    kind: GameKind,
    side: int,
    reason: str,
) -> None:
    proof, folder = tmp_path / "proof.cert", tmp_path / "folder"
    inarow.solve(position, game_kind=kind, certificate=proof)
    monkeypatch.syspath_prepend(ROOT / "benchmarks/proofs")
    words = "carry.py", proof, "--side", side, "--folder", folder
    monkeypatch.setattr(sys, "argv", [*map(str, words)])
    with script("benchmarks/proofs/carry.py") as module, pytest.raises(SystemExit):
        module.main()
    assert reason in capsys.readouterr().err and not folder.exists()
