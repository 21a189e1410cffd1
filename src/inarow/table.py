"""Tables of solved boards: an address for `inarow.study.table`."""

from inarow.study.table import TECHNIQUES, BoardProgress, Row, results

__all__ = ["TECHNIQUES", "BoardProgress", "Row", "results"]
