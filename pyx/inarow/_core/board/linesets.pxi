# Sets of lines, by their numbers: those of a graph (`pairing/graph.pxi`), and where lines are numbered those of
# the board (`lines_by_number.pxi`).
#
# Who includes this says how many words a set has.

cdef enum:
    MOST_LINES = 64 * LINE_WORDS

cdef struct lineset_t:
    uint64_t word[LINE_WORDS]


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


cdef inline int lines_count(lineset_t a) noexcept nogil:
    cdef int w, total = 0
    for w in range(LINE_WORDS):
        total += word_count(a.word[w])
    return total


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
