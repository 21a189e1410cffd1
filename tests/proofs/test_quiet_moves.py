"""The search by quiet moves of `benchmarks/proofs`: what it proves is so, and it can go on."""

import random
import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import ModuleType

import pytest
from boards import random_play
from scripts import ROOT, script
from unpacking import unpacked

import inarow
from inarow import CertificateError, Game
from inarow.certificate.forced import write_forced_win

GAMES = [Game(5, 5, 4), Game(6, 5, 4), Game(6, 6, 4), Game(7, 6, 4), Game(3, 5, 3)]


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The search, with limits so small that few leaves are won, and moves have to be tried."""
    with script("benchmarks/proofs/quiet_moves.py") as module:
        limits = {"QUICK": 8, "CANDIDATES": 6, "JUDGED": 2000, "LOOK": 500, "SHARE": 1}
        for name, limit in limits.items():
            monkeypatch.setattr(module, name, limit)
        yield module


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """What proves a whole board by it."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks/proofs")
    with script("benchmarks/proofs/prover.py") as program:
        yield program


@pytest.mark.long
def test_what_is_proven_is_won(quiet: ModuleType, tmp_path: Path) -> None:
    rng, path, moves, leaves = random.Random(5), tmp_path / "win", 0, 0
    while moves < 40:
        position = random_play(rng.choice(GAMES), rng.randrange(2, 9), rng)
        search = quiet.Search(position)
        if search.run(5_000):
            assert inarow.solve(position).value == 1
            write_forced_win(search.root.win(), path, True)
            assert inarow.check(path).verified
            moves += not search.root.by_force
            leaves += search.root.by_force
    assert leaves


def test_it_goes_on_where_it_was(quiet: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "log"
    position = Game(6, 6, 4).position(["......", "..X...", "......", "......", "O..OX.", "......"])
    search = quiet.Search(position, log)
    while not search.run(search.nodes + 1):
        assert 0 < search.root.left < inf
        again = quiet.Search(position, log)
        assert not again.run(search.nodes)
        assert (again.nodes, again.root.left) == (search.nodes, search.root.left)
        search = again
    known = log.read_text()
    again = quiet.Search(position, log)
    assert again.run(search.nodes + 1) and again.nodes == search.nodes
    assert log.read_text() == known and search.root.threats
    log.write_text(f'{known}["cut')  # as a process leaves it that is ended while it writes
    again = quiet.Search(position, log)
    assert log.read_text() == known
    assert again.run(search.nodes + 1) and again.nodes == search.nodes


def test_a_log_of_another_game_is_refused(quiet: ModuleType, tmp_path: Path) -> None:
    rows, log = ["......", "......", "..XX..", "......", "......", "OO...."], tmp_path / "log"
    assert quiet.Search(Game(6, 6, 4).position(rows), log).run(1)
    search = quiet.Search(Game(6, 6, 6).position(rows), log)
    with pytest.raises(CertificateError, match="another game"):
        assert search.run(1) and search.root.win()


@pytest.mark.processes
def test_all_replies_make_one_certificate(tmp_path: Path) -> None:
    """Of a position where O's stones are far away; begun again, nothing is written anew.

    Nor where the last stone is a given move after a reply: it is the same certificate.
    """
    program = ROOT / "benchmarks/proofs/open_board.py"
    *before, reply, move = ["h8", "a1", "h9", "a15", "i9"]

    def told(*words: str) -> str:
        command = [sys.executable, program, "--folder", tmp_path, *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    stones = " ".join((*before, reply, move))
    whole = tmp_path / f"{'-'.join((*before, reply))}.cert"
    first = told("--whole", "--stones", stones)
    assert "| pass |" in first and "Not within 100,000,000 nodes: none." in first
    assert inarow.check(whole).verified
    written = whole.stat().st_mtime_ns
    again = told("--whole", "--stones", stones)
    (tmp_path / "given").write_text(f"{stones}\n")
    asked = "--stones", " ".join(before), "--replies", reply, "--given", f"{tmp_path}/given"
    row = next(line for line in told(*asked).splitlines() if line.startswith(f"| {reply} |"))
    rows = [line for line in first.splitlines() if line.startswith("| ")]
    nodes = sum(int(row.split(" | ")[2].replace(",", "")) for row in rows[3:])
    assert row.split(" | ")[1:3] == [move, f"{nodes:,}"]
    assert whole.stat().st_mtime_ns == written
    zone = len(rows) - 3
    assert f"The zone of the pass holds {zone} of 220 cells." in first
    assert f"\n{zone + 1} of {zone + 1} proven" in first
    assert [row.rsplit("|", 2)[0] for row in rows] == [
        row.rsplit("|", 2)[0] for row in again.splitlines() if row.startswith("| ")
    ]


WON = ROOT / "benchmarks/results/15-15-5.cert"


def test_the_certificate_of_15_15_5_is_whole() -> None:
    """As long as its page says, undamaged, of the empty board; whether it holds takes longer."""
    page = WON.with_name("open_board.md").read_text()
    assert f"{WON.stat().st_size:,} bytes" in page
    header = [line.decode().split() for line in unpacked(WON)[:600].split(b"\n")[:4]]
    rows = "/".join(["." * 15] * 15)
    assert header[1:] == [["15,15,5", "strong"], [rows, "X"], ["X", "wins"]]


@pytest.mark.slow
@pytest.mark.parametrize("n", [13, 14, 15])
def test_x_wins_on_an_open_board(n: int) -> None:
    """The certificates of the empty boards (`open_board.md`): two minutes of the quick checker."""
    verdict = inarow.check(WON.with_name(f"{n}-{n}-5.cert"))
    claim = f"{n},{n},5, strong game, the empty board, X to move: X wins"
    assert verdict.verified and verdict.claim == claim
