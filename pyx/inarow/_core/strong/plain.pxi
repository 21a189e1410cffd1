# The plain node: for misère games, where whoever completes a line loses, for games with gravity, where a stone
# falls to the lowest empty cell of its column, and for both at once.
#
# Nearly all that the ordinary node knows argues by a stone more, which does no harm, or by a cell that
# can be played on at any time. Neither holds here. What is left:
#
# - A line that is dead stays dead, and one that is alive needs what it misses: `reach` (in a misère game the
#   lines of a side are what it may lose by).
# - The table, symmetries (with gravity the mirror alone), and an order of moves.
# - A line that can be completed at once. In a misère game nobody does while there is another move. With
#   gravity the other side's completing cell must be taken if it can be played on, and if it cannot yet,
#   nobody plays below it: the other side would complete the line at its next move.

cdef inline int bound_plainly(const search_t* s, const frame_t* frame, int empties, int beta) noexcept nogil:
    """The answer by what can be on the board at the soonest, or OPEN: any move that is tried keeps to it."""
    cdef int mine = reach(frame.mine.fewest, (empties + 1) >> 1, True)
    cdef int theirs = reach(frame.theirs.fewest, empties >> 1, False)
    if -(mine if s.ctx.misere else theirs) >= beta:
        return YES
    return NO if (theirs if s.ctx.misere else mine) < beta else OPEN


cdef int look_plainly(search_t* s, int ply, int beta) noexcept nogil:
    """As `look`, in a misère game or one with gravity."""
    cdef const context_t* ctx = s.ctx
    cdef frame_t* frame = &s.frames[ply]
    cdef bb_t empty, moves, completing, others
    cdef int answer

    if node_stops(&s.limits):
        return STOPPED
    empty = arrive(s, ply)
    if not bb_any(empty):
        return 0 >= beta
    moves = playable(ctx, empty)
    if frame.mine.fewest == 1:
        completing = bb_and(cells_of(ctx, frame.mine.one), moves)
        if ctx.misere:
            others = bb_andnot(moves, completing)
            if not bb_any(others):
                s.choice = bb_lowest(moves)
                return 1 - WIN >= beta
            moves = others
        elif bb_any(completing):
            s.choice = bb_lowest(completing)
            return WIN - 1 >= beta
    if frame.theirs.fewest == 1 and not ctx.misere:
        completing = bb_and(cells_of(ctx, frame.theirs.one), empty)
        others = bb_and(completing, moves)
        if bb_any(others):      # one is to be taken, and of two the other stays
            moves = others
        s.choice = bb_lowest(moves)
        moves = bb_none() if bb_several(others) else bb_andnot(moves, right_below(ctx, completing))
        if not bb_any(moves):
            return 2 - WIN >= beta
    s.choice = bb_lowest(moves)
    if s.rules & RULE_REACH:
        answer = bound_plainly(s, frame, bb_count(empty), beta)
        if answer != OPEN:
            return answer
    s.choice = NO_MOVE
    if not bb_several(moves):
        frame.tried = bb_none()
        frame.strong.forced = bb_lowest(moves)
        return FORCED
    answer = recall_node(s, ply, beta, moves)
    if answer != OPEN:
        return answer
    if s.rules & RULE_ORDER:
        order_moves(ctx, &frame.mine, &frame.theirs, &frame.order)
        if ctx.misere:
            reverse_order(&frame.order)
    else:
        no_order(&frame.order)
    frame.tried = moves
    return OPEN
