# At a node of the side that defends, the best-looking replies are tried: does one leave a pairing? That
# saves the whole tree below. Where it rarely works, judged by the number of live lines, it is left alone
# for most of the time.

cdef enum:
    FEWEST_EMPTIES = 16         # with fewer, searching on is as cheap as looking for a pairing
    REPLIES_TRIED = 8           # at a node: more find a little more, and cost as much each
    FIRST_TRIES = 16            # before the rate of success is looked at

cdef effort_t REPLY_EFFORT = effort_of(40, [MOST_LINES] * 4 + [5] + [MOST_LINES] * 3)

cdef struct record_of_replies_t:
    int tried[MOST_LINES + 1]               # nodes at which this was tried, by number of lines
    int found[MOST_LINES + 1]               # and at which it worked


cdef inline bint worth_trying(record_of_replies_t* r, int n) noexcept nogil:
    """Count a node in; False if with so many lines it is rare that this works (but for a sample)."""
    r.tried[n] += 1
    if r.tried[n] > 1024:       # to forget slowly
        r.tried[n] >>= 1
        r.found[n] >>= 1
    # Rare: less than one success in three nodes. The sample: one node in sixteen.
    return (r.tried[n] <= FIRST_TRIES or 3 * r.found[n] >= r.tried[n]
            or r.tried[n] % 16 == 0)


cdef int paired_reply(const context_t* ctx, pairing_t* p, record_of_replies_t* r,
                      const lines_t* theirs, const order_t* order, bb_t moves, bb_t empty,
                      int empties) noexcept nogil:
    """A move of the defender after which pairing stops the other side for good, or NO_MOVE."""
    cdef int i, move
    if (empties < FEWEST_EMPTIES or not read_lines(ctx, theirs, empty, &p.graph)
            or not worth_trying(r, p.graph.lines)):
        return NO_MOVE
    keep_pairs(p, empty)
    moves = replies_left(p, moves)
    for i in range(REPLIES_TRIED):
        if not bb_any(moves):
            break
        move = pick(order, moves)
        moves = bb_andnot(moves, bb_of(move))
        if pairing_after(p, NO_MOVE, move, &REPLY_EFFORT) == 0:
            r.found[p.graph.lines] += 1
            return move
    return NO_MOVE
