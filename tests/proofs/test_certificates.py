"""Certificates: what is written is verified, says what the solver says, and is always the same."""

import gzip
import io
import lzma
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from boards import random_play
from cli import Run, refused, runs
from interrupts import Enough, enough_after
from unpacking import unpacked

from inarow import Game, Solver, check
from inarow.certificate.prove import packed
from inarow.check import CHAIN, END, NODE
from inarow.model.errors import CertificateError, InvalidPositionError
from inarow.model.options import GameKind
from inarow.model.position import Position

run = runs()

BOARDS = [(m, n, k) for m in range(1, 6) for n in range(m, 6) for k in range(1, 6)]
LARGER = [
    *[(6, 6, 4), (6, 6, 5), (7, 5, 5), (4, 7, 5), (7, 7, 5), (7, 7, 7), (6, 7, 4)],
    *[(20, 20, 3), (3, 3, 21), (2, 2, 10**30)],
]


def claim_of(position: Position, value: int | None, distance: int | None = None) -> str:
    """What a certificate of the ordinary game should say at the end of its claim."""
    winner = position.turn if value == 1 else "XO".replace(position.turn, "")
    loser = "XO".replace(winner, "")
    if not value:
        return "a draw"
    if distance is None:
        return f"{winner} wins"
    return f"{winner} wins within {distance} plies; {loser} holds within {distance - 1} plies"


def prove(
    position: Position, path: Path, *, distance: bool = False, game_kind: GameKind = "strong"
) -> None:
    """Write a certificate and check it."""
    solver = Solver(position.game, table_mb=64)
    solution = solver.solve(
        position, distance=distance, game_kind=game_kind, certificate=path, overwrite=True
    )
    verdict = check(path)
    assert verdict.verified, (position, verdict)
    said = verdict.claim.rpartition(": ")[2]
    if game_kind == "weak":
        x_wins = solution.value == (1 if position.turn == "X" else -1)
        limit = f" within {solution.distance} plies" if x_wins and distance else ""
        assert said == (f"X wins{limit}" if x_wins else "O stops")
    else:
        assert said == claim_of(position, solution.value, solution.distance)


@pytest.mark.parametrize(
    "size",
    [*BOARDS, *LARGER],
    ids=str,
)
def test_empty_boards(size: tuple[int, int, int], tmp_path: Path) -> None:
    prove(Game(*size).start(), tmp_path / "certificate")
    assert (tmp_path / "certificate").stat().st_size < 1 << 20


@pytest.mark.parametrize(
    "size", [(3, 3, 3), (4, 4, 3), (3, 4, 3), (3, 5, 3), (2, 2, 2), (4, 4, 4)], ids=str
)
def test_the_weak_game_and_shortest_wins(size: tuple[int, int, int], tmp_path: Path) -> None:
    for kind, distance in (("weak", False), ("weak", True), ("strong", True)):
        prove(Game(*size).start(), tmp_path / "certificate", distance=distance, game_kind=kind)


@pytest.mark.parametrize("text", ["OOO./XX.X/....", "XX../OOO./X...", "OOO./.XX./...X"])
def test_a_line_of_o_is_nothing_in_the_weak_game(text: str, tmp_path: Path) -> None:
    position = Game(3, 4, 3).position(text)
    assert position.is_over
    prove(position, tmp_path / "certificate", game_kind="weak")
    data = unpacked(tmp_path / "certificate")
    (tmp_path / "certificate").write_bytes(gzip.compress(data.replace(b"weak", b"strong", 1)))
    assert not check(tmp_path / "certificate").verified


