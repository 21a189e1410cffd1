# Pairs that are forced, and what they rule out. A line with two cells left has no choice of its pair. No
# other line may use these cells then, unless it has both and is covered as well: that may leave another
# line two cells, and so on. Where one is left with fewer, there is no pairing. (Lines of more than seven
# empty cells are left out: that only misses something.)
#
# That takes about as long as a step of the search for a pairing (`local_search.pxi`), and spares nearly
# half of the searches that find none. A failure is due to a few lines, and comes again after every reply
# that is on none of them: so few replies are looked at by themselves. It is done at the nodes of the
# defender in the ordinary game, and of Breaker in the contested one; elsewhere it costs what it saves.

cdef inline void shorten(lineset_t* size, lineset_t lines) noexcept nogil:
    """Each of `lines` has one cell less."""
    cdef lineset_t before
    cdef int i
    for i in range(SIZE_PLANES):
        before = size[i]
        size[i] = lines_xor(size[i], lines)
        lines = lines_andnot(lines, before)


cdef bb_t blamed(const graph_t* graph, bb_t used, const int16_t* user, int line) noexcept nogil:
    """The cells of the lines because of which `line` has fewer than two cells left, and its own.

    `used`: the cells of forced pairs; `user`: which line forced each.
    """
    cdef lineset_t found = line_of(line), fresh = found, cause
    cdef bb_t cells = bb_none(), lost
    while lines_any(fresh):
        line = pop_line(&fresh)
        cells = bb_or(cells, graph.cells[line])
        lost = bb_and(graph.cells[line], used)
        while bb_any(lost):
            cause = lines_andnot(line_of(user[pop_lowest(&lost)]), found)
            found = lines_or(found, cause)
            fresh = lines_or(fresh, cause)
    return cells


cdef bb_t why_no_pairing(const pairing_t* p, int reply) noexcept nogil:
    """Cells such that after a reply on none of them there is no pairing; empty, if that is not seen.

    If there are such cells, there is none after this `reply`, which may be NO_MOVE, either.
    """
    cdef const graph_t* graph = &p.graph
    cdef int16_t user[CAPACITY]
    cdef lineset_t size[SIZE_PLANES]            # how many cells each line has left, in bit planes
    cdef lineset_t open = graph.short             # those that are alive and not covered
    cdef lineset_t few, lines
    cdef bb_t used = bb_none(), cells
    cdef int line, a, b
    memcpy(size, graph.planes, sizeof(size))
    if reply != NO_MOVE:
        open = lines_andnot(open, graph.through[reply])
    while True:
        few = lines_andnot(open, size[2])       # three or fewer
        lines = lines_andnot(few, size[1])
        if lines_any(lines):
            return blamed(graph, used, user, lines_lowest(lines))
        lines = lines_andnot(few, size[0])
        if not lines_any(lines):
            return bb_none()
        line = lines_lowest(lines)
        cells = bb_andnot(graph.cells[line], used)
        used = bb_or(used, cells)
        a = pop_lowest(&cells)
        b = bb_lowest(cells)
        user[a] = user[b] = line
        open = lines_andnot(open, shared_lines(p, a, b))
        shorten(size, lines_and(open, graph.through[a]))
        shorten(size, lines_and(open, graph.through[b]))


cdef bb_t replies_left(const pairing_t* p, bb_t replies) noexcept nogil:
    """Those of the defender's `replies` after which forced pairs do not rule out a pairing.

    `p.graph` has the lines of the other side. (Those that miss one stone only are not in it.)
    """
    cdef bb_t left = bb_none(), cells = why_no_pairing(p, NO_MOVE)
    cdef int reply
    if not bb_any(cells):
        return replies
    replies = bb_and(replies, cells)
    while bb_any(replies):
        reply = pop_lowest(&replies)
        cells = why_no_pairing(p, reply)
        if bb_any(cells):
            replies = bb_and(replies, cells)
        else:
            left = bb_or(left, bb_of(reply))
    return left
