# Between Python values and those of the core.

cdef inline bb_t board_of(stones):
    """A set of cells from a Python int; bit i is cell i."""
    cdef bb_t cells = bb_none()
    cdef int word
    if WORDS == 1:
        return bb_with_word(cells, 0, <uint64_t>stones)
    for word in range(WORDS):
        cells = bb_with_word(cells, word, <uint64_t>(stones >> (64 * word) & UINT64_MAX))
    return cells


cdef int_of(bb_t cells):
    """A set of cells as a Python int."""
    stones = 0
    for word in range(WORDS):
        stones |= bb_word(cells, word) << (64 * word)
    return stones


cdef tuple moves_of(const int16_t* moves, int count):
    """The moves of a line of play."""
    return tuple([moves[i] for i in range(count)])


cdef inline uint64_t limit_of(nodes) except? 0:
    """A node limit; None is none."""
    return UINT64_MAX if nodes is None else min(<object>nodes, UINT64_MAX)
