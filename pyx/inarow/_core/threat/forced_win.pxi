# Wins by threes and fours: every move of the winner threatens a win by a chain of fours (`chain.pxi`).
# Players call it a VCT, a victory by continuous threats; it is order 2 of lambda search (Thomsen,
# "Lambda-search in game trees", ICGA Journal 23, 2000), with chains as order 1.
#
#     attacker's node     won by a chain at once, or by a move of which all replies lose
#     reply's node        if the defender passed, there would be a chain: only replies in its zone
#                         (`zone.pxi`) stop that, his own fours among them, and each must lose.
#                         A four leaves one reply, the completing cell
#
# A move after which a pass loses to nothing is no threat, and is given up. Which move and which reply is
# looked at next is for proof numbers to say, depth-first (df-pn: Nagai, "Df-pn algorithm for searching
# AND/OR trees and its applications", 2002): the least of the attacker's moves, the sum over the replies,
# where one that nobody has looked at counts an eighth, for most fall at once; but never less than one unit.
#
# A win found so is a fact, also where only exactly k win: all it rests on are chains and their zones. That
# none is found says nothing: the chains here are short, and their budgets small.

cdef enum:
    FORCED_ENTRIES = 1 << 16    # positions: one that is overwritten costs time, no more
    FORCED_DEPTH = 30           # moves of the attacker's on a path
    UNIT = 8                    # a proof number of one
    NEVER = 1 << 24             # the number of what is settled the other way
    CHAIN_PAIRS = 3             # of a chain at an attacker's node …
    CHAIN_NODES = 128           # … and positions looked at for it
    THREAT_PAIRS = 1            # of the chain that a move threatens: longer ones have large zones
    THREAT_NODES = 64

cdef struct forced_memo_t:
    key_t key                   # as the attacker sees it
    uint32_t proof
    uint32_t disproof
    int16_t move                # of a win
    int8_t attacks              # is it the attacker's move?
    int8_t used

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
    forced_frame_t* frames      # two for each of FORCED_DEPTH
    uint32_t proof              # of the node last left …
    uint32_t disproof
    int16_t move                # … and, if it is the attacker's and he wins, his move; NO_MOVE: a chain


cdef inline forced_memo_t* forced_at(const forced_t* f, key_t key, bint attacks) noexcept nogil:
    """The entry of a position, or NULL."""
    cdef forced_memo_t* entry = f.memo + (key_hash(key) & (FORCED_ENTRIES - 1))
    if entry.used and entry.attacks == attacks and same_key(entry.key, key):
        return entry
    return NULL


cdef inline void leave_node(forced_t* f, key_t key, bint attacks, uint32_t proof, uint32_t disproof,
                            int move) noexcept nogil:
    """A node has these numbers; they are kept."""
    cdef forced_memo_t* entry = f.memo + (key_hash(key) & (FORCED_ENTRIES - 1))
    f.proof = proof
    f.disproof = disproof
    f.move = move
    entry.key = key
    entry.proof = proof
    entry.disproof = disproof
    entry.move = move
    entry.attacks = attacks
    entry.used = True


cdef inline int short_chain(forced_t* f, bb_t own, bb_t opponent, key_t key, const lines_t* mine,
                            const lines_t* theirs, int most, int budget, bint whole) noexcept nogil:
    """The pairs in a chain of the attacker's, as if to move; what is looked at counts as nodes."""
    cdef int left = <int>min(<uint64_t>budget, f.limits.node_limit - f.limits.nodes)
    cdef int pairs = seek_chain(f.ctx, &f.chain, own, opponent, key, mine, theirs, most, left, whole)
    f.limits.nodes += f.chain.looked_at
    if pairs == NO_CHAIN and left < budget:
        f.limits.stopped = STOP_NODES       # who knows what more nodes would have found
    return pairs


cdef bb_t threats_of(const context_t* ctx, const lines_t* mine, const lines_t* theirs,
                     bb_t empty) noexcept nogil:
    """The moves that may be threats: on lines that miss two stones or three, and meeting a four."""
    cdef bb_t moves = bb_and(empty, bb_or(cells_of(ctx, mine.two), cells_of(ctx, mine.three)))
    cdef bb_t fours
    if theirs.fewest == 1:
        fours = bb_and(empty, cells_of(ctx, theirs.one))
        return bb_none() if bb_several(fours) else bb_and(moves, fours)
    return moves


