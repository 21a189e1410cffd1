# The calls that look at one position with a single technique, and search little or nothing.

cdef int move_known(Kernel kernel, own, opponent) except? -1:
    cdef answer_t answer
    root_keys(lookup_of(kernel), board_of(own), board_of(opponent))
    return answer.move if recall(lookup_of(kernel), &answer) else -1


cdef chain_found(Kernel kernel, own, opponent, bint alone):
    cdef search_t* s = lookup_of(kernel)
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
    cdef search_t* s = lookup_of(kernel)
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(mine, theirs))
    cdef lines_t lines
    cdef int answer
    if has_line(s.weak_ctx, mine):
        return False
    with nogil:
        scan_maker(s.weak_ctx, mine, theirs, &lines)
        forget_failures(&s.exact_cover)
        answer = decide_pairing(&s.exact_cover, &lines, empty, fits)
        if answer == YES:
            take_pairing(&s.exact_cover, &s.pairing)
    if answer != YES:
        return False if answer == NO else None
    return [(cell, s.pairing.now.partner[cell]) for cell in range(s.ctx.cells)
            if cell < s.pairing.now.partner[cell] < NO_PARTNER]


cdef replies_to_pairs(Kernel kernel, own, opponent):
    cdef search_t* s = lookup_of(kernel)
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(mine, theirs))
    cdef lines_t lines
    scan_maker(s.weak_ctx, mine, theirs, &lines)
    if not read_lines(s.weak_ctx, &lines, empty, &s.pairing.graph):
        return None
    return int_of(replies_left(&s.pairing, empty))


cdef attack_found(Kernel kernel, maker, breaker, bint maker_moves, int price, nodes):
    cdef weak_root_t root = root_of(maker, breaker, maker_moves)
    cdef _Watch watch = _Watch(kernel, None, None)
    cdef bb_t cells
    cdef int answer
    if not attack_ready(&kernel.search.attack):
        raise MemoryError("no memory for the attack")
    set_out(kernel.search, watch, nodes)
    with nogil:
        root_keys(kernel.search, root.maker, root.breaker)
        answer = attack_root(kernel.search, &root, min(price, <int>MOST_PRICE), &cells)
    watch.settle()
    return (kernel.search.choice if maker_moves else -1, int_of(cells)) if answer == YES else None


cdef tuple win_by_force(Kernel kernel, own, opponent, int order, nodes, seconds, progress):
    cdef search_t* s = lookup_of(kernel)
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t zone = bb_none()
    cdef _Watch watch = _Watch(kernel, seconds, progress)
    cdef forced_t* f
    cdef key_t key
    cdef uint64_t spent
    cdef bint ended
    cdef int16_t line[CAPACITY]
    cdef int length = 0
    if kernel.forced == NULL:
        kernel.forced = new_forced(kernel.ctx, &kernel.table, &s.limits)
    f = kernel.forced
    set_out(s, watch, nodes)
    with nogil:
        root_keys(s, mine, theirs)
        key = s.keys[s.root_ply][0]
        f.proof = 0
        if order >= BY_THREES:
            seek_forced_win(f, order, mine, theirs, key)
        ended = not s.limits.stopped
        spent = s.limits.nodes
        if ended and f.proof == 0:
            limit_nodes(&s.limits, UINT64_MAX)
            length = forced_win_line(f, &order, mine, theirs, key, line, &zone)
            ended = length > 0 or order < BY_THREES
    watch.settle()
    return moves_of(line, length), int_of(zone), order if length else 0, ended, spent


cdef zone_by_force(Kernel kernel, own, opponent):
    cdef search_t* s = lookup_of(kernel)
    cdef bb_t mine = board_of(own)
    cdef bb_t theirs = board_of(opponent)
    cdef bb_t zone = bb_none()
    cdef _Watch watch = _Watch(kernel, None, None)
    cdef forced_place_t at
    cdef bint found
    if kernel.forced == NULL:
        kernel.forced = new_forced(kernel.ctx, &kernel.table, &s.limits)
    set_out(s, watch, None)
    with nogil:
        root_keys(s, mine, theirs)
        begin_place(kernel.forced, mine, theirs, s.keys[s.root_ply][0], &at)
        found = add_zone_of_tree(kernel.forced, &at, &zone)
    watch.settle()
    return int_of(bb_andnot(zone, bb_or(mine, theirs))) if found else int_of(kernel.ctx.full)


cdef tuple forced_win(Kernel kernel, own, opponent, int budget, bint every):
    cdef search_t* s = lookup_of(kernel)
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
