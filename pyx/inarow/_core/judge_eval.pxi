# The board of the heuristic search: what every line and every cell is worth, kept up to date.
#
# A line that holds stones of one side only is alive for that side, and worth the more the fewer
# stones it misses; the worth of a board for a side is the sum over its live lines. This is the
# oldest evaluation for the game (Elithorn and Telford, "Computer analysis of intuition in game
# situations", Br. J. Psychology 60, 1969): open rows of stones come out well because several
# lines share them. Each cell carries the sum over the live lines through it, which orders the
# moves, and how many of them miss one stone or two, which finds the threats:
#
#     k = 5, one row      a b c d e f g
#                         . . X X X . .      lines of X: a-e, b-f, c-g, each misses two
#     miss two            1 2 3 3 3 2 1      a stone on b or f leaves two completing cells
#
# A stone changes the lines through its cell and the cells of those lines, nothing else: for
# k = 5 at most 20 lines, whatever the size of the board. Taking it back is the same in reverse.
#
# The sides are 0, who moves at the root, and 1: which colour they have makes no difference.

cdef enum:
    MISSES_ONE = 1              # what a line adds to the tally of its cells
    MISSES_TWO = 256
    MOST_PLIES = 80             # no line of play is followed further
    MOST_THREATS = 48           # threats in a row, likewise

cdef struct spot_t:             # a cell, for each side
    int32_t worth[2]            # the sum of the weights of the live lines through it
    uint32_t tally[2]           # live lines that miss one stone (low byte), and two (next)

cdef struct scratch_t:          # the moves of a node while its children are searched
    int16_t move[CAPACITY]
    int32_t rank[CAPACITY]

cdef struct judge_t:
    const context_t* ctx
    search_t* s                 # lends its node count, its limits and its watch
    int lines
    int16_t* cell_of            # the cells of line i are cell_of[i * k] … cell_of[i * k + k - 1]
    int32_t* line_at            # the lines through cell c are line_at[first_line[c]] …
    int32_t first_line[CAPACITY + 1]            # … line_at[first_line[c + 1] - 1]
    uint8_t* stones[2]          # by line: stones of each side
    int32_t weight[MAX_K + 2]   # of a live line, by the number of its stones
    uint32_t mark[MAX_K + 2]    # what it adds to the tally of its cells
    spot_t spot[CAPACITY]
    bb_t board[2]
    bb_t empty
    bb_t completing[2]          # cells of lines that miss one stone (also those taken)
    bb_t extending[2]           # cells of lines that miss two
    int32_t score[2]            # the sum of the weights of all live lines
    uint64_t key                # of the position: the XOR of its stones' numbers
    uint64_t number[2][CAPACITY]
    judge_memo_t* memo
    uint32_t generation         # entries of the memo from earlier calls are not looked at
    bb_t zone                   # of the last winning sequence of threats: see judge_force
    int chain                   # its length in plies, and …
    int16_t chain_move[2 * MOST_THREATS + 3]    # … its moves
    uint64_t force_end          # the node count at which a search for threats gives up
    bint force_cut              # did it?
    int32_t history[2][CAPACITY]                # how often a move cut a node off, by depth
    int16_t killer[MOST_PLIES + 1][2]           # the last two that did so at this ply
    scratch_t scratch[MOST_PLIES + 1]


cdef inline int32_t line_worth(int k, int stones) noexcept nogil:
    """What a live line is worth: four times as much for every stone that it misses less.

    Lines that miss six or more differ little: their sums must not overflow for long lines.
    """
    if stones == 0:
        return 1
    return 2 << 2 * max(0, min(k, 6) - 1 - (k - stones))


cdef inline void show_threats(judge_t* j, int cell, int side) noexcept nogil:
    """Bring the sets up to date with the tally of a cell."""
    cdef uint32_t tally = j.spot[cell].tally[side]
    cdef bb_t here = bb_of(cell)
    if tally & 255:
        j.completing[side] = bb_or(j.completing[side], here)
    else:
        j.completing[side] = bb_andnot(j.completing[side], here)
    if tally >> 8:
        j.extending[side] = bb_or(j.extending[side], here)
    else:
        j.extending[side] = bb_andnot(j.extending[side], here)


cdef inline void revalue(judge_t* j, int line, int side, int32_t worth,
                         uint32_t tally) noexcept nogil:
    """Add to what a line gives to its cells."""
    cdef const int16_t* cells = j.cell_of + line * j.ctx.k
    cdef int i
    for i in range(j.ctx.k):
        j.spot[cells[i]].worth[side] += worth
    j.score[side] += worth
    if tally:
        for i in range(j.ctx.k):
            j.spot[cells[i]].tally[side] += tally
            show_threats(j, cells[i], side)


cdef void put_stone(judge_t* j, int cell, int side) noexcept nogil:
    cdef int other = 1 - side
    cdef int i, line, mine, theirs
    for i in range(j.first_line[cell], j.first_line[cell + 1]):
        line = j.line_at[i]
        mine = j.stones[side][line]
        theirs = j.stones[other][line]
        j.stones[side][line] = mine + 1
        if theirs == 0:
            revalue(j, line, side, j.weight[mine + 1] - j.weight[mine],
                    j.mark[mine + 1] - j.mark[mine])
        if mine == 0:           # alive for the other side till now
            revalue(j, line, other, -j.weight[theirs], 0 - j.mark[theirs])
    j.board[side] = bb_or(j.board[side], bb_of(cell))
    j.empty = bb_andnot(j.empty, bb_of(cell))
    j.key ^= j.number[side][cell]


