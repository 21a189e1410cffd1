"""Settled answers of workers, looked into: questions are searched again, strategies are checked.

Such an answer says more than yes or no. Its move must leave a position in which the same side
succeeds; its zone must bear any stones of the rival's outside it; its part must be a strategy,
which becomes a certificate by a header and is then for `inarow.check` to judge.
"""

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from inarow.certificate.prove import header_of
from inarow.check import check
from inarow.distributed.job import settle
from inarow.distributed.question import Finding, Goal, Question
from inarow.distributed.store.row import position_of, words
from inarow.store import Store


def faults(question: Question, answer: Finding) -> Iterator[str]:
    """Yield what is wrong with a settled answer."""
    assert answer.held is not None, "an open answer says nothing"
    if settle(question).held is not answer.held:
        yield "a search says the opposite"
    if answer.move >= 0:
        held = _after(question, answer.move)
        if held is not answer.held or answer.held is question.rival_moves:
            yield f"the move {question.game.name(answer.move)} does not show it"
    if answer.held and question.empty & ~answer.zone and not _outside(question, answer.zone):
        yield "the zone is too small"
    if answer.part is not None:
        reason = _part_fault(question, answer)
        if reason:
            yield f"the part is refused: {reason}"


def store_faults(path: Path, most: int = 1000) -> list[str]:
    """What is wrong with some settled answers of a store."""
    with Store(path, read_only=True) as store:
        settled = [(question, answer) for question, answer in store if answer.held is not None]
    step = max(1, len(settled) // most)
    return [f"{words(pair[0])} {fault}" for pair in settled[::step] for fault in faults(*pair)]


def part_certificate(question: Question, answer: Finding) -> bytes:
    """The certificate that the part of an answer makes, unpacked."""
    assert answer.part is not None
    said = ("O holds" if question.goal == Goal.HOLD else "O stops") if answer.held else "X wins"
    # The side that is to stop the other may have a line, which means nothing in the weak game only.
    header = header_of(position_of(question), [said], weak=question.goal == Goal.STOP)
    return header + zlib.decompress(answer.part)


def _after(question: Question, move: int) -> bool | None:
    """Does the keeper achieve the goal after a move?"""
    after = question.after(move)
    mine = after.rival if question.rival_moves else after.keeper
    if _has_line(question, mine) and (question.rival_moves or question.goal == Goal.HOLD):
        return not question.rival_moves
    return settle(after).held if after.empty else True


def _outside(question: Question, zone: int) -> bool | None:
    """Does the keeper stop a rival who has all cells outside the zone?"""
    given = question._replace(rival=question.rival | question.empty & ~zone)
    if _has_line(question, given.rival):
        return False
    return settle(given).held if given.empty else True


def _has_line(question: Question, stones: int) -> bool:
    return any(line & ~stones == 0 for line in question.game.line_masks)


def _part_fault(question: Question, answer: Finding) -> str:
    """Why a part is no strategy; "" if it is one."""
    if not answer.held and question.goal == Goal.STOP:
        return "a line of the rival's in this game has no certificate"
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "part")
        path.write_bytes(gzip.compress(part_certificate(question, answer), 1))
        verdict = check(path)
    return "" if verdict.verified else verdict.reason
