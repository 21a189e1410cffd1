# Lines by step: those whose cells lie at a constant distance. A kind of lines, for `lines.pxi`.
#
# A group is the lines of one direction, and a set of them the set of their first cells.
#
# In each direction, move both sides' stones back one step at a time: after i steps the bit at a line's
# first cell tells of its i-th cell. Counting those bits in three bit planes gives, for all lines of the
# direction together, how many stones each still misses:
#
#     k = 4, one row       X . X X O X .        lines that are alive for X start at a1 only
#     misses of X          1                    and miss one stone: X completes at b1
#
# Where k is at most 5 and longer rows win as well, a stone changes the lines through its cell alone, and a
# search follows them from position to position (`can_follow`).

from libc.stdint cimport int8_t
from libc.string cimport memset

cdef enum:
    LINE_WORDS = 2              # of the sets of lines that pairings are looked for in: see `pairing/graph.pxi`

include "inarow/_core/board/linesets.pxi"

cdef struct context_t           # what the kernel's other files define, and this one works on
cdef struct lines_t
cdef struct order_t

cdef enum:
    LINE_GROUPS = 4             # directions
    LINES_OF_GROUP = CAPACITY   # numbers of lines in one: that of a line is its first cell
    LINES_BY_NUMBER = 0
    MAX_SYMMETRIES = 8

ctypedef bb_t some_lines_t      # lines of one direction, by their first cells

cdef struct board_lines_t:
    int groups                  # how many of the four directions hold a line; 0: nobody can win
    int step[LINE_GROUPS]       # distance between neighbouring cells of a line, 1 … n + 1
    bb_t starts[LINE_GROUPS]    # the first cell of every line of this direction
    bb_t through[CAPACITY][LINE_GROUPS]         # by their first cells, the lines that hold a cell
    # Of an exact game:
    bb_t before[LINE_GROUPS]    # the lines (by first cell) with a cell of the board before them
    bb_t behind[LINE_GROUPS]    # and those with one behind


cdef int set_lines(board_lines_t* board, lines, flanks) except -1:
    """Fill `board` from tuples of cells; a line's cells have a constant distance."""
    cdef int cell, first, direction
    memset(board, 0, sizeof(board_lines_t))
    steps = [line[1] - line[0] if len(line) > 1 else 1 for line in lines]
    different = sorted({*steps})
    board.groups = len(different)
    for direction, step in enumerate(different):
        board.step[direction] = step
    for line, step, beyond in zip(lines, steps, flanks):
        first = line[0]
        direction = different.index(step)
        board.starts[direction] = bb_or(board.starts[direction], bb_of(first))
        for cell in line:
            board.through[cell][direction] = bb_or(board.through[cell][direction], bb_of(first))
        for cell in beyond:
            if cell < first:
                board.before[direction] = bb_or(board.before[direction], bb_of(first))
            else:
                board.behind[direction] = bb_or(board.behind[direction], bb_of(first))
    return 0


cdef inline int length_of(const context_t* ctx, int line) noexcept nogil:
    return ctx.k


cdef inline bint lines_apart(const context_t* ctx) noexcept nogil:
    """Does no line share two cells with another? Those of a run do."""
    return False


cdef inline bint any_line(some_lines_t lines) noexcept nogil:
    return bb_any(lines)


cdef inline int next_line(some_lines_t* lines) noexcept nogil:
    """Remove the line of the lowest number, and return that."""
    return pop_lowest(lines)


cdef inline int cell_on(const context_t* ctx, int group, int line, int i) noexcept nogil:
    """The i-th cell of a line, or of the run that begins with it."""
    return line + i * ctx.lines.step[group]


cdef inline int next_run(const context_t* ctx, int group, some_lines_t* lines,
                         int* first) noexcept nogil:
    """Remove a run of lines, each of which begins one step after the last: how many, and the `first`."""
    cdef int count = 1
    first[0] = next_line(lines)
    while (cell_on(ctx, group, first[0], count) < ctx.cells
           and bb_has(lines[0], cell_on(ctx, group, first[0], count))):
        lines[0] = bb_andnot(lines[0], bb_of(cell_on(ctx, group, first[0], count)))
        count += 1
    return count


cdef inline bb_t next_cell(const context_t* ctx, int direction, bb_t cells) noexcept nogil:
    """The cells after these on the lines of a direction."""
    return bb_up(cells, ctx.lines.step[direction])


cdef inline bb_t line_cells(const context_t* ctx, int direction, bb_t starts) noexcept nogil:
    """All cells of the lines of a direction that begin at `starts`."""
    cdef bb_t cells = starts
    cdef int i
    for i in range(1, ctx.k):
        starts = next_cell(ctx, direction, starts)
        cells = bb_or(cells, starts)
    return cells


cdef inline bb_t cells_of_line(const context_t* ctx, int group, int line) noexcept nogil:
    return line_cells(ctx, group, bb_of(line))


