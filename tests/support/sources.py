"""Is the compiled core that is tested the one of the sources beside these tests?"""

import re
from collections.abc import Iterable
from pathlib import Path


def stale_modules(modules: Iterable[Path], sources: Iterable[Path]) -> list[str]:
    """The compiled modules that are older than the newest source."""
    newest = max((source.stat().st_mtime_ns for source in sources), default=0)
    return [module.name for module in modules if module.stat().st_mtime_ns < newest]


def sources_of(module: str, root: Path) -> set[Path]:
    """The files of the core that a module is built from: its own, and all that they draw in."""
    found: set[Path] = set()
    waiting = [root / f"inarow/_core/{module}{suffix}" for suffix in (".pyx", ".pxd")]
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        text = path.read_text(encoding="utf-8")
        waiting += [root / name for name in re.findall(r'^include "([^"]+)"', text, re.M)]
        for name in re.findall(r"^from inarow\._core\.(\w+) cimport", text, re.M):
            waiting.append(root / f"inarow/_core/{name}.pxd")
    return found
