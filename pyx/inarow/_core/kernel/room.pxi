# The kernel: the one class of the core, and what its calls do with the GIL. Python values, progress and
# the watch, records of the table, batches, and threads.
#
# Uses all rooms but that of the weak game, which `solve` asks.

include "inarow/_core/kernel/progress.pxi"
include "inarow/_core/kernel/records.pxi"
include "inarow/_core/kernel/batch.pxi"
include "inarow/_core/kernel/board.pxi"
include "inarow/_core/kernel/watch.pxi"
include "inarow/_core/kernel/threads.pxi"
include "inarow/_core/kernel/calls.pxi"
include "inarow/_core/kernel/kernel.pxi"
