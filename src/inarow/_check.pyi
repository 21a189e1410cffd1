import os
from collections.abc import Callable
from io import BufferedReader

from inarow.check import Verdict

__all__ = ["check", "check_file"]

def check_file(
    file: BufferedReader, progress: Callable[[int], object] | None = None
) -> Verdict: ...
def check(
    path: str | os.PathLike[str],
    progress: Callable[[int], object] | None = None,
    *,
    plain: bool = False,
) -> Verdict: ...
