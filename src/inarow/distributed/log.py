"""The log of a proof: a line of JSON for every job that ends, and now and then how far it is."""

from __future__ import annotations

import json
from typing import Any, TextIO

from inarow.distributed.proof import Ended, ProofProgress
from inarow.distributed.question import Answer

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
