"""The example of an agent that learns: few games of it, and what its regret is made of."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import ModuleType

import pytest
from scripts import ROOT, loaded

from inarow import Game, solve

pytest.importorskip("pettingzoo")

example = loaded("docs/examples/learn.py")
START = Game(3, 3, 3).start()


@pytest.mark.long
def test_it_learns_and_repeats_itself(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "regret.svg"
    arguments = ["--games", "2000", "--seed", "3", "-o", str(picture)]
    example.main(arguments)
    first, drawn = capsys.readouterr().out, picture.read_bytes()
    regrets = [float(line.split()[-1]) for line in first.splitlines()]
    assert len(regrets) == 25 and regrets[-1] < regrets[0]
    example.main(arguments)
    assert (capsys.readouterr().out, picture.read_bytes()) == (first, drawn)
    root = ElementTree.fromstring(drawn)
    (curve,) = (e for e in root.iter() if e.get("class", "").startswith("agent "))
    assert curve.get("d", "").count("L") == 24


@pytest.mark.long
def test_regret(example: ModuleType) -> None:
    perfect = example.regret(lambda p: {solve(p).best_move: 1.0})
    assert perfect == 0
    assert 2 < example.regret(example.any_move) < 2.5
    assert len(example.values()) == 5478

    def late(position: object) -> dict[int, float]:
        """Perfect, but for a corner that is answered on an edge: X then wins."""
        if position == START.play(0):
            return {1: 1.0}
        return {solve(position).best_move: 1.0}  # type: ignore[arg-type]

    # O gives a draw away in one of nine games as O, and never as X.
    assert example.regret(late) == pytest.approx(1 / 9 / 2)


def test_the_picture_in_the_folder_is_of_perfect_play_in_the_end() -> None:
    root = ElementTree.parse(ROOT / "docs/examples/regret.svg").getroot()
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text is not None
    assert title.text.endswith("regret from 1.82 to 0.00")
