# What the heuristic search remembers of positions while it is at one: an array of its own.
#
# An entry is found by the hash of the position's key, in one of two places: the first is for what was
# searched deeper, the second for whatever came last. Two positions may share a hash, so nothing here is ever
# part of a proof. A call that does not go on with the last one sees none of its entries, and begins with as
# few: for the same position, node limit and size of the table it says the same, whatever was asked before. So
# the room for all is asked for at once: a memo that grew as memory allows would not say the same.

cdef enum:
    HEURISTIC_ENTRIES = 1 << 17 # at first, at 24 bytes each, and twice as many when as many were stored, …
    MOST_HEURISTIC = 1 << 22    # … up to so many, …
    HEURISTIC_SHARE = 2         # … or one to so many entries of the table when it is full

cdef enum:
    BOUND_LOWER = 1
    BOUND_UPPER = 2
    BOUND_EXACT = 3

cdef struct heuristic_t         # see `evaluation.pxi`

cdef struct heuristic_memo_t:
    uint64_t hash
    uint32_t generation
    int32_t score               # from the mover, mates counted from this position
    uint16_t move               # or NO_MOVE
    int8_t depth
    int8_t bound


cdef inline bint memo_holds(const heuristic_t* h, const heuristic_memo_t* entry,
                            uint64_t hash) noexcept nogil:
    return entry.hash == hash and entry.generation == h.generation


cdef inline heuristic_memo_t* first_place(const heuristic_t* h, uint64_t hash) noexcept nogil:
    return &h.memo[hash & (h.entries - 2)]


cdef inline heuristic_memo_t* memo_at(const heuristic_t* h, uint64_t hash) noexcept nogil:
    """The entry of a position, or, if it has none, of another."""
    cdef heuristic_memo_t* place = first_place(h, hash)
    return place if memo_holds(h, place, hash) else place + 1


cdef inline void memo_store(heuristic_t* h, uint64_t hash, int depth, int bound, int score,
                            int move) noexcept nogil:
    cdef heuristic_memo_t* entry
    h.stored += 1
    if h.stored > h.entries and h.entries < h.most_entries:
        # Each is where it is looked for now, and once where it is not: there its hash tells.
        memcpy(h.memo + h.entries, h.memo, h.entries * sizeof(heuristic_memo_t))
        h.entries *= 2
    entry = first_place(h, hash)
    if entry.hash != hash:
        if entry.generation == h.generation and entry.depth > depth:
            entry += 1
        else:
            entry[1] = entry[0]
    entry.hash = hash
    entry.generation = h.generation
    entry.score = score
    entry.move = move
    entry.depth = depth
    entry.bound = bound


cdef inline void memo_forget(heuristic_t* h) noexcept nogil:
    h.entries = HEURISTIC_ENTRIES
    h.stored = 0
    h.generation += 1
    if h.generation == 0:       # once in 2^32 calls entries would seem to be new
        memset(h.memo, 0, h.most_entries * sizeof(heuristic_memo_t))
        h.generation = 1
