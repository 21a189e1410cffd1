# Wins by force on open boards, of three orders, as in lambda search (Thomsen, "Lambda-search in game
# trees", ICGA Journal 23, 2000). A move of order n threatens a win of order n - 1, should the other side
# pass. Order 1 are chains of fours (`chain.pxi`); in order 2 every move threatens such a chain, which
# players call a VCT, a victory by continuous threats; in order 3 every move threatens a win of order 2.
#
#     attacker's node     won by a lower order, or by a move of which all replies lose
#     reply's node        if the defender passed, there would be a win of a lower order: only replies in
#                         its zone (`zone.pxi`, `forced_tree.pxi`) stop that, its own fours among them,
#                         and each must lose. A four leaves one reply, the completing cell
#
# A move after which a pass loses to nothing is no threat, and is given up. Which move and which reply is
# looked at next is for proof numbers to say, depth-first (df-pn: Nagai, "Df-pn algorithm for searching
# AND/OR trees and its applications", 2002): the least of the attacker's moves, the sum over the replies,
# where one that nobody has looked at counts an eighth, for most fall at once; but never less than one unit.
#
# A move begins with a number that tells how promising it is (df-pn+, Nagai and Imai, "Application of df-pn+
# to Othello endgames", 1999), by its weight: the attacker's lines through it that miss few stones, in several
# directions, and a live line shared with its move before. In order 2 the number rises by what the weight
# misses, so that a position of poor moves is itself poor, and with the rank of the first moves; in order 3,
# where nearly every cell may be a threat and to know costs a search, with the rank alone. Replies are looked
# at by their weight too: in order 2 on the defender's lines, for what gives the defender fours and threes fails the
# most threats; in order 3 on the attacker's.
#
# Most of the work of order 3 is in the wins of order 2 below it. There only a chain without an answer in it
# is a threat, two completing cells after a pass; a move that threatens a longer one is tried as a quiet move.
#
# A win found so is a fact, also where only exactly k win: all it rests on are chains and zones. That none
# is found says nothing: the chains here are short, and their budgets small.

cdef enum:
    CHAIN_PAIRS = 2             # of a chain at an attacker's node …
    CHAIN_NODES = 128           # … and positions looked at for it
    THREAT_PAIRS = 1            # of the chain that a move threatens: longer ones have large zones
    THREAT_NODES = 64
    TOO_MANY = 64 * UNIT        # with order 2, at a node of order 3: its proof number is not to exceed this
    MOST_QUIET = 48             # moves of order 3 that are tried, the heaviest
    MOST_ALONG = 20             # of a move's weight, from lines of one direction that miss two or three
    FOLLOWS = 16                # of its weight, if it shares a live line with the move before
    GOOD_WEIGHT = 60            # what a move of order 2 misses of it is added to its first proof number, …
    RANK_COST = 6               # … and so much for each heavier move, …
    MOST_RANK = 4               # … so many of them at most
    TURN_NODES = 1 << 14        # of the first turn


cdef inline int short_chain(forced_t* f, const forced_place_t* at, int most, int budget,
                            bint whole) noexcept nogil:
    """The pairs in a chain of the attacker's, as if to move; what is looked at counts as nodes."""
    cdef int left = <int>min(<uint64_t>budget, f.limits.node_limit - f.limits.nodes)
    cdef place_t place = place_t(at.own, at.opponent, at.key, &at.mine, &at.theirs)
    cdef int pairs = seek_chain(f.ctx, &f.chain, &place, most, left, whole)
    f.limits.nodes += f.chain.looked_at
    if pairs == NO_CHAIN and left < budget:
        f.limits.stopped = STOP_NODES       # who knows what more nodes would have found
    return pairs


cdef inline key_t stone_added(const forced_t* f, key_t key, int cell, bint attacks) noexcept nogil:
    return key_add(key, f.ctx.weight[cell][0] if attacks else key_negate(f.ctx.weight[cell][0]))


cdef inline void begin_place(const forced_t* f, bb_t own, bb_t opponent, key_t key,
                             forced_place_t* at) noexcept nogil:
    at.own = own
    at.opponent = opponent
    at.key = key
    scan(f.ctx, own, opponent, &at.mine, &at.theirs)


