# What the nodes of the weak and of the contested game do with their moves, once they are set down: settle
# them by pairings, and search those that are left.

cdef enum:
    PATIENCE = 4                # plain budgets for a reply of the contested game, then others are probed;
    PATIENCE_GROWTH = 4         # … so many times as much, then they are again, …
    PROBED_REPLIES = 16         # … the first so many, counting the one in turn, …
    PROBE_PART = 64             # … each for one part in so many of that


cdef inline int weak_beta(int beta) noexcept nogil:
    """The question to ask one ply on: a win in d is then one in d - 1."""
    return 1 if beta == 1 else beta + 1


cdef inline int weak_play(search_t* s, bb_t maker, bb_t breaker, int ply, int kind, int move,
                          int beta, bb_t* zone) noexcept nogil:
    """The answer after a move at a node of `kind`, and the zone after it."""
    weak_push(s, ply, kind, move)
    if kind == KIND_CONTESTED_MAKER:
        return contested_breaker(s, bb_or(maker, bb_of(move)), breaker, ply + 1, zone)
    if kind == KIND_CONTESTED_BREAKER:
        return contested_maker(s, maker, bb_or(breaker, bb_of(move)), ply + 1, zone)
    if kind == KIND_MAKER:
        return breaker_node(s, bb_or(maker, bb_of(move)), breaker, ply + 1, weak_beta(beta), zone)
    return maker_node(s, maker, bb_or(breaker, bb_of(move)), ply + 1, weak_beta(beta), zone)


cdef void settle_moves(search_t* s, bb_t empty, const choices_t* moves, const int* weight, bint is_free,
                       bb_t* candidates, bb_t* zone) noexcept nogil:
    """Take from Maker's `candidates` those to which a pairing is an answer that is soon found.

    With them go those outside the zones of these answers, which are added to `zone`. Replies that are
    free need not be heavy ones: see `pairing/free_reply.pxi`.
    """
    cdef pairing_t* p = &s.pairing
    cdef bb_t after
    cdef int rank[CAPACITY]
    cdef int i, move, reply
    if not s.rules & RULE_PAIRING or p.graph.lines == 0:
        return
    rank_cells(weight, empty, rank)
    keep_pairs(p, empty)
    for i in range(moves.count):
        move = moves.cell[i]
        if not bb_meet(candidates[0], bb_of(move)):
            continue
        reply = quick_answer(p, rank, empty, move, is_free, &after)
        if reply != NO_MOVE:
            zone[0] = bb_or(zone[0], after)
            candidates[0] = bb_andnot(candidates[0], bb_of(move))
            if s.rules & RULE_ZONES:
                candidates[0] = bb_and(candidates[0], after)


cdef inline int won_by(search_t* s, weak_node_t* node, int beta, int ply, int move, bb_t after,
                       bb_t* zone) noexcept nogil:
    """Keep that Maker wins with this move, and on which cells; YES. `after`: the zone after it."""
    note_winner(&s.killers, ply, move)
    s.choice = move
    zone[0] = bb_or(after, bb_of(move)) if node.kind == KIND_MAKER else bb_none()
    keep_win(s, node, beta, move, zone[0])
    return YES


cdef inline bb_t narrowed(const search_t* s, bb_t candidates, int move, bb_t after,
                          bb_t* zone) noexcept nogil:
    """The candidates that are left when a move has failed; `after`, the zone, joins that of the node."""
    zone[0] = bb_or(zone[0], after)
    candidates = bb_andnot(candidates, bb_of(move))
    return bb_and(candidates, after) if s.rules & RULE_ZONES else candidates


cdef int moves_failed(search_t* s, weak_node_t* node, int beta, bb_t live, bb_t candidates,
                      bb_t skipped, const int16_t* by, bb_t* zone) noexcept nogil:
    """Keep that none of Maker's moves wins; NO. Of the `candidates` only those `skipped` are left."""
    skipped = bb_and(skipped, candidates)
    while bb_any(skipped):
        zone[0] = bb_or(zone[0], bb_of(by[pop_lowest(&skipped)]))
    if not s.rules & RULE_ZONES:
        zone[0] = live
    s.choice = NO_MOVE
    node.record.upper = beta - 1
    node.record.zone = zone[0]
    weak_store(s, node)
    return NO


