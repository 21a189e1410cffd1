"""The kernel for any sets of cells as lines, on up to 400 cells: `bits448` boards, `key128` keys."""

from inarow._core.bits448 cimport *
from inarow._core.key128 cimport *

include "inarow/_core/board/lines_by_number.pxi"
include "inarow/_core/core.pxi"
