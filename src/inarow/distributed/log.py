"""The log of a proof: a line of JSON for every job that ends, and now and then how far it is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from inarow.distributed.job import Outcome
from inarow.distributed.proof import Ended, ProofProgress
from inarow.distributed.question import Answer, Goal, Question
from inarow.model.errors import DistributedError
from inarow.model.game import Game

__all__ = ["Log", "Logged", "read_log"]


class Log:
    """Writes a log: its methods are the listener and the progress callback of `solve`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def job(self, ended: Ended) -> None:
        """Write what became of a job."""
        (question, nodes, *_), done = ended.job, ended.done
        game = question.game
        record: dict[str, Any] = {
            "kind": "job",
            "game": [game.m, game.n, game.k],
            "question": [int(question.goal), question.rival, question.keeper, question.rival_moves],
            "budget": nodes,
            "begun": round(ended.begun, 6),
            "ended": round(ended.ended, 6),
        }
        if done.outcome is None:
            record["error"] = "the worker was lost" if done.lost else repr(done.error)
        else:
            record["answer"] = _fields(done.outcome.answer)
            record["children"] = [[move, *_fields(a)] for move, a in done.outcome.children]
        self._write(record)

    def progress(self, progress: ProofProgress) -> None:
        """Write how far the proof has come."""
        self._write({"kind": "progress", **progress._asdict(), "rest": progress.rest})

    def _write(self, record: dict[str, Any]) -> None:
        self._stream.write(json.dumps(record, separators=(",", ":")) + "\n")
        self._stream.flush()


def _fields(answer: Answer) -> list[Any]:
    return [answer.held, answer.move, answer.zone, answer.nodes, round(answer.seconds, 6)]


class Logged(NamedTuple):
    """A job of a log that did not fail."""

    question: Question
    budget: int
    begun: float
    ended: float
    outcome: Outcome


def read_log(path: str | os.PathLike[str]) -> list[Logged]:
    """Return the jobs of a log in the order in which they ended; `DistributedError` if it is none.

    A last line that was cut short is left out: the proof may have been killed.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
        records = [json.loads(line) for line in lines if line.endswith("\n")]
        jobs = [record for record in records if record["kind"] == "job"]
        return [_logged(record) for record in jobs if "answer" in record]
    except OSError as error:
        raise DistributedError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise DistributedError(f"{path} is no log of a proof: {error}") from None


def _logged(record: dict[str, Any]) -> Logged:
    goal, rival, keeper, rival_moves = record["question"]
    question = Question(Game(*record["game"]), Goal(goal), rival, keeper, rival_moves)
    children = [(move, Answer(*fields)) for move, *fields in record["children"]]
    outcome = Outcome(Answer(*record["answer"]), children)
    return Logged(question, record["budget"], record["begun"], record["ended"], outcome)
