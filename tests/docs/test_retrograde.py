"""The example of retrograde analysis: every label right."""

from types import ModuleType

import pytest
from scripts import loaded

import inarow
from inarow.reference import Rules, outcomes

example = loaded("docs/examples/retrograde.py")


def test_it_says_what_it_found(
    example: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["retrograde.py", "2", "3", "2"])
    example.main()
    assert capsys.readouterr().out.splitlines()[-1] == "empty board: X wins in 3 plies"


@pytest.mark.parametrize(
    "board", [(3, 3, 3), (2, 4, 3), pytest.param((4, 3, 3), marks=pytest.mark.long)]
)
def test_every_label_as_in_the_reference(example: ModuleType, board: tuple[int, int, int]) -> None:
    labels = example.solve(*board)
    truth = outcomes(Rules(*board))
    assert len(labels) == len(truth) == inarow.count(inarow.Game(*board)).positions
    for cells, outcome in truth.items():
        x, o = (sum(1 << i for i, cell in enumerate(cells) if cell == side) for side in "XO")
        position = (x, o) if x.bit_count() == o.bit_count() else (o, x)
        assert labels[position] == outcome, cells
