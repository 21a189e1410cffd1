"""What a certificate unpacks to, without asking those who are tested."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else lzma.decompress(data)
