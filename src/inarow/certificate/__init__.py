"""Certificates: proofs of values that `inarow.check` checks without a search.

`Solver.solve(position, certificate=path)` writes one: `prove` decides what is to be proven, and has
the kernel write the strategies that prove it. ``docs/reference/certificates.md`` tells the format.
Nothing here has to be believed: a mistake would only make a certificate that is refused.

`read` opens one to look into it: its claims, its nodes with their answers and zones, and for every
move of the rival's why it needs no answer, if it has none. `Book` plays by one.
"""

from __future__ import annotations

from inarow.certificate.board import Claim
from inarow.certificate.book import Book, Found
from inarow.certificate.nodes import Answer, Node
from inarow.certificate.prove import check_target, write_certificate
from inarow.certificate.reader import Certificate, read
from inarow.certificate.strategy import Chain, Fate

__all__ = [
    "Answer",
    "Book",
    "Certificate",
    "Chain",
    "Claim",
    "Fate",
    "Found",
    "Node",
    "check_target",
    "read",
    "write_certificate",
]
