# Where does the exact cover (`exact_cover.pxi`) pay?
#
# The number of live lines tells: with few of them so little is left to search that the question is dear,
# with many it never succeeds. So it is noted, by number of lines, what the question took and what the
# nodes took that were searched after all.

cdef enum:
    DECIDED_FIRST = 8           # asked at the first so many nodes with as many lines, …
    NODES_FOR_TRIAL = 256       # … one more for so many nodes of the search, for what is soon over …
    DECIDED_SELDOM = 16         # … and at one in so many of the others, whether it pays or not
    FITS_FOR_NODE = 200         # what saving a node may cost, above what it takes: pairings serve elsewhere
    MOST_BELOW = 1 << 30        # more nodes count as so many: products stay within a word

cdef struct profit_t:           # what came of the question, at nodes with so many lines:
    int64_t met                 # at which it might have been asked,
    int64_t asked               # at which it was,
    int64_t settled             # … and with success,
    int64_t fits                # for so many nodes of its own;
    int64_t searched            # which were searched after all,
    int64_t below               # … with so many nodes below them


cdef bint pays_to_decide(profit_t* profit, uint64_t nodes) noexcept nogil:
    """Count a node in: should the question be asked there? The search has so many `nodes` so far."""
    cdef int64_t trials = min(<int64_t>DECIDED_FIRST, 1 + <int64_t>(nodes / NODES_FOR_TRIAL))
    profit.met += 1
    return (profit.asked < trials or profit.met % DECIDED_SELDOM == 0
            or FITS_FOR_NODE * profit.settled * profit.below >= profit.fits * profit.searched)


cdef void note_decision(profit_t* profit, int fits, bint settled) noexcept nogil:
    """The question was asked at a node."""
    profit.asked += 1
    profit.settled += settled
    profit.fits += fits
    if profit.asked == 1024:    # to forget slowly
        profit.asked >>= 1
        profit.settled >>= 1
        profit.fits >>= 1


cdef void note_search(profit_t* profit, uint64_t nodes) noexcept nogil:
    """A node was searched, with so many nodes below it."""
    profit.searched += 1
    profit.below += min(nodes, <uint64_t>MOST_BELOW)
    if profit.searched == 1024:
        profit.searched >>= 1
        profit.below >>= 1
