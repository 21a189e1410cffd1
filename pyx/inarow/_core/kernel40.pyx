"""The kernel for boards of up to 40 cells: `bits64` boards, `key64` keys."""

from inarow._core.bits64 cimport *
from inarow._core.key64 cimport *

include "inarow/_core/board/lines_by_step.pxi"
include "inarow/_core/core.pxi"
