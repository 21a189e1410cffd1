# Threats, found for all lines at once.
#
# In each direction, move both sides' stones back one step at a time: after i steps the bit at a line's
# first cell tells of its i-th cell. Counting those bits in three bit planes gives, for all lines of the
# direction together, how many stones each still misses:
#
#     k = 4, one row       X . X X O X .        lines that are alive for X start at a1 only
#     misses of X          1                    and miss one stone: X completes at b1
#
# A line with a stone of each side is dead for both. `one`, `two`, `three` are exact; `more` is four or
# more.
#
# Where k is at most 5 and longer rows win as well, a stone changes the lines through its cell alone, and a
# search follows them from position to position (`lines_after`).
#
# Where only exactly k in a row win, a line with a stone of its owner's beyond an end is dead as well, and
# for good, for stones stay. With that, everything here means what it means elsewhere: the cell that a
# live line misses completes it and nothing longer, no other cell stops it, and a side without a live line
# cannot win.

cdef enum:
    UNITY = 16                  # what a completed line would weigh in `potential`

cdef struct lines_t:            # the live lines of one side, by their first cell
    bb_t one[DIRECTIONS]        # missing one stone: a threat to complete
    bb_t two[DIRECTIONS]
    bb_t three[DIRECTIONS]
    bb_t more[DIRECTIONS]
    int fewest                  # the fewest stones any line misses; 0: no live line


cdef inline bb_t take_lowest(bb_t* cells) noexcept nogil:
    """Remove the lowest cell, and return it as a set."""
    return bb_of(pop_lowest(cells))


cdef inline void miss(bb_t present, bb_t* b0, bb_t* b1, bb_t* b2) noexcept nogil:
    """Count one more cell of each line: a miss where `present` has no stone. Sticks above 3."""
    cdef bb_t absent = bb_not(present)
    cdef bb_t carry = bb_and(b0[0], absent)
    b0[0] = bb_xor(b0[0], absent)
    b2[0] = bb_or(b2[0], bb_and(b1[0], carry))
    b1[0] = bb_xor(b1[0], carry)


cdef inline void sort_lines(lines_t* lines, int direction, bb_t alive,
                            bb_t b0, bb_t b1, bb_t b2) noexcept nogil:
    cdef bb_t few = bb_andnot(alive, b2)
    lines.one[direction] = bb_andnot(bb_and(few, b0), b1)
    lines.two[direction] = bb_andnot(bb_and(few, b1), b0)
    lines.three[direction] = bb_and(bb_and(few, b0), b1)
    lines.more[direction] = bb_and(alive, b2)


cdef inline int fewest_missing(const lines_t* lines, int directions) noexcept nogil:
    cdef int d, fewest = 5
    for d in range(directions):
        if bb_any(lines.one[d]):
            return 1
        if fewest > 2 and bb_any(lines.two[d]):
            fewest = 2
        elif fewest > 3 and bb_any(lines.three[d]):
            fewest = 3
        elif fewest > 4 and bb_any(lines.more[d]):
            fewest = 4
    return fewest if fewest < 5 else 0


cdef inline void set_fewest(const context_t* ctx, lines_t* mine, lines_t* theirs) noexcept nogil:
    mine.fewest = fewest_missing(mine, ctx.directions)
    theirs.fewest = fewest_missing(theirs, ctx.directions)


