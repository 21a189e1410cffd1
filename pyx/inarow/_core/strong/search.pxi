# The search: is the score of this position at least `beta`?
#
# A score is seen from the mover and says how the game ends and how soon:
#
#     WIN - d      the mover completes a line d plies from now
#     0            a draw
#     d - WIN      the other side completes one d plies from now
#
# so a quicker win is a higher score and a longer defence a less low one. Every question is asked with a
# null window, and the answer is a bound:
#
#     search(…, beta) = YES   means   score >= beta
#     search(…, beta) = NO    means   score <  beta
#     search(…, beta) = STOPPED       means nothing, and no bound was stored on the way up
#
# `beta` = 1 asks "can the mover win?", 0 "can it hold the draw?", WIN - d "can it win within d plies?",
# d - WIN + 1 "can it outlast d plies?".
#
# Misère games and those with gravity have a node of their own, which knows less: `plain.pxi`.
#
# The tests at a node go from cheap to dear: what is on the board, what can be on it at the soonest,
# replies to double threats, the table, chains of threats, pairings, the moves.

cdef inline int child_beta(int beta) noexcept nogil:
    """The question to ask of a child: `score >= beta` here means not `score >= this` there.

    A child's win in d is a loss in d + 1 here, hence the shift by one; "can it win at all" and
    "can it hold" pass into each other.
    """
    if beta == 1:
        return 0
    if beta == 0:
        return 1
    return -beta if beta > 0 else 2 - beta


cdef inline int play(search_t* s, int ply, int move, int beta) noexcept nogil:
    """The answer for the position of a ply if the mover plays `move`."""
    cdef const strong_node_t* node = &s.frames[ply].strong
    cdef strong_node_t* after = &s.frames[ply + 1].strong
    cdef int answer
    after.own = node.opponent
    after.opponent = bb_or(node.own, bb_of(move))
    push_keys(s, ply, move)
    s.frames[ply + 1].cost = s.frames[ply].cost
    s.frames[ply].move = move
    s.now = ply + 1
    answer = search(s, ply + 1, child_beta(beta))
    if answer == STOPPED:
        return STOPPED
    if answer == NO:
        s.choice = move
        return YES
    return NO


cdef int search_position(search_t* s, bb_t own, bb_t opponent, int beta, int cost) noexcept nogil:
    """The answer for a position that was not reached by a move."""
    cdef frame_t* frame = &s.frames[s.root_ply]
    frame.strong.own = own
    frame.strong.opponent = opponent
    frame.cost = cost
    return search(s, s.root_ply, beta)


cdef int search(search_t* s, int ply, int beta) noexcept nogil:
    """The answer for the position in the frame of a ply."""
    cdef int answer = look_plainly(s, ply, beta) if s.ctx.plainly else look(s, ply, beta)
    if answer == OPEN:
        return try_moves(s, ply, beta)
    if answer == FORCED:
        return play(s, ply, s.frames[ply].strong.forced, beta)
    return answer


cdef inline bb_t arrive(search_t* s, int ply) noexcept nogil:
    """Begin with the node of a ply: find its lines, and return the empty cells."""
    cdef frame_t* frame = &s.frames[ply]
    cdef strong_node_t* node = &frame.strong
    s.choice = NO_MOVE
    s.cut = False
    node.entered = s.limits.nodes - 1
    node.cost = frame.cost
    node.cut = False
    if ply > s.root_ply:
        lines_after(s.ctx, s.frames[ply - 1].move, node.opponent, node.own, &s.frames[ply - 1].mine,
                    &s.frames[ply - 1].theirs, &frame.theirs, &frame.mine)
    else:
        scan(s.ctx, node.own, node.opponent, &frame.mine, &frame.theirs)
    return bb_andnot(s.ctx.full, bb_or(node.own, node.opponent))


cdef inline int recall_node(search_t* s, int ply, int beta, bb_t moves) noexcept nogil:
    """The answer if the table has it, else OPEN. `node.record` is what it knows, in any case."""
    cdef strong_node_t* node = &s.frames[ply].strong
    node.key = canonical_key(s, ply, &node.symmetry)
    node.record = nothing_known()
    node.met_before = s.rules & RULE_TABLE and table_probe(s.table, node.key, KIND_STRONG, &node.record)
    if not node.met_before:
        return OPEN
    node.record.move = move_here(s.ctx.preimage[node.symmetry], node.record.move, moves)
    if node.record.upper < beta:
        return NO
    if node.record.lower >= beta and (node.record.move != NO_MOVE or ply > s.root_ply):
        s.choice = node.record.move
        return YES
    return OPEN


