# Proofs: the strategies of a certificate, written by a walk over what the search knows.
#
# Uses the games, the rooms that decide their questions, and those below.

include "inarow/_core/proof/written.pxi"
include "inarow/_core/proof/stopping.pxi"
include "inarow/_core/proof/contest.pxi"
