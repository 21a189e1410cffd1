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


cdef inline contest_node_t* contest_at(const contest_t* c, int ply, bb_t rival, bb_t keeper) noexcept nogil:
    """The node of a position in the frame of its ply."""
    cdef contest_node_t* node = &c.s.frames[ply].contest
    node.rival = rival
    node.keeper = keeper
    return node


cdef void begin_contest(const contest_t* c, int ply) noexcept nogil:
    """Begin at a node: sort the lines that count. The keeper's are `mine` in the frame of this ply."""
    cdef frame_t* frame = &c.s.frames[ply]
    cdef contest_node_t* node = &frame.contest
    node.zone = c.s.ctx.full
    node.length = 0
    if c.alone:
        scan_maker(c.s.ctx, node.keeper, node.rival, &frame.mine)
        memset(&frame.theirs, 0, sizeof(lines_t))
    else:
        scan(c.s.ctx, node.keeper, node.rival, &frame.mine, &frame.theirs)


cdef int keepers_chain(const contest_t* c, int ply, key_t key, int budget,
                       const chain_t** chain) noexcept nogil:
    """The pairs in a chain of the keeper's, as if to move, or NO_CHAIN; `key` is the keeper's."""
    cdef search_t* s = c.s
    cdef frame_t* frame = &s.frames[ply]
    cdef const contest_node_t* node = &frame.contest
    cdef place_t at = place_t(node.keeper, node.rival, key, &frame.mine, &frame.theirs)
    cdef int pairs
    if c.alone:
        chain[0] = &s.attack.chain
        return makers_chain(&s.attack, node.keeper, node.rival, key, &frame.mine, MOST_PAIRS, True)
    chain[0] = &s.chain
    pairs = seek_chain(s.ctx, &s.chain, &at, MOST_PAIRS, budget, True)
    bring_watch_nearer(&s.limits, s.chain.looked_at)
    return pairs


cdef int asked_of(const contest_t* c, int ply, int plies) noexcept nogil:
    """Does the keeper, to move, win or hold within so many plies? The move is `s.choice`."""
    cdef search_t* s = c.s
    cdef bb_t keeper = s.frames[ply].contest.keeper, rival = s.frames[ply].contest.rival
    cdef bint whole = plies >= s.ctx.cells - ply
    cdef int win = WIN - (plies - 1 | 1)
    cdef weak_root_t root = weak_root_t(keeper, rival, True, bb_none())
    cdef int answer
    root_keys(s, keeper, rival)
    s.choice = NO_MOVE
    s.limits.stopped = 0
    if c.alone:
        answer = weak_decide(s, &root) if whole else ask_game(s, GAME_WEAK, &root, win)
    elif whole:
        answer = decide(s, keeper, rival, c.goal == GOAL_WIN)
    elif c.goal == GOAL_WIN:
        answer = ask(s, keeper, rival, win)
    else:
        answer = ask(s, keeper, rival, (plies & ~1) - WIN + 1)
    if answer == YES and s.choice == NO_MOVE:
        s.choice = sensible_move(s.ctx, keeper, rival)
    root_keys(s, keeper, rival)
    return answer


cdef int soon_stopped(const contest_t* c, int ply) noexcept nogil:
    """Does a short search find that the keeper, to move, stops all lines of the rival's? NO if so.

    Then the keys of this ply are those of the weak game.
    """
    cdef const contest_node_t* node = &c.s.frames[ply].contest
    cdef weak_root_t root = weak_root_t(node.rival, node.keeper, False, bb_none())
    root_keys(c.s, root.maker, root.breaker)
    c.s.limits.stopped = 0
    return ask_game_within(c.s, GAME_WEAK, &root, 1, STOPPING_BUDGET)


cdef int paired_with(const contest_t* c, int ply) noexcept nogil:
    """A reply after which pairs are soon found that stop the rival, or NO_MOVE; the zone becomes theirs.

    The lines of this ply are sorted.
    """
    cdef search_t* s = c.s
    cdef pairing_t* p = &s.pairing
    cdef frame_t* frame = &s.frames[ply]
    cdef contest_node_t* node = &frame.contest
    cdef const lines_t* lines = &frame.theirs
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(node.rival, node.keeper))
    cdef bb_t cells = bb_and(cells_of(s.ctx, lines.one) if lines.fewest == 1
                             else cells_alive(s.ctx, lines), empty)
    cdef int i
    if (lines.fewest == 1 and bb_several(cells)) or not read_lines(s.ctx, lines, empty, &p.graph):
        return NO_MOVE
    keep_pairs(p, empty)
    weigh_cells(&p.graph, empty, frame.weight)
    sort_cells(frame.weight, cells, &frame.moves)
    for i in range(min(REPLIES_PAIRED, frame.moves.count)):
        if pairing_after(p, NO_MOVE, frame.moves.cell[i], &SHORT_EFFORT) == 0:
            node.zone = pairs_needed(p, empty)
            return frame.moves.cell[i]
    return NO_MOVE