cdef inline key_t stone_added(const forced_t* f, key_t key, int cell, bint attacks) noexcept nogil:
    return key_add(key, f.ctx.weight[cell][0] if attacks else key_negate(f.ctx.weight[cell][0]))


cdef void list_children(forced_t* f, forced_frame_t* frame, bb_t cells, key_t key,
                        bint attacks) noexcept nogil:
    """The moves on `cells` with their numbers; `attacks`: they are the attacker's."""
    cdef const forced_memo_t* entry
    cdef int i = 0
    while bb_any(cells):
        frame.cell[i] = pop_lowest(&cells)
        entry = forced_at(f, stone_added(f, key, frame.cell[i], attacks), not attacks)
        frame.proof[i] = UNIT if attacks else 1
        frame.disproof[i] = UNIT
        if entry != NULL:
            frame.proof[i] = entry.proof
            frame.disproof[i] = entry.disproof
        i += 1
    frame.count = i


cdef inline bint forced_stops(forced_t* f) noexcept nogil:
    """Count a node; is the search to stop?"""
    f.limits.nodes += f.limits.nodes < f.limits.node_limit
    return f.limits.nodes >= f.limits.alarm and look_up(f.limits)


cdef void attackers_node(forced_t* f, bb_t own, bb_t opponent, key_t key, int depth,
                         uint32_t proof_limit, uint32_t disproof_limit) noexcept nogil:
    """Search until the numbers of the position, the attacker to move, reach a limit."""
    cdef forced_frame_t* frame = &f.frames[2 * depth]
    cdef lines_t mine, theirs
    cdef bb_t moves
    cdef uint32_t proof, disproof, second
    cdef int i, best
    if forced_stops(f):
        return
    scan(f.ctx, own, opponent, &mine, &theirs)
    if mine.fewest == 1 or short_chain(f, own, opponent, key, &mine, &theirs, CHAIN_PAIRS,
                                       CHAIN_NODES, False) != NO_CHAIN:
        leave_node(f, key, True, 0, NEVER, NO_MOVE)
        return
    if f.limits.stopped:
        return
    moves = threats_of(f.ctx, &mine, &theirs, bb_andnot(f.ctx.full, bb_or(own, opponent)))
    if depth == FORCED_DEPTH - 1 and bb_any(moves):     # too deep here; not kept, for other paths may do
        f.proof = NEVER
        f.disproof = 0
        f.move = NO_MOVE
        return
    list_children(f, frame, moves, key, True)
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
            leave_node(f, key, True, 0, NEVER, frame.cell[best])
            return
        if best < 0 or proof >= proof_limit or disproof >= disproof_limit:
            leave_node(f, key, True, proof, 0 if best < 0 else disproof, NO_MOVE)
            return
        replies_node(f, bb_or(own, bb_of(frame.cell[best])), opponent,
                     stone_added(f, key, frame.cell[best], True), depth,
                     min(proof_limit, second + second // 4 + 1),
                     min(NEVER, disproof_limit - disproof + frame.disproof[best]))
        if f.limits.stopped:
            return
        frame.proof[best] = f.proof
        frame.disproof[best] = f.disproof


cdef bb_t replies_to_threat(forced_t* f, bb_t own, bb_t opponent, key_t key,
                            bint* is_threat) noexcept nogil:
    """The replies that may stop what the attacker threatens; `is_threat`: does he threaten?"""
    cdef bb_t empty = bb_andnot(f.ctx.full, bb_or(own, opponent))
    cdef lines_t mine, theirs
    cdef bb_t cells
    cdef int pairs
    scan(f.ctx, own, opponent, &mine, &theirs)
    is_threat[0] = theirs.fewest != 1       # or the defender completes his line
    if not is_threat[0]:
        return bb_none()
    if mine.fewest == 1:
        cells = bb_and(empty, cells_of(f.ctx, mine.one))
        return bb_none() if bb_several(cells) else cells
    pairs = short_chain(f, own, opponent, key, &mine, &theirs, THREAT_PAIRS, THREAT_NODES, True)
    is_threat[0] = pairs != NO_CHAIN
    if not is_threat[0]:
        return bb_none()
    return bb_and(empty, zone_of(f.ctx, &f.chain, pairs, own, opponent))


cdef void replies_node(forced_t* f, bb_t own, bb_t opponent, key_t key, int depth,
                       uint32_t proof_limit, uint32_t disproof_limit) noexcept nogil:
    """The same after a move of the attacker's."""
    cdef forced_frame_t* frame = &f.frames[2 * depth + 1]
    cdef uint32_t proof, disproof, second
    cdef int i, best
    cdef bint is_threat
    cdef bb_t replies
    if forced_stops(f):
        return
    replies = replies_to_threat(f, own, opponent, key, &is_threat)
    if f.limits.stopped:
        return
    if not is_threat:
        leave_node(f, key, False, NEVER, 0, NO_MOVE)
        return
    list_children(f, frame, replies, key, False)
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
            leave_node(f, key, False, 0, NEVER, NO_MOVE)
            return
        proof = max(proof, <uint32_t>UNIT)
        if disproof == 0 or proof >= proof_limit or disproof >= disproof_limit:
            leave_node(f, key, False, NEVER if disproof == 0 else proof, disproof, NO_MOVE)
            return
        attackers_node(f, own, bb_or(opponent, bb_of(frame.cell[best])),
                       stone_added(f, key, frame.cell[best], False), depth + 1,
                       min(NEVER, max(proof_limit - proof + frame.proof[best], 2)),
                       min(disproof_limit, second + second // 4 + 1))
        if f.limits.stopped:
            return
        frame.proof[best] = f.proof
        frame.disproof[best] = f.disproof


cdef int forced_win_line(forced_t* f, bb_t own, bb_t opponent, key_t key, int16_t* line,
                         bb_t* zone) noexcept nogil:
    """A line of a win that was found, one of the longer ones; 0 if the search is stopped before.

    Nothing but the watch may limit it: it looks at positions again that have fallen out of the memo.

    `zone`: the replies to its first move that were looked at, or the cells of a chain.
    """
    cdef forced_memo_t* entry
    cdef lines_t mine, theirs
    cdef bb_t replies, rest, empty
    cdef bint is_threat
    cdef int length = 0, depth, move, reply, other, pairs, i
    for depth in range(FORCED_DEPTH):
        attackers_node(f, own, opponent, key, depth, NEVER, NEVER)
        if f.limits.stopped or f.proof:
            return 0
        move = f.move
        if move == NO_MOVE:
            break
        own = bb_or(own, bb_of(move))
        key = stone_added(f, key, move, True)
        replies = replies_to_threat(f, own, opponent, key, &is_threat)
        if not bb_any(replies):     # two completing cells would have been a chain
            return 0
        if depth == 0:
            zone[0] = replies
        line[length] = move
        length += 1
        reply = NO_MOVE
        rest = replies
        while bb_any(rest):     # one that takes more than a chain, if there is one
            other = pop_lowest(&rest)
            entry = forced_at(f, stone_added(f, key, other, False), True)
            if reply == NO_MOVE or entry != NULL and entry.move != NO_MOVE:
                reply = other
        line[length] = reply
        length += 1
        opponent = bb_or(opponent, bb_of(reply))
        key = stone_added(f, key, reply, False)
    empty = bb_andnot(f.ctx.full, bb_or(own, opponent))
    scan(f.ctx, own, opponent, &mine, &theirs)
    if mine.fewest == 1:
        line[length] = bb_lowest(bb_and(cells_of(f.ctx, mine.one), empty))
        if length == 0:
            zone[0] = bb_none()
        return length + 1
    pairs = short_chain(f, own, opponent, key, &mine, &theirs, CHAIN_PAIRS, CHAIN_NODES, True)
    if pairs == NO_CHAIN:
        return 0
    if length == 0:
        zone[0] = zone_of(f.ctx, &f.chain, pairs, own, opponent)
    for i in range(pairs + 1):
        line[length] = f.chain.move[i]
        own = bb_or(own, bb_of(line[length]))
        length += 1
        if i < pairs:
            line[length] = f.chain.answer[i]
            opponent = bb_or(opponent, bb_of(line[length]))
            length += 1
    empty = bb_andnot(f.ctx.full, bb_or(own, opponent))
    rest = completions(f.ctx, own, empty)
    line[length] = pop_lowest(&rest)
    line[length + 1] = bb_lowest(rest)
    return length + 2


cdef forced_t* new_forced(const context_t* ctx, limits_t* limits) except NULL:
    """A search for forced wins, for `free_forced`."""
    cdef forced_t* f = <forced_t*>calloc(1, sizeof(forced_t))
    if f == NULL:
        raise MemoryError
    f.ctx = ctx
    f.limits = limits
    f.memo = <forced_memo_t*>calloc(FORCED_ENTRIES, sizeof(forced_memo_t))
    f.frames = <forced_frame_t*>calloc(2 * FORCED_DEPTH, sizeof(forced_frame_t))
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
