# Ways to cover a run of lines by pairs. A run is a row of lines of one direction, all alive, each of
# which begins one step after the last. It ends at a stone of the other side or at the edge, so lines of
# different runs of a direction share no cell, and those of different directions one at most. A pair
# therefore covers lines of one run only, and a pairing is a cover of every run, no cell in two.
#
#     k = 4, one row          . . X . . .       three lines, all alive for X
#     two of its covers       a a X b b .       the pair a is in the first, b in the two others
#                             . a X a b b       a is in the first two, b in the last
#
# Only covers are kept that contain no other one, and no more than some dozens for a run, the smallest.
# There are a few thousand different runs on a board: each is looked at when it is met.

cdef enum:
    MOST_COVERS = 48            # of a run: all that there are, in lines of 5 on boards to 9 x 9
    COVER_PAIRS = 6             # pairs of a cover
    MAX_RUN = 20                # cells of a run: a board is no longer (but see `add_task`)
    RUNS_KEPT = 1 << 13         # of runs, by a hash: some thousands occur on a board
    COVERS_KEPT = 1 << 15       # of all runs; when they are full, all are forgotten
cdef struct cover_t:
    uint32_t cells              # bit i: the i-th cell of the run
    uint8_t pairs
    uint8_t pair[2 * COVER_PAIRS]           # they, by their places in the run

cdef struct run_t:              # what is known of a run
    uint32_t empty              # bit i: the i-th cell is
    int16_t lines               # 0: nothing is kept here
    int16_t covers              # how many are kept,
    bint whole                  # and are these all that contain no other one?
    int first                   # their place among all
    uint64_t using[MAX_RUN]     # by cell: those that it is in, counted from there

cdef struct covers_t:
    run_t run[RUNS_KEPT]
    cover_t cover[COVERS_KEPT]
    int used
    int steps                   # left for the run under way


cdef inline bint is_covered(const cover_t* cover, uint32_t line) noexcept nogil:
    cdef int i
    for i in range(cover.pairs):
        if line >> cover.pair[2 * i] & line >> cover.pair[2 * i + 1] & 1:
            return True
    return False


cdef void keep_cover(covers_t* c, run_t* run, const cover_t* cover) noexcept nogil:
    """Add a cover in place of those that contain it, and of the largest if there are too many."""
    cdef cover_t* kept = c.cover + run.first
    cdef int i, n = 0
    for i in range(run.covers):
        if cover.cells & ~kept[i].cells:
            kept[n] = kept[i]
            n += 1
    if n == MOST_COVERS:
        run.whole = False
        if word_count(kept[n - 1].cells) <= word_count(cover.cells):
            return
        n -= 1
    run.covers = n + 1
    while n > 0 and word_count(kept[n - 1].cells) > word_count(cover.cells):
        kept[n] = kept[n - 1]
        n -= 1
    kept[n] = cover[0]


cdef void list_covers(covers_t* c, run_t* run, int k, cover_t* so_far) noexcept nogil:
    """Keep the covers that go on from `so_far`."""
    cdef const cover_t* kept = c.cover + run.first
    cdef uint32_t whole = (<uint32_t>1 << k) - 1
    cdef uint32_t line, free
    cdef int i, a, b
    c.steps -= 1
    for i in range(run.covers):
        if not kept[i].cells & ~so_far.cells:
            return
    for i in range(run.lines):
        line = run.empty & whole << i
        if not is_covered(so_far, line):
            break
    else:
        keep_cover(c, run, so_far)
        return
    if so_far.pairs == COVER_PAIRS or c.steps <= 0:
        run.whole = False
        return
    free = line & ~so_far.cells
    so_far.pairs += 1
    for a in range(i + k - 2, i - 1, -1):       # first what is in most of the lines that follow
        for b in range(i + k - 1, a, -1):
            if free >> a & free >> b & 1:
                so_far.pair[2 * so_far.pairs - 2] = a
                so_far.pair[2 * so_far.pairs - 1] = b
                so_far.cells |= <uint32_t>1 << a | <uint32_t>1 << b
                list_covers(c, run, k, so_far)
                so_far.cells ^= <uint32_t>1 << a | <uint32_t>1 << b
    so_far.pairs -= 1


cdef const run_t* covers_of(covers_t* c, int k, int lines, uint32_t empty) noexcept nogil:
    """The covers of a run of so many lines with these empty cells."""
    cdef run_t* run = &c.run[mix(<uint64_t>empty << 8 | lines) & (RUNS_KEPT - 1)]
    cdef cover_t none
    cdef int i, j
    if run.lines == lines and run.empty == empty:
        return run
    run.lines = lines
    run.empty = empty
    run.covers = 0
    run.whole = True
    run.first = c.used
    c.steps = 1000
    memset(&none, 0, sizeof(none))
    list_covers(c, run, k, &none)
    c.used += run.covers
    for i in range(MAX_RUN):
        run.using[i] = 0
        for j in range(run.covers):
            run.using[i] |= <uint64_t>(c.cover[run.first + j].cells >> i & 1) << j
    return run


cdef void keep_room(covers_t* c, int runs) noexcept nogil:
    """See to it that the covers of so many runs can be kept without losing any of them."""
    if c.used + runs * MOST_COVERS > COVERS_KEPT:
        memset(c.run, 0, sizeof(c.run))
        c.used = 0
