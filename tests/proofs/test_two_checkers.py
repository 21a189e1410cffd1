"""The two checkers share nothing but the page of the format, and never differ in a verdict."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from pathlib import Path

import pytest
from certificate_player import Certificate
from mutants import change_board, change_bytes, change_header, change_strategy, corpus

from inarow import check


def compare(path: Path, seed: int, cases: int) -> tuple[int, Counter[str]]:
    """Ask both about so many mutants; how many, and what those that hold are made of."""
    rng, done, kept = random.Random(seed), 0, Counter[str]()
    whole = list(corpus(path, seed))
    while done < cases:
        data = rng.choice(whole[-5:] if rng.random() < 0.05 else whole[:-5])
        kinds = rng.choice(["s", "s", "b", "h", "sb", "sh", "hb", "hh"])
        if data.startswith(b"inarow certificate 3") and b" = " in data and rng.random() < 0.3:
            data, kinds = change_board(data, path, rng), ""
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
            kept.update(["given"] if certificate.given else [])
            kept.update(["plane"] if certificate.plane else [])
    return done, kept


@pytest.mark.long
def test_they_never_differ(tmp_path: Path) -> None:
    done, kept = compare(tmp_path / "mutant", 1, 10_000)
    print(done, dict(kept))
    assert done >= 10_000
    assert {f"code {code}" for code in range(1, 9)} < {*kept}
    assert {"wins", "holds", "stops", "within", "weak", "strong", "wide", "narrow"} < {*kept}
    assert kept["given"] > 500 and kept["plane"] > 100
    assert min(kept.values()) > 5
