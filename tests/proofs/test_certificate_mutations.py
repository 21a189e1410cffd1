"""Spoilt certificates are refused, or are proofs still.

The two checkers, which share nothing but the page of the format, agree on each. What they let pass
is judged by two referees that know none of their rules: the claim by plain minimax, and the
strategy by playing it against every move (`certificate_player`).
"""

import gzip
import lzma
import random
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from certificate_player import (
    KNOWN,
    NODE,
    PAIRS,
    PASS,
    Certificate,
    play_out,
)
from mutants import (
    change_board,
    change_bytes,
    change_header,
    change_packed,
    change_strategy,
    corpus,
    middle_game,
    written,
)
from oracles import Exhaustive, WeakTruth
from unpacking import rewrite, unpacked

from inarow import Game, Verdict, boards, check
from inarow.model.options import GameKind


class Truth:
    """Whether a side keeps what a part of a claim says, by plain minimax."""

    def __init__(self, certificate: Certificate) -> None:
        self.weak = certificate.weak
        if certificate.given:
            self.game = Game.on(boards.lines(certificate.size, map(sorted, certificate.lines)))
        else:
            self.game = Game(certificate.m, certificate.n, certificate.k)
        self.strong_game, self.weak_game = Exhaustive(self.game), WeakTruth(self.game)

    def kept(self, certificate: Certificate, side: str, word: str, within: int | None) -> bool:
        x, o = (sum(1 << cell for cell in certificate.stones[each]) for each in "XO")
        winner = side if word == "wins" else "XO".replace(side, "")
        if word == "stops" or self.weak:
            stones = (x, o) if winner == "X" else (o, x)
            plies = self.weak_game.plies(*stones, certificate.turn == winner)
        else:
            stones = (x, o) if certificate.turn == "X" else (o, x)
            value, distance = self.strong_game.outcome(*stones)
            plies = distance if value == (1 if certificate.turn == winner else -1) else None
        wins = plies is not None and plies <= (self.game.cells if within is None else within)
        return wins == (side == winner)


