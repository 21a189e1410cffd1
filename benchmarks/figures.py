"""Make the figures of the documents: every block that says which command printed it.

    python benchmarks/figures.py                  # all pages but open_board: an hour
    python benchmarks/figures.py bench solving    # these, and README, which quotes them

A block begins with `<!-- figures: COMMAND, DATE -->` and ends with `<!-- end of figures -->`;
between them stands what the command printed. README's is made of the pages of results.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import textwrap
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks/results"
README = ROOT / "README.md"
BLOCK = re.compile(r"<!-- figures: ([^\n]*), ([\d-]+) -->\n(.*?)\n<!-- end of figures -->", re.S)


def made(command: str, when: str, text: str) -> str:
    """A block: the command, its day, and what it printed."""
    return f"<!-- figures: {command}, {when} -->\n{text.strip()}\n<!-- end of figures -->"


def run(page: Path) -> None:
    """Run the commands of a page, and put what they print into it."""

    def block(found: re.Match[str]) -> str:
        command = found[1]
        print(f"{page.stem}: {command}", file=sys.stderr)
        words = shlex.split(command)
        if words[0] == "python":
            words[0] = sys.executable
        out = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        return made(command, date.today().isoformat(), out)

    page.write_text(BLOCK.sub(block, page.read_text(encoding="utf-8")), encoding="utf-8")


def rows(page: str) -> dict[str, list[str]]:
    """The rows of the tables of a page, by their first cell."""
    text = (RESULTS / f"{page}.md").read_text(encoding="utf-8")
    cells = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| "))
    found: dict[str, list[str]] = {}
    for first, *rest in cells:
        found.setdefault(first, rest)
    return found


QUOTED = "solving", "bench", "certificates"
"""The pages of which README has figures."""


HOURS = {"open_board"}
"""Pages whose commands take hours of a core, and so are made only where they are named."""


def quoted_day() -> str:
    """The day of the oldest of these figures."""
    pages = ((RESULTS / f"{page}.md").read_text(encoding="utf-8") for page in QUOTED)
    return min(day for page in pages for _, day, _ in BLOCK.findall(page))


def facts() -> str:
    """What README says of speed, from the pages of results."""
    solved, measured, proven = map(rows, QUOTED)
    nodes7, seconds7 = solved["7,7,5"][1:3]
    nodes8, seconds8 = solved["8,8,5"][1:3]
    warm = [measured[f"best_move, {game}, warm"][0] for game in ("3,3,3", "4,4,4", "4,4,3")]
    times = sorted(float(figure.removesuffix(" us")) for figure in warm)
    batch = measured["solve_batch, 4,4,4, 1,000,000 random boards, cold, 1 thread"][0]
    unpublished = {b: cells[0] for b, cells in proven.items() if cells[0].endswith("(open)")}
    draws = [board for board, result in unpublished.items() if result.startswith("a draw")]
    wins = [board for board, result in unpublished.items() if result.startswith("X wins")]
    said = (
        f"**7,7,5 is proven a draw in {nodes7} nodes and {float(seconds7):.2f} s, 8,8,5 in {nodes8}"
        f" nodes and {float(seconds8):.0f} s**, on one core (`python benchmarks/search/solving.py`,"
        " [more boards](benchmarks/results/solving.md)). The published record is 2.5 s and 17.4 h"
        " on a machine of its own (Theoretical Computer Science 815, 2020).",
        f"**A best move that the table knows takes {times[0]:.2g} to {times[-1]:.2g} µs**,"
        f" a million random boards of 4,4,4 with values and moves {batch}"
        " (`python benchmarks/bench.py`, [one run](benchmarks/results/bench.md)).",
        f"**{len(unpublished)} boards whose value nobody had published are proven.** Draws are"
        f" {'; '.join(draws)}; X wins {'; '.join(wins)}."
        " Each has [a certificate that checks](benchmarks/results/certificates.md).",
    )
    return "\n".join(
        textwrap.fill(f"- {fact}", 105, subsequent_indent="  ", break_on_hyphens=False)
        for fact in said
    )


def main() -> None:
    """Run the commands of the pages named, or of all that take minutes; then README."""
    pages = {p.stem: p for p in RESULTS.glob("*.md") if BLOCK.search(p.read_text("utf-8"))}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", choices=[*sorted(pages), "README"], metavar="PAGE")
    for name in parser.parse_args().pages or sorted(pages.keys() - HOURS):
        if name in pages:
            run(pages[name])
    text = README.read_text(encoding="utf-8")
    block = made("python benchmarks/figures.py", quoted_day(), facts())
    README.write_text(BLOCK.sub(lambda _: block, text), encoding="utf-8")


if __name__ == "__main__":
    main()
