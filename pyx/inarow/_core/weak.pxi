# The weak game, or Maker-Breaker game: Maker wants to complete a line, Breaker only to stop him;
# Breaker's own lines count for nothing. If Breaker holds, the ordinary game is not lost for him.
#
# Scores are Maker's, on the scale of `search`: WIN - d if he completes a line d plies from now,
# 0 if Breaker holds. `maker_node` and `breaker_node` answer "is the score at least `beta`?" for
# either side to move; `beta` = 1 asks "can Maker win?", WIN - d "within d plies?".
#
# Every NO comes with a zone: a set of empty cells such that the answer stays NO whatever stones
# Maker were given outside it (the zones of relevance of the solvers of Go; Thomsen, "Lambda-search
# in game trees", ICGA Journal 23, 2000, and of Hex, as "must-play regions").
#
#     no live line                    nothing
#     a pairing                       its cells
#     beyond the horizon              the empty cells of the live lines: no others matter
#     Breaker's node                  his reply, and the zone after it
#     Maker's node                    the zones of the moves that were searched, together
#
# At Maker's node a move outside the zone of one that failed fails as well: Breaker plays on as if
# Maker had made that one, and what he has instead lies outside. So every zone narrows the choice,
# and the search of a node ends when no candidate is left. A move that another one dominates is not
# searched, but then the dominating cell belongs to the zone: Breaker must find it empty.
#
# Keys are of Maker's stones (+) and Breaker's (-), whoever is to move: the kind of a table entry
# tells that. The zone of an entry belongs to its upper bound; the move of an entry reaches the
# lower bound if Maker is to move, the upper one if Breaker is. (As long as Breaker's has no upper
# bound it is only the one that is being searched, or was when the search was stopped.)


cdef inline int weak_beta(int beta) noexcept nogil:
    """The question to ask one ply on: a win in d is then one in d - 1."""
    return 1 if beta == 1 else beta + 1


cdef inline int weak_play(search_t* s, bb_t maker, bb_t breaker, int ply, int kind, int move,
                          int beta, bb_t* zone) noexcept nogil:
    """The answer after a move at a node of `kind`, and the zone after it."""
    cdef int answer
    weak_push(s, ply, kind, move)
    beta = weak_beta(beta)
    if kind == KIND_MAKER:
        maker = bb_or(maker, bb_of(move))
        answer = breaker_node(s, maker, breaker, ply + 1, beta, zone)
    else:
        breaker = bb_or(breaker, bb_of(move))
        answer = maker_node(s, maker, breaker, ply + 1, beta, zone)
    if s.tracer != NULL:
        trace_weak(s, KIND_BREAKER if kind == KIND_MAKER else KIND_MAKER, maker, breaker, beta,
                   answer, zone[0])
    return answer


