# The live lines of one side as a hypergraph: numbered, each with its empty cells, each cell with the set
# of lines through it. What the pairing search and the weak game work on.

cdef enum:
    MOST_LINES = 128            # a side with more live lines is not set down
    SIZE_PLANES = 3             # for lines of up to seven empty cells

cdef struct lineset_t:          # a set of lines, by number
    uint64_t low
    uint64_t high

cdef struct graph_t:
    int lines                               # live lines of one side
    int longest                             # no line has more empty cells
    int size[MOST_LINES]                    # how many empty cells each has
    int16_t cell[MOST_LINES][MAX_K]         # and which
    bb_t cells[MOST_LINES]                  # the same as a set
    lineset_t through[CAPACITY + 1]         # the lines through each cell; through the last, none
    lineset_t all
    lineset_t short                         # those whose number of empty cells fits the planes
    lineset_t planes[SIZE_PLANES]           # that number, in bit planes


cdef inline lineset_t lines_none() noexcept nogil:
    cdef lineset_t r
    r.low = r.high = 0
    return r


cdef inline lineset_t lines_and(lineset_t a, lineset_t b) noexcept nogil:
    cdef lineset_t r
    r.low = a.low & b.low
    r.high = a.high & b.high
    return r


cdef inline lineset_t lines_or(lineset_t a, lineset_t b) noexcept nogil:
    cdef lineset_t r
    r.low = a.low | b.low
    r.high = a.high | b.high
    return r


cdef inline lineset_t lines_andnot(lineset_t a, lineset_t b) noexcept nogil:
    cdef lineset_t r
    r.low = a.low & ~b.low
    r.high = a.high & ~b.high
    return r


cdef inline bint lines_any(lineset_t a) noexcept nogil:
    return (a.low | a.high) != 0


cdef inline int lines_count(lineset_t a) noexcept nogil:
    return word_count(a.low) + word_count(a.high)


cdef inline int lines_lowest(lineset_t a) noexcept nogil:
    return word_lowest(a.low) if a.low else 64 + word_lowest(a.high)


cdef inline int pop_line(lineset_t* a) noexcept nogil:
    """Remove the lowest line, and return its number."""
    cdef int line = lines_lowest(a[0])
    if a.low:
        a.low &= a.low - 1
    else:
        a.high &= a.high - 1
    return line


cdef inline bint is_crowded(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """Are the live lines too many to be set down?"""
    cdef int d, count = 0
    for d in range(ctx.directions):
        count += bb_count(open_lines(lines, d))
    return count > MOST_LINES


cdef bint read_lines(const context_t* ctx, const lines_t* lines, bb_t empty,
                     graph_t* graph) noexcept nogil:
    """Set down the lines that miss two stones or more; False if there are too many."""
    cdef bb_t starts, cells
    cdef int d, i, start, cell, size
    cdef uint64_t low, high
    graph.lines = 0
    graph.longest = ctx.k
    graph.short = lines_none()
    memset(graph.planes, 0, sizeof(graph.planes))
    memset(graph.through, 0, sizeof(graph.through))
    for d in range(ctx.directions):
        starts = open_lines(lines, d)
        while bb_any(starts):
            start = pop_lowest(&starts)
            if graph.lines == MOST_LINES:
                return False
            low = <uint64_t>1 << (graph.lines & 63)
            high = low if graph.lines & 64 else 0
            low ^= high
            size = 0
            cells = bb_none()
            for i in range(ctx.k):
                cell = start + i * ctx.step[d]
                graph.cell[graph.lines][size] = cell    # if it holds a stone, the next one takes its place
                size += bb_has(empty, cell)
                cells = bb_or(cells, bb_of(cell))
                graph.through[cell].low |= low
                graph.through[cell].high |= high
            graph.size[graph.lines] = size
            graph.cells[graph.lines] = bb_and(cells, empty)
            if size >> SIZE_PLANES == 0:
                graph.short.low |= low
                graph.short.high |= high
                for i in range(SIZE_PLANES):
                    graph.planes[i].low |= low * (size >> i & 1)
                    graph.planes[i].high |= high * (size >> i & 1)
            graph.lines += 1
    graph.all.low = ~<uint64_t>0 if graph.lines >= 64 else (<uint64_t>1 << graph.lines) - 1
    graph.all.high = 0 if graph.lines <= 64 else ~<uint64_t>0 >> (128 - graph.lines)
    return True