cdef inline void place_after(const forced_t* f, const forced_place_t* at, int cell, bint attacks,
                             forced_place_t* after) noexcept nogil:
    """The position after a stone on `cell`; `attacks`: it is the attacker's."""
    after.key = stone_added(f, at.key, cell, attacks)
    if attacks:
        after.own = bb_or(at.own, bb_of(cell))
        after.opponent = at.opponent
        lines_after(f.ctx, cell, after.own, at.opponent, &at.mine, &at.theirs, &after.mine, &after.theirs)
    else:
        after.own = at.own
        after.opponent = bb_or(at.opponent, bb_of(cell))
        lines_after(f.ctx, cell, after.opponent, at.own, &at.theirs, &at.mine, &after.theirs, &after.mine)


cdef inline void add_child(forced_t* f, forced_frame_t* frame, int cell, key_t key, int order,
                           bint attacks, uint32_t proof) noexcept nogil:
    """A move with its numbers; `attacks`: it is the attacker's. `proof`: of one not yet looked at."""
    cdef const forced_memo_t* entry = forced_at(f, stone_added(f, key, cell, attacks), order, not attacks)
    cdef uint32_t disproof = UNIT
    if entry != NULL:
        proof = entry.proof
        disproof = entry.disproof
    frame.cell[frame.count] = cell
    frame.wish[frame.count] = proof if attacks else disproof
    frame.fear[frame.count] = disproof if attacks else proof
    frame.count += 1


cdef void weigh_threats(const context_t* ctx, const lines_t* lines, int* weight) noexcept nogil:
    """The weight of each cell for a side, by its lines that miss two or three."""
    cdef int group
    memset(weight, 0, CAPACITY * sizeof(int))
    for group in range(ctx.lines.groups):
        add_weight(ctx, group, lines.two[group], 16, weight)
        add_weight(ctx, group, lines.three[group], 4, weight)


cdef void weigh_attacks(const context_t* ctx, const lines_t* mine, bb_t moves, int last, int more_weight,
                        int* weight) noexcept nogil:
    """The weight of the attacker's `moves`; `last`: its move before, or NO_MOVE."""
    cdef int along[CAPACITY]
    cdef order_t numbers
    cdef bb_t rest
    cdef int group, plane, cell
    memset(weight, 0, CAPACITY * sizeof(int))
    no_order(&numbers)
    add_lines(ctx, &numbers, mine.more, 0)      # so many that to add them one by one takes most of the time
    for plane in range(PLANES):
        rest = bb_and(moves, numbers.plane[plane])
        while bb_any(rest):
            weight[pop_lowest(&rest)] += more_weight << plane
    for group in range(ctx.lines.groups):
        memset(along, 0, CAPACITY * sizeof(int))
        add_weight(ctx, group, mine.two[group], 16, along)
        add_weight(ctx, group, mine.three[group], 6, along)
        rest = bb_and(moves, line_cells(ctx, group, near_lines(mine, group)))
        while bb_any(rest):
            cell = pop_lowest(&rest)
            weight[cell] += min(along[cell], <int>MOST_ALONG)
    if last == NO_MOVE:
        return
    rest = bb_and(moves, open_through(ctx, mine, last))
    while bb_any(rest):
        weight[pop_lowest(&rest)] += FOLLOWS


cdef void list_attacks(forced_t* f, forced_frame_t* frame, const forced_place_t* at, int last,
                       int order) noexcept nogil:
    """The attacker's moves that may be threats, the heaviest first."""
    cdef bb_t empty = bb_andnot(f.ctx.full, bb_or(at.own, at.opponent))
    cdef bb_t moves = empty
    cdef const choices_t* choices = &frame.choices
    cdef int i, cost
    if order == BY_THREES:
        moves = bb_and(moves, bb_or(cells_of(f.ctx, at.mine.two), cells_of(f.ctx, at.mine.three)))
    if at.theirs.fewest == 1:      # it must be met
        moves = bb_and(moves, cells_of(f.ctx, at.theirs.one))
        if bb_several(bb_and(empty, cells_of(f.ctx, at.theirs.one))):
            moves = bb_none()
    weigh_attacks(f.ctx, &at.mine, moves, last, f.more_weight if order == BY_QUIET_MOVES else 1,
                  frame.weight)
    sort_cells(frame.weight, moves, &frame.choices)
    frame.count = 0
    for i in range(min(choices.count, <int>MOST_QUIET) if order == BY_QUIET_MOVES else choices.count):
        if order == BY_QUIET_MOVES:
            cost = i * f.rank_cost
        else:
            cost = min(i, <int>MOST_RANK) * RANK_COST + max(0, GOOD_WEIGHT - frame.weight[choices.cell[i]])
        add_child(f, frame, choices.cell[i], at.key, order, True, UNIT + cost)


