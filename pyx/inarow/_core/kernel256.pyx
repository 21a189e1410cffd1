"""The kernel for boards of up to 256 cells: `bits256` boards, `key128` keys."""

from inarow._core.bits256 cimport *
from inarow._core.key128 cimport *

include "inarow/_core/board/lines_by_step.pxi"
include "inarow/_core/core.pxi"
