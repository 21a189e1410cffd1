# The state of a search: one C struct with all that it is allowed, where it is, and what it keeps between
# its nodes: history, killer moves, proof numbers, and what threads at one question tell each other.
#
# Uses the board, the table, pairings and threats.

include "inarow/_core/state/history.pxi"
include "inarow/_core/state/killers.pxi"
include "inarow/_core/state/proof_memo.pxi"
include "inarow/_core/state/crew.pxi"
include "inarow/_core/state/state.pxi"
