"""Certificates: proofs of values that `inarow.check` checks without a search.

`Solver.solve(position, certificate=path)` writes one. `prove` decides what is to be proven, and
`walk` finds the strategies that prove it; the format is told in ``docs/certificates.md``. Nothing
here has to be believed: a mistake would only make a certificate that is refused.
"""

from __future__ import annotations

from inarow.certificate.prove import check_target, write_certificate

__all__ = ["check_target", "write_certificate"]
