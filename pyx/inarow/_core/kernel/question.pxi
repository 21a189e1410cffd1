# A question of `search` about one position, for those who put together what is said of many.

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
            s.limits.stopped = 0
            answer = (decide(s, mine, theirs, beta) if beta == 0 or beta == 1
                      else ask(s, mine, theirs, beta))
            move = s.choice if s.choice != NO_MOVE else sensible_move(s.ctx, mine, theirs)
            forget_far(&s.earlier)
    finally:
        spent = end_call(kernel, watch)
    watch.settle()
    return None if answer == STOPPED else answer == YES, move, spent
