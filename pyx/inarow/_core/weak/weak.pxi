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
# A YES comes with the cells of the win: `win_cells.pxi`.
#
# Keys are of Maker's stones (+) and Breaker's (-), whoever is to move: the kind of a table entry
# tells that. The zone of an entry belongs to its upper bound, if there is one, else it has the cells
# of a win instead; the move of an entry reaches the lower bound if Maker is to move, the upper one if
# Breaker is. (As long as Breaker's has no upper bound it is only the one that is being searched, or
# was when the search was stopped.)


cdef int maker_node(search_t* s, bb_t maker, bb_t breaker, int ply, int beta,
                    bb_t* zone) noexcept nogil:
    cdef const context_t* ctx = s.weak_ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef choices_t* moves = &s.frames[ply].moves
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef weak_node_t node
    cdef bb_t empty, cells, live, candidates, skipped
    cdef int pairs

    if node_stops(&s.limits):
        return STOPPED
    s.choice = NO_MOVE
    node.kind = KIND_MAKER
    node.entered = s.limits.nodes
    empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    scan_maker(ctx, maker, breaker, lines)
    zone[0] = bb_none()
    if lines.fewest == 0:
        return NO
    if lines.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, lines.one), empty))
        zone[0] = bb_of(s.choice)
        return YES
    if beta > WIN - 3 or (s.rules & RULE_REACH
                          and reach(lines.fewest, (bb_count(empty) + 1) >> 1, True) < beta):
        zone[0] = bb_and(cells_alive(ctx, lines), empty)
        return NO
    if s.rules & RULE_DOUBLE:
        cells = double_threat(ctx, lines, maker, empty, empty)
        if bb_any(cells):
            s.choice = bb_lowest(cells)
            zone[0] = bb_or(cells, completions(ctx, bb_or(maker, cells), bb_andnot(empty, cells)))
            return YES
    if weak_probe(s, ply, &node):
        if node.record.upper < beta:
            zone[0] = node.record.zone
            return NO
        if node.record.lower >= beta:
            s.choice = node.record.move
            zone[0] = known_cells(&node, empty)
            return YES

    if s.rules & RULE_VCF and is_crowded(ctx, lines):
        pairs = makers_chain(&s.attack, maker, breaker, s.keys[ply][0], lines, (WIN - 3 - beta) >> 1, True)
        if pairs != NO_CHAIN:
            s.choice = s.attack.chain.move[0]
            zone[0] = bb_and(empty, zone_of(ctx, &s.attack.chain, pairs, maker, breaker))
            keep_win(s, &node, WIN - 3 - 2 * pairs, s.choice, zone[0])      # more than was asked
            return YES
    candidates = bb_and(cells_alive(ctx, lines), empty)
    live = set_down(s, lines, NULL, breaker, empty, candidates, True, moves, &skipped, by, weight)
    settle_moves(s, maker, breaker, beta, empty, moves, weight, False, &candidates, zone)
    return search_moves(s, maker, breaker, ply, beta, &node, live, candidates, skipped, by, zone)


cdef int breaker_node(search_t* s, bb_t maker, bb_t breaker, int ply, int beta,
                      bb_t* zone) noexcept nogil:
    cdef const context_t* ctx = s.weak_ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef choices_t* moves = &s.frames[ply].moves
    cdef lines_t none
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef weak_node_t node
    cdef bb_t empty, cells, skipped, chain
    cdef bb_t won = bb_none()   # the cells of the threats that leave no replies but `cells`
    cdef int pairs
    cdef bint met_before

    if node_stops(&s.limits):
        return STOPPED
    s.choice = NO_MOVE
    node.kind = KIND_BREAKER
    node.entered = s.limits.nodes
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
        won = cells = bb_and(cells_of(ctx, lines.one), empty)
        s.choice = bb_lowest(cells)
        if bb_several(cells):
            zone[0] = cells
            return YES
    elif s.rules & RULE_REPLIES and beta <= WIN - 4:
        memset(&none, 0, sizeof(none))
        cells = bb_and(cells, replies(ctx, &none, lines, maker, empty, &won))
        if not bb_any(cells):
            zone[0] = won
            return YES
    met_before = weak_probe(s, ply, &node)
    if met_before:
        if node.record.upper < beta:
            zone[0] = node.record.zone
            s.choice = node.record.move
            return NO
        if node.record.lower >= beta:
            zone[0] = known_cells(&node, empty)
            return YES

    # His reply must meet the chain that Maker has if it comes in time: its win in 2n + 3 plies is
    # one in 2n + 4 from here.
    if s.rules & RULE_VCF and lines.fewest == 2 and beta <= WIN - 4 and is_crowded(ctx, lines):
        pairs = makers_chain(&s.attack, maker, breaker, s.keys[ply][0], lines, (WIN - 4 - beta) >> 1, True)
        if pairs != NO_CHAIN:
            chain = bb_and(empty, zone_of(ctx, &s.attack.chain, pairs, maker, breaker))
            cells = bb_and(cells, chain)
            won = bb_or(won, chain)
    set_down(s, lines, NULL, breaker, empty, cells, False, moves, &skipped, by, weight)
    if s.rules & RULE_HISTORY:
        rank_replies(s.history, ply, weight, moves)
    return search_replies(s, maker, breaker, ply, beta, &node, empty, cells, won, met_before, zone)
