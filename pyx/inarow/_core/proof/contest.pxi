# Contested strategies: the parts of a certificate in which the keeper wins, or holds, and where the lines
# of both sides may count. The counterpart of the writer (`stopping.pxi`), which writes those in which a
# side is only stopped; here, too, the table of the search is at hand, and what it has lost is searched
# again.
#
# To hold, it is best to stop the rival for good: that has a zone, which answers other moves too. But to
# look for it at length costs more than it saves, so pairs are tried after a few replies, and only where
# lines are longer, and held in the weak game as a rule, a short search follows. What only the contested
# game has settled has no zone here, and every move of the rival's is answered.
#
# Questions are put as the search puts them, or the table would not know the answers: with the keeper to
# move, for a win within an odd number of plies, and for holding through an even one. (One ply more or
# less makes no difference: it is the other side's.)

cdef enum:
    KEEPER_BUDGET = 2000        # positions that are looked at for one chain of the keeper's
    REPLIES_PAIRED = 8          # tried, each with a short search for pairs
    STOPPING_BUDGET = 64        # nodes for the question whether the rival is stopped for good

cdef struct contest_t:          # what is the same in all of a strategy
    search_t* s
    writer_t* w
    int goal
    bint alone                  # the rival's lines do not count: the keeper is Maker


cdef void look_at_lines(const contest_t* c, bb_t rival, bb_t keeper, int ply) noexcept nogil:
    """Sort the lines that count: the keeper's are `mine` in the frame of this ply."""
    cdef frame_t* frame = &c.s.frames[ply]
    if c.alone:
        scan_maker(c.s.ctx, keeper, rival, &frame.mine)
        memset(&frame.theirs, 0, sizeof(lines_t))
    else:
        scan(c.s.ctx, keeper, rival, &frame.mine, &frame.theirs)


cdef int keepers_chain(const contest_t* c, bb_t rival, bb_t keeper, int ply, key_t key, int budget,
                       const chain_t** chain) noexcept nogil:
    """The pairs in a chain of the keeper's, as if to move, or NO_CHAIN; `key` is seen from him."""
    cdef search_t* s = c.s
    cdef frame_t* frame = &s.frames[ply]
    cdef int pairs
    if c.alone:
        chain[0] = &s.attack.chain
        return makers_chain(&s.attack, keeper, rival, key, &frame.mine, MOST_PAIRS, True)
    chain[0] = &s.chain
    pairs = seek_chain(s.ctx, &s.chain, keeper, rival, key, &frame.mine, &frame.theirs, MOST_PAIRS,
                       budget, True)
    bring_watch_nearer(&s.limits, s.chain.looked_at)
    return pairs


cdef int asked_of(const contest_t* c, bb_t rival, bb_t keeper, int ply, int plies) noexcept nogil:
    """Does the keeper, to move, win or hold within so many plies? The move is `s.choice`."""
    cdef search_t* s = c.s
    cdef bint whole = plies >= s.ctx.cells - ply
    cdef int win = WIN - (plies - 1 | 1)
    cdef weak_root_t root
    cdef int answer
    root_keys(s, keeper, rival)
    s.choice = NO_MOVE
    s.limits.stopped = 0
    if c.alone:
        root.maker = keeper
        root.breaker = rival
        root.maker_moves = True
        answer = weak_decide(s, &root) if whole else ask_game(s, GAME_WEAK, &root, win)
    elif whole:
        answer = decide(s, keeper, rival, c.goal == GOAL_WIN)
    elif c.goal == GOAL_WIN:
        answer = ask(s, keeper, rival, win)
    else:
        answer = ask(s, keeper, rival, (plies & ~1) - WIN + 1)
    if answer == YES and s.choice == NO_MOVE:
        s.choice = sensible_move(s.ctx, keeper, rival)
    return answer


cdef int soon_stopped(const contest_t* c, bb_t rival, bb_t keeper, int ply) noexcept nogil:
    """Does a short search find that the keeper, to move, stops all lines of the rival's? NO if so.

    Then the keys of this ply are those of the weak game.
    """
    cdef weak_root_t root
    root.maker = rival
    root.breaker = keeper
    root.maker_moves = False
    root_keys(c.s, root.maker, root.breaker)
    c.s.limits.stopped = 0
    return ask_game_within(c.s, GAME_WEAK, &root, 1, STOPPING_BUDGET)


