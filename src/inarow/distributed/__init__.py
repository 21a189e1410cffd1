"""Proofs spread over the workers of an executor, and kept in a store.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import inarow, inarow.distributed
>>> with ThreadPoolExecutor(2) as threads:
...     inarow.distributed.solve(inarow.Game(4, 4, 4).start(), executor=threads).value
0

A proof is a tree of questions ("does O stop X in this position?"). One that a worker cannot answer
within its budget is cut into those after its moves; what is found out of these answers it:

* `question`: questions and answers, their images under the symmetries of the board;
* `job`: what a worker does, also to cut a question that outgrows its budget;
* `cover`: which moves are answered, by the rules of certificates;
* `tree`, `claim`: all questions of a proof, and which to ask next;
* `workers`, `dask`: executors, also ones that break;
* `proof`, `solve`: the run, from a position to its value;
* `assemble`: the certificate, put together from the strategies of the workers;
* `store`: answers in a file, from which a proof is resumed.
"""

from inarow.distributed.proof import ProofProgress
from inarow.distributed.question import Finding, Goal, Question
from inarow.distributed.solve import solve

__all__ = ["Finding", "Goal", "ProofProgress", "Question", "solve"]
