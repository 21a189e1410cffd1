"""Run the workloads of `suite`, and print their medians as a Markdown table: some two minutes.

    python benchmarks/bench.py [-k NAME]

Every answer is checked before it is timed. Times are of the processor, those of two threads by the
clock; a ratio is of two medians of this one run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import machine

from inarow.solver.signature import signature

SUITE = Path(__file__).with_name("suite")


def three_digits(figure: float, unit: str) -> str:
    """A figure with its unit: ``1,230,000 games/s``, ``0.0123 s``."""
    if figure < 1000:
        return f"{figure:.3g} {unit}"
    return f"{int(float(f'{figure:.3g}')):,} {unit}"


def time_of(seconds: float) -> str:
    """A time, in the unit that gives it digits before the point."""
    for unit, scale in (("s", 1.0), ("ms", 1e3)):
        if seconds * scale >= 1:
            return three_digits(seconds * scale, unit)
    return three_digits(seconds * 1e6, "us")


def run(only: str) -> list[dict[str, object]]:
    """Run the suite, or what of it matches the expression `only`: what pytest-benchmark tells."""
    with TemporaryDirectory() as folder:
        told = Path(folder) / "told.json"
        command = [sys.executable, "-m", "pytest", SUITE, "-q", "-m", "", "-k", only]
        command += ["--benchmark-only", f"--benchmark-json={told}"]
        command += ["--benchmark-timer=time.process_time"]  # other work on the machine is no part
        subprocess.run(command, check=True, stdout=sys.stderr, cwd=SUITE.parents[1])
        return json.loads(told.read_text(encoding="utf-8"))["benchmarks"]


def rows(found: list[dict]) -> list[tuple[str, str, str]]:
    """What was measured, the figure, and what there is to say of it."""
    table, medians = [], {}
    for each in found:
        notes = each["extra_info"]
        seconds = each["stats"]["median"] / notes.get("of", 1)
        name = notes["row"]
        medians[name] = seconds
        unit, detail = notes.get("unit"), notes.get("detail", "")
        if (against := notes.get("against")) in medians:
            detail = f"{three_digits(seconds / medians[against], 'times')} as long"
        table.append((name, three_digits(1 / seconds, unit) if unit else time_of(seconds), detail))
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-k", default="", metavar="NAME", help="Only these workloads, as pytest's.")
    only = parser.parse_args().k
    told = signature()  # first of all: a wrong answer there makes the rest pointless
    table = rows(run(only))
    print("| measured | figure | detail |\n| --- | ---: | --- |")
    for cells in table:
        print(f"| {' | '.join(cells)} |")
    print(f"\n{machine()}  \nsignature: {told}")


if __name__ == "__main__":
    main()