cdef int answer_at_once(const contest_t* c, int ply, int plies, int move) noexcept nogil:
    """Write the keeper's answer to the rival's `move`, if no node follows it: YES, or STOPPED.

    OPEN if one does, after `s.choice`; FORCED if the rival is stopped for good, which is to be written.
    """
    cdef search_t* s = c.s
    cdef frame_t* frame = &s.frames[ply]
    cdef contest_node_t* node = &frame.contest
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(node.rival, node.keeper))
    cdef const chain_t* chain
    cdef int pairs, reply
    begin_contest(c, ply)
    if (c.goal == GOAL_HOLD and frame.theirs.fewest != 1
            and potential(s.ctx, &frame.theirs) < UNITY):
        put_entry(c.w, CODE_POTENTIAL, move, NO_MOVE)
        node.zone = bb_and(cells_alive(s.ctx, &frame.theirs), empty)
        return YES
    if frame.mine.fewest == 1:
        put_entry(c.w, CODE_CHAIN, move, NO_MOVE)
        put_byte(c.w, 1)
        put_cell(c.w, bb_lowest(bb_and(cells_of(s.ctx, frame.mine.one), empty)))
        node.length = 1
        return YES
    pairs = keepers_chain(c, ply, s.keys[ply][0], KEEPER_BUDGET, &chain)
    if pairs != NO_CHAIN and (c.goal == GOAL_HOLD or 2 * pairs + 3 <= plies):
        node.length = 2 * pairs + 3
        put_entry(c.w, CODE_CHAIN, move, NO_MOVE)
        put_chain(c.w, chain, pairs)
        return YES
    if c.goal == GOAL_HOLD:
        reply = paired_with(c, ply)
        if reply != NO_MOVE:
            put_entry(c.w, CODE_PAIRS, move, reply)
            put_pairs(c.w, &s.pairing.now, node.zone)
            node.zone = bb_or(node.zone, bb_of(reply))
            return YES
        if s.ctx.k > SHORT_LINE and soon_stopped(c, ply) == NO:
            return FORCED
        if s.limits.stopped:
            return STOPPED
    return OPEN if asked_of(c, ply, plies) == YES else STOPPED


cdef bint reply_known(const contest_t* c, int ply, int plies, int move, int reply) noexcept nogil:
    """Play the keeper's reply to `move`. Is a node after it written already? Then the answer is, too."""
    cdef search_t* s = c.s
    cdef contest_node_t* node = &s.frames[ply].contest
    cdef const written_t* found
    cdef const written_t* stop = NULL
    cdef key_t key
    cdef int symmetry
    push_keys(s, ply, reply)
    contest_at(c, ply + 1, node.rival, bb_or(node.keeper, bb_of(reply)))
    key = canonical_key(s, ply + 1, &symmetry)
    node.length = 0
    found = find_written(c.w, c.goal, key)
    if c.goal == GOAL_HOLD:
        stop = find_written(c.w, GOAL_STOP, key)
        if found != NULL and found.plies < min(plies, s.ctx.cells - ply) - 1:
            found = NULL
    elif found != NULL and found.plies > plies - 1:
        found = NULL
    if stop == NULL and found == NULL:
        put_entry(c.w, CODE_NODE, move, reply)
        return False
    if stop == NULL:
        node.length = found.plies + 1
        stop = found
    put_known(c.w, move, reply, stop, symmetry)
    node.zone = bb_or(zone_here(s.ctx, stop, symmetry), bb_of(reply))
    return True


cdef void leave_reply(const contest_t* c, int ply, int reply) noexcept nogil:
    """The node after the keeper's reply was written: zone and length of the answer."""
    cdef contest_node_t* node = &c.s.frames[ply].contest
    cdef const contest_node_t* after = &c.s.frames[ply + 1].contest
    node.zone = bb_or(after.zone, bb_of(reply))
    node.length = after.length + 1


cdef int contest_answer(const contest_t* c, int ply, int plies, int move) noexcept nogil:
    """Write the keeper's answer to the rival's last `move` (NO_MOVE: none); YES, or STOPPED.

    The keys of this ply are set, for the ordinary game, and the stones of the node, in which zone and
    length of the answer are left.
    """
    cdef search_t* s = c.s
    cdef contest_node_t* node = &s.frames[ply].contest
    cdef int answer = answer_at_once(c, ply, plies, move)
    cdef int reply = s.choice
    if answer == FORCED:
        answer = write_answer(s, c.w, weak_node(s, ply, KIND_BREAKER, 1, node.rival, node.keeper),
                              CODE_WEAK, move)
        node.zone = s.frames[ply].weak.zone
    elif answer == OPEN:
        if reply_known(c, ply, plies, move, reply):
            return YES
        answer = contest_node(c, ply + 1, plies - 1)
        if answer != STOPPED:
            leave_reply(c, ply, reply)
    return answer