cdef inline bint forced_stops(forced_t* f) noexcept nogil:
    """Count a node; is the search to stop?"""
    f.limits.nodes += f.limits.nodes < f.limits.node_limit
    return f.limits.nodes >= f.limits.alarm and look_up(f.limits) or stack_ends(f.limits)


cdef forced_answer_t attackers_node(forced_t* f, int order, const forced_place_t* at, int depth,
                                    uint32_t proof_limit, uint32_t disproof_limit) noexcept nogil:
    """Search until the numbers of the position, the attacker to move, reach a limit: these numbers."""
    cdef forced_frame_t* frame = frame_of(f, order, depth)
    cdef const forced_memo_t* known = forced_at(f, at.key, order, True)
    cdef forced_answer_t won = forced_answer_t(0, NEVER, NO_MOVE)
    cdef forced_answer_t lost = forced_answer_t(NEVER, 0, NO_MOVE)
    if is_settled_forced(known):
        return forced_answer_t(known.proof, known.disproof, known.move)
    if forced_stops(f):
        return lost
    if at.mine.fewest == 1 or short_chain(f, at, CHAIN_PAIRS, CHAIN_NODES, False) != NO_CHAIN:
        return keep_forced(f, at.key, order, True, bb_none(), won, False)
    if order == BY_QUIET_MOVES and not f.limits.stopped:
        if attackers_node(f, BY_THREES, at, 0, TOO_MANY, NEVER).proof == 0:
            return keep_forced(f, at.key, order, True, bb_none(), won, False)
    if f.limits.stopped:
        return lost
    list_attacks(f, frame, at, (frame - 2).move if depth else NO_MOVE, order)
    if depth == FORCED_DEPTH - 1 and frame.count:   # too deep here; not kept, for other paths may do
        return lost
    return cheapest_first(f, order, at, depth, True, proof_limit, disproof_limit)


cdef int replies_to_threat(forced_t* f, const forced_place_t* at, bb_t* replies, int* pairs) noexcept nogil:
    """Does the attacker threaten a chain? Then YES, the `replies` that may stop it, and its `pairs`.

    NO if the defender completes a line; STOPPED if the attacker may still threaten a win of order 2. There are
    NO_CHAIN pairs where the attacker threatens a line.
    """
    cdef bb_t empty = bb_andnot(f.ctx.full, bb_or(at.own, at.opponent))
    pairs[0] = NO_CHAIN
    replies[0] = bb_none()
    if at.theirs.fewest == 1:
        return NO
    if at.mine.fewest == 1:
        replies[0] = bb_and(empty, cells_of(f.ctx, at.mine.one))
        if bb_several(replies[0]):
            replies[0] = bb_none()
        return YES
    pairs[0] = short_chain(f, at, f.threat_pairs, THREAT_NODES, True)
    if pairs[0] == NO_CHAIN:
        return STOPPED
    replies[0] = bb_and(empty, zone_of(f.ctx, &f.chain, pairs[0], at.own, at.opponent))
    return YES


cdef void list_replies(forced_t* f, forced_frame_t* frame, const forced_place_t* at, int order) noexcept nogil:
    """The replies to a threat, the heaviest first."""
    cdef int i
    weigh_threats(f.ctx, &at.theirs if order == BY_THREES else &at.mine, frame.weight)
    sort_cells(frame.weight, frame.replies, &frame.choices)
    frame.count = 0
    for i in range(frame.choices.count):
        add_child(f, frame, frame.choices.cell[i], at.key, order, False, 1)


