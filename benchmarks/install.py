"""How long it takes a newcomer: seconds from a fresh copy to the answer of README's first command,
and from there until what its second command installs is there, which must compile nothing again.

    python benchmarks/install.py [--runs 3]

Each run copies what git has of the tree, makes a virtual environment (neither is timed), and runs
there the first block of README as it stands. Its answer must be a draw. What is downloaded comes
from the cache of pip, if that has it. For a figure to quote the machine has to be quiet.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).parents[1]


def first_command(readme: str) -> str:
    """The first block of README."""
    found = re.search(r"^```console\n(.*?)^```", readme, re.S | re.M)
    assert found is not None and "pip install" in found[1], "README begins otherwise"
    return found[1].strip()


def built(directory: Path) -> dict[Path, int]:
    """When each compiled module was made."""
    return {file: file.stat().st_mtime_ns for file in directory.glob("tree/build/lib*/**/*.so")}


def timed(directory: Path) -> tuple[float, float, float]:
    """Seconds to the answer, seconds of the second install, megabytes of the installed package."""
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as tree:
        tree.extractall(directory / "tree", filter="data")
    subprocess.run([sys.executable, "-m", "venv", directory / "venv"], check=True)
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    inside = {**outside, "PATH": f"{directory / 'venv/bin'}{os.pathsep}{os.environ['PATH']}"}
    command = first_command((directory / "tree/README.md").read_text(encoding="utf-8"))
    started = perf_counter()
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=directory / "tree",
        env=inside,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    seconds = perf_counter() - started
    assert re.search(r"^value +draw, proven$", done.stdout, re.M), done.stdout
    (package,) = (directory / "venv").glob("lib/python*/site-packages/inarow")
    size = sum(file.stat().st_size for file in package.rglob("*") if file.is_file())
    once = built(directory)
    assert once, "nothing was compiled"
    started = perf_counter()
    subprocess.run(
        ["pip", "install", "--quiet", ".[test]"], cwd=directory / "tree", env=inside, check=True
    )
    again = perf_counter() - started
    assert built(directory) == once, "the second install compiled something"
    return seconds, again, size / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    times = []
    for _ in range(parser.parse_args().runs):
        with TemporaryDirectory() as directory:
            seconds, again, size = timed(Path(directory))
        times.append(seconds)
        print(f"{seconds:.1f} s, then {again:.1f} s, the package {size:.1f} MB", flush=True)
    print(f"median {median(times):.1f} s")


if __name__ == "__main__":
    main()
