# Wins by threats alone: every move of the attacker leaves a line with one stone missing, so that
# every reply is forced ("victory by continuous fours", VCF, to players of k = 5; Allis, van den
# Herik and Huntjens, "Go-Moku solved by new search techniques", 1996; FOUR = k - 1 in general):
#
#     1. the attacker has a cell that completes a line: he wins;
#     2. the defender has two such cells: no attack; one: the attacker must take it;
#     3. the attacker extends a line that misses two stones. If that leaves two cells to complete,
#        he has won; if one, the defender takes it, and so on from 1.
#
# The defender has never a choice, and whenever it is his turn he has no line to complete, so a
# sequence found is a proof for the game as it is played, his counter-threats included. That none
# was found proves nothing: the search gives up when its share of nodes is spent, and trusts the
# memo.
#
# Zone: suppose the other side threatens such a sequence. Of the mover's replies only those can
# help that interfere with it: the cells of its moves and of the forced replies, those that
# complete it, and, for every position in which the defender is to move, the empty cells of his
# own lines that miss two stones, for a stone there would let him complete or threaten to.

cdef enum:
    SURE = 127                  # the depth of a memo entry made by a search that did not give up
    MOST_EXTENDING = 64         # no more cells are tried at a time: stacks of threads are small


cdef inline uint64_t force_key(const judge_t* j, int side) noexcept nogil:
    """The position's number as a question: does a sequence of threats win for `side`, to move?"""
    return j.key ^ (<uint64_t>0x9fb21c651e98df25 if side else <uint64_t>0xd6e8feb86659fd93)


cdef inline void best_first(int16_t* move, int32_t* rank, int i, int count) noexcept nogil:
    """Bring the highest-ranked of the moves from i on to place i."""
    cdef int best = i
    cdef int other
    cdef int16_t swapped_move = move[i]
    cdef int32_t swapped_rank = rank[i]
    for other in range(i + 1, count):
        if rank[other] > rank[best]:
            best = other
    move[i] = move[best]
    rank[i] = rank[best]
    move[best] = swapped_move
    rank[best] = swapped_rank


cdef int extend_lines(judge_t* j, int side, int threats) noexcept nogil:
    """The plies to the completed line after so many threats in a row, or 0: steps 1 to 3."""
    cdef int other = 1 - side
    cdef bb_t made = completing(j, side)
    cdef bb_t cells, before
    cdef int16_t move[MOST_EXTENDING]
    cdef int32_t rank[MOST_EXTENDING]
    cdef int count = 0
    cdef int i, cell, reply, plies
    cdef uint64_t key
    if bb_any(made):
        j.chain = 2 * threats + 1
        j.chain_move[2 * threats] = bb_lowest(made)
        j.zone = bb_or(j.zone, made)
        return 1
    cells = extending(j, side)
    if bb_any(completing(j, other)):
        if bb_several(completing(j, other)):
            return 0
        cells = bb_and(cells, completing(j, other))
    if threats >= MOST_THREATS or not bb_any(cells):
        return 0
    key = force_key(j, side)
    if threats and memo_holds(j, memo_at(j, key), key) and memo_at(j, key).depth == SURE:
        return 0
    while bb_any(cells) and count < MOST_EXTENDING:
        move[count] = pop_lowest(&cells)
        # Several lines to extend come before one, then the better cell.
        rank[count] = (j.spot[move[count]].tally[side] >> 8 << 20) + j.spot[move[count]].worth[side]
        count += 1
    for i in range(count):
        best_first(move, rank, i, count)
        cell = move[i]
        j.s.nodes += 1
        if j.s.nodes >= j.s.alarm and look_up(j.s):
            return 0
        if j.s.nodes > j.force_end:
            j.force_cut = True
            return 0
        put_stone(j, cell, side)
        made = completing(j, side)
        before = extending(j, other)
        reply = bb_lowest(made)
        if bb_several(made):
            plies = 3
            j.chain = 2 * threats + 3
            j.chain_move[2 * threats + 2] = bb_lowest(bb_andnot(made, bb_of(reply)))
            j.zone = bb_or(j.zone, made)
        else:
            put_stone(j, reply, other)
            plies = extend_lines(j, side, threats + 1)
            take_stone(j, reply, other)
            if plies:
                plies += 2
        take_stone(j, cell, side)
        if plies:
            j.chain_move[2 * threats] = cell
            j.chain_move[2 * threats + 1] = reply
            j.zone = bb_or(j.zone, bb_or(bb_of(cell), bb_or(bb_of(reply), before)))
            return plies
        if j.s.stopped or j.force_cut:
            return 0
    memo_store(j, key, SURE, NO_THREATS, 0, NO_MOVE)
    return 0


cdef inline int force(judge_t* j, int side, uint64_t budget) noexcept nogil:
    """The plies to the completed line by a sequence of threats, or 0; leaves `zone` and `chain`.

    A search that gave up is remembered with its budget, and not repeated with as small a one.
    """
    cdef uint64_t key = force_key(j, side)
    cdef judge_memo_t* entry = memo_at(j, key)
    cdef int plies
    if not bb_any(extending(j, side)) and not bb_any(completing(j, side)):
        return 0
    if memo_holds(j, entry, key) and entry.depth >= work_of(budget):
        return 0
    j.zone = bb_none()
    j.force_cut = False
    j.force_end = j.s.nodes + budget
    plies = extend_lines(j, side, 0)
    if j.force_cut:
        memo_store(j, key, work_of(budget), NO_THREATS, 0, NO_MOVE)
    return plies