cdef forced_answer_t replies_node(forced_t* f, int order, const forced_place_t* at, int depth,
                                  uint32_t proof_limit, uint32_t disproof_limit) noexcept nogil:
    """The same after a move of the attacker's."""
    cdef forced_frame_t* frame = frame_of(f, order, depth) + 1
    cdef const forced_memo_t* known = forced_at(f, at.key, order, False)
    cdef forced_answer_t lower, failed = forced_answer_t(NEVER, 0, NO_MOVE)
    cdef int threat, pairs
    if is_settled_forced(known):
        return forced_answer_t(known.proof, known.disproof, known.move)
    if forced_stops(f):
        return failed
    if known != NULL and not known.is_open:
        frame.replies = known.replies
    else:
        threat = replies_to_threat(f, at, &frame.replies, &pairs)
        if threat == STOPPED and order == BY_QUIET_MOVES and not f.limits.stopped:
            lower = attackers_node(f, BY_THREES, at, 0, proof_limit, disproof_limit)
            if lower.proof and lower.disproof and not f.limits.stopped:
                lower.move = NO_MOVE
                return keep_forced(f, at.key, order, False, frame.replies, lower, True)
            if lower.proof == 0 and add_zone_of_tree(f, at.own, at.opponent, at.key, &frame.replies):
                frame.replies = bb_andnot(frame.replies, bb_or(at.own, at.opponent))
                threat = YES
        if f.limits.stopped:
            return failed
        if threat != YES:
            return keep_forced(f, at.key, order, False, frame.replies, failed, False)
    list_replies(f, frame, at, order)
    return cheapest_first(f, order, at, depth, False, disproof_limit, proof_limit)


cdef forced_answer_t cheapest_first(forced_t* f, int order, const forced_place_t* at, int depth, bint attacks,
                                    uint32_t wish_limit, uint32_t fear_limit) noexcept nogil:
    """Search what looks cheapest of the children of a node, until its numbers reach a limit: these numbers.

    What the side to move wishes to show costs it the least of their numbers, what it fears the sum of them.
    """
    cdef forced_frame_t* frame = frame_of(f, order, depth) + (not attacks)
    cdef uint32_t wish, fear, second
    cdef forced_answer_t answer
    cdef int i, best
    while True:
        best = -1
        wish = second = NEVER
        fear = 0
        for i in range(frame.count):
            fear = min(fear + frame.fear[i], NEVER - 1)
            if frame.wish[i] < wish:
                second = wish
                wish = frame.wish[i]
                best = i
            elif frame.wish[i] < second:
                second = frame.wish[i]
        if wish == 0:
            fear = NEVER
        elif fear == 0:         # nothing is left
            wish = NEVER
        elif not attacks:
            fear = max(fear, <uint32_t>UNIT)
        if wish == 0 or wish >= wish_limit or fear == 0 or fear >= fear_limit:
            answer = forced_answer_t(wish if attacks else fear, fear if attacks else wish,
                                     frame.cell[best] if attacks and wish == 0 else NO_MOVE)
            return keep_forced(f, at.key, order, attacks, frame.replies, answer, False)
        frame.move = frame.cell[best]
        place_after(f, at, frame.move, attacks, &frame.after)
        fear = min(NEVER, fear_limit - fear + frame.fear[best])
        if attacks:
            answer = replies_node(f, order, &frame.after, depth, min(wish_limit, second + second // 6 + 1), fear)
        else:
            answer = attackers_node(f, order, &frame.after, depth + 1, fear,
                                    min(wish_limit, second + second // 4 + 1))
        if f.limits.stopped:
            return answer
        frame.wish[best] = answer.proof if attacks else answer.disproof
        frame.fear[best] = answer.disproof if attacks else answer.proof


cdef bint seek_forced_win(forced_t* f, int order, bb_t own, bb_t opponent, key_t key) noexcept nogil:
    """Does the attacker, to move, win? Search until that is settled or the search is stopped.

    By turns: what one finds soon may take another long. In order 3 a rank costs 2, 1, 4, 2, 1, … in them, and
    a line that misses more than three weighs 1, 3, 1, 3, …; in order 2 a turn begins again at the root.
    """
    cdef uint64_t size = TURN_NODES, whole
    cdef int turn = 0
    cdef bint over = False
    cdef forced_place_t at
    cdef forced_answer_t answer
    begin_place(f, own, opponent, key, &at)
    f.threat_pairs = THREAT_PAIRS if order == BY_THREES else 0
    while not over:
        f.rank_cost = 4 if turn % 3 == 2 else 2 - turn % 3
        f.more_weight = 3 if turn % 2 else 1
        grow_memo(f, 4 * size)
        whole = begin_part(f.limits, size)
        answer = attackers_node(f, order, &at, 0, NEVER, NEVER)
        over = f.limits.stopped != STOP_NODES
        end_part(f.limits, whole)
        over = over or f.limits.stopped
        size += size // 2
        turn += 1
    return answer.proof == 0 and not f.limits.stopped
