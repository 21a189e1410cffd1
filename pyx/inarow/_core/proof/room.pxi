# Proofs: what a search concludes, event by event, and the strategies of a certificate, written by a walk
# over what it knows.
#
# Uses the games, the rooms that decide their questions, and those below; of those above, the watch.

include "inarow/_core/proof/tracer.pxi"
include "inarow/_core/proof/written.pxi"
include "inarow/_core/proof/stopping.pxi"
include "inarow/_core/proof/contest.pxi"
