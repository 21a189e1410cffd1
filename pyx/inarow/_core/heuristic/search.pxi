# The heuristic search: a good move where the value is out of reach. A node; the root is in `root.pxi`.
#
# Iterative deepening over alpha-beta with null windows for all moves but the first (principal variation
# search; Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982). What makes it
# fit the game are the threats, which a node looks at before anything else:
#
#     1. the mover can complete a line: won;
#     2. the other side can: the reply is forced, and costs no depth;
#     3. the mover wins by threats alone (`threat/chain.pxi`): won;
#     4. the other side would, if the mover passed: only moves in the zone of that chain are tried
#        (`threat/zone.pxi`), and the node is searched even where the depth is used up: a position under
#        attack cannot be judged.
#
# With 3 and 4 at the leaves, depth 1 sees every win in five plies: the first move makes the threat, the
# zone holds every defence to it, and after each of them the rest is threats alone. Elsewhere only the
# WIDTH best-looking cells are tried; killer moves and history (Schaeffer, "The history heuristic", 1989)
# help to rank them, and late moves are first tried a ply less deep. A result of this search is a
# judgement, never a proof.
#
# The narrow search is for wins that are far. It tries half as many moves, late ones the less deep the later
# they are and the more depth there is; a node whose worth exceeds its window by far is cut off at once (the
# mirror of futility pruning; Heinz, "Extended futility pruning", ICCA J. 21, 1998); leaves under attack are
# followed for one ply; and where the memo knows no move it searches a ply less deep. So on 15,15,5 a million
# nodes come to 16 plies, not 9 (history.md). In play it is weaker: it leaves out defences.

cdef enum:
    MATE = 1000000              # MATE - d: a win in d plies from the root, as far as is seen
    MATE_RANGE = 1000           # no sum of weights comes within this of a mate
    WIDTH = 12                  # moves tried at a quiet node: more would cost depth
    ROOT_WIDTH = 48             # at the root, once all have been looked at
    ROOT_ALL = 2                # depths at which the root looks at all moves
    LATE = 4                    # moves before those that are tried less deep
    UNDER_ATTACK = 4            # plies that leaves under attack are followed
    NARROW_WIDTH = 6            # in the narrow search: moves tried at a quiet node, …
    NARROW_UNDER_ATTACK = 1     # … plies that such leaves are followed, …
    NARROW_UNKNOWN = 4          # … from which depth a node without a known move is one less deep, …
    LESS_DEEP = 125             # … hundredths of the product of logarithms by which a move is less deep, …
    FAR_BETTER = 15             # … and points for each ply of depth that cut a node off, …
    FAR_BETTER_DEPTH = 6        # … up to so many plies
    DEEPEST = 60                # plies that it deepens to
    INNER_BUDGET = 256          # positions looked at for a chain, at an inner node …
    LEAF_BUDGET = 24            # … and at a leaf
    ROOT_BUDGET = 4096          # … and at the root, but no more than an eighth of the limit
    KILLER_RANK = 1 << 26       # above any sum of weights …
    KNOWN_RANK = 1 << 28        # … and above any killer: the move of the memo comes first


cdef inline int evaluate(const heuristic_t* h, int side) noexcept nogil:
    """The worth of a quiet position for the mover: its lines count half as much again.

    Lines that hold no stone do not count: but in exact games they are alike for both sides. (Short ones
    among longer ones do.)
    """
    cdef int i, mine = 0, theirs = 0
    for i in range(1, h.ctx.k):
        mine += h.weight[i] * h.live[side][i]
        theirs += h.weight[i] * h.live[1 - side][i]
    return mine + (mine >> 1) - theirs


cdef inline int fewest_of(const heuristic_t* h, int side) noexcept nogil:
    """The fewest stones that a live line of this side misses; 0 if it has none."""
    cdef int missing
    for missing in range(1, h.ctx.k + 1):
        if h.live[side][h.ctx.k - missing]:
            return missing
    return 0


