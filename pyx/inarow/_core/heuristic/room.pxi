# A good move where the value is out of reach: random games, and a heuristic search with an evaluation.
#
# Uses the board, the table's keys and threats.

include "inarow/_core/heuristic/playouts.pxi"
include "inarow/_core/heuristic/memo.pxi"
include "inarow/_core/heuristic/evaluation.pxi"
include "inarow/_core/heuristic/line.pxi"
include "inarow/_core/heuristic/search.pxi"
include "inarow/_core/heuristic/root.pxi"
