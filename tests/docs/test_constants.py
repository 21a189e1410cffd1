"""The page of constants names what there is, with the value that it has."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "benchmarks/results/constants.md"
ROW = re.compile(r"\| `(\w+)` \| `([\w/.]+)` \| ([^|]+?) \|")


def test_constants_are_those_of_the_code() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) > 60
    for name, file, value in rows:
        root = ROOT / ("src/inarow" if file.endswith(".py") else "pyx/inarow/_core")
        text = (root / file).read_text(encoding="utf-8")
        found = re.findall(rf"^ *{name} = (.+?) *(?:#.*)?$", text, re.M)
        assert found == [value], f"{file}: {name} is {found}, not {value}"
