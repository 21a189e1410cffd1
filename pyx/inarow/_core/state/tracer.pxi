# The tracer: what a search concludes, in the order in which it does, for whoever wants to check it.
#
# The search knows no format of proofs. It hands over events, children before parents, and what the table
# answers as well (its conclusion was an event when it was drawn, if the table was empty when the tracer
# came in). Of the weak game, with the stones of Maker and of Breaker:
#
#     EVENT_PAIRS     Maker to move is held by the pairs that follow; their cells are the zone
#     EVENT_HOLDS     Maker to move is held, whatever he plays
#     EVENT_REPLY     Breaker to move holds with `move`; without one, no live line can be completed
#     EVENT_MOVE      Maker to move wins with `move`
#     EVENT_LOST      Breaker to move loses, whatever he plays (`weak/win_cells.pxi` tells what was not
#                     searched, and why)
#
# and of the ordinary one, with the stones of the mover and of the other side, as `search` answers:
#
#     EVENT_YES       the score is at least `beta`: with `move`; without one, with any
#     EVENT_NO        it is less
#
# A win by a completed line is no event. With several threads there is no tracer.

cdef enum:
    EVENT_PAIRS = 1
    EVENT_HOLDS = 2
    EVENT_REPLY = 3
    EVENT_MOVE = 4
    EVENT_LOST = 5
    EVENT_YES = 6
    EVENT_NO = 7

cdef struct event_t:            # as it is handed over, followed by its pairs, two int16 each
    int16_t kind
    int16_t move                # -1 for none
    int16_t beta                # the question: see `search` and `weak`
    int16_t pairs               # how many follow
    uint64_t own[WORDS]         # stones: of Maker, or of the mover
    uint64_t other[WORDS]
    uint64_t zone[WORDS]        # of the weak game, where Maker is held


cdef void trace(search_t* s, int kind, bb_t own, bb_t other, int move, int beta, bb_t zone,
                const pairs_t* pairs) noexcept nogil:
    """Note an event; `pairs` may be NULL."""
    cdef outlet_t* t = s.tracer
    cdef event_t event
    cdef int16_t pair[2]
    cdef bb_t rest = zone
    cdef int i
    outlet_room(t, sizeof(event_t) + CAPACITY * sizeof(int16_t))
    event.kind = kind
    event.move = -1 if move == NO_MOVE else move
    event.beta = beta
    event.pairs = 0
    for i in range(WORDS):
        event.own[i] = bb_word(own, i)
        event.other[i] = bb_word(other, i)
        event.zone[i] = bb_word(zone, i)
    i = t.used
    t.used += sizeof(event_t)
    while pairs != NULL and bb_any(rest):
        pair[0] = pop_lowest(&rest)
        pair[1] = pairs.partner[pair[0]]
        if pair[0] < pair[1] < NO_PARTNER:
            put_bytes(t, pair, sizeof(pair))
            event.pairs += 1
    memcpy(t.buffer + i, &event, sizeof(event_t))


cdef inline void trace_weak(search_t* s, int kind, bb_t maker, bb_t breaker, int beta, int answer,
                            bb_t zone) noexcept nogil:
    """The answer at a node of `kind`; the move is the search's choice."""
    if answer == NO:
        trace(s, EVENT_HOLDS if kind == KIND_MAKER else EVENT_REPLY, maker, breaker, s.choice, beta,
              zone, NULL)
    elif answer == YES:
        trace(s, EVENT_MOVE if kind == KIND_MAKER else EVENT_LOST, maker, breaker, s.choice, beta,
              bb_none(), NULL)


cdef inline void trace_pairs(search_t* s, bb_t maker, bb_t breaker, int reply,
                             bb_t zone) noexcept nogil:
    """After Breaker's reply the pairs just found hold; `zone` is theirs and the reply."""
    trace(s, EVENT_PAIRS, maker, bb_or(breaker, bb_of(reply)), NO_MOVE, 1,
          bb_andnot(zone, bb_of(reply)), &s.pairing.now)


cdef inline void trace_quick(search_t* s, bb_t maker, bb_t breaker, int reply, int beta,
                             bb_t zone) noexcept nogil:
    """The same where no node was made of Breaker's reply: that is told as well."""
    trace_pairs(s, maker, breaker, reply, zone)
    trace(s, EVENT_REPLY, maker, breaker, reply, beta, zone, NULL)


cdef inline void trace_answer(search_t* s, bb_t own, bb_t opponent, int beta,
                              int answer) noexcept nogil:
    """The answer of `search`; what was cut for its price is no conclusion."""
    if answer != STOPPED and not s.cut:
        trace(s, EVENT_YES if answer == YES else EVENT_NO, own, opponent,
              s.choice if answer == YES else NO_MOVE, beta, bb_none(), NULL)
