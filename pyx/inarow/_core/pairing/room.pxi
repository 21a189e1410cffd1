# Pairings: two cells of its own for every line, so that no line is ever completed. How the live lines are
# set down as a graph, how pairings are looked for, shown to be impossible, or decided, after which
# replies, and where that pays.
#
# Uses the board.

include "inarow/_core/pairing/graph.pxi"
include "inarow/_core/pairing/read_lines.pxi"
include "inarow/_core/pairing/pairs.pxi"
include "inarow/_core/pairing/forced.pxi"
include "inarow/_core/pairing/local_search.pxi"
include "inarow/_core/pairing/matching.pxi"
include "inarow/_core/pairing/free_reply.pxi"
include "inarow/_core/pairing/reply.pxi"
include "inarow/_core/pairing/domination.pxi"
include "inarow/_core/pairing/look_ahead.pxi"
include "inarow/_core/pairing/covers.pxi"
include "inarow/_core/pairing/exact_cover.pxi"
include "inarow/_core/pairing/profit.pxi"
