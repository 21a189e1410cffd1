"""A proof over two threads, run by the tests of faults, which may end it at any moment.

    python proof_run.py M N K BUDGET STORE LOG CERTIFICATE

prints the value, and notes in LOG, a line each, the jobs that have found something. Ctrl-C ends it
with the status 130.
"""

import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

from inarow import Game
from inarow.distributed import solve
from inarow.distributed.proof import Ended

PATIENCE = 120.0
"""Seconds for what takes one or two."""


class Run:
    """A run of this program."""

    def __init__(self, game: tuple[int, int, int], budget: int, folder: Path, number: int) -> None:
        self.log = folder / f"log{number}"
        self.store, self.certificate = folder / "answers.store", folder / "certificate"
        numbers = [str(number) for number in (*game, budget)]
        files = [str(path) for path in (self.store, self.log, self.certificate)]
        self.process = subprocess.Popen(
            [sys.executable, __file__, *numbers, *files],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def jobs(self) -> list[str]:
        """The jobs that have ended; a line that was cut short is left out."""
        lines = self.log.read_text().splitlines(keepends=True) if self.log.exists() else []
        return [line for line in lines if line.endswith("\n")]

    def wait_for_jobs(self, count: int) -> bool:
        """Wait until so many jobs have ended, or the run has: does it run?"""
        until = monotonic() + PATIENCE
        while self.process.poll() is None and len(self.jobs()) < count:
            assert monotonic() < until, "nothing happens"
            sleep(0.01)
        return self.process.poll() is None

    def end(self) -> tuple[int, str, str]:
        """Wait for the end of it: status and output."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


def main(m: str, n: str, k: str, budget: str, store: str, log: str, certificate: str) -> None:
    with open(log, "a", encoding="utf-8") as stream:

        def note(ended: Ended) -> None:
            if ended.done.outcome is not None:
                print(ended.job[:2], file=stream, flush=True)

        solution = solve(
            Game(int(m), int(n), int(k)).start(),
            workers=2,
            budget=int(budget),
            store=store,
            certificate=certificate,
            overwrite=True,  # a run before this one may have been killed at the very end
            listener=note,
        )
    print(solution.value, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
