# The writer: writes the part of a certificate in which Maker is stopped, in the format of
# `docs/reference/certificates.md`. It walks the strategy once more, with the table of the search at hand:
# what the table has lost is searched again, and what the root does not need is never met.
#
# Zones are worked out here as a checker will work them out: from what is written, not from what the
# search has found. They say which of Maker's moves are answered by the answers to others.

cdef effort_t WRITER_EFFORT = effort_of(60, [MOST_LINES] * CHECKS)

cdef bint all_spent(const lines_t* lines, int empties) noexcept nogil:
    """Do all of Maker's lines miss more stones than he, to move, can place?"""
    return reach(lines.fewest, (empties + 1) >> 1, True) == 0


cdef bint any_pairs(search_t* s, const lines_t* lines, bb_t empty, bb_t* zone) noexcept nogil:
    """Is a pairing found that holds Maker? Its pairs are `s.pairing.now`, its cells the zone."""
    cdef pairing_t* p = &s.pairing
    if lines.fewest < 2 or not read_lines(s.ctx, lines, empty, &p.graph):
        return False
    keep_pairs(p, empty)
    if pairing_after(p, NO_MOVE, NO_MOVE, &WRITER_EFFORT) == 0:
        zone[0] = pairs_needed(p, empty)
        return True
    forget_failures(&s.exact_cover)
    if decide_pairing(&s.exact_cover, lines, empty, MOST_FITS) == YES:
        zone[0] = take_pairing(&s.exact_cover, p)
        return True
    return False


cdef bb_t without_speaker(search_t* s, const lines_t* lines, bb_t empty, bb_t unanswered,
                          bb_t zone) noexcept nogil:
    """The moves that no cell dominates which is answered and belongs to the zone.

    The format lets any answered cell speak for a move. One of the zone leaves that as it is, and so
    the zone is the same for every image of the position.
    """
    cdef graph_t* graph = &s.pairing.graph
    cdef bint numbered = read_lines(s.ctx, lines, empty, graph)
    cdef bb_t speakers = bb_andnot(bb_and(empty, zone), unanswered)
    cdef bb_t rest = unanswered, others
    cdef int move
    while bb_any(rest):
        move = pop_lowest(&rest)
        others = speakers
        while bb_any(others):
            # Where lines are not numbered no live cell was skipped: any cell speaks for the others.
            if not numbered or lines_within(graph, move, pop_lowest(&others)):
                unanswered = bb_andnot(unanswered, bb_of(move))
                break
    return unanswered


cdef int write_answer(search_t* s, writer_t* w, bb_t maker, bb_t breaker, int ply, int code,
                      int move, bb_t* zone) noexcept nogil:
    """Write Breaker's answer to Maker's last `move`, by `code` if it is a node; YES, or STOPPED."""
    cdef lines_t* lines = &s.frames[ply + 1].mine
    cdef const written_t* found
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(maker, breaker))
    cdef int reply, symmetry
    if breaker_node(s, maker, breaker, ply, 1, zone) != NO:
        return STOPPED
    reply = s.choice
    if reply == NO_MOVE:
        scan_maker(s.ctx, maker, breaker, lines)
        if lines.fewest == 0:
            put_entry(w, CODE_POTENTIAL, move, NO_MOVE)
            zone[0] = bb_none()
            return YES
        reply = bb_lowest(bb_and(cells_alive(s.ctx, lines), empty))
    weak_push(s, ply, KIND_BREAKER, reply)
    breaker = bb_or(breaker, bb_of(reply))
    empty = bb_andnot(empty, bb_of(reply))
    scan_maker(s.ctx, maker, breaker, lines)
    found = find_written(w, GOAL_STOP, canonical_key(s, ply + 1, &symmetry))
    if found != NULL:
        put_known(w, move, reply, found, symmetry)
        zone[0] = zone_here(s.ctx, found, symmetry)
    elif (not all_spent(lines, bb_count(empty))
          and any_pairs(s, lines, empty, zone)):
        put_entry(w, CODE_PAIRS, move, reply)
        put_pairs(w, &s.pairing.now, zone[0])
    else:
        put_entry(w, code, move, reply)
        if write_node(s, w, maker, breaker, ply + 1, zone) == STOPPED:
            return STOPPED
    zone[0] = bb_or(zone[0], bb_of(reply))
    return YES


cdef int write_node(search_t* s, writer_t* w, bb_t maker, bb_t breaker, int ply,
                    bb_t* zone) noexcept nogil:
    """Write the node of a position with Maker to move, whom Breaker holds; YES, or STOPPED."""
    cdef const context_t* ctx = s.ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef choices_t* moves = &s.frames[ply].moves
    cdef graph_t* graph = &s.pairing.graph
    cdef int weight[CAPACITY]
    cdef int rank[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    cdef bb_t unanswered = empty, skipped, after
    cdef int i, move, reply
    if node_stops(&s.limits):
        return STOPPED
    scan_maker(ctx, maker, breaker, lines)
    zone[0] = bb_none()
    if all_spent(lines, bb_count(empty)):
        if lines.fewest:
            zone[0] = bb_and(cells_alive(ctx, lines), empty)
        unanswered = bb_none()
    else:
        set_down(s, lines, NULL, breaker, empty, bb_and(cells_alive(ctx, lines), empty), True, moves,
                 &skipped, by, weight)
        if graph.lines:
            rank_cells(weight, empty, rank)
            keep_pairs(&s.pairing, empty)
            for i in range(moves.count):
                move = moves.cell[i]
                if not bb_has(unanswered, move):
                    continue
                reply = quick_answer(&s.pairing, rank, empty, move, False, &after)
                if reply != NO_MOVE:
                    put_entry(w, CODE_PAIRS, move, reply)
                    put_pairs(w, &s.pairing.now, bb_andnot(after, bb_of(reply)))
                    zone[0] = bb_or(zone[0], after)
                    unanswered = bb_and(unanswered, bb_andnot(after, bb_of(move)))
        # Moves that another one dominates come last, and only if none of the zone speaks for them.
        i = 0
        while bb_any(unanswered):
            if i < moves.count:
                move = moves.cell[i]
                i += 1
                if not bb_has(unanswered, move):
                    continue
            else:
                skipped = without_speaker(s, lines, empty, unanswered, zone[0])
                if not bb_any(skipped):
                    break
                move = bb_lowest(skipped)
            weak_push(s, ply, KIND_MAKER, move)
            if write_answer(s, w, bb_or(maker, bb_of(move)), breaker, ply + 1, CODE_NODE,
                            move, &after) == STOPPED:
                return STOPPED
            zone[0] = bb_or(zone[0], after)
            unanswered = bb_and(unanswered, bb_andnot(after, bb_of(move)))
    return end_node(s, w, GOAL_STOP, ply, ctx.cells, zone[0])
