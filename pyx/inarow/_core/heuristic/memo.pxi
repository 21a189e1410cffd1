# What the heuristic search remembers of positions within one call: a small array of its own.
#
# An entry is found by the hash of the position's key and replaced by whatever comes later. Two positions
# may share a hash, so nothing here is ever part of a proof. A new call sees none of the old entries: for
# the same position and node limit it says the same, whatever was asked before.

cdef enum:
    HEURISTIC_ENTRIES = 1 << 17 # at 24 bytes each

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


cdef inline heuristic_memo_t* memo_at(const heuristic_t* h, uint64_t hash) noexcept nogil:
    return &h.memo[hash & (HEURISTIC_ENTRIES - 1)]


cdef inline bint memo_holds(const heuristic_t* h, const heuristic_memo_t* entry,
                            uint64_t hash) noexcept nogil:
    return entry.hash == hash and entry.generation == h.generation


cdef inline void memo_store(heuristic_t* h, uint64_t hash, int depth, int bound, int score,
                            int move) noexcept nogil:
    cdef heuristic_memo_t* entry = memo_at(h, hash)
    entry.hash = hash
    entry.generation = h.generation
    entry.score = score
    entry.move = move
    entry.depth = depth
    entry.bound = bound


cdef inline void memo_forget(heuristic_t* h) noexcept nogil:
    h.generation += 1
    if h.generation == 0:       # once in 2^32 calls entries would seem to be new
        memset(h.memo, 0, HEURISTIC_ENTRIES * sizeof(heuristic_memo_t))
        h.generation = 1
