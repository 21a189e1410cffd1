"""The kernel for any sets of cells as lines, on up to 64 cells: `bits64` boards, `key128` keys."""

from inarow._core.bits64 cimport *
from inarow._core.key128 cimport *

include "inarow/_core/board/lines_by_number.pxi"
include "inarow/_core/core.pxi"
