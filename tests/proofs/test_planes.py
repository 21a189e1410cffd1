"""Certificates of many boards: X wins on every part of one, or of the plane, that has the frame."""

import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from cli import Run, runs
from planes import on_plane, part, wins_of_parts, wins_on_the_plane
from unpacking import unpacked

import inarow
from inarow import Game, Solver, check
from inarow.certificate import read

ROOT = Path(__file__).parents[2]
FOUR = ROOT / "benchmarks/results/plane-4.cert"

run = runs("explain")


def verdicts(data: bytes, path: Path) -> tuple[inarow.Verdict, inarow.Verdict]:
    """What both checkers say; never the one this and the other that."""
    path.write_bytes(data)
    verdict, plain = check(path), check(path, plain=True)
    assert verdict.verified == plain.verified, (verdict, plain)
    assert not verdict.verified or verdict == plain
    return verdict, plain


def test_four_in_a_row_wins_on_the_plane(tmp_path: Path) -> None:
    path, data = tmp_path / "proof", unpacked(FOUR)
    verdict, _ = verdicts(data, path)
    assert verdict.verified
    assert verdict.claim == (
        "plane 19,19,4 frame 5,5,13,13, strong game, the empty board, X to move: X wins"
    )
    closer = data.replace(b"frame 5,5,13,13", b"frame 6,6,12,12")
    assert not verdicts(closer, path)[0].verified
    assert read(FOUR).root().reply == Game(19, 19, 4).cell("j10")  # it is read like that of a grid


def test_it_is_told_where_it_holds(run: Run, tmp_path: Path) -> None:
    path, wide = tmp_path / "proof", "on every board with the rectangle from f6 to n14, and on the"
    assert f"holds       {wide} endless one" in run(FOUR).out
    path.write_bytes(plane(frame="0,1,8,7", word="parts"))
    assert "on every part of this board with the rectangle from b1 to h9" in run(path).out
    path.write_bytes(plane(word="parts"))
    assert "on every" not in run(path).out


@pytest.mark.processes
def test_it_is_made_again(tmp_path: Path) -> None:
    """By the command of the page, to the last byte of what is packed."""
    program = ROOT / "benchmarks/proofs/open_board.py"
    words = "--game 19 19 4 --stones j10 --whole --plane --jobs 1 --folder"
    command = [sys.executable, program, *words.split(), tmp_path]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert unpacked(tmp_path / "plane.cert") == unpacked(FOUR)
    page = FOUR.with_name("open_board.md").read_text()
    assert all(line in page for line in told.splitlines() if line.startswith(("The whole", "On ")))


@pytest.mark.parametrize("count", [100, pytest.param(500, marks=pytest.mark.long)])
def test_what_is_accepted_is_true_on_every_board(count: int, tmp_path: Path) -> None:
    """Wins on small boards, laid into larger ones: lines of O's cross what was the border."""
    rng, accepted, refused = random.Random(count), 0, 0
    for data, position, game, frame in wins_on_the_plane(count, count, tmp_path / "proof"):
        if not verdicts(data, tmp_path / "plane")[0].verified:
            refused += 1
            continue
        accepted += 1
        small = position.game
        assert frame[2] - frame[0] + 1 == small.m
        for _ in range(3):
            m, n = rng.randint(small.m, 11), rng.randint(small.n, 11)
            down, right = rng.randint(0, m - small.m), rng.randint(0, n - small.n)
            rows = ["." * n] * m
            for i, row in enumerate(position.text.split("/")):
                rows[i + down] = "." * right + row + "." * (n - right - small.n)
            larger = Game(m, n, game.k).position(rows, turn="X", strict=False)
            solution = Solver(larger.game, 16).solve(larger, nodes=300_000)
            assert solution.value == 1, (data, larger.text)
    assert min(accepted, refused) >= count // 6, (accepted, refused)


