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
# `beta` = 1 asks "can the mover win?", 0 "can he hold the draw?", WIN - d "can he win within d plies?",
# d - WIN + 1 "can he outlast d plies?".
#
# The tests at a node go from cheap to dear: what is on the board, what can be on it at the soonest,
# replies to double threats, the table, chains of threats, pairings, the moves.

cdef inline int child_beta(int beta) noexcept nogil:
    """The question to ask of a child: `score >= beta` here means not `score >= this` there.

    A child's win in d is a loss in d + 1 here, hence the shift by one; "can he win at all" and
    "can he hold" pass into each other.
    """
    if beta == 1:
        return 0
    if beta == 0:
        return 1
    return -beta if beta > 0 else 2 - beta


cdef inline int play(search_t* s, bb_t own, bb_t opponent, int empties, int move,
                     int beta) noexcept nogil:
    """The answer for the position if the mover plays `move`."""
    cdef int answer
    cdef int ply = s.ctx.cells - empties
    push_keys(s, ply, move)
    s.frames[ply + 1].cost = s.frames[ply].cost
    s.frames[ply].move = move
    s.now = ply + 1
    answer = search(s, opponent, bb_or(own, bb_of(move)), empties - 1, child_beta(beta))
    if answer == STOPPED:
        return STOPPED
    if answer == NO:
        s.choice = move
        return YES
    return NO


cdef int search(search_t* s, bb_t own, bb_t opponent, int empties, int beta) noexcept nogil:
    cdef const context_t* ctx = s.ctx
    cdef int ply = ctx.cells - empties
    cdef lines_t* mine = &s.frames[ply].mine
    cdef lines_t* theirs = &s.frames[ply].theirs
    cdef order_t* order = &s.frames[ply].order
    cdef record_t record
    cdef bb_t empty, moves, cells, deferred
    cdef uint64_t mark
    cdef bint attacking = beta > 0
    cdef bint in_turn = s.busy != NULL and attacking and may_part(s, ply)   # asked once
    cdef int move, symmetry, pairs
    cdef int cost = s.frames[ply].cost
    cdef int answer = NO
    cdef bint priced = s.frames[ply].cost < ANY_COST
    cdef bint met_before = False, cut = False, worthwhile
    cdef uint64_t entered = s.limits.nodes
    cdef key_t key

    if node_stops(&s.limits):
        return STOPPED

    # What is on the board: a line to complete, a line to block, a full board.
    s.choice = NO_MOVE
    s.cut = False
    empty = bb_andnot(ctx.full, bb_or(own, opponent))
    if ply > s.root_ply:
        lines_after(ctx, s.frames[ply - 1].move, opponent, own, &s.frames[ply - 1].mine,
                    &s.frames[ply - 1].theirs, theirs, mine)
    else:
        scan(ctx, own, opponent, mine, theirs)
    if mine.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, mine.one), empty))
        return WIN - 1 >= beta
    if theirs.fewest == 1:
        cells = bb_and(cells_of(ctx, theirs.one), empty)
        s.choice = bb_lowest(cells)
        if bb_several(cells):
            return 2 - WIN >= beta
        s.frames[ply].tried = bb_none()
        if priced and not attacking and not pays(s, ply, True):
            return YES
        return play(s, own, opponent, empties, s.choice, beta)
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
        if beta > 0 and potential(mine, ctx.directions) < UNITY / 2:
            return NO
        if beta <= 0 and ply > s.root_ply and potential(theirs, ctx.directions) < UNITY:
            return YES

    moves = empty
    if s.rules & RULE_REPLIES:
        moves = replies(ctx, mine, theirs, opponent, empty, NULL)
        if not bb_any(moves):
            return 4 - WIN >= beta

    key = canonical_key(s, ply, &symmetry)
    record = nothing_known()
    if s.rules & RULE_TABLE and table_probe(s.table, key, KIND_STRONG, &record):
        met_before = True
        if record.move != NO_MOVE:
            record.move = ctx.preimage[symmetry][record.move]
        if record.upper < beta:
            return NO
        if record.lower >= beta and (record.move != NO_MOVE or ply > s.root_ply):
            s.choice = record.move
            return YES

    if priced and too_dear(s, ply, key, symmetry, attacking, &record, &met_before):
        return not attacking

    worthwhile = empties >= CHAIN_EMPTIES or not s.rules & RULE_SPARING
    if s.rules & RULE_VCF and worthwhile:
        pairs = own_chain(s, own, opponent, ply, beta)
        if pairs != NO_CHAIN:
            s.choice = s.chain.move[0]
            answer = YES
            beta = WIN - 3 - 2 * pairs      # more than was asked
    if answer == NO and s.rules & RULE_ZONE and worthwhile:
        moves = bb_and(moves, zone_of_threat(s, own, opponent, ply, beta))
    if answer == NO and priced:
        if attacking:
            moves = affordable(s, ply, mine, moves)
            cut = s.cut
        elif not pays(s, ply, not bb_equal(moves, empty)):
            return YES

    if s.rules & RULE_ORDER:
        order_moves(ctx, mine, theirs, order)
    else:
        no_order(order)
    # A reply that leaves the other side no line to complete: not looked for a second time.
    if answer == NO and s.rules & RULE_PAIRING and beta <= 0 and not met_before:
        s.choice = paired_reply(ctx, &s.pairing, &s.replies, theirs, order, moves, empty, empties)
        if s.choice != NO_MOVE:
            answer = YES
            beta = 0            # more than was asked

    # The moves: the one that served before, then the best-looking.
    s.frames[ply].tried = moves
    if answer == NO and record.move != NO_MOVE and bb_has(moves, record.move):
        s.frames[ply].left = moves = bb_andnot(moves, bb_of(record.move))
        answer = play(s, own, opponent, empties, record.move, beta)
        cut = s.cut or attacking and cut
    deferred = bb_none()
    while answer == NO and (bb_any(moves) or bb_any(deferred)):
        if not bb_any(moves):
            moves = deferred
            in_turn = False
        move = pick(order, moves)
        s.frames[ply].left = moves = bb_andnot(moves, bb_of(move))
        if in_turn:
            # All moves of an attacker who fails must be tried, in whatever order.
            mark = move_mark(key, symmetry, move, ctx)
            if is_busy(s, mark):
                deferred = bb_or(deferred, bb_of(move))
                continue
            set_busy(s, mark)
        deferred = bb_andnot(deferred, bb_of(move))
        answer = play(s, own, opponent, empties, move, beta)
        cut = s.cut or attacking and cut
        if in_turn:
            set_idle(s, mark)
    if answer == STOPPED:
        return STOPPED

    # That the attacker wins is a fact, whatever was cut on the way.
    s.cut = cut and answer != attacking
    if s.cut:
        cost_store(s, key, symmetry, attacking, cost)
        return answer
    if s.rules & RULE_TABLE:
        if answer == YES:
            record.lower = beta
            record.move = s.choice
        else:
            record.upper = beta - 1
        if record.move != NO_MOVE:
            record.move = ctx.image[symmetry][record.move]
        record.work = work_of(s.limits.nodes - entered)
        table_make_room(s.table, &s.limits)
        table_store(s.table, key, KIND_STRONG, &record)
    return answer
