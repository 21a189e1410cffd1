# What the calls of a kernel do with the GIL: Python values into those of the core and back, and what
# there is to do around the search of one position.

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


cdef weak_root_t root_of(maker, breaker, bint maker_moves):
    """A position with Maker and Breaker."""
    return weak_root_t(board_of(maker), board_of(breaker), maker_moves, bb_none())


cdef int keep_zones(table_t* table) except -1:
    """Make room for zones, which the ordinary game alone does without."""
    if not table_keep_zones(table):
        raise MemoryError("no memory for the zones of the table")
    return 0


cdef _Watch begin_call(Kernel kernel, nodes, seconds, progress, aside=None):
    """Make the search ready for a call."""
    cdef _Watch watch = _Watch(kernel, seconds, progress, kernel.threads - 1)
    watch.aside = aside
    set_out(kernel.search, watch, nodes)
    kernel.crew.nodes = 0
    kernel.table.generation += 1
    return watch


cdef uint64_t end_call(Kernel kernel, _Watch watch) except? 0:
    """The question is answered; the nodes of all threads."""
    dismiss_crew(kernel)
    watch.followers = 0
    return kernel.search.limits.nodes + kernel.crew.nodes


cdef tuple opinion(heuristic_t* h, int move, int score):
    """(score, plies, line) of a move."""
    cdef int16_t line[MOST_LINE]
    return score, mate_plies(score), moves_of(line, expect_line(h, move, 0, line, 0))
