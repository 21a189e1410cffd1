# The heuristic search: a good move where the value is out of reach.
#
# Iterative deepening over alpha-beta with null windows for all moves but the first (principal
# variation search; Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982).
# What makes it fit the game are the threats, which a node looks at before anything else:
#
#     1. the mover can complete a line: won;
#     2. the other side can: the reply is forced, and costs no depth;
#     3. the mover wins by threats alone (`threat/chain.pxi`): won;
#     4. the other side would, if the mover passed: only moves in the zone of that chain are tried
#        (`threat/zone.pxi`), and the node is searched even where the depth is used up: a position under
#        attack cannot be judged.
#
# With 3 and 4 at the leaves, depth 1 sees every win in five plies: the first move makes the
# threat, the zone holds every defence to it, and after each of them the rest is threats alone.
# Elsewhere only the WIDTH best-looking cells are tried; killer moves and history (Schaeffer, "The
# history heuristic", 1989) help to rank them, and late moves are first tried a ply less deep.
# A result of this search is a judgement, never a proof.

cdef enum:
    MATE = 1000000              # MATE - d: a win in d plies from the root, as far as is seen
    MATE_RANGE = 1000           # no sum of weights comes within this of a mate
    WIDTH = 8                   # moves tried at a quiet node (with 20, 8 of 24 hard games are lost, not
                                # 3: `benchmarks/results/match.md`)
    ROOT_WIDTH = 48             # at the root, once all have been looked at
    ROOT_ALL = 2                # depths at which the root looks at all moves
    LATE = 4                    # moves before those that are tried less deep
    UNDER_ATTACK = 4            # plies that leaves under attack are followed
    DEEPEST = 60
    INNER_BUDGET = 256          # positions looked at for a chain, at an inner node …
    LEAF_BUDGET = 64            # … and at a leaf
    ROOT_BUDGET = 4096          # … and at the root, but no more than an eighth of the limit
    KILLER_RANK = 1 << 26
    KNOWN_RANK = 1 << 28


cdef inline int assess(const judge_t* j, int side) noexcept nogil:
    """The worth of a quiet position for the mover: his lines count more, it is his turn."""
    return j.score[side] + (j.score[side] >> 2) - j.score[1 - side]


cdef inline int seek_threats(judge_t* j, int side, int ply, uint64_t budget,
                             bint whole) noexcept nogil:
    """The pairs in a chain of this side's, as if to move, or NO_CHAIN.

    The lines of the node must be known. What was looked at counts as nodes.
    """
    cdef const lines_t* lines = j.scratch[ply].lines
    cdef int pairs
    budget = min(budget, j.limits.node_limit - j.limits.nodes)
    pairs = seek_chain(j.ctx, &j.chain, j.board[side], j.board[1 - side],
                       key_negate(j.key) if side else j.key, &lines[side], &lines[1 - side],
                       MOST_PAIRS, <int>budget, whole)
    j.limits.nodes += j.chain.looked_at
    return pairs


cdef inline bb_t defences(const judge_t* j, int side, int pairs) noexcept nogil:
    """The moves of this side that may meet the chain last found for the other."""
    return bb_and(j.empty, zone_of(j.ctx, &j.chain, pairs, j.board[1 - side], j.board[side]))


cdef inline int to_memo(int score, int ply) noexcept nogil:
    """Mates are kept as seen from the position, not from the root."""
    if score > MATE - MATE_RANGE:
        return score + ply
    return score - ply if score < MATE_RANGE - MATE else score


cdef inline int from_memo(int score, int ply) noexcept nogil:
    if score > MATE - MATE_RANGE:
        return score - ply
    return score + ply if score < MATE_RANGE - MATE else score


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


