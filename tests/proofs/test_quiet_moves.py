"""The search by quiet moves of `benchmarks/proofs`: what it proves is so, and it can go on."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import ModuleType

import pytest
from scripts import ROOT, script

import inarow
from inarow import Game, Position
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


def opened(rng: random.Random) -> Position:
    """A few stones, nobody's line complete."""
    while True:
        game = rng.choice(GAMES)
        position = game.start()
        for _ in range(rng.randrange(2, 9)):
            position = position.play(rng.choice(position.legal_moves))
            if position.is_over:
                break
        else:
            return position


@pytest.mark.long
def test_what_is_proven_is_won(quiet: ModuleType, tmp_path: Path) -> None:
    rng, path, moves, leaves = random.Random(5), tmp_path / "win", 0, 0
    while moves < 40:
        position = opened(rng)
        search = quiet.Search(position)
        if search.run(5_000):
            assert inarow.solve(position).value == 1
            write_forced_win(search.root.win(), path, True)
            assert inarow.check(path).verified
            moves += not search.root.by_force
            leaves += search.root.by_force
    assert leaves


def test_a_move_that_is_proven_is_the_best(quiet: ModuleType) -> None:
    """Whatever the heuristic search says."""
    attack = quiet.Attack(Game(6, 6, 4).start())
    promised, proven = quiet.Threat(attack, 1, -10, 3, 8), quiet.Threat(attack, 2, 5, 0, 8)
    attack.threats = [promised]
    assert attack.best is promised and attack.count() == 3
    attack.threats += [proven]
    assert attack.best is proven and attack.count() == 0


def test_the_move_that_is_preferred_is_listed(
    quiet: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it did not look good; and a win that is seen is not looked for again."""
    monkeypatch.setattr(quiet, "LOOK", 20_000)
    position = Game(6, 6, 4).position(["......", "..X...", "......", "......", "O..OX.", "......"])
    search = quiet.Search(position)
    attack = search.root
    attack.threats = [quiet.Threat(attack, position.game.cell("a6"), 0)]
    attack.spent = 20_000
    search._look_deeper(attack)
    corner, preferred = attack.threats
    assert attack.looks == 1 and 0 < search.nodes < 20_000
    assert attack.seen and preferred.rank == -quiet.PROMISED and corner.rank == 1
    assert attack.best is preferred and attack.count() == 1
    attack.spent = 10**9
    assert not attack.deeper
    attack.seen = False  # then more seems to be left, and it is looked for with more nodes
    assert attack.deeper == quiet.GROWTH * 20_000 and attack.count() == 1 + quiet.UNSEEN
    # What a pass leads to is asked for once more, with more nodes.
    attack.looks, preferred.limit, preferred.left = 0, quiet.QUICK, inf
    search._look_deeper(attack)
    assert (preferred.limit, preferred.left) == (0, 1)
    search._try(preferred)
    assert preferred.limit == quiet.LONG


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


@pytest.mark.processes
def test_all_replies_make_one_certificate(tmp_path: Path) -> None:
    """Of a position where O's stones are far away; begun again, nothing is written anew.

    Where the last stone is a given move after a reply, it is the same certificate.
    """
    program = ROOT / "benchmarks/proofs/open_board.py"
    *before, reply, move = ["h8", "a1", "h9", "a15", "i9"]

    def told(*words: str) -> str:
        command = [sys.executable, program, "--folder", tmp_path, *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    stones = " ".join((*before, reply, move))
    first, again = (told("--whole", "--stones", stones) for _ in range(2))
    assert "| pass |" in first and "Not within 100,000,000 nodes: none." in first
    whole = tmp_path / f"{stones.replace(' ', '-')}.cert"
    assert inarow.check(whole).verified
    (tmp_path / "given").write_text(f"{stones}\n")
    asked = "--stones", " ".join(before), "--replies", reply, "--given", f"{tmp_path}/given"
    row = next(line for line in told(*asked).splitlines() if line.startswith(f"| {reply} |"))
    nodes = re.search("The whole: ([0-9,]+) nodes", first)
    assert nodes and row.split(" | ")[1:3] == [move, nodes[1]]
    assert whole.read_bytes() == (tmp_path / f"{'-'.join((*before, reply))}.cert").read_bytes()
    rows = [line for line in first.splitlines() if line.startswith("| ")]
    zone = len(rows) - 3
    assert f"The zone of the pass holds {zone} of 220 cells." in first
    assert f"\n{zone + 1} of {zone + 1} proven" in first
    assert [row.rsplit("|", 2)[0] for row in rows] == [
        row.rsplit("|", 2)[0] for row in again.splitlines() if row.startswith("| ")
    ]


@pytest.mark.long
def test_after_h8_h9_x_wins() -> None:
    """The certificate of 15,15,5 after the nearest answer to the centre (`open_board.md`)."""
    verdict = inarow.check(ROOT / "benchmarks/results/15-15-5-h8-h9.cert")
    position = Game(15, 15, 5).start().play_all(["h8", "h9"])
    assert (
        verdict.verified
        and verdict.claim == f"15,15,5, strong game, {position.text}, X to move: X wins"
    )


@pytest.mark.processes
def test_an_answer_is_met_where_a_pass_loses() -> None:
    program = ROOT / "benchmarks/proofs/open_board.py"
    command = [sys.executable, program, "--answers", "h4", "--nodes", "1000"]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    answer, second, *numbers = [cell.strip() for cell in told.splitlines()[2].split("|")[1:-1]]
    zone, proven, left, nodes, _ = (int(number.replace(",", "")) for number in numbers)
    assert answer == "h4" and 0 < proven < zone
    assert 20_000 * left <= nodes < 20_000 * zone  # one question each, answered or not
    after = Game(15, 15, 5).start().play_all(f"h8 h4 {second}").play("a1")
    assert inarow.forced_win(after, order=3, nodes=1_000_000) is not None
