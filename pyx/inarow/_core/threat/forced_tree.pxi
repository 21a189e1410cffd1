# The tree of a win that was found by force (`forced_win.pxi`): the zone of one of order 2, and a line to
# show. Both walk it by searching again, in the memo mostly.
#
# The zone of a tree are the cells outside of which one stone more of the defender's, there from the
# start, does not stop the win. In any position of the tree with the defender to move, that stone would
# have to be on a cell that the tree uses: the moves, the replies that are answered, the completing cells;
# or to let it complete a line: one without a stone of the attacker's that misses two. Below a pass the
# defender has played another stone instead, somewhere outside of the zone of the chain that the move
# threatened; there lines that miss three are dangerous as well.


cdef bint add_zone_of_tree(forced_t* f, bb_t own, bb_t opponent, key_t key, bb_t* zone) noexcept nogil:
    """Add the zone of a win of order 2 that was found; False if the search is stopped before."""
    cdef bb_t replies
    cdef int most = f.threat_pairs, reply
    cdef bint added
    f.threat_pairs = THREAT_PAIRS   # as many as any move of the tree may take
    added = add_zone_of_move(f, own, opponent, key, zone, &replies)
    f.threat_pairs = most
    if not added:
        return False
    own = f.threat.own
    key = f.threat.key
    while bb_any(replies):
        reply = pop_lowest(&replies)
        if not add_zone_of_tree(f, own, bb_or(opponent, bb_of(reply)), stone_added(f, key, reply, False),
                                zone):
            return False
    return True


cdef bint add_zone_of_move(forced_t* f, bb_t own, bb_t opponent, key_t key, bb_t* zone,
                           bb_t* replies) noexcept nogil:
    """The same of the attacker's move alone, with the `replies` to it; `f.threat` is the position after it.

    There are none if it wins by a chain.
    """
    cdef forced_place_t* at = &f.at
    cdef forced_place_t* threat = &f.threat
    cdef forced_answer_t answer
    cdef int pairs
    replies[0] = bb_none()
    begin_place(f, own, opponent, key, at)
    answer = attackers_node(f, BY_THREES, at, 0, NEVER, NEVER)
    if f.limits.stopped or answer.proof or stack_ends(f.limits):
        return False
    if answer.move == NO_MOVE:
        if at.mine.fewest == 1:
            zone[0] = bb_or(zone[0], cells_of(f.ctx, at.mine.one))
            return True
        pairs = short_chain(f, at, CHAIN_PAIRS, CHAIN_NODES, True)
        if pairs == NO_CHAIN:
            return False
        zone[0] = bb_or(zone[0], zone_of(f.ctx, &f.chain, pairs, at.own, at.opponent))
        return True
    place_after(f, at, answer.move, True, threat)
    if replies_to_threat(f, threat, replies, &pairs) != YES or not bb_any(replies[0]):
        return False            # two completing cells would have been a chain
    zone[0] = bb_or(zone[0], bb_or(replies[0], bb_of(answer.move)))
    if pairs != NO_CHAIN:
        zone[0] = bb_or(zone[0], zone_beside(f.ctx, &f.chain, pairs, threat.own, threat.opponent, True))
    zone[0] = bb_or(zone[0], cells_of(f.ctx, threat.theirs.two))
    return True


cdef int chain_line(forced_t* f, const forced_place_t* at, int16_t* line, bb_t* zone) noexcept nogil:
    """The line of a win of order 1, a short one if there is one, and its zone; 0 if there is none."""
    cdef bb_t empty = bb_andnot(f.ctx.full, bb_or(at.own, at.opponent))
    cdef int pairs
    if at.mine.fewest == 1:
        zone[0] = bb_none()
        line[0] = bb_lowest(bb_and(cells_of(f.ctx, at.mine.one), empty))
        return 1
    pairs = short_chain(f, at, THREAT_PAIRS, THREAT_NODES, True)
    if pairs == NO_CHAIN:
        pairs = short_chain(f, at, CHAIN_PAIRS, CHAIN_NODES, True)
    if pairs == NO_CHAIN:
        return 0
    zone[0] = zone_of(f.ctx, &f.chain, pairs, at.own, at.opponent)
    return line_of_chain(f.ctx, &f.chain, pairs, at.own, empty, line)


cdef int forced_win_line(forced_t* f, int* order, bb_t own, bb_t opponent, key_t key, int16_t* line,
                         bb_t* zone) noexcept nogil:
    """A line of a win that was found, one of the longer ones; 0 if the search is stopped before.

    Nothing but the watch may limit it: it looks at positions again that have fallen out of the memo.

    `order` becomes what the win takes. `zone`: the replies to its first move that were looked at, or the
    cells of a chain.
    """
    cdef const forced_memo_t* entry
    cdef bb_t replies, rest
    cdef forced_place_t at, after
    cdef forced_answer_t answer
    cdef int length = 0, stage = order[0], move, reply, other, i
    begin_place(f, own, opponent, key, &at)
    while stage >= BY_THREES:
        f.threat_pairs = 0 if stage == BY_QUIET_MOVES else THREAT_PAIRS
        answer = attackers_node(f, stage, &at, 0, NEVER, NEVER)
        if f.limits.stopped or answer.proof:
            return 0
        move = answer.move
        if move == NO_MOVE:
            stage -= 1
            if length == 0:
                order[0] = stage
            continue
        place_after(f, &at, move, True, &after)
        entry = forced_at(f, after.key, stage, False)
        if entry == NULL or entry.proof:
            frame_of(f, stage, 0).move = move
            replies_node(f, stage, &after, 0, NEVER, NEVER)
            entry = forced_at(f, after.key, stage, False)
            if f.limits.stopped or entry == NULL or entry.proof:
                return 0
        replies = entry.replies
        if not bb_any(replies):     # two completing cells would have been a chain
            return 0
        if length == 0:
            zone[0] = replies
        line[length] = move
        reply = NO_MOVE
        rest = replies
        while bb_any(rest):     # one that takes more than a lower order, if there is one
            other = pop_lowest(&rest)
            entry = forced_at(f, stone_added(f, after.key, other, False), stage, True)
            if reply == NO_MOVE or entry != NULL and entry.move != NO_MOVE:
                reply = other
        line[length + 1] = reply
        length += 2
        place_after(f, &after, reply, False, &at)
    i = chain_line(f, &at, line + length, zone if length == 0 else &replies)
    return length + i if i else 0