cdef int settle_or_search_moves(search_t* s, bb_t maker, bb_t breaker, int ply, int beta,
                                weak_node_t* node, const lines_t* counters, bb_t live,
                                bb_t candidates, bb_t* zone) noexcept nogil:
    """The answer at a node of Maker's by his `candidates`: set down, settled by pairings, searched.

    `live` are the cells that matter at all. `counters` are the lines of Breaker's in the contested game,
    NULL in the weak one.
    """
    cdef choices_t* moves = &s.frames[ply].moves
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef bb_t skipped
    set_down(s, &s.frames[ply].mine, counters, breaker, node.empty, candidates, True, moves, &skipped, by,
             weight)
    settle_moves(s, node.empty, moves, weight, counters != NULL, &candidates, zone)
    return search_moves(s, maker, breaker, ply, beta, node, live, candidates, skipped, by, zone)


cdef int search_moves(search_t* s, bb_t maker, bb_t breaker, int ply, int beta, weak_node_t* node,
                      bb_t live, bb_t candidates, bb_t skipped, const int16_t* by,
                      bb_t* zone) noexcept nogil:
    """Search Maker's `candidates`, but for those `skipped`, which others dominate; the answer.

    `zone` holds the zones of what has been settled. `live` are the cells that matter at all.
    """
    cdef choices_t* moves = &s.frames[ply].moves
    cdef bb_t after
    cdef uint64_t mark
    cdef bint in_turn = s.busy != NULL      # asked once: a crew may come together meanwhile
    cdef bint elder = False                 # has a move been searched here?
    cdef int answer, i, move, first
    if s.prover.on and node.kind == KIND_CONTESTED_MAKER:
        return prove_moves(s, maker, breaker, ply, node, live, candidates, skipped, by, zone)
    if in_turn:
        leave_trace(s, node)
    if s.rules & RULE_HISTORY and node.kind == KIND_CONTESTED_MAKER:
        killers_first(&s.killers, ply, bb_andnot(candidates, skipped), moves)
    # Moves that another thread or process is at come last: all must be tried. But the first is never
    # put off: the zone of its answer tells whether the others matter. Nor are those with large proofs:
    # see `solve/crew.pxi`.
    first = node.record.move
    s.frames[ply].tried = bb_andnot(candidates, skipped)
    for i in range(-1, (1 + in_turn) * moves.count):
        move = first if i < 0 else moves.cell[i % moves.count]
        if move == NO_MOVE or not bb_meet(bb_andnot(candidates, skipped), bb_of(move)):
            continue
        if in_turn:
            mark = move_mark(node.key, node.symmetry, move, s.ctx)
            if (i < moves.count and elder and is_busy(s, mark)
                    and are_small(s.history, ply + 1, PARTING_BITS)):
                continue
            set_busy(s, mark)
            elder = True
        s.frames[ply].left = bb_andnot(bb_andnot(candidates, skipped), bb_of(move))
        answer = weak_play(s, maker, breaker, ply, node.kind, move, beta, &after)
        if in_turn:
            set_idle(s, mark)
        if answer == STOPPED:
            return STOPPED
        if answer == YES:
            return won_by(s, node, beta, ply, move, after, zone)
        candidates = narrowed(s, candidates, move, after, zone)
    return moves_failed(s, node, beta, live, candidates, skipped, by, zone)


cdef int held_by(search_t* s, weak_node_t* node, int reply, int upper, bb_t zone) noexcept nogil:
    """Keep that Breaker holds with this reply; NO."""
    s.choice = node.record.move = reply
    node.record.upper = upper
    node.record.zone = zone
    weak_store(s, node)
    return NO


cdef int reply_holds(search_t* s, weak_node_t* node, int ply, int reply, int beta, uint64_t nodes,
                     profit_t* profit, bb_t* zone) noexcept nogil:
    """Keep that Breaker holds with this reply, searched with so many nodes; NO.

    `zone` is the one after the reply, and becomes that of the node.
    """
    # What costs a follower one node it has found in the table, mostly: another thread has proven and
    # noted it.
    if nodes > 1 or not s.follows:
        note_reply(s.history, ply, reply, nodes)
    if profit != NULL:
        note_search(profit, s.limits.nodes - node.entered)
    zone[0] = bb_or(zone[0], bb_of(reply))
    return held_by(s, node, reply, beta - 1, zone[0])


cdef int replies_failed(search_t* s, weak_node_t* node, int beta, bb_t won,
                        bb_t* zone) noexcept nogil:
    """Keep that Maker wins whatever Breaker replies, on the cells `won`; YES."""
    s.choice = NO_MOVE
    zone[0] = won
    keep_win(s, node, beta, NO_MOVE, won)
    return YES


