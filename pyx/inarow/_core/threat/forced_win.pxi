# Wins by force on open boards, of three orders, as in lambda search (Thomsen, "Lambda-search in game
# trees", ICGA Journal 23, 2000). A move of order n threatens a win of order n - 1, should the other side
# pass. Order 1 are chains of fours (`chain.pxi`); in order 2 every move threatens such a chain, which
# players call a VCT, a victory by continuous threats; in order 3 every move threatens a win of order 2.
#
#     attacker's node     won by a lower order, or by a move of which all replies lose
#     reply's node        if the defender passed, there would be a win of a lower order: only replies in
#                         its zone (`zone.pxi`, `forced_tree.pxi`) stop that, his own fours among them,
#                         and each must lose. A four leaves one reply, the completing cell
#
# A move after which a pass loses to nothing is no threat, and is given up. Which move and which reply is
# looked at next is for proof numbers to say, depth-first (df-pn: Nagai, "Df-pn algorithm for searching
# AND/OR trees and its applications", 2002): the least of the attacker's moves, the sum over the replies,
# where one that nobody has looked at counts an eighth, for most fall at once; but never less than one unit.
#
# In order 3 nearly every cell may be a threat, and to know costs a search. So the moves begin with numbers
# that rise with their rank by weight: the best is tested first, and the others as it disappoints.
#
# A win found so is a fact, also where only exactly k win: all it rests on are chains and zones. That none
# is found says nothing: the chains here are short, and their budgets small.

cdef enum:
    FORCED_ENTRIES = 1 << 16    # positions: one that is overwritten costs time, no more
    FORCED_DEPTH = 30           # moves of the attacker's on a path
    BY_THREES = 2               # orders
    BY_QUIET_MOVES = 3
    UNIT = 8                    # a proof number of one
    NEVER = 1 << 24             # the number of what is settled the other way
    CHAIN_PAIRS = 3             # of a chain at an attacker's node …
    CHAIN_NODES = 128           # … and positions looked at for it
    THREAT_PAIRS = 1            # of the chain that a move threatens: longer ones have large zones
    THREAT_NODES = 64
    LEVELS = 4                  # of order 3, one after another: a search of order 2 in it may take …
    LEAST_THREES = 32            # … so many nodes at first, and four times as many at each further level
    MOST_QUIET = 48             # moves of order 3 that are tried, the heaviest
    RANK_COST = 4               # what each of them before a move adds to its first proof number

cdef struct forced_memo_t:
    key_t key                   # as the attacker sees it
    uint32_t proof
    uint32_t disproof
    int16_t move                # of a win
    int8_t kind                 # of the node: `node_kind`; 0: the entry is free
    int8_t level                # at which the numbers were found

cdef struct forced_frame_t:     # what a node keeps while its children are searched
    int16_t cell[CAPACITY]
    uint32_t proof[CAPACITY]
    uint32_t disproof[CAPACITY]
    int count

cdef struct forced_t:
    const context_t* ctx
    limits_t* limits
    chain_t chain
    forced_memo_t* memo         # FORCED_ENTRIES of them
    forced_frame_t* frames      # two for each of FORCED_DEPTH, in either order
    int level                   # of order 3
    int pairs                   # of the chain last threatened, or NO_CHAIN
    uint32_t proof              # of the node last left …
    uint32_t disproof
    int16_t move                # … and, if it is the attacker's and he wins, his move; NO_MOVE: a chain


cdef inline int8_t node_kind(int order, bint attacks) noexcept nogil:
    return 2 * order + attacks


cdef inline forced_memo_t* forced_at(const forced_t* f, key_t key, int order,
                                     bint attacks) noexcept nogil:
    """The entry of a position, or NULL. What was given up at a lower level is not known."""
    cdef forced_memo_t* entry = f.memo + (key_hash(key) & (FORCED_ENTRIES - 1))
    if entry.kind == node_kind(order, attacks) and same_key(entry.key, key):
        if entry.disproof or order == BY_THREES or entry.level >= f.level:
            return entry
    return NULL


