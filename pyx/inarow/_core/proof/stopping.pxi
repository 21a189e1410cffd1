# The writer: writes the part of a certificate in which Maker is stopped, in the format of
# `docs/reference/certificates.md`. It walks the strategy once more, with the table of the search at hand:
# what the table has lost is searched again, and what the root does not need is never met.
#
# Zones are worked out here as a checker will work them out: from what is written, not from what the
# search has found. They say which of Maker's moves are answered by the answers to others.

cdef effort_t WRITER_EFFORT = effort_of(60, [MOST_LINES] * CHECKS)

cdef bint all_spent(const lines_t* lines, int empties) noexcept nogil:
    """Do all of Maker's lines miss more stones than Maker, to move, can place?"""
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


cdef int write_answer(search_t* s, writer_t* w, weak_node_t* node, int code, int move) noexcept nogil:
    """Write Breaker's answer to Maker's last `move`, by `code` if it is a node; YES, or STOPPED.

    The node is ready to be entered; the zone of the answer is left there.
    """
    cdef int answer
    if weak_search(s, node) != NO:
        return STOPPED
    answer = write_reply(s, w, node, code, move)
    if answer == OPEN:
        answer = write_node(s, w, node_after(s, node))
        leave_answer(s, node)
    return answer


cdef void leave_answer(search_t* s, weak_node_t* node) noexcept nogil:
    """The node after Breaker's reply was written: the zone of the answer."""
    node.zone = bb_or(node_after(s, node).zone, bb_of(node.forced))


cdef int write_reply(search_t* s, writer_t* w, weak_node_t* node, int code, int move) noexcept nogil:
    """Write the reply that was found to Maker's last `move`; OPEN if the node after it is to be written."""
    cdef weak_node_t* after
    cdef lines_t* lines = &s.frames[node.ply + 1].mine
    cdef const written_t* found
    cdef int symmetry, reply = s.choice
    if reply == NO_MOVE:
        scan_maker(s.ctx, node.maker, node.breaker, lines)
        if lines.fewest == 0:
            put_entry(w, CODE_POTENTIAL, move, NO_MOVE)
            node.zone = bb_none()
            return YES
        reply = bb_lowest(bb_and(cells_alive(s.ctx, lines), node.empty))
    node.forced = reply
    make_move(s, node, reply)
    after = node_after(s, node)
    after.empty = bb_andnot(node.empty, bb_of(reply))
    scan_maker(s.ctx, after.maker, after.breaker, lines)
    found = find_written(w, GOAL_STOP, canonical_key(s, after.ply, &symmetry))
    if found != NULL:
        put_known(w, move, reply, found, symmetry)
        node.zone = bb_or(zone_here(s.ctx, found, symmetry), bb_of(reply))
        return YES
    if not all_spent(lines, bb_count(after.empty)) and any_pairs(s, lines, after.empty, &node.zone):
        put_entry(w, CODE_PAIRS, move, reply)
        put_pairs(w, &s.pairing.now, node.zone)
        node.zone = bb_or(node.zone, bb_of(reply))
        return YES
    put_entry(w, code, move, reply)
    return OPEN


cdef int write_node(search_t* s, writer_t* w, weak_node_t* node) noexcept nogil:
    """Write a node: Maker is to move, whom Breaker holds; YES, or STOPPED. Its zone is left there."""
    cdef int move, i = 0
    if node_stops(&s.limits):
        return STOPPED
    write_pairs(s, w, node)
    while True:
        move = next_unanswered(s, node, &i)
        if move == NO_MOVE:
            break
        make_move(s, node, move)
        if write_answer(s, w, node_after(s, node), CODE_NODE, move) == STOPPED:
            return STOPPED
        was_answered(node, move, &node_after(s, node).zone)
    return end_node(s, w, GOAL_STOP, node.ply, s.ctx.cells, &node.zone)


cdef void write_pairs(search_t* s, writer_t* w, weak_node_t* node) noexcept nogil:
    """Write the answers that pairs give; `node.live` becomes the moves without an answer."""
    cdef const context_t* ctx = s.ctx
    cdef frame_t* frame = &s.frames[node.ply]
    cdef int rank[CAPACITY]
    cdef bb_t after
    cdef int i, move, reply
    node.empty = bb_andnot(ctx.full, bb_or(node.maker, node.breaker))
    node.live = node.empty
    node.zone = bb_none()
    frame.moves.count = 0
    scan_maker(ctx, node.maker, node.breaker, &frame.mine)
    if all_spent(&frame.mine, bb_count(node.empty)):
        if frame.mine.fewest:
            node.zone = bb_and(cells_alive(ctx, &frame.mine), node.empty)
        node.live = bb_none()
        return
    node.candidates = bb_and(cells_alive(ctx, &frame.mine), node.empty)
    sort_moves(s, node)
    if s.pairing.graph.lines == 0:
        return
    rank_cells(frame.weight, node.empty, rank)
    keep_pairs(&s.pairing, node.empty)
    for i in range(frame.moves.count):
        move = frame.moves.cell[i]
        if not bb_has(node.live, move):
            continue
        reply = quick_answer(&s.pairing, rank, node.empty, move, False, &after)
        if reply != NO_MOVE:
            put_entry(w, CODE_PAIRS, move, reply)
            put_pairs(w, &s.pairing.now, bb_andnot(after, bb_of(reply)))
            was_answered(node, move, &after)


cdef void was_answered(weak_node_t* node, int move, const bb_t* zone) noexcept nogil:
    """A move of Maker's was answered, and with it those outside the zone of the answer."""
    node.zone = bb_or(node.zone, zone[0])
    node.live = bb_and(node.live, bb_andnot(zone[0], bb_of(move)))


cdef int next_unanswered(search_t* s, weak_node_t* node, int* place) noexcept nogil:
    """The next of Maker's moves that needs an answer, from a place on among those set down; or NO_MOVE.

    Moves that another one dominates come last, and only if none of the zone speaks for them.
    """
    cdef const choices_t* moves = &s.frames[node.ply].moves
    cdef bb_t rest
    while bb_any(node.live) and place[0] < moves.count:
        place[0] += 1
        if bb_has(node.live, moves.cell[place[0] - 1]):
            return moves.cell[place[0] - 1]
    if not bb_any(node.live):
        return NO_MOVE
    rest = without_speaker(s, &s.frames[node.ply].mine, node.empty, node.live, node.zone)
    return bb_lowest(rest) if bb_any(rest) else NO_MOVE