cdef inline void scan_lines(const context_t* ctx, int k, bint exact, bb_t own, bb_t opponent,
                            lines_t* mine, lines_t* theirs) noexcept nogil:
    cdef int d, i, step
    cdef bb_t x, y, x_any, y_any, x0, x1, x2, y0, y1, y2
    for d in range(ctx.directions):
        step = ctx.step[d]
        x = own
        y = opponent
        x_any = x0 = x1 = x2 = y_any = y0 = y1 = y2 = bb_none()
        for i in range(k):
            if i:
                x = bb_down(x, step)
                y = bb_down(y, step)
            miss(x, &x0, &x1, &x2)
            miss(y, &y0, &y1, &y2)
            x_any = bb_or(x_any, x)
            y_any = bb_or(y_any, y)
        if exact:               # what spoils a line for one side is as good as a stone of the other
            y_any = bb_or(y_any, spoilt(ctx, d, own, x))
            x_any = bb_or(x_any, spoilt(ctx, d, opponent, y))
        sort_lines(mine, d, bb_andnot(ctx.starts[d], y_any), x0, x1, x2)
        sort_lines(theirs, d, bb_andnot(ctx.starts[d], x_any), y0, y1, y2)
    set_fewest(ctx, mine, theirs)


cdef void scan_exactly(const context_t* ctx, bb_t own, bb_t opponent,
                       lines_t* mine, lines_t* theirs) noexcept nogil:
    scan_lines(ctx, ctx.k, True, own, opponent, mine, theirs)


cdef void scan(const context_t* ctx, bb_t own, bb_t opponent,
               lines_t* mine, lines_t* theirs) noexcept nogil:
    """Sort the live lines of both sides by what they miss.

    For the usual k the compiler is given the number, and unrolls the loop over a line's cells.
    """
    if ctx.exact:               # apart from the rest, which it would slow down
        scan_exactly(ctx, own, opponent, mine, theirs)
    elif ctx.k == 3:
        scan_lines(ctx, 3, False, own, opponent, mine, theirs)
    elif ctx.k == 4:
        scan_lines(ctx, 4, False, own, opponent, mine, theirs)
    elif ctx.k == 5:
        scan_lines(ctx, 5, False, own, opponent, mine, theirs)
    else:
        scan_lines(ctx, ctx.k, False, own, opponent, mine, theirs)


cdef inline bint can_follow(const context_t* ctx) noexcept nogil:
    """Do the lines through a stone's cell tell all? In an exact game those it lies beyond change as well."""
    return ctx.k <= 5 and not ctx.exact


cdef inline void follow_stone(const context_t* ctx, int cell, const lines_t* mine, const lines_t* theirs,
                              lines_t* mine_after, lines_t* theirs_after) noexcept nogil:
    """The lines, but not `fewest`, after a stone of the owner of `mine`, if one `can_follow`.

    How many stones more than four a line misses need not be known: with k of at most 5, those that miss
    five hold no stone, and so are alive for both sides.
    """
    cdef bb_t through, nearer
    cdef int d
    for d in range(ctx.directions):
        through = ctx.through[cell][d]
        nearer = bb_and(through, mine.more[d])
        if ctx.k == 5:
            nearer = bb_andnot(nearer, theirs.more[d])
        mine_after.one[d] = bb_or(bb_andnot(mine.one[d], through), bb_and(mine.two[d], through))
        mine_after.two[d] = bb_or(bb_andnot(mine.two[d], through), bb_and(mine.three[d], through))
        mine_after.three[d] = bb_or(bb_andnot(mine.three[d], through), nearer)
        mine_after.more[d] = bb_andnot(mine.more[d], nearer)
        theirs_after.one[d] = bb_andnot(theirs.one[d], through)
        theirs_after.two[d] = bb_andnot(theirs.two[d], through)
        theirs_after.three[d] = bb_andnot(theirs.three[d], through)
        theirs_after.more[d] = bb_andnot(theirs.more[d], through)


cdef inline void lines_after(const context_t* ctx, int cell, bb_t own, bb_t opponent,
                             const lines_t* mine, const lines_t* theirs, lines_t* mine_after,
                             lines_t* theirs_after) noexcept nogil:
    """What `scan` finds after a stone of the owner of `mine` on `cell`, from what it found before.

    `own` and `opponent` are the stones after it.
    """
    if can_follow(ctx):
        follow_stone(ctx, cell, mine, theirs, mine_after, theirs_after)
        set_fewest(ctx, mine_after, theirs_after)
    else:
        scan(ctx, own, opponent, mine_after, theirs_after)


