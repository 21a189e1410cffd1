# The calls that search one position: what there is to do around a search, with the GIL. Their
# arguments and results are explained where they are made, in the class `Kernel`.

cdef _Watch begin_call(Kernel kernel, nodes, seconds, progress):
    """Make the search ready for a call."""
    cdef bint traced = kernel.sink is not None
    cdef _Watch watch = _Watch(kernel, seconds, progress, 0 if traced else kernel.threads - 1)
    set_out(kernel.search, watch, nodes)
    kernel.search.tracer = NULL
    if traced:
        kernel.search.tracer = kernel.tracer
        open_outlet(kernel.tracer, kernel, watch, kernel.sink)
    kernel.crew.nodes = 0
    kernel.table.generation += 1
    return watch


cdef uint64_t end_call(Kernel kernel, _Watch watch) except? 0:
    """The question is answered; the nodes of all threads. What is searched after is untraced."""
    dismiss_crew(kernel)
    watch.followers = 0
    if kernel.search.tracer != NULL:
        watch.hand_over(kernel.tracer)
        kernel.search.tracer = NULL
    return kernel.search.limits.nodes + kernel.crew.nodes


cdef tuple solved(Kernel kernel, own, opponent, bint distance, bint line, nodes, seconds, progress):
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef _Watch watch = begin_call(kernel, nodes, seconds, progress)
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
    cdef weak_root_t root
    cdef _Watch watch
    cdef search_t* s = kernel.search
    cdef answer_t answer
    cdef int16_t moves[CAPACITY]
    cdef int length = 0
    cdef uint64_t spent
    root.maker = board_of(maker)
    root.breaker = board_of(breaker)
    root.maker_moves = maker_moves
    root.zone = bb_none()
    if not table_keep_zones(&kernel.table):
        raise MemoryError("no memory for the zones of the table")
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


cdef tuple solved_armed(Kernel kernel, maker, breaker, bint maker_moves, nodes, progress):
    cdef weak_root_t root
    cdef search_t* s = kernel.search
    cdef _Watch watch
    cdef int answer
    cdef uint64_t spent
    if s.ctx.exact:
        raise ValueError("there is no armed game where only exactly k in a row win")
    root.maker = board_of(maker)
    root.breaker = board_of(breaker)
    root.maker_moves = maker_moves
    root.zone = bb_none()
    if not table_keep_zones(&kernel.table):
        raise MemoryError("no memory for the zones of the table")
    watch = begin_call(kernel, nodes, None, progress)
    s.tracer = NULL             # it has no events
    try:
        with nogil:
            root_keys(s, root.maker, root.breaker)
            answer = armed_decide(s, &root)
    finally:
        spent = end_call(kernel, watch)
    watch.settle()
    return (None if answer == STOPPED else answer == YES, -1 if s.choice == NO_MOVE else s.choice,
            int_of(root.zone), spent)


cdef chain_found(Kernel kernel, own, opponent, bint alone):
    cdef search_t* s = kernel.lookup
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef chain_t* chain = &s.attack.chain if alone else &s.chain
    cdef const context_t* ctx = s.weak_ctx if alone else s.ctx
    cdef int pairs, i, ply
    root_keys(s, mine, theirs)
    ply = s.root_ply
    scan(ctx, mine, theirs, &s.frames[ply].mine, &s.frames[ply].theirs)
    if alone:
        pairs = makers_chain(&s.attack, mine, theirs, s.keys[ply][0], &s.frames[ply].mine, MOST_PAIRS, True)
    else:
        pairs = look_for_chain(s, mine, theirs, s.keys[ply][0], &s.frames[ply].mine,
                               &s.frames[ply].theirs, MOST_PAIRS, True)
    if pairs == NO_CHAIN:
        return None
    return ([chain.move[i] for i in range(pairs + 1)],
            [chain.answer[i] for i in range(pairs)],
            int_of(zone_of(ctx, chain, pairs, mine, theirs)))


cdef pairs_found(Kernel kernel, own, opponent, int fits):
    cdef search_t* s = kernel.lookup
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(mine, theirs))
    cdef lines_t lines
    cdef int answer
    if has_line(s.weak_ctx, mine):
        return False
    with nogil:
        scan_maker(s.weak_ctx, mine, theirs, &lines)
        forget_failures(&s.complete)
        answer = decide_pairing(&s.complete, &lines, empty, fits)
        if answer == YES:
            take_pairing(&s.complete, &s.pairing)
    if answer != YES:
        return False if answer == NO else None
    return [(cell, s.pairing.now.partner[cell]) for cell in range(s.ctx.cells)
            if cell < s.pairing.now.partner[cell] < NO_PARTNER]


cdef replies_to_pairs(Kernel kernel, own, opponent):
    cdef search_t* s = kernel.lookup
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(mine, theirs))
    cdef lines_t lines
    scan_maker(s.weak_ctx, mine, theirs, &lines)
    if not read_lines(s.weak_ctx, &lines, empty, &s.pairing.net):
        return None
    return int_of(replies_left(&s.pairing, empty))


cdef attack_found(Kernel kernel, maker, breaker, bint maker_moves, int price, nodes):
    cdef weak_root_t root
    cdef _Watch watch = _Watch(kernel, None, None)
    cdef bb_t cells
    cdef int answer
    root.maker = board_of(maker)
    root.breaker = board_of(breaker)
    root.maker_moves = maker_moves
    if not attack_ready(&kernel.search.attack):
        raise MemoryError("no memory for the attack")
    set_out(kernel.search, watch, nodes)
    with nogil:
        root_keys(kernel.search, root.maker, root.breaker)
        answer = attack_root(kernel.search, &root, price, &cells)
    watch.settle()
    return (kernel.search.choice if maker_moves else -1, int_of(cells)) if answer == YES else None


cdef tuple forced_win(Kernel kernel, own, opponent, int budget, bint every):
    cdef search_t* s = kernel.search
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef answer_t answer
    cdef int16_t moves[2 * MOST_PAIRS + 3]
    cdef int length
    with nogil:
        root_keys(s, mine, theirs)
        length = forced_line(s, mine, theirs, budget, every, moves)
        if length:
            answer.lower = answer.upper = 1
            answer.distance = NO_DISTANCE
            answer.move = moves[0]
            remember(s, &answer)
    return moves_of(moves, length), s.chain.looked_at


cdef tuple judged(Kernel kernel, own, opponent, nodes, seconds, progress):
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef _Watch watch = _Watch(kernel, seconds, progress)
    cdef judge_t* j
    cdef int move
    if kernel.judgement == NULL:
        kernel.judgement = new_judge(&kernel.ctx, &kernel.search.limits)
    j = kernel.judgement
    set_out(kernel.search, watch, nodes)
    with nogil:
        move = judged_move(j, mine, theirs)
    watch.settle()
    return move, j.limits.nodes


cdef tuple last_judgement(Kernel kernel):
    cdef judge_t* j = kernel.judgement
    if j == NULL:
        return None
    return (int_of(j.root[0]), int_of(j.root[1]), j.depth, j.found,
            mate_plies(j.found), moves_of(j.line, j.length))