@pytest.mark.parametrize("count", [100, pytest.param(250, marks=pytest.mark.long)])
def test_what_is_accepted_is_true_on_every_part(count: int, tmp_path: Path) -> None:
    """Wins on a board, some by moves off the frame, which parts do not have."""
    rng, accepted, refused = random.Random(count), 0, 0
    for data, position, frame in wins_of_parts(count, count, tmp_path / "proof"):
        if not verdicts(data, tmp_path / "parts")[0].verified:
            refused += 1
            continue
        accepted += 1
        for _ in range(3):
            smaller = part(position, frame, rng)
            solution = Solver(smaller.game, 16).solve(smaller, nodes=300_000)
            assert solution.value == 1, (data, smaller.text)
    assert min(accepted, refused) >= count // 6, (accepted, refused)


TWO = MappingProxyType({40: "X", 41: "X"})
"""In the middle of nine rows; with a third stone on 39 or 42, two cells complete a line of four."""
CHAIN = bytes([2, 1, 42])
DEEP = bytes([5, 40, 8, 20, 1, 1, 41, 0, 0])  # a pass below a pass


def plane(
    k: int = 4,
    strategy: bytes = CHAIN,
    side: int = 9,
    frame: str = "0,0,8,8",
    said: str = "X wins",
    stones: Mapping[int, str] = TWO,
    kind: str = "strong",
    word: str = "plane",
) -> bytes:
    """A file by hand: of a proof, if nothing else is said."""
    cells = "".join(stones.get(i, ".") for i in range(side * side))
    rows = "/".join(cells[i : i + side] for i in range(0, side * side, side))
    game = f"{word} {side},{side},{k} frame {frame} {kind}"
    return f"inarow certificate 3\n{game}\n{rows} X\n{said}\n".encode() + strategy


FALSE = {
    "O is too near the edge": (plane(stones=TWO | {11: "O"}), "off the frame"),
    "X is off the frame": (plane(frame="0,0,8,4"), "off the frame"),
    "its line is off the frame": (plane(frame="0,0,8,5"), "forces no answer"),
    "a line leaves the frame": (plane(frame="0,3,8,6"), "a chain has no end"),
    "the frame is off the board": (plane(frame="0,0,9,8"), "not on the board"),
    "a frame of nothing": (plane(frame="5,0,4,8"), "not on the board"),
    "no frame": (plane().replace(b" frame 0,0,8,8", b""), "not a certificate"),
    "zeros before": (plane(frame="0,0,8,08"), "not a certificate"),
    "the weak game": (plane(kind="weak"), "only the strong game"),
    "two in a row": (plane(2, bytes([2, 1, 41]), stones={40: "X"}), "three in a row or more"),
    "O stops": (plane(said="O stops"), "X wins alone"),
    "O stops on parts": (plane(said="O stops", word="parts"), "X wins alone"),
    "too large": (plane(4, CHAIN, 22, "0,0,21,21", stones={}, word="parts"), "not a certificate"),
    "too large by itself": (
        plane(side=21, stones={}).replace(b"3\nplane ", b"2\n").replace(b" frame 0,0,8,8", b""),
        "too large",
    ),
    "a pass too deep": (plane(3, DEEP, stones={}), "too deep"),
    "a forced stone near the edge": (
        plane(4, bytes([2, 2, 2, 42]), stones=TWO | {0: "X", 1: "X"}),
        "too near the edge",
    ),
}


@pytest.mark.parametrize(("data", "said"), FALSE.values(), ids=FALSE.keys())
def test_false_proofs_are_refused(data: bytes, said: str, tmp_path: Path) -> None:
    verdict, plain = verdicts(data, tmp_path / "proof")
    assert not verdict.verified and said in plain.reason, plain
    assert verdicts(plane(), tmp_path / "proof")[0].verified


def test_a_symmetry_keeps_the_frame(tmp_path: Path) -> None:
    """The proof of four in a row has images of one another: they need a frame that has them too."""
    game, data = Game(19, 19, 4), unpacked(FOUR)
    for frame, holds in [((4, 4, 14, 14), True), ((4, 4, 14, 15), False), ((3, 4, 15, 14), False)]:
        verdict, plain = verdicts(on_plane(data, game, frame), tmp_path / "proof")
        assert verdict.verified == holds
        assert holds or "moves the frame" in plain.reason
