from typing import final

import numpy as np
import numpy.typing as npt

BLOCK_BYTES: int
LARGEST: int

@final
class Index:
    def __new__(
        cls,
        cells: int,
        lines: tuple[int, ...],
        symmetries: tuple[tuple[int, ...], ...],
    ) -> Index: ...
    def layer(self, ply: int) -> tuple[int, int, int]: ...
    def prepare(self) -> None: ...
    def fill_rows(
        self,
        ply: int,
        first: int,
        last: int,
        later: npt.NDArray[np.uint8],
        rows: npt.NDArray[np.uint8],
        tally: npt.NDArray[np.uint64],
    ) -> None: ...

@final
class Labels:
    def __new__(cls, index: Index, labels: npt.NDArray[np.uint8]) -> Labels: ...
    def trust(self, block: int) -> None: ...
    def probe(self, own: int, opponent: int, x_moves: bool) -> int: ...
    def worths(self, x: int, o: int) -> list[tuple[int, int]] | int: ...
    def label_rows(
        self,
        rows: npt.NDArray[np.int8],
        first: int,
        last: int,
        values: npt.NDArray[np.int8],
        distances: npt.NDArray[np.int16],
        moves: npt.NDArray[np.int16] | None,
        optimal: npt.NDArray[np.int8] | None,
    ) -> tuple[int, int]: ...