class Judge:
    """Checks files, and has the referees look at each that is verified."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.counts: Counter[str] = Counter()
        self.judged: set[bytes] = set()
        self.looked_at = self.solved = 0
        self.truths: dict[tuple[object, ...], Truth] = {}

    def packed(self, data: bytes) -> bool:
        """Is the file verified? Raises if it is, and should not be."""
        rewrite(self.path, data)
        verdict, plain = check(self.path), check(self.path, plain=True)
        assert verdict.verified == plain.verified, (verdict, plain)
        assert verdict == plain or not verdict.verified
        self.counts["still valid" if verdict.verified else "refused"] += 1
        if not verdict.verified:
            assert verdict.reason
            return False
        whole = unpacked(self.path)
        if whole not in self.judged:
            self.judged.add(whole)
            self.look_at(Certificate(self.path), verdict)
        return True

    def look_at(self, certificate: Certificate, verdict: Verdict) -> None:
        """The claim where minimax is quick, the strategy on any small board."""
        empty = certificate.size - sum(map(len, certificate.stones.values()))
        is_quick = empty <= 9 or certificate.size <= 12
        if certificate.plane or (certificate.size > 36 and not is_quick):
            return
        self.looked_at += 1
        play_out(self.path)
        if is_quick:
            self.solved += 1
            key = (certificate.size, *certificate.lines, certificate.weak)
            truth = self.truths.setdefault(key, Truth(certificate))
            for side, word, within, _ in certificate.parts:
                assert truth.kept(certificate, side, word, within), verdict

    def unpacked(self, data: bytes) -> bool:
        return self.packed(gzip.compress(data, 1))


def makings(certificate: Certificate) -> Iterator[str]:
    """What a certificate is made of."""
    yield from (f"code {answer.code}" for answer in certificate.answers)
    yield from (word for _, word, _, _ in certificate.parts)
    yield "weak" if certificate.weak else "strong"
    yield "wide" if certificate.size > 256 else "narrow"
    for name, is_so in (
        ("within", b" within" in certificate.header),
        ("given", certificate.given),
        ("plane", certificate.plane),
    ):
        if is_so:
            yield name


@pytest.mark.long
def test_mutations(tmp_path: Path) -> None:
    """Ten thousand, of certificates of all codes, kinds and widths."""
    path, rng, kept = tmp_path / "mutant", random.Random(1), Counter[str]()
    judge, whole = Judge(path), list(corpus(path, 1))
    assert sum(map(judge.unpacked, whole)) > 0.8 * len(whole)
    for _ in range(10_000):
        data = rng.choice(whole[-5:] if rng.random() < 0.05 else whole[:-5])
        kinds = rng.choice(["s", "s", "b", "h", "sb", "sh", "hb", "hh", "p"])
        if data.startswith(b"inarow certificate 3") and b" = " in data and rng.random() < 0.3:
            data, kinds = change_board(data, path, rng), ""
        for kind in kinds:
            if kind == "s":
                data = change_strategy(data, path, rng) or data
            elif kind != "p":
                data = (change_bytes if kind == "b" else change_header)(data, rng)
        packed = gzip.compress(data, 1)
        if kinds == "p":
            packed = change_packed(rng.choice((packed, lzma.compress(data))), rng)
        if judge.packed(packed):
            kept.update({*makings(Certificate(path))})
    print(dict(judge.counts), dict(kept), judge.looked_at, judge.solved)
    assert judge.counts["refused"] > 5000 and judge.looked_at > 300 and judge.solved > 300
    assert {f"code {code}" for code in range(1, 9)} < {*kept}
    assert {"wins", "holds", "stops", "within", "weak", "strong", "wide", "narrow"} < {*kept}
    assert kept["given"] > 500 and kept["plane"] > 100
    assert min(kept.values()) > 5


@pytest.mark.long
def test_every_truncation(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "mutant")
    data = written(Game(3, 4, 3).start(), tmp_path / "whole", "strong", False)
    assert not any(judge.unpacked(data[:length]) for length in range(len(data)))
    for packed in gzip.compress(data), lzma.compress(data):
        assert not any(judge.packed(packed[:length]) for length in range(len(packed)))


def headers() -> Iterator[tuple[bytes, bytes]]:
    """What to replace, and by what."""
    yield from ((b"certificate 1", b"certificate 3"), (b"inarow", b"Inarow"), (b"\n", b"\r\n"))
    sizes = ["4,4,3", "3,5,3", "3,4,2", "3,4,4", "0,4,3", "3,4,0"]
    for size in (*sizes, "21,4,3", "3,4,400", "03,4,3"):
        yield b"3,4,3", size.encode()
    for other in ("weak", "Strong", "", "strong "):
        yield b" strong", b" " + other.encode()
    for i in range(12):
        for stone in "XO":
            cells = "." * i + stone + "." * (11 - i)
            yield b"..../..../....", "/".join(cells[j : j + 4] for j in (0, 4, 8)).encode()
    short, long, won = "..../....", "...../..../....", "XXX./..../...."
    for rows in (short, long, won, "..../..../..../", "____/..../...."):
        yield b"..../..../....", rows.encode()
    for turn in (b" O\n", b" \n", b" x\n", b"\n"):
        yield b" X\n", turn
    for said in (
        *("O wins", "X holds", "X stops", "X steals", "O holds; X wins", "X wins; X wins", ""),
        *("X draws", "X wins ", "X wins;", "\x1b[2J wins"),
        *(f"X wins within {plies} plies" for plies in (4, 999, 0, -1, 1000)),
    ):
        yield b"X wins", said.encode()
    yield b"X wins", b"X \xff\xfe\xff\xff"
    yield b"X wins", b"; ".join([b"X wins"] * 60)
    yield b"X wins", b"X wins" + b"." * 10_000


def test_every_field_of_the_header(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "mutant")
    data = written(Game(3, 4, 3).start(), tmp_path / "whole", "strong", False)
    assert b"\n3,4,3 strong\n..../..../.... X\nX wins\n" in data
    for old, new in headers():
        judge.unpacked(data.replace(old, new, 1))
    assert judge.counts["refused"] > 50, judge.counts


def certificate(said: str, strategy: bytes, size: str = "3,3,3", rows: str = "") -> bytes:
    """A file by hand."""
    m, n, _ = (int(number) for number in size.split(","))
    rows = rows or "/".join(["." * n] * m)
    return f"inarow certificate 1\n{size} strong\n{rows} X\n{said}\n".encode() + strategy


@pytest.mark.parametrize(
    "data",
    [
        certificate("X steals; O stops", bytes([PAIRS, 4, 255, *range(255)])),
        certificate("O stops", bytes([PAIRS, 0, 4, 255]) + bytes(510)),
        certificate("O stops", bytes([KNOWN, 0, 4, 0, 0, 0, 0, 0])),  # itself
        certificate("O stops", bytes([KNOWN, 0, 4, 255, 255, 255, 255, 0])),
        certificate("O holds", bytes([PASS, 0])),
        certificate("O holds", bytes([PASS, 255, *range(255)])),
        certificate("O holds", bytes([PASS, 1, 2] * (1 << 22)), "4,4,3", "OO../X.../..../...X"),
        certificate("X steals", bytes(1 << 25)),
        certificate("X steals;" * (1 << 21), b""),
        b"inarow certificate 1" + b"\n" * (1 << 24),
        certificate(
            "O stops",
            b"".join(
                bytes([NODE]) + i.to_bytes(2, "little") + (i + 1).to_bytes(2, "little")
                for i in range(0, 400, 2)
            ),
            "20,20,20",
        ),
    ],
    ids=[
        *("many pairs", "one pair often", "itself", "a huge number", "no chain", "a long chain"),
        *("a bomb of chains", "a bomb after the end", "a bomb of parts", "a bomb of lines", "deep"),
    ],
)
@pytest.mark.parametrize("plain", [False, True], ids=["in C", "plain"])
@pytest.mark.parametrize(
    "pack", [gzip.compress, partial(lzma.compress, preset=0)], ids=["gz", "xz"]
)
def test_hostile_files(
    data: bytes, pack: Callable[[bytes], bytes], plain: bool, tmp_path: Path
) -> None:
    """They are refused at once: without a traceback, and in little memory."""
    (tmp_path / "hostile").write_bytes(pack(data))
    del data
    tracemalloc.start()
    try:
        verdict = check(tmp_path / "hostile", plain=plain)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not verdict.verified
    assert verdict.reason.isprintable()
    assert peak < 1 << 21


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 3), (4, 4, 3), (2, 6, 3), (3, 4, 4)], ids=str)
@pytest.mark.parametrize("kind", ["strong", "weak"])
def test_strategies_are_kept(size: tuple[int, int, int], kind: GameKind, tmp_path: Path) -> None:
    for distance in (False, True):
        data = written(Game(*size).start(), tmp_path / "proof", kind, distance)
        assert Certificate(tmp_path / "proof").encode() == data
        assert check(tmp_path / "proof").verified
        play_out(tmp_path / "proof")


@pytest.mark.long
def test_strategies_of_middle_games_are_kept(tmp_path: Path) -> None:
    path, met = tmp_path / "proof", 0
    for seed in range(60):
        kind: GameKind = "weak" if seed % 3 == 0 else "strong"
        written(middle_game(seed, 5, 10), path, kind, seed % 2 == 0)
        assert check(path).verified
        met += play_out(path)
    assert met > 1000
