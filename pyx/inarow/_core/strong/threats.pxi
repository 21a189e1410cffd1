# What a node of the ordinary game does with threats: chains of the mover's, and of the other side's, that
# answer the question asked, and the price of moves where a win may cost no more than so much.

cdef int own_chain(search_t* s, int ply, int beta) noexcept nogil:
    """The pairs in a chain of the mover's that answers the question; or NO_CHAIN."""
    cdef const strong_node_t* node = &s.frames[ply].strong
    cdef int most = min(MOST_PAIRS, (WIN - 3 - beta) >> 1) if beta > 0 else MOST_PAIRS
    if s.frames[ply].mine.fewest != 2 or most < 1:
        return NO_CHAIN
    return look_for_chain(s, node.own, node.opponent, s.keys[ply][0], &s.frames[ply].mine,
                          &s.frames[ply].theirs, most, False)


cdef bb_t zone_of_threat(search_t* s, int ply, int beta) noexcept nogil:
    """The mover's moves that may meet a chain of the other side's; all, if it has none.

    The chain must be quick enough to answer the question: its win in 2n + 3 plies is a loss
    in 2n + 4 for the mover, whose move comes first.
    """
    cdef const strong_node_t* node = &s.frames[ply].strong
    cdef int most = min(MOST_PAIRS, (beta + WIN - 5) >> 1) if beta < 0 else MOST_PAIRS
    cdef int pairs
    if s.frames[ply].theirs.fewest != 2 or most < 1:
        return s.ctx.full
    pairs = look_for_chain(s, node.opponent, node.own, key_negate(s.keys[ply][0]),
                           &s.frames[ply].theirs, &s.frames[ply].mine, most, True)
    if pairs == NO_CHAIN:
        return s.ctx.full
    return zone_of(s.ctx, &s.chain, pairs, node.opponent, node.own)


cdef inline bint too_dear(search_t* s, strong_node_t* node, bint attacking) noexcept nogil:
    """Is it known that a win costs more than what is left? If not, the node gets a move to try."""
    cdef const cost_t* known = cost_of(&s.costs, node.key)
    if not same_key(known.key, node.key):
        return False
    node.met_before = True
    s.cut = known.above[attacking] > node.cost
    if node.record.move == NO_MOVE and known.move != NO_MOVE:
        node.record.move = s.ctx.preimage[node.symmetry][known.move]
    return s.cut


cdef inline void cost_store(search_t* s, const strong_node_t* node, bint attacking) noexcept nogil:
    """No win costs what was left or less: the mover's if it is `attacking`, else the other side's."""
    cdef cost_t* entry = cost_of(&s.costs, node.key)
    if not same_key(entry.key, node.key):
        entry.key = node.key
        entry.above[0] = entry.above[1] = 0
        entry.move = NO_MOVE
    entry.above[attacking] = node.cost + 1
    if not attacking and s.choice != NO_MOVE:
        entry.move = s.ctx.image[node.symmetry][s.choice]


cdef inline bint pays(search_t* s, int ply, bint threat) noexcept nogil:
    """Pay for the move that led here; False, and the answer is marked as cut, if that is too dear.

    The root was not led to.
    """
    if ply > s.root_ply:
        s.frames[ply].cost -= THREAT_COST if threat else QUIET_COST
        s.cut = s.frames[ply].cost < (0 if threat else THREAT_COST)
    return not s.cut


cdef inline bb_t affordable(search_t* s, int ply, const lines_t* mine, bb_t moves) noexcept nogil:
    """The moves that what is left may pay for; marked as cut if they are not all."""
    cdef bb_t kept = moves
    if s.frames[ply].cost < THREAT_COST:
        kept = bb_none()
    elif s.frames[ply].cost < QUIET_COST + THREAT_COST:
        kept = bb_and(moves, bb_or(cells_of(s.ctx, mine.two), cells_of(s.ctx, mine.three)))
    s.cut = not bb_equal(kept, moves)
    return kept


cdef int forced_line(search_t* s, bb_t own, bb_t opponent, int budget, bint every,
                     int16_t* line) noexcept nogil:
    """The moves of a win from the root by threats alone, completed line and all; returns how many.

    0: none was found, though perhaps `every` threat was tried.
    """
    cdef lines_t* mine = &s.frames[s.root_ply].mine
    cdef lines_t* theirs = &s.frames[s.root_ply].theirs
    cdef place_t at = place_t(own, opponent, s.keys[s.root_ply][0], mine, theirs)
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(own, opponent))
    cdef int pairs
    scan(s.ctx, own, opponent, mine, theirs)
    s.chain.looked_at = 0
    if mine.fewest == 1:
        line[0] = bb_lowest(bb_and(cells_of(s.ctx, mine.one), empty))
        return 1
    if every:
        pairs = seek_every_chain(s.ctx, &s.chain, &at, budget)
    else:
        pairs = seek_chain(s.ctx, &s.chain, &at, MOST_PAIRS, budget, True)
    if pairs == NO_CHAIN:
        return 0
    return line_of_chain(s.ctx, &s.chain, pairs, own, empty, line)
