"""Where ``inarow explain`` is in a proof: the moves it was given, and its prompt."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from inarow.apps.cli.explain.show import print_visit
from inarow.apps.cli.show import output_console
from inarow.apps.cli.watch import StatusLine, count
from inarow.certificate.line import Visit, begin, follow
from inarow.certificate.nodes import Node
from inarow.certificate.reader import Certificate
from inarow.model.errors import InarowError, InvalidOptionError

__all__ = ["Told", "is_terminal", "prompt", "start"]

HELP = """a cell, or several: moves of the rival's, which the proof answers
back: before the last move    root: to the beginning    part N: to another part
again: the same once more     help: this text           quit: the end"""


class Told:
    """Shows how far the reading is, while there is a line to show it in."""

    def __init__(self) -> None:
        self._line: StatusLine | None = None
        self.doing = "read"

    def __call__(self, nodes: int) -> None:
        if self._line is not None:
            self._line.show(f"{count(nodes)} positions {self.doing}")

    @contextmanager
    def shown(self, quiet: bool = False) -> Iterator[None]:
        """Show it meanwhile."""
        try:
            with StatusLine(quiet) as self._line:
                yield
        finally:
            self._line = None


def start(certificate: Certificate, part: int | None, moves: list[str]) -> Visit | None:
    """The place after some moves; None for a part without a strategy."""
    claims = certificate.claims
    number = part or 0
    alone = part is None and all(claim.word == "steals" for claim in claims)
    if (
        0 <= number < len(claims)
        and (part is not None or alone)
        and claims[number].word == "steals"
    ):
        if moves:
            raise InvalidOptionError("strategy stealing has no moves")
        return None
    if not 0 <= number < len(claims):
        raise InvalidOptionError(f"--part must be 1 to {len(claims)}, not {number + 1}")
    visit = follow(begin(certificate, part), moves)
    _work_out(visit)
    return visit


def _work_out(visit: Visit | None) -> None:
    """Do now, while a status line can tell of it, what may take a while."""
    if visit is not None and isinstance(visit.seen, Node):
        visit.seen.work_out()


# The prompt.


def is_terminal() -> bool:
    """Is it a person who writes and reads?"""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def _lines() -> Iterator[str]:
    """What is typed, with a prompt for who can see one."""
    if sys.stdin is None:
        raise InvalidOptionError("there is no standard input")
    sign = "explain> " if is_terminal() else ""
    while True:
        try:
            yield input(sign)
        except EOFError:
            return


@contextmanager
def _said() -> Iterator[None]:
    """Say what is wrong with a line, and go on."""
    try:
        yield
    except InarowError as error:
        print(error)


def prompt(
    certificate: Certificate, visit: Visit | None, part: int | None, depth: int, told: Told
) -> None:
    console, past = output_console(), [visit]
    print_visit(console, certificate, visit, part, depth)
    if is_terminal():
        print(HELP)
    for line in _lines():
        words = re.split(r"[\s,]+", line.strip().lower())
        if words == [""]:
            continue
        if words[0] in ("quit", "q", "exit"):
            return
        if words[0] in ("help", "h", "?"):
            print(HELP)
            continue
        with _said():
            if words[0] == "part":
                if len(words) != 2 or not words[1].isdecimal():
                    raise InvalidOptionError("part N: which one?")
                past, part = [start(certificate, int(words[1]) - 1, [])], int(words[1]) - 1
            else:
                with told.shown():
                    past = _moved(past, words)
                    _work_out(past[-1])
            print_visit(console, certificate, past[-1], part, depth)


def _moved(past: list[Visit | None], words: list[str]) -> list[Visit | None]:
    """All places up to that to which a line of the prompt leads."""
    if words == ["back"]:
        return past[:-1] or past
    if words == ["root"]:
        return past[:1]
    further: list[Visit | None] = []
    for word in words if words != ["again"] else ():
        visit = (past + further)[-1]
        if visit is None:
            raise InvalidOptionError("strategy stealing has no moves")
        further.append(visit.play(word))
    return past + further
