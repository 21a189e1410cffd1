from collections.abc import Callable, Sequence

MOST_CELLS: int

def tally_plies(
    orbits: Sequence[int],
    lines: Sequence[int],
    cells: int,
    progress: Callable[[float], object] | None,
) -> list[tuple[int, int, int]]: ...