cdef int maker_node(search_t* s, bb_t maker, bb_t breaker, int ply, int beta,
                    bb_t* zone) noexcept nogil:
    cdef const context_t* ctx = s.weak_ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef choices_t* moves = &s.frames[ply].moves
    cdef pairing_t* p = &s.pairing
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef weak_node_t node
    cdef bb_t empty, cells, live, candidates, skipped, after
    cdef uint64_t mark
    cdef bint in_turn = s.busy != NULL      # asked once: a crew may come together meanwhile
    cdef bint elder = False                 # has a move been searched here?
    cdef int answer, i, move, reply, first, pairs

    s.nodes += 1
    if s.nodes >= s.alarm and look_up(s):
        return STOPPED
    s.choice = NO_MOVE
    node.kind = KIND_MAKER
    node.entered = s.nodes
    empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    scan_maker(ctx, maker, breaker, lines)
    zone[0] = bb_none()
    if lines.fewest == 0:
        return NO
    if lines.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, lines.one), empty))
        return YES
    if beta > WIN - 3 or (s.rules & RULE_REACH
                          and reach(lines.fewest, (bb_count(empty) + 1) >> 1, True) < beta):
        zone[0] = bb_and(cells_alive(ctx, lines), empty)
        return NO
    if s.rules & RULE_DOUBLE:
        cells = double_threat(ctx, lines, maker, empty, empty)
        if bb_any(cells):
            s.choice = bb_lowest(cells)
            return YES
    if weak_probe(s, ply, &node):
        if node.record.upper < beta:
            zone[0] = node.record.zone
            return NO
        if node.record.lower >= beta:
            s.choice = node.record.move
            return YES

    if s.rules & RULE_VCF and is_crowded(ctx, lines):
        pairs = makers_chain(s, maker, breaker, s.keys[ply][0], lines, (WIN - 3 - beta) >> 1, False)
        if pairs != NO_CHAIN:
            s.choice = node.record.move = s.attack.chain.move[0]
            node.record.lower = WIN - 3 - 2 * pairs     # more than was asked
            weak_store(s, &node)
            return YES
    candidates = bb_and(cells_alive(ctx, lines), empty)
    live = set_down(s, lines, empty, candidates, True, moves, &skipped, by, weight)
    if s.rules & RULE_PAIRING and p.net.lines:
        keep_pairs(p, empty)
        for i in range(moves.count):
            move = moves.cell[i]
            if not bb_meet(candidates, bb_of(move)):
                continue
            reply = quick_answer(p, weight, empty, move, &after)
            if reply != NO_MOVE:
                if s.tracer != NULL:
                    trace_quick(s, bb_or(maker, bb_of(move)), breaker, reply, weak_beta(beta),
                                after)
                zone[0] = bb_or(zone[0], after)
                candidates = bb_andnot(candidates, bb_of(move))
                if s.rules & RULE_ZONES:
                    candidates = bb_and(candidates, after)
    if in_turn:
        leave_trace(s, &node)
    # Moves that another thread or process is at come last: all must be tried. But the first is never
    # put off: the zone of its answer tells whether the others matter.
    first = node.record.move
    s.frames[ply].tried = bb_andnot(candidates, skipped)
    for i in range(-1, (1 + in_turn) * moves.count):
        move = first if i < 0 else moves.cell[i % moves.count]
        if move == NO_MOVE or not bb_meet(bb_andnot(candidates, skipped), bb_of(move)):
            continue
        if in_turn:
            mark = move_mark(node.key, node.symmetry, move, ctx)
            if i < moves.count and elder and is_busy(s, mark):
                continue
            set_busy(s, mark)
            elder = True
        s.frames[ply].left = bb_andnot(bb_andnot(candidates, skipped), bb_of(move))
        answer = weak_play(s, maker, breaker, ply, KIND_MAKER, move, beta, &after)
        if in_turn:
            set_idle(s, mark)
        if answer == STOPPED:
            return STOPPED
        if answer == YES:
            s.choice = node.record.move = move
            node.record.lower = beta
            weak_store(s, &node)
            return YES
        zone[0] = bb_or(zone[0], after)
        candidates = bb_andnot(candidates, bb_of(move))
        if s.rules & RULE_ZONES:
            candidates = bb_and(candidates, after)

    skipped = bb_and(skipped, candidates)
    while bb_any(skipped):
        zone[0] = bb_or(zone[0], bb_of(by[pop_lowest(&skipped)]))
    if not s.rules & RULE_ZONES:
        zone[0] = live
    s.choice = NO_MOVE
    node.record.upper = beta - 1
    node.record.zone = zone[0]
    weak_store(s, &node)
    return NO


