"""What a certificate unpacks to, without asking those who are tested; and what those say."""

import gzip
import lzma
from pathlib import Path

from inarow import Verdict, check


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else lzma.decompress(data)


def verified(path: Path) -> Verdict:
    """What both checkers say, which is the same."""
    verdict = check(path)
    assert verdict == check(path, plain=True)
    assert verdict.verified, verdict
    return verdict
