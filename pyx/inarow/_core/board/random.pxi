# Random numbers: the same sequence from the same seed, on every machine.

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