cdef int list_moves(judge_t* j, int side, int ply, bb_t cells, int known) noexcept nogil:
    """Put `cells` into the scratch of this ply with their ranks; returns how many."""
    cdef scratch_t* scratch = &j.scratch[ply]
    cdef int count = 0
    cdef int cell
    while bb_any(cells):
        cell = pop_lowest(&cells)
        scratch.move[count] = cell
        scratch.rank[count] = (5 * j.worth[side][cell] + 4 * j.worth[1 - side][cell]
                               + j.history[side][cell] // 64)
        if cell == known:
            scratch.rank[count] = KNOWN_RANK
        elif cell == j.killer[ply][0] or cell == j.killer[ply][1]:
            scratch.rank[count] += KILLER_RANK
        count += 1
    return count


cdef inline void praise(judge_t* j, int side, int depth, int ply, int move) noexcept nogil:
    """Remember a move that cut a node off."""
    if depth > 0:
        j.history[side][move] = min(j.history[side][move] + depth * depth, KILLER_RANK)
    if j.killer[ply][0] != move:
        j.killer[ply][1] = j.killer[ply][0]
        j.killer[ply][0] = move


cdef int appraise_move(judge_t* j, int side, int depth, int ply, int move, int index,
                       bint reduce, int alpha, int beta) noexcept nogil:
    """The score of the move that is tried as number `index`: a bound, unless it is the first."""
    cdef int other = 1 - side
    cdef int score = alpha + 1
    put_stone(j, move, side)
    if index and reduce and index >= LATE and depth >= 3:
        score = -appraise(j, other, depth - 2, ply + 1, -alpha - 1, -alpha)
    if index and score > alpha and not j.limits.stopped:
        score = -appraise(j, other, depth - 1, ply + 1, -alpha - 1, -alpha)
    if (index == 0 or alpha < score < beta) and not j.limits.stopped:
        score = -appraise(j, other, depth - 1, ply + 1, -beta, -alpha)
    take_stone(j, move, side)
    return score


cdef int appraise(judge_t* j, int side, int depth, int ply, int alpha, int beta) noexcept nogil:
    """The score of the position for `side`, to move; means nothing once the search is stopped."""
    cdef int other = 1 - side
    cdef int budget = INNER_BUDGET if depth > 0 else LEAF_BUDGET
    cdef int best = -MATE
    cdef int best_move = NO_MOVE
    cdef int known = NO_MOVE
    cdef int floor = alpha
    cdef int score, count, move, pairs, i
    cdef lines_t* mine
    cdef lines_t* theirs
    cdef bb_t cells
    cdef uint64_t hash = key_hash(j.key)
    cdef bint attacked
    cdef judge_memo_t* entry

    j.limits.nodes += j.limits.nodes < j.limits.node_limit     # a chain may have spent the last of them
    if j.limits.nodes >= j.limits.alarm and look_up(j.limits):
        return 0
    if ply >= MOST_PLIES:
        return assess(j, side)
    mine = &j.scratch[ply].lines[side]
    theirs = &j.scratch[ply].lines[other]
    scan(j.ctx, j.board[side], j.board[other], mine, theirs)
    if mine.fewest == 1:
        return MATE - ply - 1
    if theirs.fewest == 1:
        cells = bb_and(cells_of(j.ctx, theirs.one), j.empty)
        if bb_several(cells):
            return ply + 2 - MATE
        return appraise_move(j, side, depth + 1, ply, bb_lowest(cells), 0, False, alpha, beta)
    if mine.fewest == 0 and theirs.fewest == 0:
        return 0                # nobody has a line left

    entry = memo_at(j, hash)
    if memo_holds(j, entry, hash):
        known = entry.move
        if entry.depth >= depth:
            score = from_memo(entry.score, ply)
            if (entry.bound == BOUND_EXACT or entry.bound == BOUND_LOWER and score >= beta
                    or entry.bound == BOUND_UPPER and score <= alpha):
                return score

    pairs = seek_threats(j, side, ply, budget, False)
    if pairs != NO_CHAIN:
        return MATE - ply - 3 - 2 * pairs
    pairs = seek_threats(j, other, ply, budget, True)
    if j.limits.nodes >= j.limits.alarm and look_up(j.limits):
        return 0
    cells = j.empty
    attacked = pairs != NO_CHAIN
    if attacked:
        if depth <= -UNDER_ATTACK:
            return assess(j, side) - 4 * j.weight[j.ctx.k - 1]      # nothing better to say
        best = ply + 4 + 2 * pairs - MATE       # what any move outside of the zone comes to
        if best >= beta:
            return best
        cells = defences(j, side, pairs)
    elif depth <= 0:
        return assess(j, side)

    count = list_moves(j, side, ply, cells, known)
    for i in range(count if attacked else min(count, WIDTH)):
        best_first(j.scratch[ply].move, j.scratch[ply].rank, i, count)
        move = j.scratch[ply].move[i]
        score = appraise_move(j, side, depth, ply, move, i, not attacked, alpha, beta)
        if j.limits.stopped:
            return 0
        if score > best:
            best = score
            best_move = move
        alpha = max(alpha, best)
        if alpha >= beta:
            praise(j, side, depth, ply, best_move)
            break
    memo_store(j, hash, depth,
               BOUND_LOWER if best >= beta else BOUND_EXACT if best > floor else BOUND_UPPER,
               to_memo(best, ply), best_move)
    return best


cdef int look_at_moves(judge_t* j, int depth, int count, int* score) noexcept nogil:
    """Search the root's moves to a depth; brings the best to the front, and returns its index.

    If the search is stopped, the best of those that were searched; -1 if none was.
    """
    cdef int16_t* move = j.scratch[0].move
    cdef int alpha = -MATE
    cdef int best = -1
    cdef int i, found, chosen
    for i in range(count):
        found = appraise_move(j, 0, depth, 0, move[i], i, depth > ROOT_ALL, alpha, MATE)
        if j.limits.stopped:
            break
        if best < 0 or found > alpha:
            best = i
            alpha = found
            score[0] = found
    if best > 0:
        chosen = move[best]
        for i in range(best, 0, -1):
            move[i] = move[i - 1]
        move[0] = chosen
    return best


cdef int search_root(judge_t* j, bb_t own, bb_t opponent) noexcept nogil:
    """The most promising move; leaves its score and the depth in `j`."""
    cdef int score = 0
    cdef int choice, count, depth, pairs, i
    cdef bb_t cells
    cdef uint64_t budget = min(<uint64_t>ROOT_BUDGET, j.limits.node_limit >> 3)
    cdef lines_t* lines = j.scratch[0].lines
    set_board(j, own, opponent)
    scan(j.ctx, own, opponent, &lines[0], &lines[1])
    choice = sensible_move(j.ctx, own, opponent)
    if lines[0].fewest == 1:
        j.found = MATE - 1
    if lines[0].fewest == 1 or lines[1].fewest == 1:
        return choice
    pairs = seek_threats(j, 0, 0, budget, False)
    if pairs != NO_CHAIN:
        j.found = MATE - 3 - 2 * pairs
        return j.chain.move[0]
    pairs = seek_threats(j, 1, 0, budget, True)
    cells = j.empty if pairs == NO_CHAIN else defences(j, 0, pairs)
    count = list_moves(j, 0, 0, cells, NO_MOVE)
    for i in range(count):
        best_first(j.scratch[0].move, j.scratch[0].rank, i, count)
    for depth in range(1, min(DEEPEST, bb_count(j.empty)) + 1):
        if j.limits.stopped or count == 1 and depth > 1:
            break
        if depth == ROOT_ALL + 1:
            count = min(count, ROOT_WIDTH)
        if look_at_moves(j, depth, count, &score) >= 0:
            choice = j.scratch[0].move[0]
            j.found = score
            j.depth = depth
        if abs(score) > MATE - MATE_RANGE:
            break
    return choice


cdef int judged_move(judge_t* j, bb_t own, bb_t opponent) noexcept nogil:
    """The most promising move of a position that is not over, found within the limits."""
    cdef int move
    j.root[0] = own
    j.root[1] = opponent
    j.depth = j.found = 0
    move = search_root(j, own, opponent)
    j.length = 0
    expect_line(j, move, 0)
    return move
