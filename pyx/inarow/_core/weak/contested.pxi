# The contested game: the ordinary game, searched in the manner of the weak one. Maker wants to complete a
# line before Breaker completes one; Breaker wants to hold, and may do so by a line of its own.
#
# There are positions in which Breaker does not hold in the weak game, but in the ordinary one: threats to
# complete a line gain Breaker the time for it. `search` sees that, but knows neither zones nor the pairings
# that `weak` finds, and may take a hundred times the nodes. Here the nodes of `weak` have all of those
# means, and Breaker its threats as well:
#
# - who can complete a line does; who must answer a threat has no choice;
# - at Breaker's node a chain of Breaker's threats (`threat/chain.pxi`) holds, as a line completed in the end;
#   one of Maker's, found as if Breaker passed, narrows the replies (`threat/zone.pxi`);
# - at Maker's node a chain of Maker's wins; one of Breaker's, found as if Maker passed, narrows the moves
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

cdef int look_as_contested_maker(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node of Maker's, if no move needs to be searched; else OPEN or FORCED."""
    cdef const context_t* ctx = s.ctx
    cdef lines_t* lines = &s.frames[node.ply].mine
    cdef lines_t* counters = &s.frames[node.ply].theirs
    cdef bb_t cells
    cdef int answer, pairs
    if enter_node(s, node):
        return STOPPED
    scan(ctx, node.maker, node.breaker, lines, counters)
    if lines.fewest == 0:
        return NO
    if lines.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, lines.one), node.empty))
        return YES
    if counters.fewest == 1:
        cells = bb_and(cells_of(ctx, counters.one), node.empty)
        if bb_several(cells):
            node.zone = kept_open(ctx, lines, node.maker, node.breaker, cells, 2)
            return NO
        node.forced = bb_lowest(cells)
        s.frames[node.ply].tried = bb_none()
        return FORCED
    weak_probe(s, node)
    answer = known_answer(s, node)
    if answer != OPEN:
        return answer
    if known_held(s, node):
        return NO
    s.choice = known_win(s, node)
    if s.choice != NO_MOVE:
        return YES

    if s.rules & RULE_VCF:
        pairs = look_for_chain(s, node.maker, node.breaker, s.keys[node.ply][0], lines, counters,
                               MOST_PAIRS, False)
        if pairs != NO_CHAIN:
            s.choice = s.chain.move[0]
            keep_win(s, node, 1, s.choice)
            return YES
    node.live = node.candidates = node.empty
    if s.rules & RULE_ZONE:
        pairs = look_for_chain(s, node.breaker, node.maker, key_negate(s.keys[node.ply][0]), counters,
                               lines, MOST_PAIRS, True)
        if pairs != NO_CHAIN:
            node.zone = contested_zone(ctx, &s.chain, pairs, node.maker, node.breaker)
            if s.rules & RULE_ZONES:
                node.candidates = bb_and(node.candidates, node.zone)
    sort_moves(s, node)
    settle_moves(s, node)
    return OPEN


cdef void leave_forced_move(search_t* s, weak_node_t* node, int answer) noexcept nogil:
    """The one move was searched: the choice and the zone."""
    cdef bb_t cells = bb_or(node_after(s, node).zone, bb_of(node.forced))
    s.choice = node.forced if answer == (YES if is_makers(node.kind) else NO) else NO_MOVE
    if not is_makers(node.kind):
        node.zone = cells
    elif answer == NO:
        node.zone = kept_open(s.ctx, &s.frames[node.ply].mine, node.maker, node.breaker, cells, 2)


cdef int look_as_contested_breaker(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node of Breaker's, if no reply needs to be searched; else OPEN or FORCED."""
    cdef const context_t* ctx = s.ctx
    cdef lines_t* lines = &s.frames[node.ply].mine
    cdef lines_t* counters = &s.frames[node.ply].theirs
    cdef bb_t cells
    cdef int answer, pairs
    if enter_node(s, node):
        return STOPPED
    scan(ctx, node.maker, node.breaker, lines, counters)
    if lines.fewest == 0:
        return NO
    if counters.fewest == 1:
        s.choice = bb_lowest(bb_and(cells_of(ctx, counters.one), node.empty))
        node.zone = kept_open(ctx, lines, node.maker, node.breaker, bb_of(s.choice), 1)
        return NO
    if lines.fewest == 1:
        cells = bb_and(cells_of(ctx, lines.one), node.empty)
        if bb_several(cells):
            return YES
        node.forced = bb_lowest(cells)
        s.frames[node.ply].tried = bb_none()
        return FORCED
    cells = bb_and(bb_or(cells_alive(ctx, lines), cells_alive(ctx, counters)), node.empty)
    if s.rules & RULE_REPLIES:
        cells = bb_and(cells, replies(ctx, counters, lines, node.maker, node.empty, NULL))
        if not bb_any(cells):
            return YES
    node.met_before = weak_probe(s, node) or was_left(s, node.ply)
    answer = known_answer(s, node)
    if answer != OPEN:
        return answer
    if known_held(s, node):
        return NO

    if s.rules & RULE_VCF:
        pairs = look_for_chain(s, node.breaker, node.maker, key_negate(s.keys[node.ply][0]), counters,
                               lines, MOST_PAIRS, True)
        if pairs != NO_CHAIN:
            node.zone = contested_zone(ctx, &s.chain, pairs, node.maker, node.breaker)
            return held_by(s, node, s.chain.move[0], 0)
    if s.rules & RULE_ZONE:
        pairs = look_for_chain(s, node.maker, node.breaker, s.keys[node.ply][0], lines, counters,
                               MOST_PAIRS, True)
        if pairs != NO_CHAIN:
            cells = bb_and(cells, zone_of(ctx, &s.chain, pairs, node.maker, node.breaker))
    node.candidates = cells
    node.won = bb_none()
    return settle_replies(s, node)
