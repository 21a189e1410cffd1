# Killer moves (Akl and Newborn, "The principal continuation and the killer heuristic", ACM Annual
# Conference 1977): a move by which Maker won at a ply is tried early at other nodes of the same ply.
#
# Most of what a hard question of the contested game takes is spent on showing that replies of Breaker's
# are wrong, and what refutes one of them often refutes the next. In the weak game, where the first reply
# mostly holds, there is nothing to gain: its wins are noted, but its moves keep their order.

cdef enum:
    KILLERS = 2                 # for each ply

cdef struct killers_t:
    int16_t last[CAPACITY + 1][KILLERS]     # by ply, the latest first: a cell + 1; 0: none


cdef inline void note_winner(killers_t* k, int ply, int move) noexcept nogil:
    """Maker won by this move."""
    if k.last[ply][0] != move + 1:
        k.last[ply][1] = k.last[ply][0]
        k.last[ply][0] = move + 1


cdef inline void killers_first(const killers_t* k, int ply, bb_t candidates,
                               choices_t* moves) noexcept nogil:
    """Bring those among the `candidates` to the front of the moves, the latest first."""
    cdef int i
    for i in range(KILLERS - 1, -1, -1):
        if k.last[ply][i] and bb_has(candidates, k.last[ply][i] - 1):
            bring_to_front(moves, k.last[ply][i] - 1)
