"""What programs that search for proofs share: options, processes, and how a run ends."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from signal import SIG_DFL, SIG_IGN, SIGINT, getsignal, signal

import inarow


def options(text: str, nodes: int) -> argparse.ArgumentParser:
    """How long to search, and with how many processes; `text` is the help."""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=nodes, help="for a search (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    return parser


def workers(jobs: int) -> ProcessPoolExecutor:
    """Processes that end at once, and silently, where the whole is interrupted."""
    on_interrupt = SIG_IGN if getsignal(SIGINT) == SIG_IGN else SIG_DFL
    return ProcessPoolExecutor(jobs, initializer=signal, initargs=(SIGINT, on_interrupt))


def run_program(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], None]) -> None:
    """Do what the command line asks for; what is refused, and what ends it, takes a line."""
    given = parser.parse_args()
    if given.nodes < 1 or given.jobs < 1:
        parser.error("--nodes and --jobs must be 1 or more")
    try:
        run(given)
    except (inarow.InarowError, OSError, BrokenExecutor) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, "interrupted; with --folder it goes on from here\n")