cdef int look(search_t* s, int ply, int beta) noexcept nogil:
    """The answer, if no move needs to be searched for it; else OPEN or FORCED."""
    cdef const context_t* ctx = s.ctx
    cdef frame_t* frame = &s.frames[ply]
    cdef strong_node_t* node = &frame.strong
    cdef lines_t* mine = &frame.mine
    cdef lines_t* theirs = &frame.theirs
    cdef bb_t empty, moves, cells
    cdef bint attacking = beta > 0
    cdef bint priced = frame.cost < ANY_COST
    cdef bint worthwhile
    cdef int pairs, answer, empties = ctx.cells - ply

    if node_stops(&s.limits):
        return STOPPED

    # What is on the board: a line to complete, a line to block, a full board.
    empty = arrive(s, ply)
    if mine.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, mine.one), empty))
        return WIN - 1 >= beta
    if theirs.fewest == 1:
        cells = bb_and(cells_of(ctx, theirs.one), empty)
        s.choice = node.forced = bb_lowest(cells)
        if bb_several(cells):
            return 2 - WIN >= beta
        frame.tried = bb_none()
        if priced and not attacking and not pays(s, ply, True):
            return YES
        return FORCED
    if empties == 0:
        return 0 >= beta

    # What can be on it at the soonest. Every move keeps to these bounds, so no move is named.
    if s.rules & RULE_REACH:
        if -reach(theirs.fewest, empties >> 1, False) >= beta:
            return YES
        if reach(mine.fewest, (empties + 1) >> 1, True) < beta:
            return NO
    # The lines of a side may be too few and too empty ever to be completed against good defence.
    # Not every move is good defence: at the root, where a move is wanted, one is searched for.
    if s.rules & RULE_POTENTIAL:
        if beta > 0 and potential(ctx, mine) < UNITY / 2:
            return NO
        if beta <= 0 and ply > s.root_ply and potential(ctx, theirs) < UNITY:
            return YES

    moves = empty
    if s.rules & RULE_REPLIES:
        moves = replies(ctx, mine, theirs, node.opponent, empty, NULL)
        if not bb_any(moves):
            return 4 - WIN >= beta

    answer = recall_node(s, ply, beta, empty)
    if answer != OPEN:
        return answer

    if priced and too_dear(s, node, attacking):
        return not attacking

    worthwhile = empties >= CHAIN_EMPTIES or not s.rules & RULE_SPARING
    if s.rules & RULE_VCF and worthwhile:
        pairs = own_chain(s, ply, beta)
        if pairs != NO_CHAIN:
            s.choice = s.chain.move[0]
            return keep_answer(s, node, YES, WIN - 3 - 2 * pairs)       # more than was asked
    if s.rules & RULE_ZONE and worthwhile:
        moves = bb_and(moves, zone_of_threat(s, ply, beta))
    if priced:
        if attacking:
            moves = affordable(s, ply, mine, moves)
            node.cut = s.cut
        elif not pays(s, ply, not bb_equal(moves, empty)):
            return YES

    if s.rules & RULE_ORDER:
        order_moves(ctx, mine, theirs, &frame.order)
    else:
        no_order(&frame.order)
    # A reply that leaves the other side no line to complete: not looked for a second time.
    if s.rules & RULE_PAIRING and beta <= 0 and not node.met_before:
        s.choice = paired_reply(ctx, &s.pairing, &s.replies, theirs, &frame.order, moves, empty, empties)
        if s.choice != NO_MOVE:
            return keep_answer(s, node, YES, 0)                         # more than was asked
    frame.tried = moves
    return OPEN


cdef int move_left(search_t* s, frame_t* frame) noexcept nogil:
    """The best-looking of the moves that are left, or NO_MOVE; those that others are at come last.

    All moves of an attacker who fails must be tried, in whatever order.
    """
    cdef strong_node_t* node = &frame.strong
    cdef int move
    node.mark = 0
    while bb_any(frame.left) or bb_any(node.deferred):
        if not bb_any(frame.left):
            frame.left = node.deferred
            node.deferred = bb_none()
            node.in_turn = False
        move = pick(&frame.order, frame.left)
        frame.left = bb_andnot(frame.left, bb_of(move))
        if not node.in_turn:
            return move
        node.mark = move_mark(node.key, node.symmetry, move, s.ctx)
        if not is_busy(s, node.mark):
            set_busy(s, node.mark)
            return move
        node.mark = 0
        node.deferred = bb_or(node.deferred, bb_of(move))
    return NO_MOVE


cdef int first_move(search_t* s, frame_t* frame, bint in_turn) noexcept nogil:
    """The move that served before, else the best-looking; nothing has been tried yet."""
    cdef strong_node_t* node = &frame.strong
    frame.left = frame.tried
    node.deferred = bb_none()
    node.in_turn = in_turn
    node.mark = 0
    if node.record.move == NO_MOVE or not bb_has(frame.left, node.record.move):
        return move_left(s, frame)
    frame.left = bb_andnot(frame.left, bb_of(node.record.move))
    return node.record.move


cdef int try_moves(search_t* s, int ply, int beta) noexcept nogil:
    """The answer by the moves that are to be tried."""
    cdef strong_node_t* node = &s.frames[ply].strong
    cdef int answer = NO
    cdef int move = first_move(s, &s.frames[ply], s.busy != NULL and beta > 0 and may_part(s, ply))
    while move != NO_MOVE:
        answer = play(s, ply, move, beta)
        node.cut = s.cut or beta > 0 and node.cut
        if node.mark:
            set_idle(s, node.mark)
        if answer != NO:
            break
        move = move_left(s, &s.frames[ply])
    return STOPPED if answer == STOPPED else keep_answer(s, node, answer, beta)


cdef int keep_answer(search_t* s, strong_node_t* node, int answer, int beta) noexcept nogil:
    """Keep the answer to `beta`, with `s.choice` if it is YES, and return it."""
    cdef bint attacking = beta > 0
    # That the attacker wins is a fact, whatever was cut on the way.
    s.cut = node.cut and answer != attacking
    if s.cut:
        cost_store(s, node, attacking)
    elif s.rules & RULE_TABLE:
        if answer == YES:
            node.record.lower = beta
            node.record.move = s.choice
        else:
            node.record.upper = beta - 1
        if node.record.move != NO_MOVE:
            node.record.move = s.ctx.image[node.symmetry][node.record.move]
        node.record.work = work_of(s.limits.nodes - node.entered)
        table_make_room(s.table, &s.limits)
        table_store(s.table, node.key, KIND_STRONG, &node.record)
    return answer
