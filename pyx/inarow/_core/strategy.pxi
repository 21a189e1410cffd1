# What a certificate is made of, one step at a time: the move with which a claim is kept, and the
# pairs that make a search unnecessary. Which claims are proven in which order is decided above the
# seam; a solved table makes every answer cheap.

cdef effort_t PROOF_EFFORT = effort_of(2000, [MOST_LINES] * CHECKS)    # it pays to look for long


cdef pairs_found(Kernel kernel, maker, breaker):
    """A pairing that holds Maker, as a list of cells, two and two; None if none was found."""
    cdef search_t* s = kernel.lookup
    cdef pairing_t* p = &s.pairing
    cdef bb_t mine = board_of(maker), theirs = board_of(breaker)
    cdef bb_t cells, empty = bb_andnot(kernel.ctx.full, bb_or(mine, theirs))
    cdef lines_t lines
    cdef int cell
    scan_maker(s.weak_ctx, mine, theirs, &lines)
    if lines.fewest == 1 or not read_lines(&kernel.ctx, &lines, empty, &p.net):
        return None
    keep_pairs(p, empty)
    if pairing_after(p, NO_MOVE, NO_MOVE, &PROOF_EFFORT):
        return None
    cells = pairs_needed(p, empty)
    pairs = []
    while bb_any(cells):
        cell = pop_lowest(&cells)
        if cell < p.now.partner[cell]:
            pairs += (cell, p.now.partner[cell])
    return pairs


cdef tuple asked(Kernel kernel, own, opponent, int beta, nodes, progress):
    """Is the mover's score at least `beta` (see `search`), None if a limit was met; move; nodes."""
    cdef bb_t mine = board_of(own), theirs = board_of(opponent)
    cdef _Watch watch = begin_call(kernel, nodes, None, progress)
    cdef search_t* s = kernel.search
    cdef int answer, move
    cdef uint64_t spent
    try:
        with nogil:
            root_keys(s, mine, theirs)
            s.choice = NO_MOVE
            s.stopped = 0
            answer = (decide(s, mine, theirs, beta) if beta == 0 or beta == 1
                      else ask(s, mine, theirs, beta))
            move = s.choice if s.choice != NO_MOVE else sensible_move(s, mine, theirs)
            forget_far(&s.earlier)
    finally:
        spent = end_call(kernel, watch)
    watch.settle()
    return None if answer == STOPPED else answer == YES, move, spent
