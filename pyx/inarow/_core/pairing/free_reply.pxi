# A free reply. To find a reply of Breaker's and a pairing that holds after it, `local_search.pxi` can be
# asked about one reply after another. Here it is one search for both: the reply is a single cell that
# covers every line through it, and where no pair gains anything for a bare line, it may move to a cell of
# that line, if that gains more. It begins on a heavy cell, or where it last held. Whatever it ends on is
# a reply and a pairing: it is as sound as with the reply fixed.
#
# At Maker's nodes of the contested game it does for two starts what fixed replies do for four. Elsewhere
# fixed ones are better, for the heaviest replies keep zones small.

cdef enum:
    FREE_REPLIES = 2          # starts for each move

cdef effort_t FREE_EFFORT = effort_of(40, [10, 8, 6, 5, 4, 3, 2, 2])


cdef int free_answer(pairing_t* p, const int* rank, bb_t empty, int move) noexcept nogil:
    """A reply to Maker's `move`, which completes no line next, after which a pairing is soon found.

    Or NO_MOVE. See `quick_answer`.
    """
    cdef int after[CAPACITY]
    cdef int turn, reply, bare
    cdef bint ranked = False
    for turn in range(FREE_REPLIES):
        reply = p.free_reply - 1
        if turn or not p.free_reply or reply == move or not bb_has(empty, reply):
            if not ranked:
                rank_after(&p.graph, rank, move, after)
                ranked = True
                # Where it last held was instead of the heaviest.
                if turn and first_of(after) != NO_MOVE:
                    after[first_of(after)] = INT32_MIN
            reply = first_of(after)
            if reply == NO_MOVE:
                break
            after[reply] = INT32_MIN
        bare = pairs_after(p, move, &reply, True, &FREE_EFFORT)
        if bare == 0:
            p.free_reply = reply + 1
            return reply
        if bare > FREE_EFFORT.few[0]:
            break
    return NO_MOVE
