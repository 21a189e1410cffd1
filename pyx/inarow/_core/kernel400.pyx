"""The kernel for boards of up to 400 cells, and for the largest grid, of 441: `bits448` boards, `key128` keys."""

from inarow._core.bits448 cimport *
from inarow._core.key128 cimport *

include "inarow/_core/board/lines_by_step.pxi"
include "inarow/_core/core.pxi"
