# What a search for wins by force (`forced_win.pxi`) keeps: the numbers of positions that it has looked at, and
# of the children of those on its path.

cdef enum:
    FORCED_ENTRIES = 1 << 17    # positions at first: one that is overwritten costs time, no more,
    FORCED_SHARE = 4            # … and later at most one to so many entries of the table when it is full, …
    MOST_FORCED = 1 << 22       # … or so many: a quarter of a gigabyte on boards of 256 cells
    FORCED_DEPTH = 30           # moves of the attacker's on a path
    BY_THREES = 2               # orders
    BY_QUIET_MOVES = 3
    UNIT = 8                    # a proof number of one
    WIDE = 16                   # added to the kind of an open node for each of `threat_pairs`
    NEVER = 1 << 24             # the number of what is settled the other way

cdef struct forced_memo_t:
    key_t key                   # as the attacker sees it
    uint32_t proof
    uint32_t disproof
    bb_t replies                # at a reply's node: those that are to be looked at
    int16_t move                # of a win
    int8_t kind                 # of the node: `node_kind`, and if it is no win WIDE; 0: the entry is free
    int8_t is_open              # at a reply's node of order 3: is it not yet known to be a threat?

cdef struct forced_place_t:     # a position with its lines: `own` are the attacker's
    bb_t own
    bb_t opponent
    key_t key                   # as the attacker sees it
    lines_t mine
    lines_t theirs

cdef struct forced_answer_t:    # what a node has come to: nothing, if the search is stopped
    uint32_t proof
    uint32_t disproof
    int16_t move                # of the attacker's, if it is to move and wins; NO_MOVE: by a lower order

cdef struct forced_frame_t:     # what a node keeps while its children are searched
    int16_t cell[CAPACITY]
    uint32_t wish[CAPACITY]     # the number of what the side to move wants to show: the attacker's the proof,
    uint32_t fear[CAPACITY]     # … and the other one
    int count
    int move                    # the one that is being looked at, …
    forced_place_t after        # … and the position after it
    bb_t replies                # at a reply's node: those that are to be looked at
    int weight[CAPACITY]        # of the moves, while they are set down, …
    choices_t choices           # … and their order

cdef struct forced_t:
    const context_t* ctx
    limits_t* limits
    chain_t chain
    forced_place_t at           # of a walk over the tree of a win (`forced_tree.pxi`),
    forced_place_t threat       # … and after the attacker's move there
    forced_memo_t* memo
    uint64_t entries            # of it, a power of two,
    uint64_t most_entries       # … and how many it may grow to have
    forced_frame_t* frames      # two for each of FORCED_DEPTH, in either order
    int rank_cost               # of this turn, in order 3 …
    int more_weight             # … likewise
    int threat_pairs            # of the chain that a move of order 2 may threaten


cdef inline forced_memo_t* forced_entry(const forced_t* f, key_t key, int kind, bint won) noexcept nogil:
    """Where a node of this kind is kept: in the first half, or in the quarter for wins of its order.

    The tree of a win hangs on its wins of order 3, which are few: they are not to give way to others.
    """
    cdef uint64_t place = (key_hash(key) >> 20) * <uint64_t>(2 * kind + 1)
    if won:
        return f.memo + (kind // 2) * (f.entries // 4) + (place & (f.entries // 4 - 1))
    return f.memo + (place & (f.entries // 2 - 1))


cdef inline int node_kind(int order, bint attacks) noexcept nogil:
    return 2 * order + attacks


cdef inline forced_memo_t* forced_at(const forced_t* f, key_t key, int order,
                                     bint attacks) noexcept nogil:
    """The entry of a position, or NULL."""
    cdef int kind = node_kind(order, attacks), won
    cdef forced_memo_t* entry
    for won in range(1, -1, -1):
        entry = forced_entry(f, key, kind, won)
        if entry.kind == kind + (0 if won else f.threat_pairs * WIDE) and same_key(entry.key, key):
            return entry
    return NULL


cdef inline bint is_settled_forced(const forced_memo_t* known) noexcept nogil:
    return known != NULL and not (known.proof and known.disproof)


cdef inline forced_answer_t keep_forced(forced_t* f, key_t key, int order, bint attacks, bb_t replies,
                                        forced_answer_t answer, bint is_open) noexcept nogil:
    """Keep what a node has come to, and return it."""
    cdef int kind = node_kind(order, attacks)
    cdef forced_memo_t* entry = forced_entry(f, key, kind, answer.proof == 0)
    entry.key = key
    entry.proof = answer.proof
    entry.disproof = answer.disproof
    entry.move = answer.move
    entry.replies = replies
    entry.kind = kind + (f.threat_pairs * WIDE if answer.proof else 0)
    entry.is_open = is_open
    return answer


cdef inline forced_frame_t* frame_of(const forced_t* f, int order, int depth) noexcept nogil:
    """The attacker's frame; that of the replies is the next."""
    return f.frames + 2 * (depth + (FORCED_DEPTH if order == BY_QUIET_MOVES else 0))


cdef void grow_memo(forced_t* f, uint64_t entries) noexcept nogil:
    """Give a long search so large a memo, within its bound and if there is memory for it."""
    cdef forced_memo_t* before = f.memo
    cdef forced_memo_t* larger
    cdef uint64_t i, count = f.entries, room = f.entries
    while room < min(entries, f.most_entries):
        room *= 2
    if room == count:
        return
    larger = <forced_memo_t*>zeroed(room, sizeof(forced_memo_t))
    if larger == NULL:
        return
    f.memo = larger
    f.entries = room
    for i in range(count):
        if before[i].kind:
            forced_entry(f, before[i].key, before[i].kind % WIDE, before[i].proof == 0)[0] = before[i]
    free(before)


cdef forced_t* new_forced(const context_t* ctx, const table_t* table, limits_t* limits) except NULL:
    """A search for forced wins beside a table, for `free_forced`."""
    cdef forced_t* f = <forced_t*>calloc(1, sizeof(forced_t))
    if f == NULL:
        raise MemoryError
    f.ctx = ctx
    f.limits = limits
    f.entries = FORCED_ENTRIES
    f.most_entries = entries_beside(table, MOST_FORCED, FORCED_SHARE)
    f.memo = <forced_memo_t*>zeroed(f.entries, sizeof(forced_memo_t))
    f.frames = <forced_frame_t*>zeroed(4 * FORCED_DEPTH, sizeof(forced_frame_t))
    if f.memo == NULL or f.frames == NULL or not chains_ready(&f.chain):
        free_forced(f)
        raise MemoryError
    return f


cdef void free_forced(forced_t* f) noexcept:
    if f != NULL:
        free(f.memo)
        free(f.frames)
        free(f.chain.memory)
        free(f)
