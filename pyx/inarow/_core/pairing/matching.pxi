# Pairings by matching, where no two lines share more than one cell: on cubes, say, whose lines run from side to
# side. Then a pair covers one line, so a pairing is two cells of its own for every line, and whether there
# is one is decided at once: by a matching of lines with cells, each line with two, that grows along
# augmenting paths (Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics
# Quarterly 2, 1955).
#
# A line that remains with fewer says why: the lines that alternating paths lead to from it have too few cells
# together (Hall, "On representatives of subsets", J. London Math. Soc. 10, 1935). A reply that is on none
# of these leaves them so.

cdef bint give_cell(paths_t* s, const graph_t* graph, matching_t* m, int line, int taken) noexcept nogil:
    """Give a line one cell more, while others get another for one of theirs; False if that cannot be."""
    cdef int first = 0, i, cell, at, other
    s.turn += 1
    if taken != NO_MOVE:
        s.seen[taken] = s.turn
    s.met[line] = s.turn
    s.queue[0] = line
    s.count = 1
    while first < s.count:
        at = s.queue[first]
        first += 1
        for i in range(graph.size[at]):
            cell = graph.cell[at][i]
            if s.seen[cell] == s.turn:
                continue
            s.seen[cell] = s.turn
            s.source[cell] = at
            other = m.holder[cell]
            if other < 0:
                while True:
                    at = s.source[cell]
                    m.holder[cell] = at
                    if at == line:
                        m.have[line] += 1
                        return True
                    cell = s.by[at]
            if s.met[other] != s.turn:
                s.met[other] = s.turn
                s.by[other] = cell
                s.queue[s.count] = other
                s.count += 1
    return False


cdef inline void release(const graph_t* graph, matching_t* m, int line) noexcept nogil:
    """Take a line's cells from it."""
    cdef int i
    m.have[line] = 0
    for i in range(graph.size[line]):
        if m.holder[graph.cell[line][i]] == line:
            m.holder[graph.cell[line][i]] = -1


cdef void take_matching(pairing_t* p, const matching_t* m, lineset_t alive) noexcept nogil:
    """Make pairs of it, in `now` and `good`: those of lines that have two cells."""
    cdef int16_t first[MOST_LINES]
    cdef lineset_t covered = lines_none()
    cdef uint64_t taken
    cdef int cell, line, word
    memset(first, -1, sizeof(first))
    for cell in range(CAPACITY + 1):
        p.now.partner[cell] = NO_PARTNER
    for word in range(WORDS):
        taken = 0
        for cell in range(64 * word, 64 * word + 64):
            line = m.holder[cell]
            if line < 0 or m.have[line] < 2:
                continue
            taken |= <uint64_t>1 << (cell & 63)
            if first[line] < 0:
                first[line] = cell
                continue
            p.now.partner[cell] = first[line]
            p.now.partner[first[line]] = cell
            covered.word[line >> 6] |= <uint64_t>1 << (line & 63)
        p.matched = bb_with_word(p.matched, word, taken)
    for cell in range(COVER_PLANES):
        p.now.cover[cell] = lines_none()
    p.now.cover[0] = covered
    p.alive = alive
    look_at_cover(p, True)
    p.good = p.now
    p.uncovered = not_covered(p)


