"""The figures of README are those of the pages of results."""

import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from scripts import ROOT, loaded

figures = loaded("benchmarks/figures.py")


def test_the_readme_quotes_the_results(figures: Any) -> None:
    """Where it does not, `python benchmarks/figures.py README` mends it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert figures.BLOCK.findall(readme) == [
        ("python benchmarks/figures.py", figures.quoted_day(), figures.facts())
    ]
    pages = [page.read_text(encoding="utf-8") for page in figures.RESULTS.glob("*.md")]
    assert sum(len(figures.BLOCK.findall(page)) for page in pages) >= 4


@pytest.mark.processes
def test_a_page_is_made_anew(figures: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    old = "<!-- figures: python -c {}, 2026-01-01 -->\nold\n<!-- end of figures -->"
    page.write_text(
        f"# Title\n\n{old.format('print(6*7)')}\n\nbetween\n\n{old.format('print(9)')}\n"
    )
    figures.run(page)
    new = "<!-- figures: python -c {}, {} -->\n{}\n<!-- end of figures -->"
    day = date.today().isoformat()
    first, second = new.format("print(6*7)", day, 42), new.format("print(9)", day, 9)
    assert page.read_text() == f"# Title\n\n{first}\n\nbetween\n\n{second}\n"
    page.write_text(failing := f"{old.format('print(1)')}\n{old.format('1/0')}\n")
    with pytest.raises(subprocess.CalledProcessError):
        figures.run(page)
    assert page.read_text() == failing  # all of a page or nothing
