"""Random positions on boards of every width: four kinds of game, proofs spread over workers,
whatever is read, altered, and spoilt certificates for the checkers.

    python tests/fuzz/fuzz.py --seconds 60 --seed 1 [--kind strong]

What a case is, and what the truth, is told in the file `fuzz_….py` of its kind.

A failure names the case's seed, which `--seed` takes back with `--cases 1` and the `--kind`.
"""

import argparse
from collections.abc import Callable
from time import perf_counter

from fuzz_checkers import run_checker_case
from fuzz_contested import run_contested_case
from fuzz_distributed import run_distributed_case
from fuzz_readers import run_reader_case
from fuzz_strong import run_case, run_exact_case
from fuzz_weak import run_weak_case


def run(
    seed: int,
    *,
    cases: int | None = None,
    seconds: float | None = None,
    case: Callable[[int], int] = run_case,
) -> tuple[int, int]:
    """Run so many cases, or for so long; returns the numbers of cases and of answers."""
    started = perf_counter()
    done = answers = 0
    while (cases is None or done < cases) and (
        seconds is None or perf_counter() - started < seconds
    ):
        answers += case(seed + done)
        done += 1
    return done, answers


KINDS = {
    "strong": run_case,
    "weak": run_weak_case,
    "contested": run_contested_case,
    "exact": run_exact_case,
    "distributed": run_distributed_case,
    "readers": run_reader_case,
    "checkers": run_checker_case,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60, help="shared by the kinds of game")
    parser.add_argument("--cases", type=int, default=None, help="of each kind, instead of a time")
    parser.add_argument("--kind", choices=KINDS, default=None, help="only this kind of game")
    arguments = parser.parse_args()
    kinds = [arguments.kind] if arguments.kind else list(KINDS)
    limit = arguments.seconds / len(kinds) if arguments.cases is None else None
    for kind in kinds:
        cases, answers = run(arguments.seed, cases=arguments.cases, seconds=limit, case=KINDS[kind])
        print(
            f"{kind}: {answers} answers in {cases} cases (seeds from {arguments.seed}): all right"
        )


if __name__ == "__main__":
    main()
