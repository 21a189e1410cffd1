# What the nodes of the weak and of the contested game do with their moves, once they are listed: settle
# them by pairings, and search those that are left.
#
# The search is as deep as the board has cells. So what it keeps lies in the frames of its plies, and what is
# done before the moves are searched, and takes room on the stack, is done in functions that have returned by
# then.

cdef enum:
    PATIENCE = 4                # plain budgets that the first reply of the contested game gets at first
    PATIENCE_GROWTH = 4         # times as much it gets in each pass after that
    PROBED_REPLIES = 16         # replies, the first among them, that one pass goes through
    PROBE_PART = 64             # a reply but the first gets this part of what the first gets


cdef inline weak_node_t* node_after(search_t* s, const weak_node_t* node) noexcept nogil:
    """The node that a move leads to."""
    return &s.frames[node.ply + 1].weak


cdef void make_move(search_t* s, const weak_node_t* node, int move) noexcept nogil:
    """Make the node after a move ready to be entered."""
    cdef weak_node_t* after = node_after(s, node)
    weak_push(s, node, move)
    after.ply = node.ply + 1
    after.kind = kind_after(node.kind)
    after.beta = weak_beta(node.beta)
    after.maker = node.maker
    after.breaker = node.breaker
    if is_makers(node.kind):
        after.maker = bb_or(after.maker, bb_of(move))
    else:
        after.breaker = bb_or(after.breaker, bb_of(move))


cdef inline int weak_play(search_t* s, const weak_node_t* node, int move) noexcept nogil:
    """The answer after a move; the zone is that of the node after it."""
    make_move(s, node, move)
    return weak_search(s, node_after(s, node))


