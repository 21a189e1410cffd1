# Cells of a board, one after the other.

cdef enum:
    MAX_K = 20                  # the longest line that a board can hold


cdef inline int pop_lowest(bb_t* cells) noexcept nogil:
    """Remove the lowest cell, and return its number."""
    cdef int cell = bb_lowest(cells[0])
    cells[0] = bb_beyond_lowest(cells[0])
    return cell


cdef inline bb_t take_lowest(bb_t* cells) noexcept nogil:
    """Remove the lowest cell, and return it as a set."""
    return bb_of(pop_lowest(cells))
