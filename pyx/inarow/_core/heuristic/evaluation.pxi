# The board of the heuristic search: which lines are alive, and what every cell is worth, kept up to date.
#
# A line that holds stones of one side only is alive for that side, and worth the more the fewer stones it
# misses; the worth of a board for a side is the sum over its live lines. This is the oldest evaluation
# for the game (Elithorn and Telford, "Computer analysis of intuition in game situations", Br. J.
# Psychology 60, 1969): open rows of stones come out well because several lines share them. Each cell
# carries the sum over the live lines through it, which orders the moves:
#
#     k = 5, one row              a b c d e f g
#                                 . . X X X . .      lines of X: a-e, b-f, c-g, each misses two
#     lines that miss two         1 2 3 3 3 2 1      b and f look best
#
# A stone changes the lines through its cell and the cells of those lines, nothing else: for k = 5 at most
# 20 lines, whatever the size of the board. Taking it back is the same in reverse.
#
# Where only exactly k win, a line with a stone of its owner's beyond an end is worth nothing to that side.
# Where lines differ in length, a shorter one counts as if it had as many stones more (`step_of`).
#
# The sides are 0, who moves at the root, and 1: which colour they have makes no difference.

cdef enum:
    MOST_PLIES = 80             # no line of play is followed further
    MOST_LINE = 24              # moves of the line that is shown

cdef struct scratch_t:          # what a node keeps while its children are searched
    lines_t lines[2]            # the live lines of each side; `fewest` alone if not `scanned`
    bint scanned                # which needs a side that misses two or less
    int last                    # the move before
    int16_t move[CAPACITY]
    int32_t rank[CAPACITY]

cdef struct heuristic_t:
    const context_t* ctx
    limits_t* limits            # of the search that it belongs to, and so its watch
    uint8_t stones[2][ALL_LINES]                # by line: stones of each side
    uint8_t beyond[2][ALL_LINES]                # and those of each side beyond its ends, where that spoils it
    int32_t weight[MAX_K + 2]   # of a live line, by its step
    int32_t worth[2][CAPACITY]  # of a cell: the sum of the weights of the live lines through it
    int32_t live[2][MAX_K + 2]  # how many lines are alive for a side, by their steps
    bb_t board[2]
    bb_t empty
    key_t key                   # of the position, as side 0 sees it
    heuristic_memo_t* memo
    uint64_t entries            # of it that are in use, a power of two,
    uint64_t most_entries       # … and that there is room for
    uint64_t stored             # how often something was put there since `set_board`
    uint32_t generation         # entries of the memo from earlier calls are not looked at
    chain_t chain               # the chain of threats last found, with a memo of its own
    int32_t history[2][CAPACITY]                # how often a move cut a node off, by depth
    int16_t killer[MOST_PLIES + 1][2]           # the last two that did so at this ply
    scratch_t scratch[MOST_PLIES + 1]
    float log_of[CAPACITY + 1]  # of numbers from 1 on, for `reduction`
    # What it has come to:
    bb_t root[2]                # the position that it was asked for
    bint narrow                 # it searches fewer moves, and deeper
    int wanted                  # of its moves, the best so many are each given their score
    int count                   # moves that are searched, in the scratch of ply 0, best first
    int ranked                  # the first so many have their scores there as ranks …
    int depth                   # … from a search to this depth
    int next_depth              # where to go on
    int choice                  # the best move …
    int found                   # … and its score


cdef inline int32_t line_worth(int k, int stones) noexcept nogil:
    """What a live line is worth: four times as much for every stone that it misses less.

    Lines that miss six or more differ little: their sums must not overflow for long lines.
    """
    if stones == 0:
        return 1
    return 2 << 2 * max(0, min(k, 6) - 1 - (k - stones))


cdef inline int step_of(const heuristic_t* h, int line, int stones) noexcept nogil:
    """What a line with so many stones of its side misses, counted down from the length of the longest."""
    return stones + h.ctx.k - length_of(h.ctx, line)


cdef inline void revalue(heuristic_t* h, int line, int side, int32_t worth) noexcept nogil:
    """Add to what a line gives to its cells."""
    cdef const int16_t* cells = h.ctx.incidence.cell_of + line * h.ctx.k
    cdef int i
    for i in range(length_of(h.ctx, line)):
        h.worth[side][cells[i]] += worth


cdef inline key_t stone_key(const heuristic_t* h, int cell, int side) noexcept nogil:
    """A stone's share of the key."""
    cdef key_t weight = h.ctx.weight[cell][0]
    return key_negate(weight) if side else weight


