# The board of the heuristic search: what every line and every cell is worth, kept up to date.
#
# A line that holds stones of one side only is alive for that side, and worth the more the fewer
# stones it misses; the worth of a board for a side is the sum over its live lines. This is the
# oldest evaluation for the game (Elithorn and Telford, "Computer analysis of intuition in game
# situations", Br. J. Psychology 60, 1969): open rows of stones come out well because several
# lines share them. Each cell carries the sum over the live lines through it, which orders the
# moves:
#
#     k = 5, one row              a b c d e f g
#                                 . . X X X . .      lines of X: a-e, b-f, c-g, each misses two
#     lines that miss two         1 2 3 3 3 2 1      b and f look best
#
# A stone changes the lines through its cell and the cells of those lines, nothing else: for
# k = 5 at most 20 lines, whatever the size of the board. Taking it back is the same in reverse.
#
# Where only exactly k win, a line with a stone of its owner's beyond an end is worth nothing to him.
#
# The sides are 0, who moves at the root, and 1: which colour they have makes no difference.

cdef enum:
    MOST_PLIES = 80             # no line of play is followed further
    MOST_LINE = 24              # moves of the line that is shown

cdef struct scratch_t:          # what a node keeps while its children are searched
    lines_t lines[2]            # the live lines of each side
    int16_t move[CAPACITY]
    int32_t rank[CAPACITY]

cdef struct judge_t:
    const context_t* ctx
    limits_t* limits            # of the search that it belongs to, and so its watch
    int lines
    int16_t* cell_of            # the cells of line i are cell_of[i * k] … cell_of[i * k + k - 1]
    int32_t* line_at            # the lines through cell c are line_at[first_line[c]] …
    int32_t first_line[CAPACITY + 1]            # … line_at[first_line[c + 1] - 1]
    uint8_t* stones[2]          # by line: stones of each side
    uint8_t* beyond[2]          # and those of each side beyond its ends, where that spoils it
    int32_t* end_at             # the lines that cell c lies beyond the end of, likewise …
    int32_t first_end[CAPACITY + 1]             # … in an exact game; otherwise none
    int32_t weight[MAX_K + 2]   # of a live line, by the number of its stones
    int32_t worth[2][CAPACITY]  # of a cell: the sum of the weights of the live lines through it
    int32_t score[2]            # the sum of the weights of all live lines
    bb_t board[2]
    bb_t empty
    key_t key                   # of the position, as side 0 sees it
    judge_memo_t* memo
    uint32_t generation         # entries of the memo from earlier calls are not looked at
    chain_t chain               # the chain of threats last found, with a memo of its own
    int32_t history[2][CAPACITY]                # how often a move cut a node off, by depth
    int16_t killer[MOST_PLIES + 1][2]           # the last two that did so at this ply
    scratch_t scratch[MOST_PLIES + 1]
    # What it has come to:
    bb_t root[2]                # the position that it was asked for
    int depth                   # of the last search of its moves, complete or not
    int found                   # the score of the best move; of the complete search before, if …
    int length                  # … the last one found none
    int16_t line[MOST_LINE]     # that move, and those expected after it


cdef inline int32_t line_worth(int k, int stones) noexcept nogil:
    """What a live line is worth: four times as much for every stone that it misses less.

    Lines that miss six or more differ little: their sums must not overflow for long lines.
    """
    if stones == 0:
        return 1
    return 2 << 2 * max(0, min(k, 6) - 1 - (k - stones))


cdef inline void revalue(judge_t* j, int line, int side, int32_t worth) noexcept nogil:
    """Add to what a line gives to its cells."""
    cdef const int16_t* cells = j.cell_of + line * j.ctx.k
    cdef int i
    for i in range(j.ctx.k):
        j.worth[side][cells[i]] += worth
    j.score[side] += worth


cdef inline key_t stone_key(const judge_t* j, int cell, int side) noexcept nogil:
    """A stone's share of the key."""
    cdef key_t weight = j.ctx.weight[cell][0]
    return key_negate(weight) if side else weight


cdef void put_stone(judge_t* j, int cell, int side) noexcept nogil:
    cdef int other = 1 - side
    cdef int i, line, mine, theirs
    for i in range(j.first_line[cell], j.first_line[cell + 1]):
        line = j.line_at[i]
        mine = j.stones[side][line]
        theirs = j.stones[other][line]
        j.stones[side][line] = mine + 1
        if theirs == 0 and j.beyond[side][line] == 0:
            revalue(j, line, side, j.weight[mine + 1] - j.weight[mine])
        if mine == 0 and j.beyond[other][line] == 0:    # alive for the other side till now
            revalue(j, line, other, -j.weight[theirs])
    for i in range(j.first_end[cell], j.first_end[cell + 1]):
        line = j.end_at[i]
        if j.beyond[side][line] == 0 and j.stones[other][line] == 0:
            revalue(j, line, side, -j.weight[j.stones[side][line]])
        j.beyond[side][line] += 1
    j.board[side] = bb_or(j.board[side], bb_of(cell))
    j.empty = bb_andnot(j.empty, bb_of(cell))
    j.key = key_add(j.key, stone_key(j, cell, side))