cdef int breaker_node(search_t* s, bb_t maker, bb_t breaker, int ply, int beta,
                      bb_t* zone) noexcept nogil:
    cdef const context_t* ctx = s.weak_ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef choices_t* moves = &s.frames[ply].moves
    cdef lines_t none
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef weak_node_t node
    cdef bb_t empty, cells, skipped
    cdef profit_t* profit = NULL            # of the complete search, if a look ahead was of no use
    cdef int answer, i, move, pairs
    cdef bint met_before
    cdef uint64_t began

    s.nodes += 1
    if s.nodes >= s.alarm and look_up(s):
        return STOPPED
    s.choice = NO_MOVE
    node.kind = KIND_BREAKER
    node.entered = s.nodes
    empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    scan_maker(ctx, maker, breaker, lines)
    zone[0] = bb_none()
    if lines.fewest == 0:
        return NO
    cells = bb_and(cells_alive(ctx, lines), empty)
    if beta > WIN - 2 or (s.rules & RULE_REACH
                          and reach(lines.fewest, bb_count(empty) >> 1, False) < beta):
        zone[0] = cells
        return NO
    if lines.fewest == 1:
        cells = bb_and(cells_of(ctx, lines.one), empty)
        s.choice = bb_lowest(cells)
        if bb_several(cells):
            return YES
    elif s.rules & RULE_REPLIES:
        memset(&none, 0, sizeof(none))
        cells = bb_and(cells, replies(ctx, &none, lines, maker, empty))
        if not bb_any(cells):
            if beta <= WIN - 4:
                return YES
            cells = bb_and(cells_alive(ctx, lines), empty)
    met_before = weak_probe(s, ply, &node)
    if met_before:
        if node.record.upper < beta:
            zone[0] = node.record.zone
            s.choice = node.record.move
            return NO
        if node.record.lower >= beta:
            return YES

    # His reply must meet the chain that Maker has if it comes in time: its win in 2n + 3 plies is
    # one in 2n + 4 from here.
    if s.rules & RULE_VCF and lines.fewest == 2 and beta <= WIN - 4 and is_crowded(ctx, lines):
        pairs = makers_chain(s, maker, breaker, s.keys[ply][0], lines, (WIN - 4 - beta) >> 1, True)
        if pairs != NO_CHAIN:
            cells = bb_and(cells, zone_of(ctx, &s.attack.chain, pairs, maker, breaker))
    set_down(s, lines, empty, cells, False, moves, &skipped, by, weight)
    if s.rules & RULE_EXPERIENCE:
        rank_replies(s.experience, ply, weight, moves)
    if s.rules & RULE_PAIRING and s.pairing.net.lines and not met_before:
        move = paired_answer(&s.pairing, moves, empty, &s.nearest, zone)
        if move == NO_MOVE and s.rules & RULE_COMPLETE:
            profit = &s.profit[s.pairing.net.lines]
            if pays_to_decide(profit):
                move = decided_answer(&s.complete, &s.pairing, maker, breaker, &s.nearest, empty,
                                      zone)
                note_decision(profit, s.complete.spent, move != NO_MOVE)
        if move != NO_MOVE:
            if s.tracer != NULL:
                trace_pairs(s, maker, breaker, move, zone[0])
            s.choice = node.record.move = move
            node.record.upper = 0               # more than was asked
            node.record.zone = zone[0]
            weak_store(s, &node)
            return NO
    if node.record.move != NO_MOVE and bb_meet(cells, bb_of(node.record.move)):
        bring_to_front(moves, node.record.move)
    move = known_reply(s, ply, moves, weak_beta(beta))
    if move != NO_MOVE:
        bring_to_front(moves, move)
    for i in range(moves.count):
        move = moves.cell[i]
        if s.busy != NULL:
            keep_place(s, &node, move)
        began = s.nodes
        answer = weak_play(s, maker, breaker, ply, KIND_BREAKER, move, beta, zone)
        if answer == STOPPED:
            keep_place(s, &node, move)
            return STOPPED
        if answer == NO:
            note_reply(s.experience, ply, move, s.nodes - began)
            if profit != NULL:
                note_search(profit, s.nodes - node.entered)
            zone[0] = bb_or(zone[0], bb_of(move))
            s.choice = node.record.move = move
            node.record.upper = beta - 1
            node.record.zone = zone[0]
            weak_store(s, &node)
            return NO
    s.choice = NO_MOVE
    node.record.lower = beta
    weak_store(s, &node)
    return YES
