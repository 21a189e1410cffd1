"""The figures of README are those of the pages of results."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_readme_quotes_the_results() -> None:
    """Where it does not, `python benchmarks/figures.py README` mends it."""
    spec = spec_from_file_location("figures", ROOT / "benchmarks/figures.py")
    assert spec is not None and spec.loader is not None
    spec.loader.exec_module(figures := module_from_spec(spec))
    assert f"\n{figures.facts()}\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    pages = [page.read_text(encoding="utf-8") for page in figures.RESULTS.glob("*.md")]
    assert sum(len(figures.BLOCK.findall(page)) for page in pages) >= 4