cdef inline void scan_node(heuristic_t* h, int side, int ply) noexcept nogil:
    """Sort the lines of a node with this side to move: from those of the one before, where they are known."""
    cdef int other = 1 - side
    cdef lines_t* lines = h.scratch[ply].lines
    cdef const lines_t* before
    if ply and h.scratch[ply - 1].scanned:
        before = h.scratch[ply - 1].lines
        lines_after(h.ctx, h.scratch[ply].last, h.board[other], h.board[side], &before[other],
                    &before[side], &lines[other], &lines[side])
    else:
        scan(h.ctx, h.board[side], h.board[other], &lines[side], &lines[other])
    h.scratch[ply].scanned = True


cdef inline int seek_threats(heuristic_t* h, int side, int ply, uint64_t budget,
                             bint whole) noexcept nogil:
    """The pairs in a chain of this side's, as if to move, or NO_CHAIN.

    The lines of the node must be known; `fewest` will do if a side misses more than two. What was
    looked at counts as nodes.
    """
    cdef const lines_t* lines = h.scratch[ply].lines
    cdef place_t at = place_t(h.board[side], h.board[1 - side], key_negate(h.key) if side else h.key,
                              &lines[side], &lines[1 - side])
    cdef int pairs
    budget = min(budget, h.limits.node_limit - h.limits.nodes)
    pairs = seek_chain(h.ctx, &h.chain, &at, MOST_PAIRS, <int>budget, whole)
    h.limits.nodes += h.chain.looked_at
    return pairs


cdef inline bb_t defences(const heuristic_t* h, int side, int pairs) noexcept nogil:
    """The moves of this side that may meet the chain last found for the other."""
    return bb_and(h.empty, zone_of(h.ctx, &h.chain, pairs, h.board[1 - side], h.board[side]))


cdef inline int seen_from(int score, int plies) noexcept nogil:
    """A score as seen so many plies nearer to a mate: the memo keeps mates as seen from the position."""
    if score > MATE - MATE_RANGE:
        return score + plies
    return score - plies if score < MATE_RANGE - MATE else score


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