cdef inline void change_stone(heuristic_t* h, int cell, int side, bint put) noexcept nogil:
    """Put a stone, or take it back: what it changes is the same, with the other sign."""
    cdef const incidence_t* all = &h.ctx.incidence
    cdef int other = 1 - side
    cdef int sign = 1 if put else -1
    cdef int i, line, without, theirs, step
    for i in range(all.first_line[cell], all.first_line[cell + 1]):
        line = all.line_at[i]
        without = h.stones[side][line] - (not put)
        theirs = h.stones[other][line]
        h.stones[side][line] = without + put
        if theirs == 0 and h.beyond[side][line] == 0:
            step = step_of(h, line, without)
            h.live[side][step] -= sign
            h.live[side][step + 1] += sign
            revalue(h, line, side, sign * (h.weight[step + 1] - h.weight[step]))
        if without == 0 and h.beyond[other][line] == 0:     # alive for the other side without it
            step = step_of(h, line, theirs)
            h.live[other][step] -= sign
            revalue(h, line, other, -sign * h.weight[step])
    for i in range(all.first_end[cell], all.first_end[cell + 1]):
        line = all.end_at[i]
        without = h.beyond[side][line] - (not put)
        h.beyond[side][line] = without + put
        if without == 0 and h.stones[other][line] == 0:
            step = step_of(h, line, h.stones[side][line])
            h.live[side][step] -= sign
            revalue(h, line, side, -sign * h.weight[step])


cdef void put_stone(heuristic_t* h, int cell, int side) noexcept nogil:
    change_stone(h, cell, side, True)
    h.board[side] = bb_or(h.board[side], bb_of(cell))
    h.empty = bb_andnot(h.empty, bb_of(cell))
    h.key = key_add(h.key, stone_key(h, cell, side))


cdef void take_stone(heuristic_t* h, int cell, int side) noexcept nogil:
    change_stone(h, cell, side, False)
    h.board[side] = bb_andnot(h.board[side], bb_of(cell))
    h.empty = bb_or(h.empty, bb_of(cell))
    h.key = key_add(h.key, key_negate(stone_key(h, cell, side)))


cdef void set_board(heuristic_t* h, bb_t own, bb_t opponent) noexcept nogil:
    """Begin anew with a position; `own` are the stones of side 0."""
    cdef int line, side
    memset(h.worth, 0, sizeof(h.worth))
    for side in range(2):
        memset(h.stones[side], 0, h.ctx.incidence.lines)
        memset(h.beyond[side], 0, h.ctx.incidence.lines)
        memset(h.live[side], 0, sizeof(h.live[side]))
        h.board[side] = bb_none()
        for line in range(h.ctx.incidence.lines):
            h.live[side][step_of(h, line, 0)] += 1
            revalue(h, line, side, h.weight[step_of(h, line, 0)])
    h.empty = h.ctx.full
    h.key = key_of(0, 0)
    while bb_any(own):
        put_stone(h, pop_lowest(&own), 0)
    while bb_any(opponent):
        put_stone(h, pop_lowest(&opponent), 1)
    memset(h.history, 0, sizeof(h.history))
    memset(h.killer, -1, sizeof(h.killer))
    memo_forget(h)
    memset(h.chain.memory, 0, sizeof(chain_memory_t))


cdef heuristic_t* new_heuristic(const context_t* ctx, const table_t* table,
                                limits_t* limits) except NULL:
    """A heuristic search beside a table, for `free_heuristic`, and `set_board` before it is used."""
    cdef heuristic_t* h = <heuristic_t*>calloc(1, sizeof(heuristic_t))
    cdef int i
    if h == NULL:
        raise MemoryError
    h.ctx = ctx
    h.limits = limits
    h.most_entries = max(<uint64_t>HEURISTIC_ENTRIES,
                         entries_beside(table, MOST_HEURISTIC, HEURISTIC_SHARE))
    h.memo = <heuristic_memo_t*>zeroed(h.most_entries, sizeof(heuristic_memo_t))
    if h.memo == NULL or not chains_ready(&h.chain):
        free_heuristic(h)
        raise MemoryError
    for i in range(1, CAPACITY + 1):
        h.log_of[i] = log(i)
    for i in range(ctx.k):
        h.weight[i] = line_worth(ctx.k, i)
    # A completed line counts like one that misses a stone: it ends the game, and is not judged.
    h.weight[ctx.k] = h.weight[ctx.k - 1]
    return h


cdef void free_heuristic(heuristic_t* h) noexcept:
    if h != NULL:
        free(h.memo)
        free(h.chain.memory)
        free(h)
