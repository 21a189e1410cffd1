# What the heuristic search remembers of positions within one call: a small array of its own.
#
# An entry is found by the hash of the position's key and replaced by whatever comes later. Two
# positions may share a hash, so nothing here is ever part of a proof. A new call sees none of the
# old entries: for the same position and node limit it says the same, whatever was asked before.

cdef enum:
    JUDGE_MEMO_ENTRIES = 131072       # 2^17, at 24 bytes each

cdef enum:
    BOUND_LOWER = 1
    BOUND_UPPER = 2
    BOUND_EXACT = 3

cdef struct judge_t             # declared in judge_eval

cdef struct judge_memo_t:
    uint64_t hash
    uint32_t generation
    int32_t score               # from the mover, mates counted from this position
    uint16_t move               # or NO_MOVE
    int8_t depth
    int8_t bound


cdef inline judge_memo_t* memo_at(const judge_t* j, uint64_t hash) noexcept nogil:
    return &j.memo[hash & (JUDGE_MEMO_ENTRIES - 1)]


cdef inline bint memo_holds(const judge_t* j, const judge_memo_t* entry,
                            uint64_t hash) noexcept nogil:
    return entry.hash == hash and entry.generation == j.generation


cdef inline void memo_store(judge_t* j, uint64_t hash, int depth, int bound, int score,
                            int move) noexcept nogil:
    cdef judge_memo_t* entry = memo_at(j, hash)
    entry.hash = hash
    entry.generation = j.generation
    entry.score = score
    entry.move = move
    entry.depth = depth
    entry.bound = bound


cdef inline void memo_forget(judge_t* j) noexcept nogil:
    j.generation += 1
    if j.generation == 0:       # once in 2^32 calls entries would seem to be new
        memset(j.memo, 0, JUDGE_MEMO_ENTRIES * sizeof(judge_memo_t))
        j.generation = 1