cdef int weak_search(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node that is ready to be entered; its zone is left there."""
    cdef int answer
    if node.kind == KIND_MAKER:
        answer = look_as_maker(s, node)
    elif node.kind == KIND_BREAKER:
        answer = look_as_breaker(s, node)
    elif node.kind == KIND_CONTESTED_MAKER:
        answer = look_as_contested_maker(s, node)
    else:
        answer = look_as_contested_breaker(s, node)
    if answer == OPEN:
        return search_moves(s, node) if is_makers(node.kind) else search_replies(s, node)
    if answer == FORCED:
        answer = weak_play(s, node, node.forced)
        leave_forced_move(s, node, answer)
    return answer


cdef void settle_moves(search_t* s, weak_node_t* node) noexcept nogil:
    """Take from Maker's candidates those that a pairing, soon found, refutes.

    With them go those outside the zones of these answers, which are added to that of the node. Replies
    that are free need not be heavy ones: see `pairing/free_reply.pxi`.
    """
    cdef const choices_t* moves = &s.frames[node.ply].moves
    cdef pairing_t* p = &s.pairing
    cdef bb_t after
    cdef int rank[CAPACITY]
    cdef int i, move, reply
    if not s.rules & RULE_PAIRING or p.graph.lines == 0:
        return
    rank_cells(s.frames[node.ply].weight, node.empty, rank)
    keep_pairs(p, node.empty)
    if LINES_BY_NUMBER and p.graph.apart and p.lacking and not match_replies(p):
        return
    for i in range(moves.count):
        move = moves.cell[i]
        if not bb_has(node.candidates, move):
            continue
        reply = quick_answer(p, rank, node.empty, move, is_contested(node.kind), &after)
        if reply != NO_MOVE:
            move_fails(s, node, move, &after)


cdef void move_fails(const search_t* s, weak_node_t* node, int move, const bb_t* after) noexcept nogil:
    """A move of Maker's has failed; `after`, the zone, joins that of the node, and narrows the others."""
    node.zone = bb_or(node.zone, after[0])
    node.candidates = bb_andnot(node.candidates, bb_of(move))
    if s.rules & RULE_ZONES:
        node.candidates = bb_and(node.candidates, after[0])


cdef int move_wins(search_t* s, weak_node_t* node, int move) noexcept nogil:
    """Keep that Maker wins with this move, which was searched, and on which cells; YES."""
    note_winner(&s.killers, node.ply, move)
    s.choice = move
    node.zone = bb_none()
    if node.kind == KIND_MAKER:
        node.zone = bb_or(node_after(s, node).zone, bb_of(move))
    keep_win(s, node, node.beta, move)
    return YES


cdef int moves_failed(search_t* s, weak_node_t* node) noexcept nogil:
    """Keep that none of Maker's moves wins; NO. Of the candidates only those skipped are left."""
    cdef const int16_t* by = s.frames[node.ply].by
    cdef bb_t skipped = bb_and(node.skipped, node.candidates)
    while bb_any(skipped):
        node.zone = bb_or(node.zone, bb_of(by[pop_lowest(&skipped)]))
    if not s.rules & RULE_ZONES:
        node.zone = node.live
    s.choice = NO_MOVE
    node.record.upper = node.beta - 1
    node.record.zone = node.zone
    weak_store(s, node)
    return NO


cdef inline bint is_left(const weak_node_t* node, int move) noexcept nogil:
    """Is it a candidate, and not skipped?"""
    return bb_has(node.candidates, move) and not bb_has(node.skipped, move)


cdef void begin_moves(search_t* s, weak_node_t* node) noexcept nogil:
    """The first of Maker's moves is about to be searched."""
    cdef bb_t moves = bb_andnot(node.candidates, node.skipped)
    if s.busy != NULL:
        leave_trace(s, node)
    if s.rules & RULE_HISTORY and node.kind == KIND_CONTESTED_MAKER:
        killers_first(&s.killers, node.ply, moves, &s.frames[node.ply].moves)
    s.frames[node.ply].tried = moves


cdef void begin_move(frame_t* frame, int move) noexcept nogil:
    """One of Maker's moves is about to be searched."""
    frame.left = bb_andnot(bb_andnot(frame.weak.candidates, frame.weak.skipped), bb_of(move))


cdef int search_moves(search_t* s, weak_node_t* node) noexcept nogil:
    """Search Maker's candidates, but for those that are skipped; the answer."""
    cdef frame_t* frame = &s.frames[node.ply]
    cdef uint64_t mark
    cdef bint in_turn = s.busy != NULL      # asked once: a crew may come together meanwhile
    cdef bint elder = False                 # has a move been searched here?
    cdef int answer, i, move
    if s.prover.on and node.kind == KIND_CONTESTED_MAKER:
        return prove(s, node)
    begin_moves(s, node)
    # Moves that another thread or kernel is at come last: all must be tried. But the first is never
    # put off: the zone of its answer tells whether the others matter. Nor are those with large proofs:
    # see `solve/crew.pxi`.
    for i in range(-1, (1 + in_turn) * frame.moves.count):
        move = node.record.move if i < 0 else frame.moves.cell[i % frame.moves.count]
        if move == NO_MOVE or not is_left(node, move):
            continue
        if in_turn:
            mark = move_mark(node.key, node.symmetry, move, s.ctx)
            if (i < frame.moves.count and elder and is_busy(s, mark)
                    and are_small(s.history, node.ply + 1, PARTING_BITS)):
                continue
            set_busy(s, mark)
            elder = True
        begin_move(frame, move)
        answer = weak_play(s, node, move)
        if in_turn:
            set_idle(s, mark)
        if answer == STOPPED:
            return STOPPED
        if answer == YES:
            return move_wins(s, node, move)
        move_fails(s, node, move, &node_after(s, node).zone)
    return moves_failed(s, node)


cdef int held_by(search_t* s, weak_node_t* node, int reply, int upper) noexcept nogil:
    """Keep that Breaker holds with this reply, in the zone of the node; NO."""
    s.choice = node.record.move = reply
    node.record.upper = upper
    node.record.zone = node.zone
    weak_store(s, node)
    return NO


cdef int reply_holds(search_t* s, weak_node_t* node, int reply, uint64_t nodes) noexcept nogil:
    """Keep that Breaker holds with this reply, searched with so many nodes; NO."""
    # A follower that needed one node mostly read what another thread has proven, and noted already.
    if nodes > 1 or not s.follows:
        note_reply(s.history, node.ply, reply, nodes)
    if node.profit != NULL:
        note_search(node.profit, s.limits.nodes - node.entered)
    node.zone = bb_or(node_after(s, node).zone, bb_of(reply))
    return held_by(s, node, reply, node.beta - 1)


cdef void reply_fails(search_t* s, weak_node_t* node, int place) noexcept nogil:
    """Maker wins after a reply: in the weak game the others must be on the cells of that win."""
    cdef choices_t* replies = &s.frames[node.ply].moves
    drop_choice(replies, place)
    if node.kind == KIND_BREAKER:
        node.won = bb_or(node.won, node_after(s, node).zone)
        if s.rules & RULE_WINS:
            keep_choices(replies, node_after(s, node).zone)


cdef int replies_failed(search_t* s, weak_node_t* node) noexcept nogil:
    """Keep that Maker wins whatever Breaker replies; YES."""
    s.choice = NO_MOVE
    node.zone = node.won
    keep_win(s, node, node.beta, NO_MOVE)
    return YES


cdef int settling_reply(search_t* s, weak_node_t* node) noexcept nogil:
    """A reply after which there is a pairing, or NO_MOVE; the zone becomes that of both.

    `node.profit` is set if the look-ahead found none and has left replies for the exact cover.
    """
    cdef const choices_t* replies = &s.frames[node.ply].moves
    cdef int reply
    if LINES_BY_NUMBER and s.pairing.graph.apart:
        return matched_answer(&s.pairing, replies, node.empty, &node.zone)
    reply = paired_answer(&s.pairing, replies, is_contested(node.kind), node.empty, &s.nearest, &node.zone)
    if reply == NO_MOVE and s.nearest.count and s.rules & RULE_COVER:
        node.profit = &s.profit[s.pairing.graph.lines]
        if pays_to_decide(node.profit, s.limits.nodes):
            reply = decided_answer(&s.exact_cover, &s.pairing, node.maker, node.breaker, &s.nearest,
                                   node.empty, &node.zone)
            note_decision(node.profit, s.exact_cover.spent, reply != NO_MOVE)
    return reply


cdef int settle_replies(search_t* s, weak_node_t* node) noexcept nogil:
    """List Breaker's replies; NO if a pairing settles one, else OPEN.

    The candidates are the cells where a reply may lie. At a node that was met before none was
    found, so pairings are not tried again.
    """
    cdef frame_t* frame = &s.frames[node.ply]
    cdef int reply
    node.profit = NULL
    sort_moves(s, node)
    if s.rules & RULE_HISTORY:
        rank_replies(s.history, node.ply, frame.weight, &frame.moves)
    if s.rules & RULE_PAIRING and s.pairing.graph.lines and not node.met_before:
        reply = settling_reply(s, node)
        if reply != NO_MOVE:
            return held_by(s, node, reply, 0)                   # whatever `beta` is
    if node.record.move != NO_MOVE and bb_has(node.candidates, node.record.move):
        bring_to_front(&frame.moves, node.record.move)
    node.known = known_reply(s, node)
    if node.known != NO_MOVE:
        bring_to_front(&frame.moves, node.known)
    return OPEN


cdef inline int search_replies(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node of Breaker's by replies that are searched."""
    # With other threads at the table, `known` may only be one under way: no reason to do without
    # proof numbers.
    if (s.prover.on and node.kind == KIND_CONTESTED_BREAKER
            and (node.known == NO_MOVE or s.busy != NULL)):
        return prove(s, node)
    return try_replies(s, node)


cdef int try_replies(search_t* s, weak_node_t* node) noexcept nogil:
    """Search Breaker's replies; the answer.

    In the weak game the first replies nearly always hold, and are searched in their order. In the
    contested game a wrong one may cost a hundred times what the right one does: when the reply in turn
    has taken long, the next ones are probed, with a small part of that each.
    """
    cdef choices_t* replies = &s.frames[node.ply].moves
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
        answer = weak_play(s, node, reply)
        limit_nodes(&s.limits, limit)
        if answer == NO:
            return reply_holds(s, node, reply, s.limits.nodes - began)
        if answer == YES:
            reply_fails(s, node, i)
        elif s.limits.stopped == STOP_NODES and s.limits.nodes < limit:
            s.limits.stopped = 0                   # the patience is spent, no more
            i += 1
        else:
            keep_place(s, node, replies.cell[0])
            return STOPPED
        if i >= min(replies.count, PROBED_REPLIES):
            i = 0
            patience *= PATIENCE_GROWTH
    return replies_failed(s, node)
