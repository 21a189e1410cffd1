"""A store looked into: the file, the digest of every row, and a sample that is proven again.

A settled answer says more than yes or no. Its move must leave a position in which the same side
succeeds; its zone must bear any stones of the rival's outside it; its part must be a strategy,
which becomes a certificate by a header and is then for `inarow.check` to judge.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from inarow.certificate.prove import header_of
from inarow.check import check
from inarow.distributed.job import settle
from inarow.distributed.question import Finding, Goal, Question
from inarow.distributed.store.file import integrity
from inarow.distributed.store.row import StoreRow, pair_of, place_of, position_of, words
from inarow.distributed.store.store import Store
from inarow.model.errors import InarowError
from inarow.model.options import positive_integer

SAMPLE = 10
NODES = 1_000_000
"""The default limit for a question that is proven again."""


class Verified(NamedTuple):
    """What was looked at, and what is wrong."""

    rows: int
    damaged: int
    proven: int
    """Answers of the sample that were proven again."""
    unsettled: int
    """Those for which so many nodes did not suffice: nothing speaks against them."""
    parts: int
    """Strategies of the sample that were checked."""
    problems: tuple[str, ...]
    """One line each."""


def verify(
    path: str | os.PathLike[str],
    sample: int = SAMPLE,
    seed: int = 0,
    nodes: int = NODES,
    report: Callable[[str], object] | None = None,
) -> Verified:
    """Look for what is wrong with a store.

    `sample` answers drawn by lot are proven again, with so many `nodes` for each question. `report`
    is told what is being done, now and then; what it raises ends the call. Raises `StoreError` for
    what is no store at all.
    """
    limit, tell = positive_integer("nodes", nodes), report or (lambda _: None)
    problems: list[str] = []
    rows = damaged = proven = unsettled = parts = 0
    with Store(path, read_only=True) as store:
        problems += (f"file: {line}" for line in integrity(store.path, lambda: tell("the file")))
        drawn: list[tuple[Question, Finding]] = []
        try:
            for number, row in store.rows():
                rows += 1
                if rows % 64 == 0:
                    tell(f"{rows:,} rows")
                wrong = _row_fault(row)
                damaged += row is None
                if wrong:
                    problems.append(f"row {number}: {wrong}")
            drawn = store.sample(sample, seed)
        except InarowError as error:  # of the file, or of a row that was drawn
            problems.append(str(error))
    for number, (question, answer) in enumerate(drawn):
        tell(f"answer {number + 1} of {len(drawn)}")
        found = list(faults(question, answer, limit))
        wrongs = [wrong for wrong in found if wrong is not None]
        problems += (f"{words(question)} {wrong}" for wrong in wrongs)
        proven += not found
        unsettled += bool(found) and not wrongs
        parts += answer.part is not None
    return Verified(rows, damaged, proven, unsettled, parts, tuple(problems))


def faults(question: Question, answer: Finding, nodes: int | None = None) -> Iterator[str | None]:
    """Yield what is wrong with a settled answer; None for what so many nodes did not settle."""
    assert answer.held is not None, "an open answer says nothing"
    kept = "yes" if answer.held else "no"
    held = settle(question, nodes).held
    if held is not answer.held:
        yield None if held is None else f"is kept as '{kept}', and a search says the opposite"
    if answer.move >= 0:
        held = _after(question, answer.move, nodes)
        if held is not answer.held or answer.held is question.rival_moves:
            wrong = f"the move {question.game.name(answer.move)} does not show '{kept}'"
            yield None if held is None else wrong
    if answer.held and question.empty & ~answer.zone:
        held = _outside(question, answer.zone, nodes)
        if not held:
            yield None if held is None else "the zone is too small"
    if answer.part is not None:
        reason = _part_fault(question, answer)
        if reason:
            yield f"the part is refused: {reason}"


def part_certificate(question: Question, answer: Finding) -> bytes:
    """The certificate that the part of an answer makes, unpacked.

    Raises `zlib.error` for a part that cannot be unpacked.
    """
    assert answer.part is not None
    said = ("O holds" if question.goal == Goal.HOLD else "O stops") if answer.held else "X wins"
    # The side that is to stop the other may have a line, which means nothing in the weak game only.
    header = header_of(position_of(question), [said], weak=question.goal == Goal.STOP)
    return header + zlib.decompress(answer.part)


def _row_fault(row: StoreRow | None) -> str | None:
    """What can be seen from a row by itself."""
    if row is None:
        return "damaged"
    try:
        question, _ = pair_of(row)
        key = place_of(question).key
    except (ValueError, IndexError) as error:
        return f"no answer: {error}"
    return None if row[: len(key)] == key else "the question is not in the form of a store"


def _after(question: Question, move: int, nodes: int | None) -> bool | None:
    """Does the keeper achieve the goal after a move? None: not settled."""
    after = question.after(move)
    mine = after.rival if question.rival_moves else after.keeper
    if _has_line(question, mine) and (question.rival_moves or question.goal == Goal.HOLD):
        return not question.rival_moves
    return settle(after, nodes).held if after.empty else True


def _outside(question: Question, zone: int, nodes: int | None) -> bool | None:
    """Does the keeper stop a rival who has all cells outside the zone?"""
    given = question._replace(rival=question.rival | question.empty & ~zone)
    if _has_line(question, given.rival):
        return False
    return settle(given, nodes).held if given.empty else True


def _has_line(question: Question, stones: int) -> bool:
    return any(line & ~stones == 0 for line in question.game.line_masks)


def _part_fault(question: Question, answer: Finding) -> str:
    """Why a part is no strategy; "" if it is one."""
    if not answer.held and question.goal == Goal.STOP:
        return "a line of the rival's in this game has no certificate"
    try:
        certificate = part_certificate(question, answer)
    except zlib.error as error:
        return str(error)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "part")
        path.write_bytes(gzip.compress(certificate, 1))
        verdict = check(path)
    return "" if verdict.verified else verdict.reason