cdef inline int settling_reply(search_t* s, bb_t maker, bb_t breaker, int kind, bb_t empty,
                               const choices_t* replies, profit_t** profit,
                               bb_t* zone) noexcept nogil:
    """A reply at a node of `kind` after which there is a pairing, or NO_MOVE; `zone`: of both.

    `profit` is set to that of the exact cover if the look-ahead was of no use and has left replies
    to ask it about.
    """
    cdef int reply = paired_answer(&s.pairing, replies, kind == KIND_CONTESTED_BREAKER, empty, &s.nearest,
                                   zone)
    if reply == NO_MOVE and s.nearest.count and s.rules & RULE_COVER:
        profit[0] = &s.profit[s.pairing.graph.lines]
        if pays_to_decide(profit[0], s.limits.nodes):
            reply = decided_answer(&s.exact_cover, &s.pairing, maker, breaker, &s.nearest, empty, zone)
            note_decision(profit[0], s.exact_cover.spent, reply != NO_MOVE)
    return reply


cdef int try_replies(search_t* s, bb_t maker, bb_t breaker, int ply, int beta, weak_node_t* node,
                     bb_t won, profit_t* profit, bb_t* zone) noexcept nogil:
    """Search Breaker's replies; the answer. `profit` as in `settling_reply`, or NULL.

    `won`: the cells of the win after any other reply.

    In the weak game the first replies nearly always hold, and are searched in their order. In the
    contested game a wrong one may cost a hundred times what the right one does: when the reply in turn
    has taken long, the next ones are probed, with a small part of that each.
    """
    cdef choices_t* replies = &s.frames[ply].moves
    cdef uint64_t limit = s.limits.node_limit, began
    cdef uint64_t patience = 0              # for the reply in turn; 0: without limit
    cdef int answer, reply, i = 0           # the place of the reply: 0 in turn, others probed
    if node.kind == KIND_CONTESTED_BREAKER:
        patience = PATIENCE * s.plain_budget
    while replies.count:
        reply = replies.cell[i]
        if s.busy != NULL and i == 0:
            keep_place(s, node, reply)
        began = s.limits.nodes
        if patience and replies.count > 1:
            limit_nodes(&s.limits, min(limit, began + (patience / PROBE_PART if i else patience)))
        answer = weak_play(s, maker, breaker, ply, node.kind, reply, beta, zone)
        limit_nodes(&s.limits, limit)
        if answer == NO:
            return reply_holds(s, node, ply, reply, beta, s.limits.nodes - began, profit, zone)
        if answer == YES:
            drop_choice(replies, i)
            if node.kind == KIND_BREAKER:
                won = bb_or(won, zone[0])
                if s.rules & RULE_WINS:
                    keep_choices(replies, zone[0])
        elif s.limits.stopped == STOP_NODES and s.limits.nodes < limit:
            s.limits.stopped = 0                   # the patience is spent, no more
            i += 1
        else:
            keep_place(s, node, replies.cell[0])
            return STOPPED
        if i >= min(replies.count, PROBED_REPLIES):
            i = 0
            patience *= PATIENCE_GROWTH
    return replies_failed(s, node, beta, won, zone)


cdef int settle_or_search_replies(search_t* s, bb_t maker, bb_t breaker, int ply, int beta,
                                  weak_node_t* node, const lines_t* counters, bb_t cells, bb_t won,
                                  bint met_before, bb_t* zone) noexcept nogil:
    """The answer at a node of Breaker's by replies: set down, settled by a pairing, or searched.

    `cells`: where a reply may lie; `won`: the cells of the win after any other. A node that was
    `met_before` had no reply that settles it then. `counters` as above.
    """
    cdef choices_t* replies = &s.frames[ply].moves
    cdef profit_t* profit = NULL
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef bb_t skipped
    cdef int reply
    set_down(s, &s.frames[ply].mine, counters, breaker, node.empty, cells, False, replies, &skipped, by,
             weight)
    if s.rules & RULE_HISTORY:
        rank_replies(s.history, ply, weight, replies)
    if s.rules & RULE_PAIRING and s.pairing.graph.lines and not met_before:
        reply = settling_reply(s, maker, breaker, node.kind, node.empty, replies, &profit, zone)
        if reply != NO_MOVE:
            return held_by(s, node, reply, 0, zone[0])          # more than was asked
    if node.record.move != NO_MOVE and bb_has(cells, node.record.move):
        bring_to_front(replies, node.record.move)
    reply = known_reply(s, ply, node.kind, replies, weak_beta(beta))
    if reply != NO_MOVE:
        bring_to_front(replies, reply)
    # Where others are at the table, the reply may be one that is searched, and not known to hold.
    if s.prover.on and node.kind == KIND_CONTESTED_BREAKER and (reply == NO_MOVE or s.busy != NULL):
        return prove_replies(s, maker, breaker, ply, node, zone)
    return try_replies(s, maker, breaker, ply, beta, node, won, profit, zone)
