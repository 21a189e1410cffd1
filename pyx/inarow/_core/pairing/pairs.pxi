# Pairing strategies: pairs of empty cells, no cell in two of them, such that every live line of one side
# contains a whole pair. The other side then answers in the same pair for ever, and no such line is ever
# completed, whoever is to move and whatever else happens on the board (Hales and Jewett, "Regularity and
# positional games", Trans. AMS 106, 1963).
#
#     k = 4, two lines of X that cross:   . . . .       one pair on the row without the crossing,
#                                         . | . .       one on the column without it, and X
#                                         - + - -       completes neither
#                                         . | . .
#
# All sets of lines are words of bits, the counts of pairs on each line and the weights of lines are kept
# as bit planes, and so a step costs some tens of operations. In most positions one word holds all lines,
# and two planes all counts: unless it is `wide`, the search leaves alone the high words and planes. How
# pairings are found is told in `local_search.pxi`.

cdef enum:
    COVER_PLANES = 4            # a line of 20 cells holds at most 10 pairs …
    NARROW_PLANES = 2           # … and one of LONGEST_NARROW at most 3
    LONGEST_NARROW = 7          # empty cells of a line for which two planes do
    WEIGHT_PLANES = 5           # weights 1 … 32
    REPLIES_MATCHED = 16        # replies whose pairing is kept while Maker's moves are tried
    NO_PARTNER = CAPACITY       # off the board, where no line goes: single cells are no special case

cdef struct pairs_t:
    int16_t partner[CAPACITY + 1]           # both ways; NO_PARTNER for a single cell
    lineset_t cover[COVER_PLANES]           # how many pairs cover each line, in bit planes

cdef struct matching_t:
    int16_t holder[CAPACITY]                # the line that has a cell, or -1
    int16_t have[MOST_LINES]                # how many cells a line has

cdef struct paths_t:                        # along which lines exchange cells
    matching_t base                         # before any reply
    matching_t after[REPLIES_MATCHED]       # after some of those that leave a pairing: see `match_replies`
    int16_t place[CAPACITY]                 # where that is, by reply; -1: nowhere
    int used                                # so many of these are in use
    matching_t now
    uint32_t turn                           # of the search under way
    uint32_t seen[CAPACITY]                 # the last search that came to a cell
    uint32_t met[MOST_LINES]                # … and to a line
    int16_t source[CAPACITY]                # the line from which a cell was reached
    int16_t by[MOST_LINES]                  # the cell by which a line was
    int16_t queue[MOST_LINES]               # the lines, in the order in which they were met,
    int count                               # and how many

cdef struct pairing_t:
    graph_t graph                         # the lines of the side to be stopped
    pairs_t now                             # the pairs in the making
    pairs_t good                            # the last that were a pairing
    lineset_t weight[WEIGHT_PLANES]         # the weight of each line less one, in bit planes
    int planes                              # how many of them are in use
    lineset_t alive                         # the lines that the reply leaves
    lineset_t uncovered                     # all lines that no pair of `good` covers: see `keep_pairs`
    lineset_t bare                          # the lines alive that no pair covers
    lineset_t once                          # … and those that one pair covers
    paths_t paths                           # where lines are apart: see `matching.pxi`
    bb_t matched                            # … the cells of the pairs
    int lacking                             # … how many cells the lines lack for one before a reply,
    bb_t among                              # … and, if they do, outside of which cells none makes up for it
    int free_reply                          # where a free reply held last, as its cell + 1; or 0
    uint64_t random


cdef inline int words_in_use(bint wide) noexcept nogil:
    return LINE_WORDS if wide else 1


cdef inline lineset_t shared_lines(const pairing_t* p, int a, int b) noexcept nogil:
    """The lines through both of two cells."""
    return lines_and(p.graph.through[a], p.graph.through[b])


cdef inline void count_pair(pairing_t* p, lineset_t lines, bint more, bint wide) noexcept nogil:
    """One pair more covers each of `lines`, or one less."""
    cdef lineset_t before
    cdef int i, w
    for i in range(COVER_PLANES if wide else NARROW_PLANES):
        before = p.now.cover[i]
        for w in range(words_in_use(wide)):
            p.now.cover[i].word[w] ^= lines.word[w]
        lines = lines_and(lines, before) if more else lines_andnot(lines, before)


cdef inline void look_at_cover(pairing_t* p, bint wide) noexcept nogil:
    """Bring `bare` and `once` up to date."""
    cdef const lineset_t* cover = p.now.cover
    cdef uint64_t several
    cdef int w
    for w in range(words_in_use(wide)):
        several = cover[1].word[w] | (cover[2].word[w] | cover[3].word[w] if wide else 0)
        p.bare.word[w] = p.alive.word[w] & ~(cover[0].word[w] | several)
        p.once.word[w] = p.alive.word[w] & cover[0].word[w] & ~several


cdef inline lineset_t not_covered(const pairing_t* p) noexcept nogil:
    """All lines that no pair covers, whether the reply leaves them alive or not."""
    cdef const lineset_t* cover = p.now.cover
    return lines_andnot(p.graph.all, lines_or(lines_or(cover[0], cover[1]),
                                            lines_or(cover[2], cover[3])))


cdef inline void part(pairing_t* p, int a, bint wide) noexcept nogil:
    """Break up the pair of a cell, if it has one."""
    cdef int b = p.now.partner[a]
    count_pair(p, shared_lines(p, a, b), False, wide)
    p.now.partner[a] = p.now.partner[b] = NO_PARTNER


cdef void keep_pairs(pairing_t* p, bb_t empty) noexcept nogil:
    """Keep of the last pairing what still has two empty cells and lines to cover.

    To be called when new lines have been set down in `graph`.
    """
    cdef bb_t rest = empty
    cdef lineset_t lines
    cdef int a, b, i
    p.now = p.good
    for i in range(COVER_PLANES):
        p.now.cover[i] = lines_none()
    while bb_any(rest):
        a = pop_lowest(&rest)
        b = p.now.partner[a]
        if b == NO_PARTNER:
            continue
        # A cell that was not empty meanwhile may still name a partner that has found another.
        if bb_has(empty, b) and p.now.partner[b] == a:
            lines = shared_lines(p, a, b)
            if lines_any(lines):
                if a < b:
                    count_pair(p, lines, True, True)
                continue
        p.now.partner[a] = NO_PARTNER
    p.good = p.now
    p.uncovered = not_covered(p)
    if LINES_BY_NUMBER and p.graph.apart:
        match_lines(p)


cdef bb_t pairs_needed(pairing_t* p, bb_t empty) noexcept nogil:
    """The cells of the pairs, without the pairs whose lines others cover as well."""
    cdef bb_t rest = empty, cells = bb_none()
    cdef int a, b
    if LINES_BY_NUMBER and p.graph.apart:
        return p.matched                    # a pair a line
    while bb_any(rest):
        a = pop_lowest(&rest)
        b = p.now.partner[a]
        if b == NO_PARTNER:
            continue
        rest = bb_andnot(rest, bb_of(b))
        if lines_any(lines_and(shared_lines(p, a, b), p.once)):
            cells = bb_or(cells, bb_or(bb_of(a), bb_of(b)))
        else:
            part(p, a, True)
            look_at_cover(p, True)
    return cells


cdef void forget_pairings(pairing_t* p, uint64_t seed) noexcept nogil:
    """Begin afresh: no pairs, and the random numbers that come of a seed."""
    cdef int cell
    memset(p, 0, sizeof(pairing_t))
    p.random = mix(seed)
    for cell in range(CAPACITY + 1):
        p.good.partner[cell] = NO_PARTNER
