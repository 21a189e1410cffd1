"""Where ``inarow explain`` is in a proof: the moves it was given, and its prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from inarow.apps.cli.explain.show import print_visit
from inarow.apps.cli.input import Lines
from inarow.apps.cli.show import output_console
from inarow.apps.cli.watch import StatusLine, count
from inarow.certificate.line import Visit, begin, follow
from inarow.certificate.nodes import Node
from inarow.certificate.reader import Certificate
from inarow.model.errors import InarowError, InvalidOptionError

__all__ = ["Told", "prompt", "start"]

HELP = """a cell, or several: moves of the rival's, which the proof answers
back: before the last move    root: to the beginning    part N: to another part
again: the same once more     help: this text           quit: the end"""


class Told:
    """Shows how far the reading is, while there is a line to show it in."""

    line: StatusLine | None = None

    def __call__(self, nodes: int) -> None:
        if self.line is not None:
            self.line.show(f"{count(nodes)} positions read")

    @contextmanager
    def shown(self, quiet: bool = False) -> Iterator[StatusLine]:
        """Show it meanwhile."""
        try:
            with StatusLine(quiet) as self.line:
                yield self.line
        finally:
            self.line = None


def start(certificate: Certificate, part: int | None, moves: list[str]) -> Visit | None:
    """The place after some moves; None for a part without a strategy."""
    claims = certificate.claims
    number = part or 0
    if not 0 <= number < len(claims):
        raise InvalidOptionError(f"--part must be 1 to {len(claims)}, not {number + 1}")
    if all(claim.word == "steals" for claim in (claims if part is None else [claims[number]])):
        if moves:
            raise InvalidOptionError("strategy stealing has no moves")
        return None
    visit = follow(begin(certificate, part), moves)
    _work_out(visit)
    return visit


def _work_out(visit: Visit | None) -> None:
    """Do now, while a status line can tell of it, what may take a while."""
    if visit is not None and isinstance(visit.seen, Node):
        visit.seen.work_out()


# The prompt.


def prompt(
    certificate: Certificate, visit: Visit | None, part: int | None, depth: int, told: Told
) -> None:
    """Follow the moves that are typed, until the input ends or nobody wants more."""
    page, past, lines = output_console(), [visit], Lines()
    print_visit(page, certificate, visit, part, depth)
    if lines.is_terminal:
        print(HELP)
    while (line := lines.read("explain> ")) is not None:
        words = re.split(r"[\s,]+", line.strip().lower())
        if words == [""]:
            continue
        if words[0] in ("quit", "q", "exit"):
            return
        if words[0] in ("help", "h", "?"):
            print(HELP)
            continue
        try:
            if words[0] == "part":
                if len(words) != 2 or not words[1].isdecimal():
                    raise InvalidOptionError("part N: which one?")
                past, part = [start(certificate, int(words[1]) - 1, [])], int(words[1]) - 1
            else:
                with told.shown():
                    past = _moved(past, words)
                    _work_out(past[-1])
            print_visit(page, certificate, past[-1], part, depth)
        except InarowError as error:
            print(error)


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