cdef inline void leave_node(forced_t* f, key_t key, int order, bint attacks, uint32_t proof,
                            uint32_t disproof, int move) noexcept nogil:
    """A node has these numbers; they are kept."""
    cdef forced_memo_t* entry = f.memo + (key_hash(key) & (FORCED_ENTRIES - 1))
    f.proof = proof
    f.disproof = disproof
    f.move = move
    entry.key = key
    entry.proof = proof
    entry.disproof = disproof
    entry.move = move
    entry.kind = node_kind(order, attacks)
    entry.level = f.level


cdef inline forced_frame_t* frame_of(const forced_t* f, int order, int depth) noexcept nogil:
    """The attacker's frame; that of the replies is the next."""
    return f.frames + 2 * (depth + (FORCED_DEPTH if order == BY_QUIET_MOVES else 0))


cdef inline int short_chain(forced_t* f, bb_t own, bb_t opponent, key_t key, const lines_t* mine,
                            const lines_t* theirs, int most, int budget, bint whole) noexcept nogil:
    """The pairs in a chain of the attacker's, as if to move; what is looked at counts as nodes."""
    cdef int left = <int>min(<uint64_t>budget, f.limits.node_limit - f.limits.nodes)
    cdef int pairs = seek_chain(f.ctx, &f.chain, own, opponent, key, mine, theirs, most, left, whole)
    f.limits.nodes += f.chain.looked_at
    if pairs == NO_CHAIN and left < budget:
        f.limits.stopped = STOP_NODES       # who knows what more nodes would have found
    return pairs


cdef inline key_t stone_added(const forced_t* f, key_t key, int cell, bint attacks) noexcept nogil:
    return key_add(key, f.ctx.weight[cell][0] if attacks else key_negate(f.ctx.weight[cell][0]))


cdef inline void add_child(forced_t* f, forced_frame_t* frame, int cell, key_t key, int order,
                           bint attacks, uint32_t proof) noexcept nogil:
    """A move with its numbers; `attacks`: it is the attacker's. `proof`: of one not yet looked at."""
    cdef const forced_memo_t* entry = forced_at(f, stone_added(f, key, cell, attacks), order, not attacks)
    cdef int i = frame.count
    frame.cell[i] = cell
    frame.proof[i] = proof if entry == NULL else entry.proof
    frame.disproof[i] = UNIT if entry == NULL else entry.disproof
    frame.count = i + 1


cdef void list_attacks(forced_t* f, forced_frame_t* frame, bb_t own, bb_t opponent, const lines_t* mine,
                     const lines_t* theirs, key_t key, int order) noexcept nogil:
    """The attacker's moves that may be threats."""
    cdef bb_t empty = bb_andnot(f.ctx.full, bb_or(own, opponent))
    cdef bb_t moves = empty
    cdef int weight[CAPACITY]
    cdef choices_t choices
    cdef int i
    frame.count = 0
    if theirs.fewest == 1:      # it must be met
        moves = bb_and(moves, cells_of(f.ctx, theirs.one))
        if bb_several(moves):
            return
    if order == BY_THREES:
        moves = bb_and(moves, bb_or(cells_of(f.ctx, mine.two), cells_of(f.ctx, mine.three)))
        while bb_any(moves):
            add_child(f, frame, pop_lowest(&moves), key, order, True, UNIT)
        return
    weigh_board(f.ctx, mine, empty, weight)
    sort_cells(weight, moves, &choices)
    for i in range(min(choices.count, <int>MOST_QUIET)):
        if weight[choices.cell[i]]:
            add_child(f, frame, choices.cell[i], key, order, True, UNIT + i * RANK_COST)


cdef inline bint forced_stops(forced_t* f) noexcept nogil:
    """Count a node; is the search to stop?"""
    f.limits.nodes += f.limits.nodes < f.limits.node_limit
    return f.limits.nodes >= f.limits.alarm and look_up(f.limits)


