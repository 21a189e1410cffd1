"""Print how a spread proof would go with many workers, from the log of one that was run.

    inarow solve 8 8 5 --workers 1 --log 885.log
    python benchmarks/scale.py 8,8,5 885.log

See `inarow.distributed.simulate` for what is assumed.
"""

from __future__ import annotations

import argparse

from inarow import Game
from inarow.distributed.log import read_log
from inarow.distributed.simulate import simulate

LATENCY = 0.005
"""Seconds from the end of a job to the beginning of the next: that of a local Dask cluster."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", help="m,n,k")
    parser.add_argument("log")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4, 16, 64, 256, 1024])
    parser.add_argument("--cold", type=float, default=1.0, help="how much longer a job takes")
    arguments = parser.parse_args()
    position = Game(*map(int, arguments.board.split(","))).start()
    log = read_log(arguments.log)
    recorded = sum(job.outcome.answer.seconds for job in log)
    print(f"{len(log)} jobs in the log, {recorded:.1f} s of work\n")
    print("| workers | time | speed-up | jobs | not in the log | at work |")
    print("|---|---|---|---|---|---|")
    first = None
    for workers in arguments.workers:
        found = simulate(position, log, workers, latency=LATENCY, cold=arguments.cold)
        first = first or found.seconds * found.workers
        print(
            f"| {workers:,} | {found.seconds:.1f} s | {first / found.seconds:.1f}"
            f" | {found.jobs:,} | {found.guessed:,} | {found.busy:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
