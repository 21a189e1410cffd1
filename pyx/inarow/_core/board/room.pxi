# The board: what a game looks like in sets of cells. Its lines and symmetries, which of them are still
# alive and what they miss, which cells look best, and random numbers. And what a search may spend on it,
# and how bytes are handed out.
#
# Uses nothing but the widths (`bits*.pxd`, `key*.pxd`).

include "inarow/_core/board/cells.pxi"
include "inarow/_core/board/random.pxi"
include "inarow/_core/board/answers.pxi"
include "inarow/_core/board/lines.pxi"
include "inarow/_core/board/context.pxi"
include "inarow/_core/board/limits.pxi"
include "inarow/_core/board/outlet.pxi"
include "inarow/_core/board/order.pxi"