cdef int paired_with(const contest_t* c, bb_t rival, bb_t keeper, int ply,
                     bb_t* zone) noexcept nogil:
    """A reply after which pairs are soon found that stop the rival, or NO_MOVE; `zone`: theirs.

    The lines of this ply are sorted.
    """
    cdef search_t* s = c.s
    cdef pairing_t* p = &s.pairing
    cdef const lines_t* lines = &s.frames[ply].theirs
    cdef choices_t* replies = &s.frames[ply].moves
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(rival, keeper))
    cdef bb_t cells = bb_and(cells_of(s.ctx, lines.one) if lines.fewest == 1
                             else cells_alive(s.ctx, lines), empty)
    cdef int weight[CAPACITY]
    cdef int i
    if (lines.fewest == 1 and bb_several(cells)) or not read_lines(s.ctx, lines, empty, &p.graph):
        return NO_MOVE
    keep_pairs(p, empty)
    weigh_cells(&p.graph, empty, weight)
    sort_cells(weight, cells, replies)
    for i in range(min(REPLIES_PAIRED, replies.count)):
        if pairing_after(p, NO_MOVE, replies.cell[i], &SHORT_EFFORT) == 0:
            zone[0] = pairs_needed(p, empty)
            return replies.cell[i]
    return NO_MOVE


cdef int contest_reply(const contest_t* c, bb_t rival, bb_t keeper, int ply, int plies, int move,
                       int reply, bb_t* zone, int* length) noexcept nogil:
    """Write the keeper's reply to `move`, and what follows it; YES, or STOPPED."""
    cdef search_t* s = c.s
    cdef writer_t* w = c.w
    cdef const written_t* found
    cdef const written_t* stop = NULL
    cdef key_t key
    cdef int symmetry
    push_keys(s, ply, reply)
    keeper = bb_or(keeper, bb_of(reply))
    key = canonical_key(s, ply + 1, &symmetry)
    length[0] = 0
    found = find_written(w, c.goal, key)
    if c.goal == GOAL_HOLD:
        stop = find_written(w, GOAL_STOP, key)
        if found != NULL and found.plies < min(plies, s.ctx.cells - ply) - 1:
            found = NULL
    elif found != NULL and found.plies > plies - 1:
        found = NULL
    if stop != NULL:
        put_known(w, move, reply, stop, symmetry)
        zone[0] = zone_here(s.ctx, stop, symmetry)
    elif found != NULL:
        put_known(w, move, reply, found, symmetry)
        zone[0] = zone_here(s.ctx, found, symmetry)
        length[0] = found.plies + 1
    else:
        put_entry(w, CODE_NODE, move, reply)
        if contest_node(c, rival, keeper, ply + 1, plies - 1, zone, length) == STOPPED:
            return STOPPED
        length[0] += 1
    zone[0] = bb_or(zone[0], bb_of(reply))
    return YES


cdef int contest_answer(const contest_t* c, bb_t rival, bb_t keeper, int ply, int plies, int move,
                        bb_t* zone, int* length) noexcept nogil:
    """Write the keeper's answer to the rival's last `move` (NO_MOVE: none); YES, or STOPPED.

    The keys of this ply are set, for the ordinary game.
    """
    cdef search_t* s = c.s
    cdef frame_t* frame = &s.frames[ply]
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(rival, keeper))
    cdef const chain_t* chain
    cdef int pairs, reply
    look_at_lines(c, rival, keeper, ply)
    zone[0] = s.ctx.full
    length[0] = 0
    if (c.goal == GOAL_HOLD and frame.theirs.fewest != 1
            and potential(&frame.theirs, s.ctx.directions) < UNITY):
        put_entry(c.w, CODE_POTENTIAL, move, NO_MOVE)
        zone[0] = bb_and(cells_alive(s.ctx, &frame.theirs), empty)
        return YES
    if frame.mine.fewest == 1:
        put_entry(c.w, CODE_CHAIN, move, NO_MOVE)
        put_byte(c.w, 1)
        put_cell(c.w, bb_lowest(bb_and(cells_of(s.ctx, frame.mine.one), empty)))
        length[0] = 1
        return YES
    pairs = keepers_chain(c, rival, keeper, ply, s.keys[ply][0], KEEPER_BUDGET, &chain)
    if pairs != NO_CHAIN and (c.goal == GOAL_HOLD or 2 * pairs + 3 <= plies):
        length[0] = 2 * pairs + 3
        put_entry(c.w, CODE_CHAIN, move, NO_MOVE)
        put_chain(c.w, chain, pairs)
        return YES
    if c.goal == GOAL_HOLD:
        reply = paired_with(c, rival, keeper, ply, zone)
        if reply != NO_MOVE:
            put_entry(c.w, CODE_PAIRS, move, reply)
            put_pairs(c.w, &s.pairing.now, zone[0])
            zone[0] = bb_or(zone[0], bb_of(reply))
            return YES
        if s.ctx.k > SHORT_LINE and soon_stopped(c, rival, keeper, ply) == NO:
            return write_answer(s, c.w, rival, keeper, ply, CODE_WEAK, move, zone)
        if s.limits.stopped:
            return STOPPED
    if asked_of(c, rival, keeper, ply, plies) != YES:
        return STOPPED
    root_keys(s, keeper, rival)
    return contest_reply(c, rival, keeper, ply, plies, move, s.choice, zone, length)