cdef void take_stone(judge_t* j, int cell, int side) noexcept nogil:
    cdef int other = 1 - side
    cdef int i, line, mine, theirs
    for i in range(j.first_line[cell], j.first_line[cell + 1]):
        line = j.line_at[i]
        mine = j.stones[side][line] - 1
        theirs = j.stones[other][line]
        j.stones[side][line] = mine
        if theirs == 0 and j.beyond[side][line] == 0:
            revalue(j, line, side, j.weight[mine] - j.weight[mine + 1])
        if mine == 0 and j.beyond[other][line] == 0:
            revalue(j, line, other, j.weight[theirs])
    for i in range(j.first_end[cell], j.first_end[cell + 1]):
        line = j.end_at[i]
        j.beyond[side][line] -= 1
        if j.beyond[side][line] == 0 and j.stones[other][line] == 0:
            revalue(j, line, side, j.weight[j.stones[side][line]])
    j.board[side] = bb_andnot(j.board[side], bb_of(cell))
    j.empty = bb_or(j.empty, bb_of(cell))
    j.key = key_add(j.key, key_negate(stone_key(j, cell, side)))


cdef void set_board(judge_t* j, bb_t own, bb_t opponent) noexcept nogil:
    """Begin anew with a position; `own` are the stones of side 0."""
    cdef int line, side
    memset(j.worth, 0, sizeof(j.worth))
    for side in range(2):
        memset(j.stones[side], 0, j.lines)
        memset(j.beyond[side], 0, j.lines)
        j.score[side] = 0
        j.board[side] = bb_none()
        for line in range(j.lines):
            revalue(j, line, side, j.weight[0])
    j.empty = j.ctx.full
    j.key = key_of(0, 0)
    while bb_any(own):
        put_stone(j, pop_lowest(&own), 0)
    while bb_any(opponent):
        put_stone(j, pop_lowest(&opponent), 1)
    memset(j.history, 0, sizeof(j.history))
    memset(j.killer, -1, sizeof(j.killer))
    memo_forget(j)
    memset(j.chain.memo, 0, MEMO_ENTRIES * sizeof(memo_t))


cdef void note_end(judge_t* j, int line, int cell, int32_t* filled) noexcept:
    """Count the end of a line at `cell`, or, once `filled` says where, put the line down there."""
    if filled == NULL:
        j.first_end[cell + 1] += 1
    else:
        j.end_at[filled[cell]] = line
        filled[cell] += 1


cdef void list_ends(judge_t* j) noexcept:
    """Fill in `end_at`: the lines are numbered as in `cell_of`."""
    cdef const context_t* ctx = j.ctx
    cdef int32_t filled[CAPACITY]
    cdef int32_t* where = NULL
    cdef bb_t starts
    cdef int d, turn, line, cell, first
    for turn in range(2):
        line = 0
        for d in range(ctx.directions):
            starts = ctx.starts[d]
            while bb_any(starts):
                first = pop_lowest(&starts)
                if bb_meet(ctx.before[d], bb_of(first)):
                    note_end(j, line, first - ctx.step[d], where)
                if bb_meet(ctx.behind[d], bb_of(first)):
                    note_end(j, line, first + ctx.k * ctx.step[d], where)
                line += 1
        for cell in range(ctx.cells if turn == 0 else 0):
            j.first_end[cell + 1] += j.first_end[cell]
            filled[cell] = j.first_end[cell]
        where = filled


cdef judge_t* new_judge(const context_t* ctx, limits_t* limits) except NULL:
    """A heuristic search of its own, for `free_judge`, and `set_board` before it is used."""
    cdef judge_t* j = <judge_t*>calloc(1, sizeof(judge_t))
    cdef int32_t filled[CAPACITY]
    cdef bb_t starts
    cdef int d, i, cell, first
    if j == NULL:
        raise MemoryError
    j.ctx = ctx
    j.limits = limits
    for d in range(ctx.directions):
        j.lines += bb_count(ctx.starts[d])
    # One byte more than is asked for: a board without lines asks for none, and that may give NULL.
    j.cell_of = <int16_t*>calloc(j.lines * ctx.k + 1, sizeof(int16_t))
    j.line_at = <int32_t*>calloc(j.lines * ctx.k + 1, sizeof(int32_t))
    j.stones[0] = <uint8_t*>calloc(j.lines + 1, 1)
    j.stones[1] = <uint8_t*>calloc(j.lines + 1, 1)
    j.beyond[0] = <uint8_t*>calloc(j.lines + 1, 1)
    j.beyond[1] = <uint8_t*>calloc(j.lines + 1, 1)
    j.end_at = <int32_t*>calloc(2 * j.lines + 1, sizeof(int32_t))
    j.memo = <judge_memo_t*>calloc(JUDGE_MEMO_ENTRIES, sizeof(judge_memo_t))
    if (j.cell_of == NULL or j.line_at == NULL or j.stones[0] == NULL or j.stones[1] == NULL
            or j.beyond[0] == NULL or j.beyond[1] == NULL or j.end_at == NULL or j.memo == NULL
            or not chains_ready(&j.chain)):
        free_judge(j)
        raise MemoryError
    for i in range(ctx.k):
        j.weight[i] = line_worth(ctx.k, i)
    # A completed line counts like one that misses a stone: it ends the game, and is not judged.
    j.weight[ctx.k] = j.weight[ctx.k - 1]

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
    list_ends(j)
    return j


cdef void free_judge(judge_t* j) noexcept:
    if j != NULL:
        free(j.cell_of)
        free(j.line_at)
        free(j.stones[0])
        free(j.stones[1])
        free(j.beyond[0])
        free(j.beyond[1])
        free(j.end_at)
        free(j.memo)
        forget_chains(&j.chain)
        free(j)
