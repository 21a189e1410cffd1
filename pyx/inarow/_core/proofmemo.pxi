# What proof-number search (`proofnumbers.pxi`) knows of positions that are not settled: two numbers
# for each, under its whole key. A position that is overwritten by another costs time, no more.

cdef enum:
    NUMBERS = 1 << 20           # entries of the memo

cdef struct numbers_t:
    uint32_t proof
    uint32_t disproof

cdef struct memo_of_numbers_t:
    key_t key
    numbers_t known             # both zero: nothing

cdef struct prover_t:
    memo_of_numbers_t* memo     # NUMBERS of them; NULL until the first question
    bint on                     # is that how the armed game is searched now?
    numbers_t limits            # of the node that is entered
    numbers_t found             # of the one that was left unsettled


cdef bint prover_ready(prover_t* prover) noexcept nogil:
    """Make the memo if it is not there; False if there is no memory for it."""
    if prover.memo == NULL:
        prover.memo = <memo_of_numbers_t*>calloc(NUMBERS, sizeof(memo_of_numbers_t))
    return prover.memo != NULL


cdef void forget_numbers(prover_t* prover) noexcept nogil:
    free(prover.memo)
    prover.memo = NULL


cdef inline bint numbers_known(const prover_t* prover, key_t key,
                               numbers_t* numbers) noexcept nogil:
    """Copy the numbers of a position; False, and `numbers` as they were, if they are not known."""
    cdef const memo_of_numbers_t* entry = prover.memo + (key_hash(key) >> 20 & (NUMBERS - 1))
    if (entry.known.proof | entry.known.disproof == 0 or key_low(entry.key) != key_low(key)
            or key_high(entry.key) != key_high(key)):
        return False
    numbers[0] = entry.known
    return True


cdef inline void keep_numbers(prover_t* prover, key_t key, uint32_t proof,
                              uint32_t disproof) noexcept nogil:
    cdef memo_of_numbers_t* entry = prover.memo + (key_hash(key) >> 20 & (NUMBERS - 1))
    entry.key = key
    entry.known.proof = proof
    entry.known.disproof = disproof