cdef int contest_node(const contest_t* c, bb_t rival, bb_t keeper, int ply, int plies,
                      bb_t* zone, int* length) noexcept nogil:
    """Write what the keeper does against every move of the rival's; YES, or STOPPED.

    The keys of this ply are set. `length` is that of the longest win.
    """
    cdef search_t* s = c.s
    cdef frame_t* frame = &s.frames[ply]
    cdef choices_t* moves = &frame.moves
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(rival, keeper))
    cdef bb_t unanswered = empty
    cdef const chain_t* chain
    cdef bb_t used
    cdef int weight[CAPACITY]
    cdef int i, move, pairs, more
    if node_stops(&s.limits):
        return STOPPED
    plies = max(0, min(plies, bb_count(unanswered)))
    look_at_lines(c, rival, keeper, ply)
    zone[0] = s.ctx.full
    length[0] = 0
    weigh_board(s.ctx, &frame.theirs, unanswered, weight)
    if frame.mine.fewest == 1:
        used = bb_and(cells_of(s.ctx, frame.mine.one), unanswered)
        unanswered = bb_none() if bb_several(used) else used
        length[0] = 2
    if c.goal == GOAL_HOLD and bb_any(unanswered) and all_spent(&frame.theirs, plies):
        zone[0] = (bb_and(cells_alive(s.ctx, &frame.theirs), empty) if frame.theirs.fewest
                   else bb_none())
        unanswered = bb_none()
    elif frame.mine.fewest != 1:
        pairs = keepers_chain(c, rival, keeper, ply, key_negate(s.keys[ply][0]), CHAIN_BUDGET,
                              &chain)
        if pairs != NO_CHAIN and (c.goal == GOAL_HOLD or 2 * pairs + 4 <= plies):
            used = zone_of(s.ctx, chain, pairs, keeper, rival)
            if bb_any(bb_andnot(unanswered, used)):
                put_entry(c.w, CODE_PASS, NO_MOVE, NO_MOVE)
                put_chain(c.w, chain, pairs)
                unanswered = bb_and(unanswered, used)
                length[0] = 2 * pairs + 4
    sort_cells(weight, unanswered, moves)
    for i in range(moves.count):
        move = moves.cell[i]
        if not bb_has(unanswered, move):
            continue
        push_keys(s, ply, move)
        if contest_answer(c, bb_or(rival, bb_of(move)), keeper, ply + 1, plies - 1, move, &used,
                          &more) == STOPPED:
            return STOPPED
        unanswered = bb_andnot(bb_and(unanswered, used), bb_of(move))
        length[0] = max(length[0], more + 1)
    return end_node(s, c.w, c.goal, ply, length[0] if c.goal == GOAL_WIN else plies, zone[0])


cdef int write_strategy(const contest_t* c, bb_t rival, bb_t keeper, bint rival_moves, int plies,
                        bb_t* zone, int* length) noexcept nogil:
    """Write the strategy of a position; YES, or STOPPED."""
    cdef search_t* s = c.s
    cdef weak_root_t root
    length[0] = 0
    s.limits.stopped = 0
    if c.goal == GOAL_STOP:
        root.maker = rival
        root.breaker = keeper
        root_keys(s, root.maker, root.breaker)
        if rival_moves:
            return write_node(s, c.w, rival, keeper, s.root_ply, zone)
        return write_answer(s, c.w, rival, keeper, s.root_ply, CODE_NODE, NO_MOVE, zone)
    if rival_moves:
        root_keys(s, rival, keeper)
        return contest_node(c, rival, keeper, s.root_ply, plies, zone, length)
    root_keys(s, keeper, rival)
    return contest_answer(c, rival, keeper, s.root_ply, plies, NO_MOVE, zone, length)
