from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt

from inarow.model.results import Answer, Report

_Rows: TypeAlias = npt.NDArray[np.int8]
_Cells: TypeAlias = npt.NDArray[np.int16]
_Results: TypeAlias = tuple[_Rows, _Rows, _Cells, _Cells, _Rows | None]

@final
class Board:
    def __new__(
        cls,
        cells: int,
        lines: tuple[tuple[int, ...], ...],
        flanks: tuple[tuple[int, ...], ...],
        symmetries: tuple[tuple[int, ...], ...],
        fold_ply: int,
        misere: bool = False,
        drop: int = 0,
        /,
    ) -> Board: ...

@final
class Kernel:
    def __new__(
        cls,
        board: Board,
        table_bytes: int,
        rules: int,
        plain_budget: int,
        seed: int,
        memory: memoryview | npt.NDArray[np.uint8] | None = None,
        /,
    ) -> Kernel: ...
    @property
    def table_entries(self) -> int: ...
    @property
    def table_used(self) -> int: ...
    @property
    def table_limit(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    def clear(self) -> None: ...
    def reserve(self, entries: int, /) -> None: ...
    @property
    def threads(self) -> int: ...
    def set_threads(self, threads: int, after: float, /) -> None: ...
    def assist(self) -> None: ...
    @property
    def stage(self) -> tuple[int, int, int]: ...
    @stage.setter
    def stage(self, stage: tuple[int, int, int], /) -> None: ...
    def record_bytes(self, weak: bool, /) -> int: ...
    def export_entries(
        self, out: npt.NDArray[np.uint8], first: int, weak: bool, least_work: int, /
    ) -> tuple[int, int]: ...
    def first_bad_record(self, records: npt.NDArray[np.uint8], weak: bool, /) -> int: ...
    def import_entries(self, records: npt.NDArray[np.uint8], weak: bool, /) -> None: ...
    def share(self) -> None: ...
    def unshare(self) -> None: ...
    def best_move(self, own: int, opponent: int, /) -> int: ...
    def solve(
        self,
        own: int,
        opponent: int,
        distance: bool,
        line: bool,
        nodes: int | None,
        seconds: float | None,
        progress: Report | None,
        aside: Callable[[int], int] | None = None,
        /,
    ) -> Answer: ...
    def solve_weak(
        self,
        maker: int,
        breaker: int,
        maker_moves: bool,
        distance: bool,
        line: bool,
        nodes: int | None,
        seconds: float | None,
        progress: Report | None,
        /,
    ) -> tuple[int, int, int, int, tuple[int, ...], int, int]: ...
    def solve_contested(
        self,
        maker: int,
        breaker: int,
        maker_moves: bool,
        nodes: int | None,
        progress: Report | None,
        /,
    ) -> tuple[bool | None, int, int, int]: ...
    def chain(
        self, own: int, opponent: int, alone: bool, /
    ) -> tuple[list[int], list[int], int] | None: ...
    def pairing(
        self, own: int, opponent: int, budget: int, /
    ) -> list[tuple[int, int]] | Literal[False] | None: ...
    def replies_left(self, own: int, opponent: int, /) -> int | None: ...
    def begin_proof(
        self, sink: Callable[[bytes], object], images: Sequence[Sequence[int]] | None, /
    ) -> None: ...
    def write_strategy(
        self,
        rival: int,
        keeper: int,
        goal: int,
        alone: bool,
        rival_moves: bool,
        plies: int,
        progress: Report | None,
        /,
    ) -> tuple[int, int]: ...
    def ask(
        self, own: int, opponent: int, beta: int, nodes: int | None, progress: Report | None, /
    ) -> tuple[bool | None, int, int]: ...
    def attack(
        self, maker: int, breaker: int, maker_moves: bool, price: int, nodes: int | None, /
    ) -> tuple[int, int] | None: ...
    def vcf(
        self, own: int, opponent: int, budget: int, every: bool = False, /
    ) -> tuple[tuple[int, ...], int]: ...
    def forced_win(
        self,
        own: int,
        opponent: int,
        order: int,
        nodes: int | None,
        seconds: float | None,
        progress: Report | None,
        /,
    ) -> tuple[tuple[int, ...], int, int, bool, int]: ...
    def forced_zone(self, own: int, opponent: int, /) -> int: ...
    def judge(
        self,
        own: int,
        opponent: int,
        nodes: int | None,
        seconds: float | None,
        progress: Report | None,
        cells: int | None = None,
        wanted: int = 1,
        resume: bool = False,
        narrow: bool = False,
    ) -> tuple[int, int]: ...
    @property
    def last_judgement(
        self,
    ) -> tuple[int, int, int, tuple[tuple[int, int, tuple[int, ...]], ...]] | None: ...
    def first_bad_row(self, rows: npt.NDArray[np.int8], /) -> int: ...
    def solve_rows(
        self,
        rows: npt.NDArray[np.int8],
        results: _Results,
        distance: bool,
        nodes: int | None,
        seconds: float | None,
        progress: Report | None,
        /,
    ) -> int: ...
    def solve_shared_rows(
        self,
        rows: npt.NDArray[np.int8],
        results: _Results,
        distance: bool,
        nodes: int | None,
        seconds: float | None,
        /,
    ) -> int: ...
    def playouts(
        self, own: int, opponent: int, count: int, seed: int, /
    ) -> tuple[int, int, int, int]: ...
