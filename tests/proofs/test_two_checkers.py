"""The two checkers share nothing but the page of the format, and never differ in a verdict."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from boards import random_play
from certificate_player import Certificate
from forced import FORGETFUL, wins
from mutants import change_bytes, change_strategy, middle_game, sources, written

import inarow
from inarow import Game, check
from inarow.model.options import GameKind

KINDS: list[GameKind] = ["weak", "strong"]
WIDE = [(17, 16, 8), (13, 20, 12)]
"""Cells of two bytes; the positions are nearly full."""


def corpus(path: Path, seed: int) -> Iterator[bytes]:
    """Small certificates of all codes, kinds and widths, unpacked: the last few are wide."""
    yield from sources(path, range(seed, seed + 9))
    yield FORGETFUL
    yield written(middle_game(1094, 5, 14), path, "strong", True)  # of the few with code 7
    for _ in wins(seed, 9, path):
        yield gzip.decompress(path.read_bytes())
    start = Game(20, 20, 5).start().play_all(["j10", "a1", "k11", "a20", "l10", "t1"])
    inarow.forced_win(start, certificate=path, overwrite=True)
    yield gzip.decompress(path.read_bytes())
    rng = random.Random(seed)
    for size, kind in product(WIDE, KINDS):
        game = Game(*size)
        position = random_play(game, game.cells - 7, rng)
        while position.is_over:
            position = random_play(game, game.cells - 7, rng)
        yield written(position, path, kind, kind == "strong")


def change_header(data: bytes, rng: random.Random) -> bytes:
    """Another position or claim, and the same strategies: rules that are nearly kept."""
    version, game, position, said, rest = data.split(b"\n", 4)
    match rng.randrange(6):
        case 0 | 1 | 2:
            at = rng.randrange(len(position) - 2)
            if position[at : at + 1] != b"/":
                position = position[:at] + rng.choice([b".", b"X", b"O"]) + position[at + 1 :]
        case 3:
            plies = b" within %d plies" % rng.randrange(12)
            said = b"; ".join(part.partition(b" within")[0] + plies for part in said.split(b"; "))
        case 4:
            old, new = rng.sample([b"wins", b"holds", b"stops"], 2)
            said = said.replace(old, new)
        case 5:
            size, _, kind = game.partition(b" ")
            m, n, k = map(int, size.split(b","))
            game = b"%d,%d,%d %s" % (m, n, k + rng.choice([-1, 0, 1]), rng.choice([kind, b"weak"]))
    return b"\n".join([version, game, position, said, rest])


def compare(path: Path, seed: int, cases: int) -> tuple[int, Counter[str]]:
    """Ask both about so many mutants; how many, and what those that hold are made of."""
    rng, done, kept = random.Random(seed), 0, Counter[str]()
    whole = list(corpus(path, seed))
    while done < cases:
        data = rng.choice(whole[-5:] if rng.random() < 0.05 else whole[:-5])
        kinds = rng.choice(["s", "s", "b", "h", "sb", "sh", "hb", "hh"])
        for kind in kinds:
            if kind == "s":
                data = change_strategy(data, path, rng) or data
            else:
                data = (change_bytes if kind == "b" else change_header)(data, rng)
        path.write_bytes(gzip.compress(data, 1))
        verdict, plain = check(path), check(path, plain=True)
        assert verdict.verified == plain.verified, (seed, done, data, verdict, plain)
        done += 1
        if verdict.verified:
            assert verdict == plain
            certificate = Certificate(path)
            kept.update({f"code {answer.code}" for answer in certificate.answers})
            kept.update({word for _, word, _, _ in certificate.parts})
            kept.update(["within"] if b" within" in certificate.header else [])
            kept.update(["weak" if certificate.weak else "strong"])
            kept.update(["wide" if certificate.size > 256 else "narrow"])
    return done, kept


@pytest.mark.long
def test_they_never_differ(tmp_path: Path) -> None:
    done, kept = compare(tmp_path / "mutant", 1, 10_000)
    print(done, dict(kept))
    assert done >= 10_000
    assert {f"code {code}" for code in range(1, 9)} < {*kept}
    assert {"wins", "holds", "stops", "within", "weak", "strong", "wide", "narrow"} < {*kept}
    assert min(kept.values()) > 5