cdef void list_unanswered(const contest_t* c, int ply, int plies) noexcept nogil:
    """Sort the rival's moves that need an answer each, and write what answers the others."""
    cdef search_t* s = c.s
    cdef frame_t* frame = &s.frames[ply]
    cdef contest_node_t* node = &frame.contest
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(node.rival, node.keeper))
    cdef const chain_t* chain
    cdef bb_t used
    cdef int pairs
    begin_contest(c, ply)
    node.unanswered = empty
    weigh_board(s.ctx, &frame.theirs, empty, frame.weight)
    if frame.mine.fewest == 1:
        used = bb_and(cells_of(s.ctx, frame.mine.one), empty)
        node.unanswered = bb_none() if bb_several(used) else used
        node.length = 2
    if c.goal == GOAL_HOLD and bb_any(node.unanswered) and all_spent(&frame.theirs, plies):
        node.zone = (bb_and(cells_alive(s.ctx, &frame.theirs), empty) if frame.theirs.fewest
                     else bb_none())
        node.unanswered = bb_none()
    elif frame.mine.fewest != 1:
        pairs = keepers_chain(c, ply, key_negate(s.keys[ply][0]), CHAIN_BUDGET, &chain)
        if pairs != NO_CHAIN and (c.goal == GOAL_HOLD or 2 * pairs + 4 <= plies):
            used = zone_of(s.ctx, chain, pairs, node.keeper, node.rival)
            if bb_any(bb_andnot(node.unanswered, used)):
                put_entry(c.w, CODE_PASS, NO_MOVE, NO_MOVE)
                put_chain(c.w, chain, pairs)
                node.unanswered = bb_and(node.unanswered, used)
                node.length = 2 * pairs + 4
    sort_cells(frame.weight, node.unanswered, &frame.moves)


cdef void begin_answer(const contest_t* c, int ply, int move) noexcept nogil:
    """The rival makes a move at the node of this ply."""
    cdef const contest_node_t* node = &c.s.frames[ply].contest
    push_keys(c.s, ply, move)
    contest_at(c, ply + 1, bb_or(node.rival, bb_of(move)), node.keeper)


cdef void end_answer(const contest_t* c, int ply, int move) noexcept nogil:
    """It was answered, and with it those outside the zone of the answer."""
    cdef contest_node_t* node = &c.s.frames[ply].contest
    cdef const contest_node_t* after = &c.s.frames[ply + 1].contest
    node.unanswered = bb_andnot(bb_and(node.unanswered, after.zone), bb_of(move))
    node.length = max(node.length, after.length + 1)


cdef int contest_node(const contest_t* c, int ply, int plies) noexcept nogil:
    """Write what the keeper does against every move of the rival's; YES, or STOPPED.

    The keys of this ply are set, and the stones of the node, in which its zone is left, and the length
    of the longest win.
    """
    cdef search_t* s = c.s
    cdef contest_node_t* node = &s.frames[ply].contest
    cdef choices_t* moves = &s.frames[ply].moves
    cdef int i
    if node_stops(&s.limits):
        return STOPPED
    plies = max(0, min(plies, s.ctx.cells - ply))
    list_unanswered(c, ply, plies)
    for i in range(moves.count):
        if not bb_has(node.unanswered, moves.cell[i]):
            continue
        begin_answer(c, ply, moves.cell[i])
        if contest_answer(c, ply + 1, plies - 1, moves.cell[i]) == STOPPED:
            return STOPPED
        end_answer(c, ply, moves.cell[i])
    return end_node(s, c.w, c.goal, ply, node.length if c.goal == GOAL_WIN else plies, &node.zone)


cdef int write_strategy(const contest_t* c, bb_t rival, bb_t keeper, bint rival_moves, int plies,
                        bb_t* zone, int* length) noexcept nogil:
    """Write the strategy of a position; YES, or STOPPED."""
    cdef search_t* s = c.s
    cdef frame_t* frame
    cdef int answer
    length[0] = 0
    s.limits.stopped = 0
    if c.goal == GOAL_STOP:
        root_keys(s, rival, keeper)
        frame = &s.frames[s.root_ply]
        weak_node(s, s.root_ply, KIND_MAKER if rival_moves else KIND_BREAKER, 1, rival, keeper)
        if rival_moves:
            answer = write_node(s, c.w, &frame.weak)
        else:
            answer = write_answer(s, c.w, &frame.weak, CODE_NODE, NO_MOVE)
        zone[0] = frame.weak.zone
        return answer
    if rival_moves:
        root_keys(s, rival, keeper)
    else:
        root_keys(s, keeper, rival)
    frame = &s.frames[s.root_ply]
    contest_at(c, s.root_ply, rival, keeper)
    if rival_moves:
        answer = contest_node(c, s.root_ply, plies)
    else:
        answer = contest_answer(c, s.root_ply, plies, NO_MOVE)
    zone[0] = frame.contest.zone
    length[0] = frame.contest.length
    return answer
