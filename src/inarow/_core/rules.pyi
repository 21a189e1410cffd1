__all__ = ["COMMON_BYTES", "LINE_WEIGHTS", "SHORT_LINE", "table_of_rules"]

COMMON_BYTES: int
LINE_WEIGHTS: tuple[int, ...]
SHORT_LINE: int

def table_of_rules() -> list[tuple[str, int, tuple[str, ...], bool]]: ...