cdef int list_moves(heuristic_t* h, int side, int ply, bb_t cells, int known) noexcept nogil:
    """Put `cells` into the scratch of this ply with their ranks; returns how many."""
    cdef scratch_t* scratch = &h.scratch[ply]
    cdef int count = 0
    cdef int cell
    while bb_any(cells):
        cell = pop_lowest(&cells)
        scratch.move[count] = cell
        scratch.rank[count] = (5 * h.worth[side][cell] + 4 * h.worth[1 - side][cell]
                               + h.history[side][cell] // 64)
        if cell == known:
            scratch.rank[count] = KNOWN_RANK
        elif cell == h.killer[ply][0] or cell == h.killer[ply][1]:
            scratch.rank[count] += KILLER_RANK
        count += 1
    return count


cdef inline void note_cutoff(heuristic_t* h, int side, int depth, int ply, int move) noexcept nogil:
    """Remember a move that cut a node off."""
    if depth > 0:
        h.history[side][move] = min(h.history[side][move] + depth * depth, KILLER_RANK)
    if h.killer[ply][0] != move:
        h.killer[ply][1] = h.killer[ply][0]
        h.killer[ply][0] = move


cdef inline int reduction(const heuristic_t* h, int depth, int index, bint quiet) noexcept nogil:
    """By how much less deep the move is tried at first that comes as number `index`, from 0 on."""
    if not h.narrow:
        return quiet and index >= LATE and depth >= 3
    if depth < 2:
        return 0
    return min(depth - 1, <int>(LESS_DEEP * h.log_of[depth] * h.log_of[index + 1] / 100))


# Nine parameters: six are those of `score_of`, and a struct would be filled anew for each move.
cdef int score_of_move(heuristic_t* h, int side, int depth, int ply, int move, int index,
                       bint quiet, int alpha, int beta) noexcept nogil:
    """The score of the move that is tried as number `index`: a bound, unless it is the first."""
    cdef int other = 1 - side
    cdef int score = alpha + 1
    cdef int less = reduction(h, depth, index, quiet)
    h.scratch[ply + 1].last = move
    put_stone(h, move, side)
    if less:
        score = -score_of(h, other, depth - 1 - less, ply + 1, -alpha - 1, -alpha)
    if index and score > alpha and not h.limits.stopped:
        score = -score_of(h, other, depth - 1, ply + 1, -alpha - 1, -alpha)
    if (index == 0 or alpha < score < beta) and not h.limits.stopped:
        score = -score_of(h, other, depth - 1, ply + 1, -beta, -alpha)
    take_stone(h, move, side)
    return score


cdef int score_of(heuristic_t* h, int side, int depth, int ply, int alpha, int beta) noexcept nogil:
    """The score of the position for `side`, to move; means nothing once the search is stopped."""
    cdef int other = 1 - side
    cdef int budget = INNER_BUDGET if depth > 0 else LEAF_BUDGET
    cdef int best = -MATE
    cdef int best_move = NO_MOVE
    cdef int known = NO_MOVE
    cdef int floor = alpha
    cdef int width = NARROW_WIDTH if h.narrow else WIDTH
    cdef int score, count, move, pairs, i
    cdef lines_t* mine
    cdef lines_t* theirs
    cdef bb_t cells
    cdef uint64_t hash = key_hash(h.key)
    cdef bint attacked
    cdef heuristic_memo_t* entry

    h.limits.nodes += h.limits.nodes < h.limits.node_limit     # a chain may have spent the last of them
    if h.limits.nodes >= h.limits.alarm and look_up(h.limits):
        return 0
    if ply >= MOST_PLIES or stack_here() < h.limits.stack_floor:
        return evaluate(h, side)
    mine = &h.scratch[ply].lines[side]
    theirs = &h.scratch[ply].lines[other]
    h.scratch[ply].scanned = False
    mine.fewest = fewest_of(h, side)
    theirs.fewest = fewest_of(h, other)
    if mine.fewest == 1:
        return MATE - ply - 1
    if mine.fewest == 2 or 1 <= theirs.fewest <= 2:     # else nobody looks at the lines
        scan_node(h, side, ply)
    if theirs.fewest == 1:
        cells = bb_and(cells_of(h.ctx, theirs.one), h.empty)
        if bb_several(cells):
            return ply + 2 - MATE
        return score_of_move(h, side, depth + 1, ply, bb_lowest(cells), 0, False, alpha, beta)
    if mine.fewest == 0 and theirs.fewest == 0:
        return 0                # nobody has a line left

    entry = memo_at(h, hash)
    if memo_holds(h, entry, hash):
        known = entry.move
        if entry.depth >= depth:
            score = seen_from(entry.score, -ply)
            if (entry.bound == BOUND_EXACT or entry.bound == BOUND_LOWER and score >= beta
                    or entry.bound == BOUND_UPPER and score <= alpha):
                return score

    pairs = seek_threats(h, side, ply, budget, False)
    if pairs != NO_CHAIN:
        return MATE - ply - 3 - 2 * pairs
    pairs = seek_threats(h, other, ply, budget, True)
    if h.limits.nodes >= h.limits.alarm and look_up(h.limits):
        return 0
    cells = h.empty
    attacked = pairs != NO_CHAIN
    if attacked:
        if depth <= (-NARROW_UNDER_ATTACK if h.narrow else -UNDER_ATTACK):
            return evaluate(h, side) - 4 * h.weight[h.ctx.k - 1]      # nothing better to say
        best = ply + 4 + 2 * pairs - MATE       # what any move outside of the zone comes to
        if best >= beta:
            return best
        cells = defences(h, side, pairs)
    elif depth <= 0:
        return evaluate(h, side)
    elif h.narrow:
        score = evaluate(h, side) - FAR_BETTER * depth
        if depth <= FAR_BETTER_DEPTH and beta - alpha == 1 and MATE_RANGE - MATE < beta <= score:
            return score
        depth -= known == NO_MOVE and depth >= NARROW_UNKNOWN

    count = list_moves(h, side, ply, cells, known)
    for i in range(count if attacked else min(count, width)):
        best_first(h.scratch[ply].move, h.scratch[ply].rank, i, count)
        move = h.scratch[ply].move[i]
        score = score_of_move(h, side, depth, ply, move, i, not attacked, alpha, beta)
        if h.limits.stopped:
            return 0
        if score > best:
            best = score
            best_move = move
        alpha = max(alpha, best)
        if alpha >= beta:
            note_cutoff(h, side, depth, ply, best_move)
            break
    memo_store(h, hash, depth,
               BOUND_LOWER if best >= beta else BOUND_EXACT if best > floor else BOUND_UPPER,
               seen_from(best, ply), best_move)
    return best
