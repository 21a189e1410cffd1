# What the heuristic search expects: the line of play behind its move, as far as its memo holds it.
#
# It costs no nodes, so that a search with a node limit is the same whether anybody looks at the line or
# not. A line may be short: entries are overwritten, and wins by threats leave none.

cdef inline int mate_plies(int score) noexcept nogil:
    """The plies until a win that is seen, negative until a loss, or 0."""
    if score > MATE - MATE_RANGE:
        return MATE - score
    return -MATE - score if score < MATE_RANGE - MATE else 0


cdef int expected_move(heuristic_t* h, int side) noexcept nogil:
    """What is played by `side`, to move: what must be, or what the memo says; or NO_MOVE."""
    cdef lines_t mine, theirs
    cdef const heuristic_memo_t* entry
    cdef uint64_t hash = key_hash(h.key)
    scan(h.ctx, h.board[side], h.board[1 - side], &mine, &theirs)
    if mine.fewest == 1:
        return bb_lowest(bb_and(cells_of(h.ctx, mine.one), h.empty))
    if theirs.fewest == 1:
        return bb_lowest(bb_and(cells_of(h.ctx, theirs.one), h.empty))
    entry = memo_at(h, hash)
    if (memo_holds(h, entry, hash) and entry.move != NO_MOVE
            and bb_has(h.empty, entry.move)):
        return entry.move
    return NO_MOVE


cdef int expect_line(heuristic_t* h, int move, int side, int16_t* line, int length) noexcept nogil:
    """Add to a line `move`, which `side` is to make, and what is expected after it; its new length."""
    if move == NO_MOVE or length == MOST_LINE:
        return length
    line[length] = move
    length += 1
    put_stone(h, move, side)
    if not has_line(h.ctx, h.board[side]) and bb_any(h.empty):
        length = expect_line(h, expected_move(h, 1 - side), 1 - side, line, length)
    take_stone(h, move, side)
    return length
