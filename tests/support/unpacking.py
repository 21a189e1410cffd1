"""Certificates as files: unpacked without asking those who are tested, judged by them, altered."""

import gzip
import lzma
from pathlib import Path

from inarow import Verdict, check


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else lzma.decompress(data)


def rewrite(path: Path, data: bytes) -> None:
    """Another file of that name: where one is shortened, some file systems wait for the disc."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def verified(path: Path) -> Verdict:
    """What both checkers say, which is the same."""
    verdict = check(path)
    assert verdict == check(path, plain=True)
    assert verdict.verified, verdict
    return verdict
