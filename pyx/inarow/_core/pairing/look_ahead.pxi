# Look-ahead in the weak and the contested game: is there a reply for Breaker after which a pairing holds?
# Nineteen positions in twenty of a draw proof are settled so, without a search.
#
# It is done three times, with growing effort. At Maker's node, for each of its moves, with a few replies
# on the lines that were set down once for all moves: what is settled there costs no node. (In the
# contested game those replies are free: `free_reply.pxi`.) At Breaker's node, for a move that was not,
# with more replies; and then the question is decided for those that came nearest (`exact_cover.pxi`),
# which settles half of what is left. (In the contested game replies that forced pairs rule out are left
# out of both: `forced.pxi`.)
#
# Replies that look-ahead does not settle are searched one after another in the order of weight, as
# history corrects it (`state/history.pxi`).

cdef enum:
    QUICK_REPLIES = 4           # tried at Maker's node, for each move
    FIRST_REPLIES = 12          # tried at Breaker's node
    RANKS = 512                 # no fewer than cells

cdef effort_t SHORT_EFFORT = effort_of(40, [11, 9, 7, 6, 5, 4, 3, 2])

cdef void weigh_cells(const graph_t* graph, bb_t empty, int* weight) noexcept nogil:
    """The weight of each empty cell: the sum over its lines."""
    cdef int line, i
    while bb_any(empty):
        weight[pop_lowest(&empty)] = 0
    for line in range(graph.lines):
        for i in range(graph.size[line]):
            weight[graph.cell[line][i]] += line_weight(graph.size[line])


cdef inline void rank_cells(const int* weight, bb_t empty, int* rank) noexcept nogil:
    """A number for each empty cell, the greater the heavier, and the lower the cell among equals.

    Others have the least number there is. The first of all is found without a branch.
    """
    cdef int cell
    for cell in range(CAPACITY):
        rank[cell] = INT32_MIN
    while bb_any(empty):
        cell = pop_lowest(&empty)
        rank[cell] = weight[cell] * RANKS + CAPACITY - 1 - cell


cdef inline int first_of(const int* rank) noexcept nogil:
    """The first cell by `rank_cells`; NO_MOVE if there is none."""
    cdef int cell, best = INT32_MIN
    for cell in range(CAPACITY):
        best = max(best, rank[cell])
    return NO_MOVE if best == INT32_MIN else CAPACITY - 1 - (best & (RANKS - 1))


cdef inline void rank_after(const graph_t* graph, const int* rank, int move,
                            int* after) noexcept nogil:
    """The ranks of the cells when Maker has made a move, which has none then."""
    cdef lineset_t through = graph.through[move]
    cdef int line, size, i
    memcpy(after, rank, CAPACITY * sizeof(int))
    while lines_any(through):
        line = pop_line(&through)
        size = graph.size[line]
        for i in range(size):
            after[graph.cell[line][i]] += (line_weight(size - 1) - line_weight(size)) * RANKS
    after[move] = INT32_MIN


cdef inline bb_t completing_cells(const graph_t* graph, int move) noexcept nogil:
    """The cells that complete a line of Maker's after its move; no line misses one before it."""
    cdef lineset_t pairs = lines_and(graph.short, lines_and(graph.through[move], graph.planes[1]))
    cdef bb_t cells = bb_none()
    pairs = lines_andnot(pairs, lines_or(graph.planes[0], graph.planes[2]))
    while lines_any(pairs):
        cells = bb_or(cells, graph.cells[pop_line(&pairs)])
    return bb_andnot(cells, bb_of(move))


cdef int heavy_answer(pairing_t* p, const int* rank, int move) noexcept nogil:
    """One of the heaviest replies to Maker's `move` after which a pairing is soon found, or NO_MOVE."""
    cdef int after[CAPACITY]
    cdef int i, reply
    rank_after(&p.graph, rank, move, after)
    if LINES_BY_NUMBER and p.graph.apart and p.lacking:
        for i in range(CAPACITY):
            if not bb_has(p.among, i):
                after[i] = INT32_MIN
    for i in range(QUICK_REPLIES):
        reply = first_of(after)
        if reply == NO_MOVE:
            break
        after[reply] = INT32_MIN
        if pairing_after(p, move, reply, &SHORT_EFFORT) == 0:
            return reply
    return NO_MOVE


cdef int quick_answer(pairing_t* p, const int* rank, bb_t empty, int move, bint is_free,
                      bb_t* zone) noexcept nogil:
    """A reply to Maker's `move` after which a pairing is soon found, or NO_MOVE.

    `zone`: the reply and the pairs. `p.graph` has the lines before the move, `rank` those of the empty
    cells. A reply that is free need not be a heavy one: see `free_reply.pxi`. (Where pairings are matched, all are
    tried alike.)
    """
    cdef bb_t completing = completing_cells(&p.graph, move)
    cdef int reply
    if bb_several(completing):
        return NO_MOVE
    if bb_any(completing):
        reply = bb_lowest(completing)
        if pairing_after(p, move, reply, &SHORT_EFFORT) != 0:
            return NO_MOVE
    elif is_free and not (LINES_BY_NUMBER and p.graph.apart):
        reply = free_answer(p, rank, empty, move)
    else:
        reply = heavy_answer(p, rank, move)
    if reply != NO_MOVE:
        zone[0] = bb_or(pairs_needed(p, empty), bb_of(reply))
    return reply


cdef int paired_answer(pairing_t* p, const choices_t* replies, bint sifted, bb_t empty,
                       choices_t* nearest, bb_t* zone) noexcept nogil:
    """One of the first replies after which a pairing is found, or NO_MOVE. `zone` as above.

    Those that forced pairs rule out are not tried, nor others instead, if the replies are `sifted`.

    `nearest`: the replies that were tried, first those that left the fewest lines bare.
    """
    cdef int fewest[FIRST_REPLIES]
    cdef int first = min(replies.count, FIRST_REPLIES)
    cdef int place, i, bare, reply
    cdef bb_t among = bb_none()
    for place in range(first):
        among = bb_or(among, bb_of(replies.cell[place]))
    if sifted:
        among = replies_left(p, among)
    nearest.count = 0
    keep_pairs(p, empty)
    for place in range(first):
        reply = replies.cell[place]
        if not bb_has(among, reply):
            continue
        bare = pairing_after(p, NO_MOVE, reply, &SHORT_EFFORT)
        if bare == 0:
            zone[0] = bb_or(pairs_needed(p, empty), bb_of(reply))
            return reply
        i = nearest.count
        nearest.count += 1
        while i > 0 and fewest[i - 1] > bare:
            fewest[i] = fewest[i - 1]
            nearest.cell[i] = nearest.cell[i - 1]
            i -= 1
        fewest[i] = bare
        nearest.cell[i] = reply
    return NO_MOVE


cdef int matched_answer(pairing_t* p, const choices_t* replies, bb_t empty, bb_t* zone) noexcept nogil:
    """The first of all replies after which there is a pairing, or NO_MOVE; see `paired_answer`."""
    cdef int i, reply
    keep_pairs(p, empty)
    for i in range(replies.count):
        reply = replies.cell[i]
        if matching_after(p, NO_MOVE, reply) == 0:
            zone[0] = bb_or(pairs_needed(p, empty), bb_of(reply))
            return reply
    return NO_MOVE
