"""The table of square boards tells what certificates prove, and nothing else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripts import script

import inarow
from inarow import Game

GAME = Game(6, 6, 4)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Any]:
    with script("benchmarks/search/five_in_a_row.py") as module:
        module.RESULTS, module.SOLVED = tmp_path / "benchmarks/results", 0
        module.RESULTS.mkdir(parents=True)
        yield module


def test_a_board_is_won_by_its_certificate(table: Any) -> None:
    assert table.decided(GAME) == ("open here", "", None)
    path = table.RESULTS / "6-6-4.cert"
    inarow.solve(GAME.start(), certificate=path)
    value, why, nodes = table.decided(GAME)
    assert (value, nodes) == ("**X wins**", inarow.check(path).nodes)
    assert why.endswith("6-6-4.cert`")
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(AssertionError, match="damaged"):
        table.decided(GAME)