cdef void lines_after_pair(const context_t* ctx, int move, int answer, const lines_t* mine,
                           const lines_t* theirs, lines_t* between, lines_t* mine_after,
                           lines_t* theirs_after) noexcept nogil:
    """The same after a move and the other side's answer to it, on boards where one `can_follow` a stone.

    `between` has room for both sides' lines before the answer.
    """
    follow_stone(ctx, move, mine, theirs, &between[0], &between[1])
    follow_stone(ctx, answer, &between[1], &between[0], theirs_after, mine_after)
    set_fewest(ctx, mine_after, theirs_after)


cdef inline void scan_maker(const context_t* ctx, bb_t maker, bb_t breaker,
                            lines_t* lines) noexcept nogil:
    """Sort the live lines of Maker in the weak game, which is never exact: half of `scan`."""
    cdef int d, i, step
    cdef bb_t x, y, blocked, b0, b1, b2
    for d in range(ctx.directions):
        step = ctx.step[d]
        x = maker
        y = breaker
        b0 = b1 = b2 = blocked = bb_none()
        for i in range(ctx.k):
            if i:
                x = bb_down(x, step)
                y = bb_down(y, step)
            miss(x, &b0, &b1, &b2)
            blocked = bb_or(blocked, y)
        sort_lines(lines, d, bb_andnot(ctx.starts[d], blocked), b0, b1, b2)
    lines.fewest = fewest_missing(lines, ctx.directions)


cdef inline bb_t cells_of(const context_t* ctx, const bb_t* starts) noexcept nogil:
    """All cells of the lines that begin at `starts`, one set for each direction."""
    cdef bb_t cells = bb_none()
    cdef int d
    for d in range(ctx.directions):
        if bb_any(starts[d]):
            cells = bb_or(cells, line_cells(ctx, d, starts[d]))
    return cells


cdef inline bb_t open_lines(const lines_t* lines, int direction) noexcept nogil:
    """The live lines of a direction that miss two stones or more."""
    return bb_or(lines.two[direction], bb_or(lines.three[direction], lines.more[direction]))


cdef inline bb_t live_lines(const lines_t* lines, int direction) noexcept nogil:
    return bb_or(lines.one[direction], open_lines(lines, direction))


