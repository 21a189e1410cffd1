# From the answers to questions to a solution: the value of a position, its distance, a move and a line of
# play.
#
# The value needs at most two null-window questions, "can the mover win?" and "can it hold?"; how they are
# settled is for `decide.pxi`. A distance is found by asking for 1, 3, 5, … plies.

cdef enum:
    LINE_BUDGET = 50000         # nodes that a principal variation may cost at the most
    LINE_EMPTIES = 24           # with more empty cells, no more than the value has cost …
    LEAST_LINE_BUDGET = 250     # … or so many
    NO_DISTANCE = -1

cdef struct answer_t:
    int lower                   # bounds on the value: -1, 0 or 1
    int upper
    int distance                # plies to the completed line, or NO_DISTANCE
    int move                    # or NO_MOVE


cdef int measure(search_t* s, bb_t own, bb_t opponent, answer_t* answer) noexcept nogil:
    """Find the distance of a won or lost position, and the move that goes with it."""
    cdef int plies = 1 if (answer.lower == 1) != s.ctx.misere else 2     # whoever loses ends a misère game
    cdef int said
    while True:
        if answer.lower == 1:
            said = ask(s, own, opponent, WIN - plies)
        else:
            said = ask(s, own, opponent, plies - WIN + 1)
        if said == STOPPED:
            return STOPPED
        if said == YES and s.choice != NO_MOVE:
            answer.move = s.choice
        if said == (YES if answer.lower == 1 else NO):
            answer.distance = plies
            return YES
        plies += 2


cdef bint recall(search_t* s, bb_t own, bb_t opponent, answer_t* answer) noexcept nogil:
    """Take from the table what it knows of the root; True if that is the value and a move."""
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(own, opponent))
    cdef record_t record = nothing_known()
    cdef int symmetry
    cdef key_t key = canonical_key(s, s.root_ply, &symmetry)
    answer[0] = answer_t(-1, 1, NO_DISTANCE, NO_MOVE)
    if not s.rules & RULE_TABLE or not table_probe(s.table, key, KIND_STRONG, &record):
        return False
    if record.lower >= 0:
        answer.lower = 1 if record.lower > 0 else 0
    if record.upper <= 0:
        answer.upper = -1 if record.upper < 0 else 0
    if record.lower >= 0 or record.upper < 0:
        answer.move = move_here(s.ctx.preimage[symmetry], record.move, empty)
    if record.lower == record.upper and record.lower != 0:
        answer.distance = WIN - record.lower if record.lower > 0 else WIN + record.lower
    return answer.lower == answer.upper and answer.move != NO_MOVE


cdef void remember(search_t* s, const answer_t* answer) noexcept nogil:
    """Keep the answer for the root in the table, those that a rule gave away included.

    An entry's move must reach its lower bound. What the table knows of the distance may be
    sharper than the answer, and then its move stays.
    """
    cdef record_t record = nothing_known()
    cdef int symmetry, known
    cdef key_t key = canonical_key(s, s.root_ply, &symmetry)
    if not s.rules & RULE_TABLE:
        return
    table_probe(s.table, key, KIND_STRONG, &record)
    known = record.lower
    if answer.distance != NO_DISTANCE:
        record.lower = answer.lower * (WIN - answer.distance)
        record.upper = record.lower
    elif answer.lower == 1:
        record.lower = max(known, 1)
    elif answer.lower == 0:
        record.lower = record.upper = 0
    else:
        record.upper = min(record.upper, -1)
    if record.lower != known or record.move == NO_MOVE:
        record.move = s.ctx.image[symmetry][answer.move]
    record.work = max(record.work, 1)
    table_store(s.table, key, KIND_STRONG, &record)


cdef int decide_soon(search_t* s, bb_t own, bb_t opponent, int beta) noexcept nogil:
    """As `decide`, but STOPPED with `stopped` = 0 if the usual budget did not do."""
    cdef uint64_t limit = begin_part(&s.limits, s.plain_budget)
    cdef int answer = decide(s, own, opponent, beta)
    end_part(&s.limits, limit)
    return answer


cdef int decide_win(search_t* s, bb_t own, bb_t opponent, answer_t* answer) noexcept nogil:
    """Is the position won? If that is a hard question, whether it is lost is asked before going on.

    Mostly that is the easy one: whoever is stopped then has a bound, or there is a loss, and
    nothing else to ask. A run that is resumed has gone on before.
    """
    cdef int said
    if answer.lower < 0 and s.earlier.question == 0:
        said = decide_soon(s, own, opponent, 1)
        if said != STOPPED or s.limits.stopped:
            return said
        said = decide_soon(s, own, opponent, 0)
        if s.limits.stopped:
            return STOPPED
        if said == NO:
            answer.upper = -1
            return NO
        if said == YES:
            answer.lower = 0
            answer.move = s.choice
    return decide(s, own, opponent, 1)