cdef bint wins_by_threes(forced_t* f, bb_t own, bb_t opponent, key_t key) noexcept nogil:
    """Is there a win of order 2, as far as the level goes?"""
    cdef uint64_t whole = begin_part(f.limits, <uint64_t>LEAST_THREES << (2 * f.level))
    cdef bint won
    attackers_node(f, BY_THREES, own, opponent, key, 0, NEVER, NEVER)
    won = not f.limits.stopped and f.proof == 0
    end_part(f.limits, whole)
    return won


cdef void attackers_node(forced_t* f, int order, bb_t own, bb_t opponent, key_t key, int depth,
                         uint32_t proof_limit, uint32_t disproof_limit) noexcept nogil:
    """Search until the numbers of the position, the attacker to move, reach a limit."""
    cdef forced_frame_t* frame = frame_of(f, order, depth)
    cdef const forced_memo_t* known = forced_at(f, key, order, True)
    cdef lines_t mine, theirs
    cdef uint32_t proof, disproof, second
    cdef int i, best
    cdef bint tested = known != NULL and known.level >= f.level
    if forced_stops(f):
        return
    if known != NULL and (known.proof == 0 or known.disproof == 0):
        f.proof = known.proof
        f.disproof = known.disproof
        f.move = known.move
        return
    scan(f.ctx, own, opponent, &mine, &theirs)
    if mine.fewest == 1 or short_chain(f, own, opponent, key, &mine, &theirs, CHAIN_PAIRS,
                                       CHAIN_NODES, False) != NO_CHAIN:
        leave_node(f, key, order, True, 0, NEVER, NO_MOVE)
        return
    if f.limits.stopped:
        return
    if order == BY_QUIET_MOVES and not tested:
        if wins_by_threes(f, own, opponent, key):
            leave_node(f, key, order, True, 0, NEVER, NO_MOVE)
            return
        if f.limits.stopped:
            return
    list_attacks(f, frame, own, opponent, &mine, &theirs, key, order)
    if depth == FORCED_DEPTH - 1 and frame.count:   # too deep here; not kept, for other paths may do
        f.proof = NEVER
        f.disproof = 0
        f.move = NO_MOVE
        return
    while True:
        best = -1
        proof = second = NEVER
        disproof = 0
        for i in range(frame.count):
            disproof = min(disproof + frame.disproof[i], NEVER)
            if frame.proof[i] < proof:
                second = proof
                proof = frame.proof[i]
                best = i
            elif frame.proof[i] < second:
                second = frame.proof[i]
        if proof == 0:
            leave_node(f, key, order, True, 0, NEVER, frame.cell[best])
            return
        if best < 0 or proof >= proof_limit or disproof >= disproof_limit:
            leave_node(f, key, order, True, proof, 0 if best < 0 else disproof, NO_MOVE)
            return
        replies_node(f, order, bb_or(own, bb_of(frame.cell[best])), opponent,
                     stone_added(f, key, frame.cell[best], True), depth,
                     min(proof_limit, second + second // 4 + 1),
                     min(NEVER, disproof_limit - disproof + frame.disproof[best]))
        if f.limits.stopped:
            return
        frame.proof[best] = f.proof
        frame.disproof[best] = f.disproof


cdef bb_t replies_to_threat(forced_t* f, int order, bb_t own, bb_t opponent, key_t key,
                            bint* is_threat) noexcept nogil:
    """The replies that may stop what the attacker threatens; `is_threat`: does he threaten?"""
    cdef bb_t empty = bb_andnot(f.ctx.full, bb_or(own, opponent))
    cdef lines_t mine, theirs
    cdef bb_t cells = bb_none()
    scan(f.ctx, own, opponent, &mine, &theirs)
    f.pairs = NO_CHAIN
    is_threat[0] = theirs.fewest != 1       # or the defender completes his line
    if not is_threat[0]:
        return cells
    if mine.fewest == 1:
        cells = bb_and(empty, cells_of(f.ctx, mine.one))
        return bb_none() if bb_several(cells) else cells
    f.pairs = short_chain(f, own, opponent, key, &mine, &theirs, THREAT_PAIRS, THREAT_NODES, True)
    if f.pairs != NO_CHAIN:
        cells = zone_of(f.ctx, &f.chain, f.pairs, own, opponent)
    else:
        is_threat[0] = (order == BY_QUIET_MOVES and not f.limits.stopped
                        and wins_by_threes(f, own, opponent, key)
                        and add_zone_of_tree(f, own, opponent, key, &cells))
    return bb_and(empty, cells)


cdef void replies_node(forced_t* f, int order, bb_t own, bb_t opponent, key_t key, int depth,
                       uint32_t proof_limit, uint32_t disproof_limit) noexcept nogil:
    """The same after a move of the attacker's."""
    cdef forced_frame_t* frame = frame_of(f, order, depth) + 1
    cdef uint32_t proof, disproof, second
    cdef int i, best
    cdef bint is_threat
    cdef bb_t replies
    if forced_stops(f):
        return
    replies = replies_to_threat(f, order, own, opponent, key, &is_threat)
    if f.limits.stopped:
        return
    if not is_threat:
        leave_node(f, key, order, False, NEVER, 0, NO_MOVE)
        return
    frame.count = 0
    while bb_any(replies):
        add_child(f, frame, pop_lowest(&replies), key, order, False, 1)
    while True:
        best = -1
        proof = 0
        disproof = second = NEVER
        for i in range(frame.count):
            proof = min(proof + frame.proof[i], NEVER)
            if frame.disproof[i] < disproof:
                second = disproof
                disproof = frame.disproof[i]
                best = i
            elif frame.disproof[i] < second:
                second = frame.disproof[i]
        if proof == 0:
            leave_node(f, key, order, False, 0, NEVER, NO_MOVE)
            return
        proof = max(proof, <uint32_t>UNIT)
        if disproof == 0 or proof >= proof_limit or disproof >= disproof_limit:
            leave_node(f, key, order, False, NEVER if disproof == 0 else proof, disproof, NO_MOVE)
            return
        attackers_node(f, order, own, bb_or(opponent, bb_of(frame.cell[best])),
                       stone_added(f, key, frame.cell[best], False), depth + 1,
                       min(NEVER, max(proof_limit - proof + frame.proof[best], 2)),
                       min(disproof_limit, second + second // 4 + 1))
        if f.limits.stopped:
            return
        frame.proof[best] = f.proof
        frame.disproof[best] = f.disproof


cdef void seek_forced_win(forced_t* f, int order, bb_t own, bb_t opponent, key_t key) noexcept nogil:
    """Search for a win of this order; `proof` and `disproof` tell how it ended."""
    for f.level in range(LEVELS if order == BY_QUIET_MOVES else 1):
        attackers_node(f, order, own, opponent, key, 0, NEVER, NEVER)
        if f.limits.stopped or f.proof == 0:
            return


cdef forced_t* new_forced(const context_t* ctx, limits_t* limits) except NULL:
    """A search for forced wins, for `free_forced`."""
    cdef forced_t* f = <forced_t*>calloc(1, sizeof(forced_t))
    if f == NULL:
        raise MemoryError
    f.ctx = ctx
    f.limits = limits
    f.memo = <forced_memo_t*>calloc(FORCED_ENTRIES, sizeof(forced_memo_t))
    f.frames = <forced_frame_t*>calloc(4 * FORCED_DEPTH, sizeof(forced_frame_t))
    if f.memo == NULL or f.frames == NULL or not chains_ready(&f.chain):
        free_forced(f)
        raise MemoryError
    return f


cdef void free_forced(forced_t* f) noexcept:
    if f != NULL:
        free(f.memo)
        free(f.frames)
        free(f.chain.memo)
        free(f)