cdef void match_lines(pairing_t* p) noexcept nogil:
    """Make as many pairs as can be before any reply, and note where a reply may leave a pairing.

    To be called when new lines have been set down in `graph`.
    """
    cdef paths_t* s = &p.paths
    cdef matching_t* m = &s.base
    cdef const graph_t* graph = &p.graph
    cdef bb_t cells
    cdef int line, cell, other, i
    memset(m.holder, -1, sizeof(m.holder))
    memset(m.have, 0, sizeof(m.have))
    for cell in range(CAPACITY):            # begin with the pairs that are kept
        other = p.good.partner[cell]        # (that of a stone is of no meaning)
        if not (cell < other < NO_PARTNER and lines_any(shared_lines(p, cell, other))):
            continue
        line = lines_lowest(shared_lines(p, cell, other))
        if m.have[line] == 0 and bb_has(graph.cells[line], cell) and bb_has(graph.cells[line], other):
            m.holder[cell] = m.holder[other] = line
            m.have[line] = 2
    p.lacking = 0
    p.among = bb_none()
    for line in range(graph.lines):
        while m.have[line] < 2:
            if give_cell(s, graph, m, line, NO_MOVE):
                continue
            cells = bb_none()
            for i in range(s.count):
                cells = bb_or(cells, graph.cells[s.queue[i]])
            p.among = bb_and(p.among, cells) if p.lacking else cells
            p.lacking += 2 - m.have[line]
            break
    take_matching(p, m, graph.all)
    memset(s.place, -1, sizeof(s.place))
    s.used = 0
    cells = p.among
    while bb_any(cells):                    # a reply makes up for no more than two cells a line
        cell = pop_lowest(&cells)
        if 2 * lines_count(graph.through[cell]) < p.lacking:
            p.among = bb_andnot(p.among, bb_of(cell))


cdef bint match_after(pairing_t* p, matching_t* m, int taken, int reply) noexcept nogil:
    """Match all lines that a reply leaves alive; False if that cannot be.

    `m` is the matching before it, or after it and before Maker's stone on `taken`.
    """
    cdef paths_t* s = &p.paths
    cdef const graph_t* graph = &p.graph
    cdef lineset_t dead = lines_none(), rest
    cdef int line, turn
    if reply != NO_MOVE:
        rest = dead = graph.through[reply]
        while lines_any(rest):              # what dead lines have is free
            release(graph, m, pop_line(&rest))
    if taken != NO_MOVE and m.holder[taken] >= 0:
        m.have[m.holder[taken]] -= 1
        m.holder[taken] = -1
    for turn in range(2):                   # first the lines that lacked something before
        for line in range(graph.lines):
            if m.have[line] == 2 or (s.base.have[line] < 2) != (turn == 0):
                continue
            if lines_any(lines_and(dead, line_of(line))):
                continue
            while m.have[line] < 2:
                if not give_cell(s, graph, m, line, taken):
                    return False
    return True


cdef bint match_replies(pairing_t* p) noexcept nogil:
    """Keep of `among` the replies after which there is a pairing; are there any?

    A move of Maker's before the reply leaves no more of them.
    """
    cdef paths_t* s = &p.paths
    cdef bb_t rest = p.among, found = bb_none()
    cdef int reply
    while bb_any(rest):
        reply = pop_lowest(&rest)
        s.now = s.base
        if match_after(p, &s.now, NO_MOVE, reply):
            found = bb_or(found, bb_of(reply))
            if s.used < REPLIES_MATCHED:
                s.place[reply] = s.used
                s.after[s.used] = s.now
                s.used += 1
    p.among = found
    return bb_any(found)


cdef int matching_after(pairing_t* p, int taken, int reply) noexcept nogil:
    """0 if there is a pairing after a reply, which is taken then, else 1: see `pairs_after`."""
    cdef paths_t* s = &p.paths
    cdef lineset_t alive = p.graph.all
    if reply != NO_MOVE:
        if p.lacking and not bb_has(p.among, reply):
            return 1
        alive = lines_andnot(alive, p.graph.through[reply])
    s.now = s.after[s.place[reply]] if reply != NO_MOVE and s.place[reply] >= 0 else s.base
    if not match_after(p, &s.now, taken, reply):
        return 1
    take_matching(p, &s.now, alive)
    return 0


cdef int pairing_after(pairing_t* p, int taken, int reply, const effort_t* effort) noexcept nogil:
    """See `pairs_after`: with a reply that is not free. Decided where lines are apart."""
    if LINES_BY_NUMBER and p.graph.apart:
        return matching_after(p, taken, reply)
    return pairs_after(p, taken, &reply, False, effort)
