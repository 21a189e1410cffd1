"""A proof over two processes, run by the tests of faults, which may end it at any moment.

    python proof_run.py M N K BUDGET STORE LOG CERTIFICATE

prints the value, and notes in LOG, a line each, the jobs that have found something. Ctrl-C ends it
with the status 130.
"""

from __future__ import annotations

import sys

from inarow import Game
from inarow.distributed import solve
from inarow.distributed.proof import Ended


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
            listener=note,
        )
    print(solution.value, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
