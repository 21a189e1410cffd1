# A crew: several threads at one question, over one table.
#
# The thread that was called leads: it searches as if it were alone, and posts every question that it asks
# of the root. The others search the same question from the root as well, each with its own frames.
# Whoever has the answer first posts it, and all go on to the next question. Answers are facts, so it
# makes no difference to a value who finds it.
#
# They fall in with each other through the table, and by keeping out of each other's way: at a node whose
# moves must all be tried, a move that some other thread is at is put off until nothing else is left, and
# by then its answer is often in the table (the ABDADA of Weill, "The ABDADA distributed minimax-search
# algorithm", ACM CSC 1996, in the table-free form of Kerrigan).
#
# In the weak game the first move is never put off, for the zone of its answer tells which others matter:
# threads go down to it together, to the reply that the table names, and part further below. A reply to a
# position that some thread is at is preferred (`leave_trace`), so that they come to have positions in
# common. Where proofs are large they do not part at all (`are_small`), in the contested game either: what
# one of them proves is soon of use to the others, if they are near it. In the ordinary game an attacker
# that fails has tried all its moves, and a defender that holds one, so only at the attacker's nodes do they
# part, and not in the first plies, for what follows them has little in common.
#
# Kernels that share a table (`table/lent.pxi`) mark their moves and positions in the same way, each at a
# question of its own.

cdef inline void crew_lock(crew_t* crew) noexcept nogil:
    while counter_add(&crew.locked, 1) != 1:
        counter_add(&crew.locked, -1)


cdef inline void crew_unlock(crew_t* crew) noexcept nogil:
    counter_add(&crew.locked, -1)


cdef bint is_settled(limits_t* limits) noexcept nogil:
    """Is the question that this thread is at answered by another one, or given up?"""
    cdef search_t* s = <search_t*>limits
    if s.crew == NULL or s.alone:
        return False
    if s.follows:
        report_nodes(s)
    return word_load(&s.crew.answered) == s.number or word_load(&s.crew.number) != s.number


cdef void report_nodes(search_t* s) noexcept nogil:
    """Add what a follower has searched since it last said so."""
    counter_add(&s.crew.nodes, <int64_t>(s.limits.nodes - s.reported))
    s.reported = s.limits.nodes


cdef inline uint64_t nodes_of_all(search_t* s) noexcept nogil:
    """Nodes of the leader and of the others, as far as they have reported them."""
    return s.limits.nodes if s.crew == NULL else s.limits.nodes + <uint64_t>counter_add(&s.crew.nodes, 0)


cdef void post_question(search_t* s) noexcept nogil:
    """The leader's question of the moment becomes everybody's."""
    cdef crew_t* crew = s.crew
    crew_lock(crew)
    crew.question = s.question
    s.number = (crew.number | 1) + 1
    word_store(&crew.number, s.number)
    crew_unlock(crew)


cdef int take_answer(search_t* s, int answer, bb_t* zone) noexcept nogil:
    """The leader's search of the question has ended: its own answer, or the one posted.

    The question is closed either way.
    """
    cdef crew_t* crew = s.crew
    crew_lock(crew)
    if answer == STOPPED and s.limits.stopped == STOP_CREW:
        s.limits.stopped = 0
        answer = crew.answer.answer
        s.choice = crew.answer.choice
        s.cut = crew.answer.cut
        zone[0] = crew.answer.zone
    word_store(&crew.number, crew.number | 1)
    crew_unlock(crew)
    return answer


cdef int search_question(search_t* s, bb_t* zone) noexcept nogil:
    """Search `s.question` from the root."""
    cdef question_t* q = &s.question
    cdef bint maker_moves = q.root.maker_moves
    cdef weak_node_t* node
    cdef int answer
    s.limits.stopped = 0
    if q.game == GAME_ORDINARY:
        return search_position(s, q.root.maker, q.root.breaker, q.beta, q.cost)
    node = weak_node(s, s.root_ply, KIND_MAKER if maker_moves else KIND_BREAKER, q.beta, q.root.maker,
                     q.root.breaker)
    if q.game == GAME_CONTESTED:
        node.kind = KIND_CONTESTED_MAKER if maker_moves else KIND_CONTESTED_BREAKER
    answer = weak_search(s, node)
    zone[0] = node.zone
    return answer


cdef int answer_question(search_t* s, bb_t* zone) noexcept nogil:
    """Search `s.question` from the root, with the crew if there is one."""
    cdef int answer
    cdef question_t* q = &s.question
    set_path(s, q.beta, q.beta > 0 if q.game == GAME_ORDINARY else q.root.maker_moves)
    if s.crew != NULL:
        post_question(s)
    answer = search_question(s, zone)
    # A crew may have come together meanwhile.
    return answer if s.crew == NULL else take_answer(s, answer, zone)


cdef bint follow(search_t* s) noexcept nogil:
    """Help with the question under way; False if there is none, or no node left to spend."""
    cdef crew_t* crew = s.crew
    cdef answer_of_crew_t found
    cdef uint64_t number = word_load(&crew.number)
    if (number & 1 or number == word_load(&crew.answered) or number == 0
            or s.limits.nodes >= s.limits.node_limit):
        return False
    crew_lock(crew)
    s.number = crew.number
    s.question = crew.question
    crew_unlock(crew)
    if s.number & 1 or (s.question.cost < ANY_COST and not costs_ready(&s.costs, s.table)):
        return False
    root_keys(s, s.question.root.maker, s.question.root.breaker)
    found.zone = bb_none()
    found.answer = search_question(s, &found.zone)
    found.choice = s.choice
    found.cut = s.cut
    crew_lock(crew)
    if found.answer != STOPPED and crew.number == s.number and crew.answered != s.number:
        crew.answer = found
        word_store(&crew.answered, s.number)
    crew_unlock(crew)
    return s.limits.stopped == 0 or s.limits.stopped == STOP_CREW
