# The root of the heuristic search (`search.pxi`): its moves, depth by depth.
#
# The best few moves can be had with their scores, all of one depth: a move is then compared with the last
# of these instead of the first (multi-PV). A search can be gone on with, depth by depth, so that it can
# alternate with one for a proof.


cdef bint look_at_moves(heuristic_t* h, int depth) noexcept nogil:
    """Search the root's moves to a depth: the best `wanted` come to the front, with their scores.

    Returns whether all were searched. If not, what was kept of an earlier depth stays, unless only
    the best is wanted: that one is searched first, and what beats it then is better.
    """
    cdef int16_t* move = h.scratch[0].move
    cdef int32_t* score = h.scratch[0].rank
    cdef int16_t former_move[CAPACITY]
    cdef int32_t former_score[CAPACITY]
    cdef int ranked = 0
    cdef int alpha, chosen, found, i, place
    memcpy(former_move, move, sizeof(former_move))
    memcpy(former_score, score, sizeof(former_score))
    for i in range(h.count):
        chosen = move[i]
        alpha = -MATE if ranked < h.wanted else score[ranked - 1]
        found = score_of_move(h, 0, depth, 0, chosen, 0 if ranked < h.wanted else i,
                              True, alpha, MATE)
        if h.limits.stopped:
            if h.wanted > 1 or ranked == 0:
                memcpy(move, former_move, sizeof(former_move))
                memcpy(score, former_score, sizeof(former_score))
                return False
            break
        if ranked == h.wanted and found <= alpha:
            continue
        place = ranked
        ranked = min(ranked + 1, h.wanted)
        while place and score[place - 1] < found:
            place -= 1
        memmove(&score[place + 1], &score[place], (ranked - place - 1) * sizeof(int32_t))
        memmove(&move[place + 1], &move[place], (i - place) * sizeof(int16_t))
        score[place] = found
        move[place] = chosen
    h.ranked = ranked
    h.depth = depth
    return not h.limits.stopped


cdef void begin_root(heuristic_t* h, bb_t allowed) noexcept nogil:
    """Look for what is clear at once; else list the moves that are to be searched."""
    cdef uint64_t budget = min(<uint64_t>ROOT_BUDGET, h.limits.node_limit >> 3)
    cdef lines_t* lines = h.scratch[0].lines
    cdef int pairs, i
    cdef bb_t cells
    set_board(h, h.root[0], h.root[1])
    scan_node(h, 0, 0)
    h.choice = sensible_move(h.ctx, h.root[0], h.root[1])
    h.depth = h.ranked = h.found = h.count = 0
    h.next_depth = 1
    if lines[0].fewest == 1:
        h.found = MATE - 1
    if lines[0].fewest == 1 or lines[1].fewest == 1:
        return
    pairs = seek_threats(h, 0, 0, budget, False)
    if pairs != NO_CHAIN:
        h.found = MATE - 3 - 2 * pairs
        h.choice = h.chain.move[0]
        if h.wanted == 1:
            return
    pairs = seek_threats(h, 1, 0, budget, True)
    cells = h.empty if pairs == NO_CHAIN else defences(h, 0, pairs)
    if bb_meet(cells, allowed):     # if not, all moves lose
        cells = bb_and(cells, allowed)
        if h.found == 0 and not bb_has(cells, h.choice):
            h.choice = bb_lowest(cells)
    h.count = list_moves(h, 0, 0, cells, NO_MOVE)
    for i in range(h.count):
        best_first(h.scratch[0].move, h.scratch[0].rank, i, h.count)


cdef void search_root(heuristic_t* h) noexcept nogil:
    """Go on with the moves of the root, depth by depth, until a limit or the end is met."""
    cdef int score
    while (h.count and not h.limits.stopped and h.next_depth <= min(DEEPEST, bb_count(h.empty))
            and not (h.count == 1 and h.next_depth > 1)):
        if h.next_depth == ROOT_ALL + 1:
            h.count = min(h.count, max(ROOT_WIDTH, h.wanted))
        if look_at_moves(h, h.next_depth):
            h.next_depth += 1
        if h.ranked:
            score = h.scratch[0].rank[0]
            if h.wanted == 1 and abs(score) > MATE - MATE_RANGE:
                h.next_depth = DEEPEST + 1
            h.choice = h.scratch[0].move[0]
            h.found = score


cdef int heuristic_move(heuristic_t* h, bb_t own, bb_t opponent, bb_t allowed, int wanted,
                        bint resume, bint narrow) noexcept nogil:
    """The most promising move of a position that is not over, found within the limits.

    Of the `allowed` ones, which hold one of all moves that are images of each other. The best
    `wanted` are each given their score. `resume`: go on where the last call ended, if it was asked
    the same.
    """
    if not (resume and bb_equal(h.root[0], own) and bb_equal(h.root[1], opponent)
            and h.wanted == wanted and h.narrow == narrow):
        h.root[0] = own
        h.root[1] = opponent
        h.wanted = wanted
        h.narrow = narrow
        begin_root(h, allowed)
    search_root(h)
    return h.choice
