"""The site names everything: `sphinx-build -W` sees to the rest."""

from __future__ import annotations

import re
from pathlib import Path

import inarow

API = Path(__file__).parents[2] / "docs/reference/api.md"


def test_every_public_name_has_its_place() -> None:
    text = API.read_text(encoding="utf-8")
    names = re.findall(r"^\.\. auto(?:function|class|exception|data):: (\w+)$", text, re.M)
    assert sorted(names) == sorted({*inarow.__all__} - {"__version__"})
