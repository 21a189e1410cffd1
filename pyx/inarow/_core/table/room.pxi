# The transposition table: what is known of positions met before, and the memory that it lies in, its own
# or lent by somebody else.
#
# Uses the board.

include "inarow/_core/table/table.pxi"
include "inarow/_core/table/lent.pxi"
include "inarow/_core/table/memory.pxi"
