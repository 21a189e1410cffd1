# What proof-number search (`weak/proof_numbers.pxi`) knows of positions that it has met: two numbers for
# each, under its whole key. A position that is overwritten by another costs time, no more.

cdef enum:
    MOST_NUMBERED = 1 << 20     # positions of the memo, at most,
    NUMBERED_SHARE = 16         # … and one to so many entries of the table when it is full

cdef struct numbers_t:
    uint32_t proof
    uint32_t disproof

cdef struct numbered_t:
    key_t key
    numbers_t numbers           # both zero: nothing is known
    uint64_t nodes              # spent on it

cdef struct prover_t:
    numbered_t* memo            # NULL until the first question
    uint64_t mask               # the number of its entries, a power of two, less one
    bint on                     # are proof numbers how the contested game is searched now?
    numbers_t limits            # of the node that is entered
    numbers_t found             # of the one that was left unsettled
    bint hopeful                # of the question: does Maker look likely to win, or is it early?


cdef bint prover_ready(prover_t* prover, const table_t* table) noexcept nogil:
    """Make the memo if it is not there; False if there is no memory for it."""
    cdef uint64_t entries = entries_beside(table, MOST_NUMBERED, NUMBERED_SHARE)
    if prover.memo == NULL:
        prover.mask = entries - 1
    return memo_ready(<void**>&prover.memo, entries, sizeof(numbered_t))


cdef inline numbered_t* numbered(const prover_t* prover, key_t key) noexcept nogil:
    """The entry of a position; NULL if nothing is known of it."""
    cdef numbered_t* entry = prover.memo + (key_hash(key) >> 20 & prover.mask)
    if entry.numbers.proof == 0 and entry.numbers.disproof == 0 or not same_key(entry.key, key):
        return NULL
    return entry


cdef inline void keep_numbers(prover_t* prover, key_t key, numbers_t numbers, uint64_t nodes) noexcept nogil:
    """Keep what is known of a position, on which so many nodes more have been spent."""
    cdef numbered_t* entry = prover.memo + (key_hash(key) >> 20 & prover.mask)
    if not same_key(entry.key, key):
        entry.key = key
        entry.nodes = 0
    entry.nodes += nodes
    entry.numbers = numbers
