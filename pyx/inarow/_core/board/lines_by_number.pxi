# Lines by number: any sets of cells. A kind of lines, for `lines.pxi`.
#
# There is one group, and a set of lines is a bit for each of them, whose number is its place among the lines
# that the board was given. Lines may differ in length; none is exact, for what would be beyond the end of
# a set?
#
# To sort all lines by what they miss is a loop over them. Where none has more than five cells, a stone
# changes the lines through its cell alone, and a search follows them from position to position, as
# with lines by step.

from libc.stdint cimport int8_t, int16_t, uint64_t
from libc.string cimport memset
from inarow._core.intrinsics cimport word_count, word_lowest

cdef enum:
    LINE_WORDS = 8 - 6 * (CAPACITY == 64)       # so 128 lines on boards of up to 64 cells, 512 on others

include "inarow/_core/board/linesets.pxi"

cdef struct context_t           # what the kernel's other files define, and this one works on
cdef struct lines_t
cdef struct order_t

cdef enum:
    LINE_GROUPS = 1
    LINES_OF_GROUP = MOST_LINES
    LINES_BY_NUMBER = 1
    MAX_SYMMETRIES = 192        # a cube of four has so many; of more, any so many do

ctypedef lineset_t some_lines_t

cdef struct board_lines_t:
    int groups                  # 1
    int count                   # of lines
    lineset_t all
    lineset_t five              # those of five cells
    bint apart                  # does no line share two cells with another?
    int16_t length[LINES_OF_GROUP]
    bb_t cells[LINES_OF_GROUP]
    lineset_t through[CAPACITY]


cdef int set_lines(board_lines_t* board, lines, flanks) except -1:
    """Fill `board` from tuples of cells."""
    cdef int cell, number, other
    memset(board, 0, sizeof(board_lines_t))
    if len(lines) > LINES_OF_GROUP:
        raise ValueError(f"this kernel holds {LINES_OF_GROUP} lines, not {len(lines)}")
    board.groups = 1
    board.count = len(lines)
    board.all = first_lines(board.count)
    for number, line in enumerate(lines):
        board.length[number] = len(line)
        board.cells[number] = bb_none()
        for cell in line:
            board.cells[number] = bb_or(board.cells[number], bb_of(cell))
            board.through[cell] = lines_or(board.through[cell], line_of(number))
        if len(line) == 5:
            board.five = lines_or(board.five, line_of(number))
    board.apart = True
    for number in range(board.count):
        for other in range(number):
            if bb_several(bb_and(board.cells[number], board.cells[other])):
                board.apart = False
    return 0


cdef inline int length_of(const context_t* ctx, int line) noexcept nogil:
    return ctx.lines.length[line]


cdef inline bint lines_apart(const context_t* ctx) noexcept nogil:
    """Does no line share two cells with another?"""
    return ctx.lines.apart


cdef inline bint any_line(some_lines_t lines) noexcept nogil:
    return lines_any(lines)


cdef inline int next_line(some_lines_t* lines) noexcept nogil:
    """Remove the line of the lowest number, and return that."""
    return pop_line(lines)


cdef inline int cell_on(const context_t* ctx, int group, int line, int i) noexcept nogil:
    """The i-th cell of a line."""
    return ctx.incidence.cell_of[line * ctx.k + i]


cdef inline int next_run(const context_t* ctx, int group, some_lines_t* lines,
                         int* first) noexcept nogil:
    """Remove a line, the `first` and only one of a run."""
    first[0] = next_line(lines)
    return 1


cdef inline bb_t cells_of_line(const context_t* ctx, int group, int line) noexcept nogil:
    return ctx.lines.cells[line]


cdef inline bb_t line_cells(const context_t* ctx, int group, some_lines_t lines) noexcept nogil:
    """All cells of some lines."""
    cdef bb_t cells = bb_none()
    while lines_any(lines):
        cells = bb_or(cells, ctx.lines.cells[pop_line(&lines)])
    return cells


cdef inline bb_t cells_of(const context_t* ctx, const some_lines_t* lines) noexcept nogil:
    return line_cells(ctx, 0, lines[0])


