# What Breaker's replies have cost so far, learnt while the search goes on: the history heuristic
# (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11, 1989),
# and killer moves, for choices that are all right but differ in price.
#
# Of several replies that hold nearly always the heaviest does as well, but the sizes of the proofs below
# them differ by orders of magnitude, and a position tells little of that beforehand. What came of the
# same cell elsewhere tells more. So the weight of a reply is corrected
#
#     by its excess: how many bits the sizes of the proofs below it had more than others at the same
#         ply, on average; a few proofs count for little, so the sum is divided by some more;
#     by its use: one that held before leads to positions that are in the table already, as do the
#         same replies to moves in another order. The last that held at this ply counts most.
#
# All of it is in whole numbers, so that node counts are the same on every machine. Threads at one
# question, and kernels that share a table, share it: without locks, for what is lost now and then makes
# no difference. All zero is no history. Without the rule it is kept all the same, for it tells threads
# where to part: see `solve/crew.pxi`.

cdef enum:
    BIT = 256                   # what a bit counts in sums of them
    EXCESS_PRICE = 12           # weight that a bit of excess costs …
    FEW_PROOFS = 8              # … shared among the proofs and so many more
    USE_GAIN = 2                # weight for each bit of the number of times that it held
    LAST_GAIN = 5               # and for having been the last to do so
    MOST_PROOFS = 1 << 30       # of which one cell counts

cdef struct history_t:
    int64_t proofs[CAPACITY]            # by cell: how often a reply there was seen to hold
    int64_t excess[CAPACITY]            # and the excess of all these proofs together
    int64_t merit[CAPACITY]             # the weight that both are worth, reckoned when they change
    int64_t proofs_at[CAPACITY + 1]     # by ply: the same for all replies,
    int64_t bits_at[CAPACITY + 1]       # the sum of the bits of their sizes,
    int16_t last_at[CAPACITY + 1]       # and the last of them, as its cell + 1


cdef inline int64_t bits_of(uint64_t nodes) noexcept nogil:
    """The binary logarithm of `nodes` + 1, between powers of two on a straight line."""
    cdef int whole = work_of(nodes + 1) - 1
    return BIT * (whole - 1) + <int64_t>((nodes + 1) * BIT >> whole)


cdef void note_reply(history_t* h, int ply, int reply, uint64_t nodes) noexcept nogil:
    """A reply was seen to hold, by a proof of so many nodes."""
    cdef int64_t bits = bits_of(nodes)
    cdef int64_t proofs = max(h.proofs_at[ply], 0) + 1
    h.proofs_at[ply] = proofs
    h.bits_at[ply] += bits
    h.last_at[ply] = reply + 1
    h.proofs[reply] += 1
    h.excess[reply] += bits - h.bits_at[ply] // proofs
    proofs = min(max(h.proofs[reply], 0), MOST_PROOFS)
    h.merit[reply] = (USE_GAIN * work_of(proofs)
                      - EXCESS_PRICE * h.excess[reply] // (BIT * (FEW_PROOFS + proofs)))


cdef inline bint are_small(const history_t* h, int ply, int bits) noexcept nogil:
    """Have the proofs of replies that were searched at this ply so many bits at the most, on average?

    No, if there are none.
    """
    cdef int64_t proofs = h.proofs_at[ply]
    return proofs > 0 and h.bits_at[ply] <= bits * BIT * proofs


cdef void rank_replies(const history_t* h, int ply, int* weight, choices_t* replies) noexcept nogil:
    """Correct the weights of `replies` by history, and sort them by that."""
    cdef int i, reply
    for i in range(replies.count):
        reply = replies.cell[i]
        weight[reply] += <int>h.merit[reply]
        if reply + 1 == h.last_at[ply]:
            weight[reply] += LAST_GAIN
        place_choice(replies, i, reply, weight)