cdef void take_stone(judge_t* j, int cell, int side) noexcept nogil:
    cdef int other = 1 - side
    cdef int i, line, mine, theirs
    for i in range(j.first_line[cell], j.first_line[cell + 1]):
        line = j.line_at[i]
        mine = j.stones[side][line] - 1
        theirs = j.stones[other][line]
        j.stones[side][line] = mine
        if theirs == 0:
            revalue(j, line, side, j.weight[mine] - j.weight[mine + 1],
                    j.mark[mine] - j.mark[mine + 1])
        if mine == 0:
            revalue(j, line, other, j.weight[theirs], j.mark[theirs])
    j.board[side] = bb_andnot(j.board[side], bb_of(cell))
    j.empty = bb_or(j.empty, bb_of(cell))
    j.key ^= j.number[side][cell]


cdef inline bb_t completing(const judge_t* j, int side) noexcept nogil:
    """The empty cells that complete a line."""
    return bb_and(j.completing[side], j.empty)


cdef inline bb_t extending(const judge_t* j, int side) noexcept nogil:
    """The empty cells that leave a line with one stone missing."""
    return bb_and(j.extending[side], j.empty)


cdef void set_board(judge_t* j, bb_t own, bb_t opponent) noexcept nogil:
    """Begin anew with a position; `own` are the stones of side 0."""
    cdef int line, side
    memset(j.spot, 0, sizeof(j.spot))
    for side in range(2):
        memset(j.stones[side], 0, j.lines)
        j.score[side] = 0
        j.board[side] = bb_none()
        j.completing[side] = bb_none()
        j.extending[side] = bb_none()
        for line in range(j.lines):
            revalue(j, line, side, j.weight[0], j.mark[0])
    j.empty = j.ctx.full
    j.key = 0
    while bb_any(own):
        put_stone(j, pop_lowest(&own), 0)
    while bb_any(opponent):
        put_stone(j, pop_lowest(&opponent), 1)
    memset(j.history, 0, sizeof(j.history))
    memset(j.killer, -1, sizeof(j.killer))
    memo_forget(j)


cdef judge_t* new_judge(const context_t* ctx, search_t* s) except NULL:
    """A heuristic search of its own, for `free_judge`, and `set_board` before it is used."""
    cdef judge_t* j = <judge_t*>calloc(1, sizeof(judge_t))
    cdef uint64_t state = 0
    cdef int32_t filled[CAPACITY]
    cdef bb_t starts
    cdef int d, i, cell, first
    if j == NULL:
        raise MemoryError
    j.ctx = ctx
    j.s = s
    for d in range(ctx.directions):
        j.lines += bb_count(ctx.starts[d])
    # One byte more than is asked for: a board without lines asks for none, and that may give NULL.
    j.cell_of = <int16_t*>calloc(j.lines * ctx.k + 1, sizeof(int16_t))
    j.line_at = <int32_t*>calloc(j.lines * ctx.k + 1, sizeof(int32_t))
    j.stones[0] = <uint8_t*>calloc(j.lines + 1, 1)
    j.stones[1] = <uint8_t*>calloc(j.lines + 1, 1)
    j.memo = <judge_memo_t*>calloc(JUDGE_MEMO_ENTRIES, sizeof(judge_memo_t))
    if (j.cell_of == NULL or j.line_at == NULL or j.stones[0] == NULL or j.stones[1] == NULL
            or j.memo == NULL):
        free_judge(j)
        raise MemoryError
    for i in range(ctx.k):
        j.weight[i] = line_worth(ctx.k, i)
    # A completed line counts like one that misses a stone: it ends the game, and is not judged.
    j.weight[ctx.k] = j.weight[ctx.k - 1]
    j.mark[ctx.k - 1] = MISSES_ONE
    if ctx.k > 1:
        j.mark[ctx.k - 2] = MISSES_TWO
    for cell in range(ctx.cells):
        j.number[0][cell] = splitmix(&state)
        j.number[1][cell] = splitmix(&state)

    j.lines = 0
    for d in range(ctx.directions):
        starts = ctx.starts[d]
        while bb_any(starts):
            first = pop_lowest(&starts)
            for i in range(ctx.k):
                cell = first + i * ctx.step[d]
                j.cell_of[j.lines * ctx.k + i] = cell
                j.first_line[cell + 1] += 1
            j.lines += 1
    for cell in range(ctx.cells):
        j.first_line[cell + 1] += j.first_line[cell]
        filled[cell] = j.first_line[cell]
    for i in range(j.lines * ctx.k):
        cell = j.cell_of[i]
        j.line_at[filled[cell]] = i // ctx.k
        filled[cell] += 1
    return j


cdef void free_judge(judge_t* j) noexcept:
    if j != NULL:
        free(j.cell_of)
        free(j.line_at)
        free(j.stones[0])
        free(j.stones[1])
        free(j.memo)
        free(j)
