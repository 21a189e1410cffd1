# The live lines of one side as a hypergraph: numbered, each with its empty cells, each cell with the set
# of lines through it. What the pairing search and the weak game work on.
#
# Who includes this says how many words a set of lines has: two in the kernels, where a side with more lines
# is not set down, and as many as any board needs in `pairings.pyx`.

cdef enum:
    MOST_LINES = 64 * LINE_WORDS
    SIZE_PLANES = 3             # for lines of up to seven empty cells

cdef struct lineset_t:          # a set of lines, by number
    uint64_t word[LINE_WORDS]

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
    cdef int w
    for w in range(LINE_WORDS):
        r.word[w] = 0
    return r


cdef inline lineset_t line_of(int line) noexcept nogil:
    cdef lineset_t r
    cdef int w
    for w in range(LINE_WORDS):
        r.word[w] = <uint64_t>(line >> 6 == w) << (line & 63)
    return r


cdef inline lineset_t first_lines(int count) noexcept nogil:
    """The lines numbered below `count`."""
    cdef lineset_t r
    cdef int w
    for w in range(LINE_WORDS):
        r.word[w] = (~<uint64_t>0 if count >= 64 * (w + 1)
                     else (<uint64_t>1 << (count & 63)) - 1 if count > 64 * w else 0)
    return r


cdef inline lineset_t lines_and(lineset_t a, lineset_t b) noexcept nogil:
    cdef int w
    for w in range(LINE_WORDS):
        a.word[w] &= b.word[w]
    return a


cdef inline lineset_t lines_or(lineset_t a, lineset_t b) noexcept nogil:
    cdef int w
    for w in range(LINE_WORDS):
        a.word[w] |= b.word[w]
    return a


cdef inline lineset_t lines_xor(lineset_t a, lineset_t b) noexcept nogil:
    cdef int w
    for w in range(LINE_WORDS):
        a.word[w] ^= b.word[w]
    return a


cdef inline lineset_t lines_andnot(lineset_t a, lineset_t b) noexcept nogil:
    cdef int w
    for w in range(LINE_WORDS):
        a.word[w] &= ~b.word[w]
    return a


cdef inline bint lines_any(lineset_t a) noexcept nogil:
    cdef uint64_t r = 0
    cdef int w
    for w in range(LINE_WORDS):
        r |= a.word[w]
    return r != 0


cdef inline int lines_lowest(lineset_t a) noexcept nogil:
    cdef int w
    for w in range(LINE_WORDS - 1):
        if a.word[w]:
            return 64 * w + word_lowest(a.word[w])
    return 64 * (LINE_WORDS - 1) + word_lowest(a.word[LINE_WORDS - 1])


cdef inline int pop_line(lineset_t* a) noexcept nogil:
    """Remove the lowest line, and return its number."""
    cdef int line = lines_lowest(a[0])
    cdef int w
    for w in range(LINE_WORDS - 1):
        if a.word[w]:
            a.word[w] &= a.word[w] - 1
            return line
    a.word[LINE_WORDS - 1] &= a.word[LINE_WORDS - 1] - 1
    return line