cdef inline bb_t cells_alive(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """All cells of the live lines."""
    cdef bb_t starts[DIRECTIONS]
    cdef int d
    for d in range(ctx.directions):
        starts[d] = live_lines(lines, d)
    return cells_of(ctx, starts)


cdef inline bb_t crossings(const context_t* ctx, const bb_t* starts) noexcept nogil:
    """The cells in two or more of the lines that begin at `starts`."""
    cdef bb_t once = bb_none(), twice = bb_none()
    cdef bb_t line
    cdef int d, i
    for d in range(ctx.directions):
        line = starts[d]
        if bb_any(line):
            for i in range(ctx.k):
                twice = bb_or(twice, bb_and(once, line))
                once = bb_or(once, line)
                line = next_cell(ctx, d, line)
    return twice


cdef inline bb_t moved_up(bb_t cells, int step, int times) noexcept nogil:
    cdef int i
    if bb_any(cells):
        for i in range(times):
            cells = bb_up(cells, step)
    return cells


cdef inline bb_t find_completions(const context_t* ctx, bint exact, bb_t stones,
                                  bb_t empty) noexcept nogil:
    """The empty cells that complete a line of `stones`.

    For each gap j of a line: all the stones before it (kept from one j to the next) and all
    behind it (built from the far end), a prefix and a suffix product.
    """
    cdef bb_t found = bb_none()
    cdef bb_t shifted[MAX_K]
    cdef bb_t behind[MAX_K + 1]
    cdef bb_t before
    cdef int d, j, step
    for d in range(ctx.directions):
        step = ctx.step[d]
        shifted[0] = stones
        for j in range(1, ctx.k):
            shifted[j] = bb_down(shifted[j - 1], step)
        behind[ctx.k] = ctx.starts[d]
        if exact:
            behind[ctx.k] = bb_andnot(ctx.starts[d], spoilt(ctx, d, stones, shifted[ctx.k - 1]))
        for j in range(ctx.k - 1, 0, -1):
            behind[j] = bb_and(behind[j + 1], shifted[j])
        before = bb_not(bb_none())
        for j in range(ctx.k):
            found = bb_or(found, moved_up(bb_and(before, behind[j + 1]), step, j))
            before = bb_and(before, shifted[j])
    return bb_and(found, empty)


cdef bb_t completions_exactly(const context_t* ctx, bb_t stones, bb_t empty) noexcept nogil:
    return find_completions(ctx, True, stones, empty)


cdef bb_t completions(const context_t* ctx, bb_t stones, bb_t empty) noexcept nogil:
    """The empty cells that complete a line of `stones`."""
    if ctx.exact:
        return completions_exactly(ctx, stones, empty)
    return find_completions(ctx, False, stones, empty)


cdef inline bb_t double_threat(const context_t* ctx, const lines_t* mine, bb_t own,
                               bb_t empty, bb_t among) noexcept nogil:
    """A cell of `among` that leaves two completing cells, as a set; empty if there is none.

    Such a cell lies on two lines that miss two stones. Not every crossing will do: overlapping
    lines may want the same second cell.
    """
    cdef bb_t rest = bb_and(crossings(ctx, mine.two), among)
    cdef bb_t cell
    while bb_any(rest):
        cell = take_lowest(&rest)
        if bb_several(completions(ctx, bb_or(own, cell), bb_andnot(empty, cell))):
            return cell
    return bb_none()


cdef inline bb_t replies(const context_t* ctx, const lines_t* mine, const lines_t* theirs,
                         bb_t opponent, bb_t empty, bb_t* cells) noexcept nogil:
    """The moves that do not lose to a double threat at once; `cells`, if wanted: those of all such.

    If the other side has a cell that would leave two completing cells, the mover must take that
    cell or one of the completing cells, or make a threat of its own: any other move blocks
    one and loses by the other.
    """
    cdef bb_t moves = empty
    cdef bb_t rest = bb_and(crossings(ctx, theirs.two), empty)
    cdef bb_t cell, completing, forcing
    if cells != NULL:
        cells[0] = bb_none()
    if not bb_any(rest):
        return moves
    forcing = bb_and(cells_of(ctx, mine.two), empty)
    while bb_any(rest):
        cell = take_lowest(&rest)
        completing = completions(ctx, bb_or(opponent, cell), bb_andnot(empty, cell))
        if bb_several(completing):
            if cells != NULL:
                cells[0] = bb_or(cells[0], bb_or(completing, cell))
            moves = bb_and(moves, bb_or(forcing, bb_or(completing, cell)))
    return moves


cdef inline int potential(const lines_t* lines, int directions) noexcept nogil:
    """The Erdős-Selfridge sum: over the live lines of a side, 2^-missing, in units of 1/UNITY.

    If it is below 1 with the other side to move, or below 1/2 with this side to move, this side
    can never complete a line (Erdős and Selfridge, "On a combinatorial game", J. Combinatorial
    Theory A 14, 1973). Lines that miss more than four count as if they missed four, which only
    weakens the test.
    """
    cdef int d, total = 0
    for d in range(directions):
        total += 4 * bb_count(lines.two[d]) + 2 * bb_count(lines.three[d]) + bb_count(lines.more[d])
    return total


cdef inline int reach(int missing, int stones, bint first) noexcept nogil:
    """The best score of a side whose nearest line misses `missing`, with `stones` to place.

    `first`: the side is to move. A side without a live line (`missing` = 0) cannot win.
    """
    if missing == 0 or missing > stones:
        return 0
    return WIN - 2 * missing + first
