# What the calls of a kernel do with the GIL: Python values into those of the core and back, and what
# there is to do around the search of one position. Arguments and results are explained in the class
# `Kernel`.

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
    cdef weak_root_t root
    root.maker = board_of(maker)
    root.breaker = board_of(breaker)
    root.maker_moves = maker_moves
    root.zone = bb_none()
    return root


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


cdef tuple solved(Kernel kernel, own, opponent, bint distance, bint line, nodes, seconds, progress,
                  aside):
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef _Watch watch = begin_call(kernel, nodes, seconds, progress, aside)
    cdef search_t* s = kernel.search
    cdef answer_t answer
    cdef int16_t moves[CAPACITY]
    cdef int length = 0
    cdef uint64_t spent
    try:
        with nogil:
            solve(s, mine, theirs, distance, &answer)
    finally:
        spent = end_call(kernel, watch)
    with nogil:
        forget_far(&s.earlier)
        if line and answer.lower == answer.upper and not s.limits.stopped:
            if not distance:
                answer.distance = NO_DISTANCE
            length = principal_variation(s, mine, theirs, &answer, moves)
    watch.settle()
    return (answer.lower, answer.upper, answer.distance, answer.move, moves_of(moves, length),
            spent)


cdef tuple solved_weak(Kernel kernel, maker, breaker, bint maker_moves, bint distance, bint line,
                       nodes, seconds, progress):
    cdef weak_root_t root = root_of(maker, breaker, maker_moves)
    cdef _Watch watch
    cdef search_t* s = kernel.search
    cdef answer_t answer
    cdef int16_t moves[CAPACITY]
    cdef int length = 0
    cdef uint64_t spent
    keep_zones(&kernel.table)
    watch = begin_call(kernel, nodes, seconds, progress)
    try:
        with nogil:
            solve_weak_root(s, &root, distance, &answer)
    finally:
        spent = end_call(kernel, watch)
    with nogil:
        if line and answer.lower == answer.upper and not s.limits.stopped:
            if not distance:
                answer.distance = NO_DISTANCE
            length = weak_variation(s, root, &answer, moves)
    watch.settle()
    return (answer.lower, answer.upper, answer.distance, answer.move, moves_of(moves, length),
            spent, int_of(root.zone))


cdef tuple solved_contested(Kernel kernel, maker, breaker, bint maker_moves, nodes, progress):
    cdef weak_root_t root = root_of(maker, breaker, maker_moves)
    cdef search_t* s = kernel.search
    cdef _Watch watch
    cdef int answer
    cdef uint64_t spent
    if s.ctx.exact:
        raise ValueError("there is no contested game where only exactly k in a row win")
    keep_zones(&kernel.table)
    watch = begin_call(kernel, nodes, None, progress)
    try:
        with nogil:
            root_keys(s, root.maker, root.breaker)
            answer = contested_decide(s, &root)
    finally:
        spent = end_call(kernel, watch)
    watch.settle()
    return (None if answer == STOPPED else answer == YES, -1 if s.choice == NO_MOVE else s.choice,
            int_of(root.zone), spent)


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
