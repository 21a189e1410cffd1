# Lines: which are alive, and what they miss. Threats are found for all lines at once.
#
# A line with a stone of each side is dead for both. `one`, `two`, `three` are exact; `more` is four or
# more.
#
# Where only exactly k in a row win, a line with a stone of its owner's beyond an end is dead as well, and
# for good, for stones stay. With that, everything here means what it means elsewhere: the cell that a
# live line misses completes it and nothing longer, no other cell stops it, and a side without a live line
# cannot win.
#
# How lines are kept is the business of their kind, `lines_by_step.pxi` for the rows of a grid and
# `lines_by_number.pxi` for any sets of cells: a kernel includes one of them as it chooses a width. Others have of
# it what follows, and nothing else (`tests/docs/test_core_rooms.py`):
#
#     LINE_WORDS                      words of the sets of lines that pairings are looked for in
#     LINE_GROUPS, LINES_OF_GROUP     lines are kept in so many groups at most, and numbered in each, below the other
#     some_lines_t                    a set of lines of one group; an array of these is a set of lines of all
#     board_lines_t, set_lines        the board's lines, `ctx.lines`, which are in so many `groups`
#     any_line, next_line, next_run   to go through a set
#     MAX_SYMMETRIES                  how many of the board's are made use of
#     length_of                       how many cells a line has: ctx.k, the most of all, or fewer
#     LINES_BY_NUMBER                 are they any sets of cells? In rows, lines of a run share cells, others one at most
#     lines_apart                     does no line share two cells with another?
#     cell_on, cells_of_line          the cells of a line, one by one and as a set,
#     line_cells, cells_of            … and of a set of lines, of one group or of all
#     open_lines, live_lines, near_lines, begun       sets of lines by what they miss
#     scan, scan_maker                the live lines of both sides, or of Maker alone
#     can_follow, follow_stone, set_fewest            … from those before a stone
#     has_line, completes, in_all_complete            complete lines
#     completions, crossings, open_through, too_near  cells, by the lines through them
#     count_open, potential, add_lines                numbers of lines, and sums over them

cdef enum:
    UNITY = 16                  # what a completed line would weigh in `potential`
    ALL_LINES = LINE_GROUPS * LINES_OF_GROUP    # no more are on a board

cdef struct lines_t:            # the live lines of one side
    some_lines_t one[LINE_GROUPS]           # missing one stone: a threat to complete
    some_lines_t two[LINE_GROUPS]
    some_lines_t three[LINE_GROUPS]
    some_lines_t more[LINE_GROUPS]
    int fewest                  # the fewest stones any line misses; 0: no live line


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


cdef inline bb_t cells_alive(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """All cells of the live lines."""
    cdef some_lines_t live[LINE_GROUPS]
    cdef int group
    for group in range(ctx.lines.groups):
        live[group] = live_lines(lines, group)
    return cells_of(ctx, live)


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


cdef inline int reach(int missing, int stones, bint first) noexcept nogil:
    """The best score of a side whose nearest line misses `missing`, with `stones` to place.

    `first`: the side is to move. A side without a live line (`missing` = 0) cannot win.
    """
    if missing == 0 or missing > stones:
        return 0
    return WIN - 2 * missing + first
