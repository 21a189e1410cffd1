# Random numbers, the same sequence from the same seed on every machine; and small arithmetic.

cdef inline uint64_t splitmix(uint64_t* state) noexcept nogil:
    """The next number of Vigna's SplitMix64: weights that are the same on every machine."""
    cdef uint64_t z
    state[0] += <uint64_t>0x9e3779b97f4a7c15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xbf58476d1ce4e5b9
    z = (z ^ (z >> 27)) * <uint64_t>0x94d049bb133111eb
    return z ^ (z >> 31)


cdef inline uint64_t below(uint64_t* state, uint64_t bound) noexcept nogil:
    """A random number below `bound` < 2^32 (Lemire's multiplication; the bias is under 2^-23)."""
    return ((splitmix(state) >> 32) * bound) >> 32


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """A bijection that spreads every bit (the finaliser of MurmurHash3); mix(0) = 0."""
    x ^= x >> 33
    x *= <uint64_t>0xff51afd7ed558ccd
    x ^= x >> 33
    x *= <uint64_t>0xc4ceb9fe1a85ec53
    return x ^ (x >> 33)


cdef inline int work_of(uint64_t nodes) noexcept nogil:
    """The number of bits of `nodes`: what an entry saved, for the choice of what to overwrite."""
    cdef int work = 0
    while nodes:
        nodes >>= 1
        work += 1
    return work