@pytest.mark.parametrize(
    "seed",
    [
        *(seed for seed in range(60) if seed != 25),
        pytest.param(25, marks=pytest.mark.long),
    ],
)
def test_middle_games(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    sizes = [(4, 4, 3), (4, 5, 4), (5, 5, 4), (6, 6, 4), (6, 6, 5), (4, 7, 4), (7, 7, 5)]
    game = Game(*rng.choice([*sizes, (4, 8, 4), (9, 9, 5)]))
    position = random_play(game, rng.randint(game.cells // 4, 2 * game.cells // 3), rng)
    distance = game.cells <= 20 and rng.random() < 0.5
    kind: GameKind = "weak" if rng.random() < 0.3 else "strong"
    if Solver(game, 16).solve(position, game_kind=kind, nodes=100_000).proven:  # soon enough
        prove(position, tmp_path / "certificate", distance=distance, game_kind=kind)


def test_the_same_search_leaves_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        prove(Game(5, 5, 4).start(), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_what_cannot_be_proven_or_written(tmp_path: Path) -> None:
    solver = Solver(Game(3, 3, 3))
    start = solver.game.start()
    with pytest.raises(InvalidPositionError, match="over"):
        solver.solve(solver.game.position("XXX/OO./..."), certificate=tmp_path / "certificate")
    with pytest.raises(CertificateError, match="is a directory"):
        solver.solve(start, certificate=tmp_path)
    larger = Solver(Game(8, 8, 4))
    limited = larger.solve(larger.game.start(), nodes=1, certificate=tmp_path / "certificate")
    assert not limited.proven
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_an_interrupted_certificate_leaves_nothing(tmp_path: Path) -> None:
    solver = Solver(Game(9, 6, 5))
    start = solver.game.start()
    solver.solve(start)
    with pytest.raises(Enough):
        solver.solve(start, certificate=tmp_path / "proof", progress=enough_after(-1))
    assert not list(tmp_path.iterdir())
    assert solver.solve(start).value == 0


class Disk(io.BytesIO):
    """A file on a disk that is full after so many writes."""

    def __init__(self, writes: int) -> None:
        super().__init__()
        self.left = writes

    def write(self, data: object) -> int:
        if not self.left:
            raise OSError(28, "No space left on device")
        self.left -= 1
        return super().write(data)  # type: ignore[arg-type]


def test_whenever_the_disk_is_full_the_error_is_raised() -> None:
    pieces = [random.Random(1).randbytes(40) * 5] * 84

    def pack(disk: Disk) -> None:
        with packed(disk) as proof:
            for piece in pieces:
                proof.write(piece)

    whole = Disk(10**9)
    pack(whole)
    assert lzma.decompress(whole.getvalue()) == b"".join(pieces)
    last = 10**9 - whole.left
    for writes in (*range(9), last // 2, *range(last - 4, last)):  # from the first to the close
        with pytest.raises(OSError, match="No space left"):
            pack(Disk(writes))


def test_the_commands(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    record = run("prove", 4, 4, 3, "-o", path, "--distance", "--json").record
    assert (record["value"], record["distance"], record["certificate"]) == (1, 5, str(path))
    checked = run("check", path)
    assert (checked.status, checked.err) == (0, "")
    assert checked.out.startswith("VERIFIED: 4,4,3, strong game, the empty board, X to move")
    data = unpacked(path)
    path.write_bytes(gzip.compress(data.replace(b"within 5", b"within 4")))
    for plain in ((), ("--plain",)):
        spoilt = run("check", path, "--json", *plain)
        assert spoilt.status == 1 and spoilt.printed["reason"].startswith("the win takes 5 plies")
    refused(run("check", tmp_path / "missing"), "missing")


def checker_source() -> Path:
    source = sys.modules["inarow.check"].__file__
    assert source is not None
    return Path(source)


C_SOURCE = Path(__file__).parents[2] / "pyx/inarow/check.c"


def test_a_chain_forces_though_a_line_is_complete(tmp_path: Path) -> None:
    """X completes a line with c1; what follows is a stone that forces nothing."""
    header = b"inarow certificate 2\n1,6,3 strong\nXX.O.. X\nX wins\n"
    c1, e1, f1 = 2, 4, 5
    proof = bytes([NODE, c1, CHAIN, e1, 1, f1, CHAIN, f1, 1, e1, END])
    (tmp_path / "chain").write_bytes(gzip.compress(header + proof))
    for plain in (False, True):
        reason = check(tmp_path / "chain", plain=plain).reason
        assert "a move in a chain forces no answer" in reason


def test_the_checkers_are_short() -> None:
    """Whoever doubts the solver reads one in one sitting."""
    assert len(checker_source().read_text(encoding="utf-8").splitlines()) <= 460
    assert len(C_SOURCE.read_text(encoding="utf-8").splitlines()) <= 740


@pytest.mark.processes
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler of C on this machine")
def test_the_checker_in_c_alone(tmp_path: Path) -> None:
    """It is a program by itself, in C99 without a warning: nothing of Python need be trusted."""
    program, path = tmp_path / "check", tmp_path / "proof"
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O2"]
    subprocess.run(["cc", *strict, str(C_SOURCE), "-o", str(program)], check=True)
    prove(Game(4, 4, 4).start(), path)
    data = unpacked(path)
    for given, status, said in [
        (data, 0, "VERIFIED: 4,4,4, strong game, the empty board, X to move: a draw ("),
        (data[:-1], 1, "REFUSED: "),
        (b"", 1, "REFUSED: it ends too early, at byte 0"),
    ]:
        done = subprocess.run([program], input=given, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (status, b"")
        assert done.stdout.decode().startswith(said)
    wrong = subprocess.run([program, "proof"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)


@pytest.mark.processes
def test_the_checker_alone(tmp_path: Path) -> None:
    """It runs as a program with nothing but the standard library: that need be trusted only."""
    path = tmp_path / "proof"
    prove(Game(4, 4, 4).start(), path)
    command = [sys.executable, "-I", "-S", str(checker_source()), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VERIFIED: 4,4,4")
    missing = subprocess.run(
        [*command[:-1], "missing"], capture_output=True, text=True, check=False
    )
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