cdef inline some_lines_t open_lines(const lines_t* lines, int group) noexcept nogil:
    """The live lines of a group that miss two stones or more."""
    return bb_or(lines.two[group], bb_or(lines.three[group], lines.more[group]))


cdef inline some_lines_t live_lines(const lines_t* lines, int group) noexcept nogil:
    return bb_or(lines.one[group], open_lines(lines, group))


cdef inline some_lines_t near_lines(const lines_t* lines, int group) noexcept nogil:
    """Those that miss two or three."""
    return bb_or(lines.two[group], lines.three[group])


cdef inline some_lines_t begun(const context_t* ctx, int group, some_lines_t lines,
                               bb_t stones) noexcept nogil:
    """Those of `lines` that hold a stone."""
    cdef bb_t held = stones
    cdef int i
    for i in range(1, ctx.k):
        stones = bb_down(stones, ctx.lines.step[group])
        held = bb_or(held, stones)
    return bb_and(lines, held)


cdef inline int count_open(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """How many live lines miss two stones or more."""
    cdef int d, count = 0
    for d in range(ctx.lines.groups):
        count += bb_count(open_lines(lines, d))
    return count


cdef inline bb_t spoilt(const context_t* ctx, int direction, bb_t stones, bb_t last) noexcept nogil:
    """The lines of a direction that `stones` spoil for their owner, who would get too many.

    `last` are the stones moved back k - 1 steps: where a line begins, they tell of its last cell.
    """
    cdef int step = ctx.lines.step[direction]
    return bb_or(bb_and(bb_up(stones, step), ctx.lines.before[direction]),
                 bb_and(bb_down(last, step), ctx.lines.behind[direction]))


cdef inline bb_t complete_lines(const context_t* ctx, int direction, bb_t stones) noexcept nogil:
    """The lines of a direction, by first cell, that `stones` fill: exactly, if that is the game."""
    cdef bb_t run = bb_and(stones, ctx.lines.starts[direction])
    cdef bb_t ahead = stones
    cdef int i
    for i in range(1, ctx.k):
        if not bb_any(run):
            return run
        ahead = bb_down(ahead, ctx.lines.step[direction])
        run = bb_and(run, ahead)
    return bb_andnot(run, spoilt(ctx, direction, stones, ahead)) if ctx.exact else run


cdef inline bint has_line(const context_t* ctx, bb_t stones) noexcept nogil:
    """Does `stones` contain a whole line, and no more than that if it must be exact?"""
    cdef int direction
    for direction in range(ctx.lines.groups):
        if bb_any(complete_lines(ctx, direction, stones)):
            return True
    return False


cdef inline bb_t in_all_complete(const context_t* ctx, bb_t stones) noexcept nogil:
    """The stones that are on every line that they fill; all of them if there is none."""
    cdef bb_t common = stones
    cdef bb_t run
    cdef int d
    for d in range(ctx.lines.groups):
        run = complete_lines(ctx, d, stones)
        while bb_any(run):
            common = bb_and(common, line_cells(ctx, d, take_lowest(&run)))
    return common


cdef bint goes_on(const context_t* ctx, const int8_t* colour, int d, int start) noexcept nogil:
    """Is the line that begins at `start` part of a longer row of its colour?"""
    cdef int step = ctx.lines.step[d]
    return (bb_has(ctx.lines.before[d], start) and colour[start - step] == colour[start]
            or bb_has(ctx.lines.behind[d], start) and colour[start + ctx.k * step] == colour[start])


cdef bint completes(const context_t* ctx, const int8_t* colour, int cell) noexcept nogil:
    """Does the stone on `cell` belong to a line of its colour?

    Walks outwards from it. A run may pass the edge of the board and go on in the next row; that
    matters only when it is long enough, and then the lines' first cells tell.
    """
    cdef int8_t own = colour[cell]
    cdef int d, step, span, first, last, low, high, start
    for d in range(ctx.lines.groups):
        step = ctx.lines.step[d]
        span = (ctx.k - 1) * step
        first = max(cell - span, 0)
        last = min(cell + span, ctx.cells - 1)
        low = high = cell
        while low - step >= first and colour[low - step] == own:
            low -= step
        while high + step <= last and colour[high + step] == own:
            high += step
        start = low
        while start + span <= high:
            if (bb_has(ctx.lines.starts[d], start)
                    and not (ctx.exact and goes_on(ctx, colour, d, start))):
                return True
            start += step
    return False


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


cdef inline int fewest_missing(const context_t* ctx, const lines_t* lines) noexcept nogil:
    cdef int d, fewest = 5
    for d in range(ctx.lines.groups):
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
    mine.fewest = fewest_missing(ctx, mine)
    theirs.fewest = fewest_missing(ctx, theirs)


cdef inline void scan_lines(const context_t* ctx, int k, bint exact, bb_t own, bb_t opponent,
                            lines_t* mine, lines_t* theirs) noexcept nogil:
    cdef int d, i, step
    cdef bb_t x, y, x_any, y_any, x0, x1, x2, y0, y1, y2
    for d in range(ctx.lines.groups):
        step = ctx.lines.step[d]
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
        sort_lines(mine, d, bb_andnot(ctx.lines.starts[d], y_any), x0, x1, x2)
        sort_lines(theirs, d, bb_andnot(ctx.lines.starts[d], x_any), y0, y1, y2)
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
    for d in range(ctx.lines.groups):
        through = ctx.lines.through[cell][d]
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


cdef inline void scan_maker(const context_t* ctx, bb_t maker, bb_t breaker,
                            lines_t* lines) noexcept nogil:
    """Sort the live lines of Maker in the weak game, which is never exact: half of `scan`."""
    cdef int d, i, step
    cdef bb_t x, y, blocked, b0, b1, b2
    for d in range(ctx.lines.groups):
        step = ctx.lines.step[d]
        x = maker
        y = breaker
        b0 = b1 = b2 = blocked = bb_none()
        for i in range(ctx.k):
            if i:
                x = bb_down(x, step)
                y = bb_down(y, step)
            miss(x, &b0, &b1, &b2)
            blocked = bb_or(blocked, y)
        sort_lines(lines, d, bb_andnot(ctx.lines.starts[d], blocked), b0, b1, b2)
    lines.fewest = fewest_missing(ctx, lines)


cdef inline bb_t cells_of(const context_t* ctx, const some_lines_t* starts) noexcept nogil:
    """All cells of the lines that begin at `starts`, one set for each direction."""
    cdef bb_t cells = bb_none()
    cdef int d
    for d in range(ctx.lines.groups):
        if bb_any(starts[d]):
            cells = bb_or(cells, line_cells(ctx, d, starts[d]))
    return cells


cdef inline bb_t open_through(const context_t* ctx, const lines_t* lines, int cell) noexcept nogil:
    """All cells of the lines through a cell that miss two stones or more."""
    cdef bb_t cells = bb_none()
    cdef int d
    for d in range(ctx.lines.groups):
        cells = bb_or(cells, line_cells(ctx, d, bb_and(open_lines(lines, d), ctx.lines.through[cell][d])))
    return cells


cdef inline bb_t too_near(const context_t* ctx, const lines_t* live, const lines_t* after,
                          int least) noexcept nogil:
    """The cells of a `live` line that misses fewer than `least` stones in a later position, or none.

    `after` are the lines then, and `least` is 1 or 2: where it is 2, no live line misses fewer now.
    """
    cdef bb_t starts
    cdef int d
    for d in range(ctx.lines.groups):
        starts = open_lines(live, d)
        if least == 1:
            starts = bb_andnot(bb_or(starts, live.one[d]), after.one[d])
        starts = bb_andnot(starts, open_lines(after, d))
        if bb_any(starts):
            return line_cells(ctx, d, take_lowest(&starts))
    return bb_none()


cdef inline bb_t crossings(const context_t* ctx, const some_lines_t* starts) noexcept nogil:
    """The cells in two or more of the lines that begin at `starts`."""
    cdef bb_t once = bb_none(), twice = bb_none()
    cdef bb_t line
    cdef int d, i
    for d in range(ctx.lines.groups):
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
    for d in range(ctx.lines.groups):
        step = ctx.lines.step[d]
        shifted[0] = stones
        for j in range(1, ctx.k):
            shifted[j] = bb_down(shifted[j - 1], step)
        behind[ctx.k] = ctx.lines.starts[d]
        if exact:
            behind[ctx.k] = bb_andnot(ctx.lines.starts[d], spoilt(ctx, d, stones, shifted[ctx.k - 1]))
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


cdef inline void add_lines(const context_t* ctx, order_t* order, const some_lines_t* starts,
                           int plane) noexcept nogil:
    """Add 2^plane to the cells of each line that begins at `starts`."""
    cdef bb_t line
    cdef int d, i
    for d in range(ctx.lines.groups):
        line = starts[d]
        if bb_any(line):
            for i in range(ctx.k):
                add_cells(order, line, plane)
                line = next_cell(ctx, d, line)


cdef inline int potential(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """The Erdős-Selfridge sum: over the live lines of a side, 2^-missing, in units of 1/UNITY.

    If it is below 1 with the other side to move, or below 1/2 with this side to move, this side
    can never complete a line (Erdős and Selfridge, "On a combinatorial game", J. Combinatorial
    Theory A 14, 1973). Lines that miss more than four count as if they missed four, which only
    weakens the test.
    """
    cdef int d, total = 0
    for d in range(ctx.lines.groups):
        total += 4 * bb_count(lines.two[d]) + 2 * bb_count(lines.three[d]) + bb_count(lines.more[d])
    return total
