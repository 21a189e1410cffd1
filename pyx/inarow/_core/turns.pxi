# Replies by turns: at Breaker's node the best-looking replies share the effort.
#
# Most first replies are right and quickly proven so. A wrong one can cost millions of nodes before
# Maker's win is found, while the next one holds within thousands: on 8,8,5, after Maker's d4 and
# g5 and Breaker's e4, the first reply is decided after 700,000 nodes, and four others hold within
# 46,000. So each gets a budget, the second half that of the first, the third a quarter, and when
# all are spent, eight times as much. What the table keeps makes the next turn cheap to take up.

cdef enum:
    TURN_NODES = 2000           # the first budget of the first reply
    TURN_REPLIES = 3            # so many undecided replies share
    TURN_GROWTH = 8


cdef void bring_to_front(choices_t* moves, int move) noexcept nogil:
    """Make `move` the first choice, whether it was one or not."""
    cdef int i = 0
    while i < moves.count and moves.cell[i] != move:
        i += 1
    if i == moves.count:
        moves.count += 1
    while i > 0:
        moves.cell[i] = moves.cell[i - 1]
        i -= 1
    moves.cell[0] = move


cdef int weak_turns(search_t* s, bb_t maker, bb_t breaker, int ply, const choices_t* replies,
                    int beta, bb_t* zone) noexcept nogil:
    """Is Maker's score at least `beta` after each of the replies? NO: `choice` is one that holds."""
    cdef bb_t refuted = bb_none()
    cdef uint64_t budget = TURN_NODES
    cdef uint64_t limit = s.node_limit
    cdef int i, reply, answer, undecided
    while True:
        undecided = 0
        for i in range(replies.count):
            reply = replies.cell[i]
            if bb_meet(refuted, bb_of(reply)):
                continue
            if undecided == TURN_REPLIES:
                break
            limit_nodes(s, min(limit, s.nodes + (budget >> undecided)))
            answer = weak_play(s, maker, breaker, ply, KIND_BREAKER, reply, beta, zone)
            limit_nodes(s, limit)
            if answer == NO:
                zone[0] = bb_or(zone[0], bb_of(reply))
                s.choice = reply
                return NO
            if answer == YES:
                refuted = bb_or(refuted, bb_of(reply))
            elif s.stopped != STOP_NODES or s.nodes >= limit:
                return STOPPED
            else:
                s.stopped = 0
                undecided += 1
        if undecided == 0:
            s.choice = NO_MOVE
            return YES
        budget *= TURN_GROWTH
