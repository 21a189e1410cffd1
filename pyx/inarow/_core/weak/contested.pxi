# The contested game: the ordinary game, searched in the manner of the weak one. Maker wants to complete a
# line before Breaker completes one; Breaker wants to hold, and may do so by a line of his own.
#
# There are positions in which Breaker does not hold in the weak game, but in the ordinary one: threats to
# complete a line gain him the time for it. `search` sees that, but knows neither zones nor the pairings
# that `weak` finds, and may take a hundred times the nodes. Here the nodes of `weak` have all of those
# means, and Breaker his threats as well:
#
# - who can complete a line does; who must answer a threat has no choice;
# - at Breaker's node a chain of threats of his (`threat/chain.pxi`) holds, as a line completed in the end;
#   one of Maker's, found as if Breaker passed, narrows the replies (`threat/zone.pxi`);
# - at Maker's node a chain of his wins; one of Breaker's, found as if Maker passed, narrows the moves
#   to its zone, as an answer to a move that failed does;
# - of two cells the one may stand for the other only if it lies on no line of Breaker's.
#
# A pairing holds whatever else happens, and so does what the table knows of the weak game. The zone of a
# NO is as in `weak`, with what `contested_zone.pxi` adds.
#
# A YES has no cells (`win_cells.pxi`): its zone means nothing.
#
# The moves that are left are searched in their order, or as their proof numbers have it
# (`proof_numbers.pxi`): then a node may also be STOPPED, with `stopped` = 0, since others look cheaper.
#
# The question is always whether Maker wins (`beta` = 1), never how soon. Both answers are facts about the
# ordinary game. It is not asked where only exactly k in a row win, since `weak` treats longer rows as
# wins of Maker's, and there is no tracing it.

cdef int contested_maker(search_t* s, bb_t maker, bb_t breaker, int ply, bb_t* zone) noexcept nogil:
    cdef const context_t* ctx = s.ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef lines_t* counters = &s.frames[ply].theirs
    cdef weak_node_t node, weak
    cdef bb_t cells, candidates
    cdef int answer, move, pairs
    if enter_node(s, &node, KIND_CONTESTED_MAKER, maker, breaker, zone):
        return STOPPED
    scan(ctx, maker, breaker, lines, counters)
    if lines.fewest == 0:
        return NO
    if lines.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, lines.one), node.empty))
        return YES
    if counters.fewest == 1:
        cells = bb_and(cells_of(ctx, counters.one), node.empty)
        answer = NO
        if not bb_several(cells):
            move = bb_lowest(cells)
            s.frames[ply].tried = bb_none()
            answer = weak_play(s, maker, breaker, ply, KIND_CONTESTED_MAKER, move, 1, zone)
            s.choice = move if answer == YES else NO_MOVE
        if answer == NO:
            zone[0] = kept_open(ctx, lines, maker, breaker, bb_or(zone[0], cells), 2)
        return answer
    weak_probe(s, ply, &node)
    answer = known_answer(s, &node, 1, zone)
    if answer != STOPPED:
        return answer
    if known_held(s, ply, &node, &weak):
        zone[0] = weak.record.zone
        return NO
    s.choice = known_win(s, &node)
    if s.choice != NO_MOVE:
        return YES

    if s.rules & RULE_VCF:
        pairs = look_for_chain(s, maker, breaker, s.keys[ply][0], lines, counters, MOST_PAIRS, False)
        if pairs != NO_CHAIN:
            s.choice = s.chain.move[0]
            keep_win(s, &node, 1, s.choice, zone[0])
            return YES
    candidates = node.empty
    if s.rules & RULE_ZONE:
        pairs = look_for_chain(s, breaker, maker, key_negate(s.keys[ply][0]), counters, lines,
                               MOST_PAIRS, True)
        if pairs != NO_CHAIN:
            zone[0] = contested_zone(ctx, &s.chain, pairs, maker, breaker)
            if s.rules & RULE_ZONES:
                candidates = bb_and(candidates, zone[0])
    return settle_or_search_moves(s, maker, breaker, ply, 1, &node, counters, node.empty, candidates,
                                  zone)


cdef int contested_breaker(search_t* s, bb_t maker, bb_t breaker, int ply, bb_t* zone) noexcept nogil:
    cdef const context_t* ctx = s.ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef lines_t* counters = &s.frames[ply].theirs
    cdef weak_node_t node, weak
    cdef bb_t cells
    cdef int answer, reply, pairs
    cdef bint met_before
    if enter_node(s, &node, KIND_CONTESTED_BREAKER, maker, breaker, zone):
        return STOPPED
    scan(ctx, maker, breaker, lines, counters)
    if lines.fewest == 0:
        return NO
    if counters.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, counters.one), node.empty))
        zone[0] = kept_open(ctx, lines, maker, breaker, bb_of(s.choice), 1)
        return NO
    if lines.fewest == 1:
        cells = bb_and(cells_of(ctx, lines.one), node.empty)
        if bb_several(cells):
            return YES
        reply = bb_lowest(cells)
        s.frames[ply].tried = bb_none()
        answer = weak_play(s, maker, breaker, ply, KIND_CONTESTED_BREAKER, reply, 1, zone)
        zone[0] = bb_or(zone[0], cells)
        s.choice = reply if answer == NO else NO_MOVE
        return answer
    cells = bb_and(bb_or(cells_alive(ctx, lines), cells_alive(ctx, counters)), node.empty)
    if s.rules & RULE_REPLIES:
        cells = bb_and(cells, replies(ctx, counters, lines, maker, node.empty, NULL))
        if not bb_any(cells):
            return YES
    met_before = weak_probe(s, ply, &node) or was_left(s, ply)
    answer = known_answer(s, &node, 1, zone)
    if answer != STOPPED:
        return answer
    if known_held(s, ply, &node, &weak):
        zone[0] = weak.record.zone
        s.choice = weak.record.move
        return NO

    if s.rules & RULE_VCF:
        pairs = look_for_chain(s, breaker, maker, key_negate(s.keys[ply][0]), counters, lines,
                               MOST_PAIRS, True)
        if pairs != NO_CHAIN:
            zone[0] = contested_zone(ctx, &s.chain, pairs, maker, breaker)
            return held_by(s, &node, s.chain.move[0], 0, zone[0])
    if s.rules & RULE_ZONE:
        pairs = look_for_chain(s, maker, breaker, s.keys[ply][0], lines, counters, MOST_PAIRS, True)
        if pairs != NO_CHAIN:
            cells = bb_and(cells, zone_of(ctx, &s.chain, pairs, maker, breaker))
    return settle_or_search_replies(s, maker, breaker, ply, 1, &node, counters, cells, bb_none(),
                                    met_before, zone)
