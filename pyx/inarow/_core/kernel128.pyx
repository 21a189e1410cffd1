"""The kernel for boards of up to 128 cells: `bits128` boards, `key128` keys."""

from inarow._core.bits128 cimport *
from inarow._core.key128 cimport *

include "inarow/_core/board/lines_by_step.pxi"
include "inarow/_core/core.pxi"