cdef int find_value(search_t* s, bb_t own, bb_t opponent, answer_t* answer) noexcept nogil:
    """Make the bounds of `answer` meet, with a move; STOPPED, with what is known, if stopped.

    Bounds may be known without a move that keeps to them; the move is then found by asking again.
    """
    cdef int said
    if answer.upper > 0 and (answer.lower < 1 or answer.move == NO_MOVE):
        said = decide_win(s, own, opponent, answer)
        if said == STOPPED:
            return STOPPED
        if said == YES:
            answer.lower = 1
            answer.move = s.choice
        else:
            answer.upper = min(answer.upper, 0)
    if answer.upper == 0 and (answer.lower < 0 or answer.move == NO_MOVE):
        said = decide(s, own, opponent, 0)
        if said == STOPPED:
            answer.lower = -1       # a value without a move to keep it is no answer
            return STOPPED
        if said == YES:
            answer.lower = 0
            answer.move = s.choice
        else:
            answer.upper = -1
    return YES


cdef void solve(search_t* s, bb_t own, bb_t opponent, bint distance,
                answer_t* answer) noexcept nogil:
    """Solve a position that is not over. A search that was stopped leaves bounds and a move."""
    root_keys(s, own, opponent)
    if recall(s, own, opponent, answer) and (not distance or answer.lower == 0
                              or answer.distance != NO_DISTANCE):
        return
    answer.distance = NO_DISTANCE
    if s.rules & RULE_STEALING and not s.ctx.plainly and s.root_ply == 0 and answer.lower < 0:
        answer.lower = 0        # the first player could steal any strategy of the second
    if find_value(s, own, opponent, answer) == YES and distance and answer.lower != 0:
        measure(s, own, opponent, answer)
    if answer.move == NO_MOVE:
        answer.move = sensible_move(s.ctx, own, opponent)
    if answer.lower == answer.upper:
        remember(s, answer)


cdef int keeping_move(search_t* s, bb_t own, bb_t opponent, int value, int distance) noexcept nogil:
    """A move that keeps a known value (and distance, if known); NO_MOVE if the search was stopped.

    The value is not proven again: the one question asked is the one whose answer is a move.
    """
    cdef int said = YES
    root_keys(s, own, opponent)
    s.limits.stopped = 0
    s.choice = NO_MOVE
    if value >= 0 and distance == NO_DISTANCE:
        said = decide(s, own, opponent, value)
    elif value > 0:
        said = ask(s, own, opponent, WIN - distance)
    elif distance > 2:
        said = ask(s, own, opponent, distance - 2 - WIN + 1)    # outlast any quicker loss
    if said == STOPPED:
        return NO_MOVE
    return s.choice if s.choice != NO_MOVE else sensible_move(s.ctx, own, opponent)


cdef int principal_variation(search_t* s, bb_t own, bb_t opponent, const answer_t* answer,
                             int16_t* line) noexcept nogil:
    """Follow proven moves from a solved position to the end of the game; returns how many.

    It ends early only where the moves would cost too many nodes in all: see LINE_BUDGET. The weak
    game and the contested one, whose nodes cost more time, are left out.
    """
    cdef uint64_t limit, budget = LINE_BUDGET
    cdef int rules = s.rules
    cdef int value = answer.lower
    cdef int distance = answer.distance
    cdef int move = answer.move
    cdef int length = 0
    cdef bb_t after
    s.rules &= ~(RULE_WEAK | RULE_CONTESTED)
    if s.ctx.cells - s.root_ply > LINE_EMPTIES:
        budget = max(<uint64_t>LEAST_LINE_BUDGET, min(budget, s.limits.nodes))
    limit = begin_part(&s.limits, budget)
    # A table from a file may be false: a move to a taken cell ends the line, and so every line ends.
    while move != NO_MOVE and not bb_has(bb_or(own, opponent), move):
        line[length] = move
        length += 1
        after = bb_or(own, bb_of(move))
        if has_line(s.ctx, after) or bb_equal(bb_or(after, opponent), s.ctx.full):
            break
        own = opponent
        opponent = after
        value = -value
        distance = NO_DISTANCE if distance == NO_DISTANCE else distance - 1
        move = keeping_move(s, own, opponent, value, distance)
    limit_nodes(&s.limits, limit)
    s.rules = rules
    return length
