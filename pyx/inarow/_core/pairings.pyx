"""A pairing of any number of lines, by the local search of the kernels.

A kernel's sets of lines have two words, for speed. Here they have room for all lines of any board.
"""

from libc.stdint cimport INT32_MIN, int16_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from inarow._core.bits448 cimport *

cdef enum:
    LINES_BY_NUMBER = 0
    LINE_WORDS = 24             # 20,20,2 has 1,482 lines

include "inarow/_core/board/cells.pxi"
include "inarow/_core/board/random.pxi"
include "inarow/_core/board/answers.pxi"
include "inarow/_core/board/linesets.pxi"
include "inarow/_core/pairing/graph.pxi"
include "inarow/_core/pairing/pairs.pxi"
include "inarow/_core/pairing/local_search.pxi"
include "inarow/_core/pairing/matching.pxi"

cdef effort_t EFFORT = effort_of(20_000, [MOST_LINES] * CHECKS)


def local_search(lines):
    """Disjoint pairs of cells such that every line has both of one, as a list; None if none is found.

    Each line is a sequence of two cells or more.
    """
    cdef pairing_t* p = <pairing_t*>calloc(1, sizeof(pairing_t))
    cdef graph_t* graph = &p.graph
    cdef int line, size, cell, left
    if p == NULL:
        raise MemoryError
    try:
        forget_pairings(p, 0)
        for line, cells in enumerate(lines):
            for size, cell in enumerate(cells):
                graph.cell[line][size] = cell
                graph.cells[line] = bb_or(graph.cells[line], bb_of(cell))
                graph.through[cell] = lines_or(graph.through[cell], line_of(line))
            graph.size[line] = len(cells)
            graph.longest = max(graph.longest, len(cells))
        graph.lines = len(lines)
        graph.all = first_lines(len(lines))
        p.uncovered = graph.all
        with nogil:
            left = pairing_after(p, NO_MOVE, NO_MOVE, &EFFORT)
        return None if left else [(cell, p.good.partner[cell]) for cell in range(CAPACITY)
                                  if cell < p.good.partner[cell] < NO_PARTNER]
    finally:
        free(p)
