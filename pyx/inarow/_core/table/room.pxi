# The transposition table: what is known of positions met before, and the memory that it lies in.
#
# Uses the board; of the rooms above, the watch of a search (`kernel/watch.pxi`), which may stop it
# growing, and the memory that others lend (`kernel/shared_table.pxi`).

include "inarow/_core/table/table.pxi"
include "inarow/_core/table/memory.pxi"