cdef inline some_lines_t open_lines(const lines_t* lines, int group) noexcept nogil:
    """The live lines that miss two stones or more."""
    return lines_or(lines.two[0], lines_or(lines.three[0], lines.more[0]))


cdef inline some_lines_t live_lines(const lines_t* lines, int group) noexcept nogil:
    return lines_or(lines.one[0], open_lines(lines, 0))


cdef inline some_lines_t near_lines(const lines_t* lines, int group) noexcept nogil:
    """Those that miss two or three."""
    return lines_or(lines.two[0], lines.three[0])


cdef inline some_lines_t begun(const context_t* ctx, int group, some_lines_t lines,
                               bb_t stones) noexcept nogil:
    """Those of `lines` that hold a stone."""
    cdef some_lines_t held = lines_none()
    while bb_any(stones):
        held = lines_or(held, ctx.lines.through[pop_lowest(&stones)])
    return lines_and(lines, held)


cdef inline int count_open(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """How many live lines miss two stones or more."""
    return lines_count(open_lines(lines, 0))


cdef bint has_line(const context_t* ctx, bb_t stones) noexcept nogil:
    """Does `stones` contain a whole line?"""
    cdef int line
    for line in range(ctx.lines.count):
        if not bb_any(bb_andnot(ctx.lines.cells[line], stones)):
            return True
    return False


cdef bb_t in_all_complete(const context_t* ctx, bb_t stones) noexcept nogil:
    """The stones that are on every line that they fill; all of them if there is none."""
    cdef bb_t common = stones
    cdef int line
    for line in range(ctx.lines.count):
        if not bb_any(bb_andnot(ctx.lines.cells[line], stones)):
            common = bb_and(common, ctx.lines.cells[line])
    return common


cdef bint completes(const context_t* ctx, const int8_t* colour, int cell) noexcept nogil:
    """Does the stone on `cell` belong to a line of its colour?"""
    cdef some_lines_t through = ctx.lines.through[cell]
    cdef int line, i
    while lines_any(through):
        line = pop_line(&through)
        for i in range(length_of(ctx, line)):
            if colour[cell_on(ctx, 0, line, i)] != colour[cell]:
                break
        else:
            return True
    return False


cdef inline void no_lines(lines_t* lines) noexcept nogil:
    lines.one[0] = lines.two[0] = lines.three[0] = lines.more[0] = lines_none()


cdef inline void sort_line(lines_t* lines, int line, int missing) noexcept nogil:
    """Put a live line where it belongs by what it misses; nowhere if it is complete."""
    cdef some_lines_t* some = (&lines.one[0] if missing == 1 else &lines.two[0] if missing == 2
                               else &lines.three[0] if missing == 3 else &lines.more[0])
    if missing > 0:
        some.word[line >> 6] |= <uint64_t>1 << (line & 63)


cdef inline int fewest_missing(const lines_t* lines) noexcept nogil:
    if lines_any(lines.one[0]):
        return 1
    if lines_any(lines.two[0]):
        return 2
    if lines_any(lines.three[0]):
        return 3
    return 4 if lines_any(lines.more[0]) else 0


cdef inline void set_fewest(const context_t* ctx, lines_t* mine, lines_t* theirs) noexcept nogil:
    mine.fewest = fewest_missing(mine)
    theirs.fewest = fewest_missing(theirs)


cdef void scan(const context_t* ctx, bb_t own, bb_t opponent,
               lines_t* mine, lines_t* theirs) noexcept nogil:
    """Sort the live lines of both sides by what they miss."""
    cdef bb_t held, others
    cdef int line
    no_lines(mine)
    no_lines(theirs)
    for line in range(ctx.lines.count):
        held = bb_and(ctx.lines.cells[line], own)
        others = bb_and(ctx.lines.cells[line], opponent)
        if not bb_any(others):
            sort_line(mine, line, ctx.lines.length[line] - bb_count(held))
        if not bb_any(held):
            sort_line(theirs, line, ctx.lines.length[line] - bb_count(others))
    set_fewest(ctx, mine, theirs)


cdef void scan_maker(const context_t* ctx, bb_t maker, bb_t breaker, lines_t* lines) noexcept nogil:
    """Sort the live lines of Maker in the weak game: half of `scan`."""
    cdef int line
    no_lines(lines)
    for line in range(ctx.lines.count):
        if not bb_meet(ctx.lines.cells[line], breaker):
            sort_line(lines, line, ctx.lines.length[line] - bb_count(bb_and(ctx.lines.cells[line], maker)))
    lines.fewest = fewest_missing(lines)


cdef inline bint can_follow(const context_t* ctx) noexcept nogil:
    """Do the lines before a stone tell those after it?"""
    return ctx.k <= 5


cdef inline void follow_stone(const context_t* ctx, int cell, const lines_t* mine, const lines_t* theirs,
                              lines_t* mine_after, lines_t* theirs_after) noexcept nogil:
    """The lines, but not `fewest`, after a stone of the owner of `mine`, if one `can_follow`.

    Of lines of five cells, those that miss five hold no stone, and so are alive for both sides.
    """
    cdef some_lines_t through = ctx.lines.through[cell]
    cdef some_lines_t nearer = lines_andnot(lines_and(through, mine.more[0]),
                                            lines_and(theirs.more[0], ctx.lines.five))
    mine_after.one[0] = lines_or(lines_andnot(mine.one[0], through), lines_and(mine.two[0], through))
    mine_after.two[0] = lines_or(lines_andnot(mine.two[0], through), lines_and(mine.three[0], through))
    mine_after.three[0] = lines_or(lines_andnot(mine.three[0], through), nearer)
    mine_after.more[0] = lines_andnot(mine.more[0], nearer)
    theirs_after.one[0] = lines_andnot(theirs.one[0], through)
    theirs_after.two[0] = lines_andnot(theirs.two[0], through)
    theirs_after.three[0] = lines_andnot(theirs.three[0], through)
    theirs_after.more[0] = lines_andnot(theirs.more[0], through)


cdef inline bb_t open_through(const context_t* ctx, const lines_t* lines, int cell) noexcept nogil:
    """All cells of the lines through a cell that miss two stones or more."""
    return line_cells(ctx, 0, lines_and(open_lines(lines, 0), ctx.lines.through[cell]))


cdef inline bb_t too_near(const context_t* ctx, const lines_t* live, const lines_t* after,
                          int least) noexcept nogil:
    """The cells of a `live` line that misses fewer than `least` stones in a later position, or none.

    `after` are the lines then, and `least` is 1 or 2: where it is 2, no live line misses fewer now.
    """
    cdef some_lines_t lines = open_lines(live, 0)
    if least == 1:
        lines = lines_andnot(lines_or(lines, live.one[0]), after.one[0])
    lines = lines_andnot(lines, open_lines(after, 0))
    return ctx.lines.cells[pop_line(&lines)] if lines_any(lines) else bb_none()


cdef inline bb_t crossings(const context_t* ctx, const some_lines_t* lines) noexcept nogil:
    """The cells in two or more of the lines."""
    cdef bb_t once = bb_none(), twice = bb_none()
    cdef some_lines_t rest = lines[0]
    cdef bb_t cells
    while lines_any(rest):
        cells = ctx.lines.cells[pop_line(&rest)]
        twice = bb_or(twice, bb_and(once, cells))
        once = bb_or(once, cells)
    return twice


cdef bb_t completions(const context_t* ctx, bb_t stones, bb_t empty) noexcept nogil:
    """The empty cells that complete a line of `stones`."""
    cdef bb_t found = bb_none(), missing
    cdef int line
    for line in range(ctx.lines.count):
        missing = bb_andnot(ctx.lines.cells[line], stones)
        if not bb_several(missing):
            found = bb_or(found, missing)
    return bb_and(found, empty)


cdef inline void add_lines(const context_t* ctx, order_t* order, const some_lines_t* lines,
                           int plane) noexcept nogil:
    """Add 2^plane to the cells of each line."""
    cdef some_lines_t rest = lines[0]
    while lines_any(rest):
        add_cells(order, ctx.lines.cells[pop_line(&rest)], plane)


cdef inline int potential(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """The Erdős-Selfridge sum, in units of 1/UNITY: see `lines_by_step.pxi`."""
    return 4 * lines_count(lines.two[0]) + 2 * lines_count(lines.three[0]) + lines_count(lines.more[0])
