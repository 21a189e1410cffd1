"""Quiet moves above chains (`benchmarks/proofs/by_chains.py`): what they prove, on any board."""

import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from boards import random_play
from scripts import ROOT, loaded
from unpacking import unpacked, verified

import inarow
from inarow import Game
from inarow.boards import animal, box, torus
from inarow.certificate.forced import write_forced_win

GAMES = [
    Game(5, 5, 4),
    Game.on(torus(5, 5, 4)),
    Game.on(box((3, 3, 3), 3)),
    Game.on(animal(4, 4, ["a1", "b1", "b2", "c2"])),
]
module = loaded("benchmarks/proofs/by_chains.py")
QUBIC = Game.on(box((4, 4, 4), 4))
WON = ROOT / "benchmarks/results/qubic.cert"


def unchanged(game: Game) -> tuple[int, ...]:
    """Each cell stays where it is."""
    return tuple(range(game.cells))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_is_proven_is_won(
    game: Game, module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where few positions are compared with their images, and quiet moves are in need."""
    rng, path, quiet = random.Random(3), tmp_path / "win", 0
    for number in range(25):
        monkeypatch.setattr(module, "FOLDED", 2 + number % 7)
        position = random_play(game, rng.randrange(1, 6), rng)
        search = module.Search(position)
        if search.run(search.start, 500):
            assert inarow.solve(position).value == 1
            win = module.Win(search, search.start, unchanged(game))
            write_forced_win(win, path, True)
            assert verified(path).claim.endswith(f"{position.turn} wins")
            quiet += win.order > 1
    assert quiet


def test_a_late_position_of_qubic(module: ModuleType, tmp_path: Path) -> None:
    """Proven and written; a claim of the other side's, or of fewer stones, is refused."""
    path, position = tmp_path / "win", QUBIC.start().play_all("1a1 4d4 4a4 2b2")
    search = module.Search(position)
    assert search.run(search.start, 10_000)
    write_forced_win(module.Win(search, search.start, unchanged(QUBIC)), path, True)
    assert verified(path).claim.endswith(f"{position.text.replace('/', '')}, X to move: X wins")
    data = unpacked(path)
    rows = position.text.replace("/", "").encode()
    assert data.count(rows) == 1
    faults = [data.replace(b"X wins\n", b"O wins\n")]
    for cell in (i for i, stone in enumerate(rows) if stone == ord("X")):
        faults.append(data.replace(rows, rows[:cell] + b"." + rows[cell + 1 :]))
    for fault in faults:
        path.write_bytes(fault)
        assert not any(inarow.check(path, plain=plain).verified for plain in (False, True))


def test_what_is_not_won_stays_open(module: ModuleType) -> None:
    """A draw, to the end and within a limit; and games that have other rules are refused."""
    drawn = Game(3, 3, 3).start()
    search = module.Search(drawn)
    assert not search.run(search.start, 10_000) and search.nodes < 1000
    search = module.Search(QUBIC.start())
    assert not search.run(search.start, 50) and search.nodes < 200
    for game in (
        Game(4, 4, 4, misere=True),
        Game(4, 4, 4, gravity=True),
        Game(4, 4, 3, exact=True),
    ):
        with pytest.raises(inarow.InvalidGameError, match="wins by chains"):
            module.Search(game.start())


@pytest.mark.processes
def test_the_program_tells_each_reply_and_writes_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "win"
    command = [sys.executable, ROOT / "benchmarks/proofs/by_chains.py", "-o", path, "--game"]
    told = subprocess.run(
        [*command, "3x3x3,3", "--stones", "2b2"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert told.count("\n| 1") == 3 and "Proven: " in told and "VERIFIED" in told
    assert verified(path).claim.endswith("the empty board, X to move: X wins")
    told = subprocess.run(
        [*command, "4x4x4,4", "--nodes", "5"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert "| open |" in told and "Open: " in told


def test_x_wins_qubic() -> None:
    """The certificate of the empty cube, as long as its page says."""
    page = WON.with_name("other_boards.md").read_text()
    assert f"{WON.stat().st_size:,} bytes" in page
    verdict = inarow.check(WON)
    assert verdict.verified
    assert verdict.claim.endswith("the empty board, X to move: X wins")
