from collections.abc import Callable, Iterable, Sequence
from mmap import mmap
from typing import final

@final
class Nodes:
    def __init__(
        self,
        data: bytes | mmap,
        cells: int,
        lines: Sequence[Sequence[int]],
        symmetries: int,
        turns: int,
        progress: Callable[[int], object] | None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> tuple[int, int, int, int, int, int]: ...
    def add(
        self, place: int, answers: bool, keeper: Iterable[int], goal: int, empty: int, left: int
    ) -> int: ...
