# Proof-number search in the contested game: what looks cheapest to settle is searched next.
#
# In the order of moves, which is that of weight, the search spends most of a hard question on wins of
# Maker's that have short proofs: they hide behind moves that look better and lead nowhere, each of which
# is searched to the end. Here every node has two numbers, which tell how much is missing to prove that
# Maker wins, and to prove the opposite:
#
#     Maker's node        proof number: the least of its moves
#                         disproof number: the most of its moves, and one for each other move
#     Breaker's node      the same the other way round
#
# (Allis et al., "Proof-number search", Artificial Intelligence 66, 1994. That the most counts, and not
# the sum, which counts transpositions again and again, is from Ueda et al., "Weak proof-number search",
# CG 2008.) A node not met before costs the one who chooses it one, and more by its place in the order of
# weight; it costs the other one FIRST_NUMBER.
#
# It is searched depth-first: a node returns when its numbers reach limits, beyond which another one looks
# cheaper (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). It may go half
# as far again as it should, so that fewer nodes are searched a second time (Pawlewicz and Lew, "Improving
# depth-first PN-search: 1 + ε trick", CG 2006).
#
# The numbers are kept in a memo of their own (`state/proof_memo.pxi`). Answers are facts, found by the
# same tests at the nodes (`contested.pxi`) and kept in the table as those of the other search are, and
# each of the two makes use of what the other has found. They take turns (`contested_ask_within`): where
# Breaker holds, neither is always the better one; where Maker wins, this one mostly is, by far.

cdef enum:
    MOST_NUMBER = 1 << 24       # of a node that will not be settled that way
    FIRST_NUMBER = 8            # of a node not met before, for the one who does not choose it
    MOVE_PRICE = 8              # for each place in the order of Maker's moves …
    REPLY_PRICE = 16            # … and of Breaker's replies
    HOPE_LIMIT = 3              # Maker looks likely to win if so many times the proof number is at …
    HOPE_UNIT = 2               # … most so many times the disproof number
    NOTHING_LEFT = -1           # of the moves at a node: all have failed,
    NOT_NOW = -2                # or another node looks cheaper than any of them

cdef inline bint was_left(const search_t* s, int ply) noexcept nogil:
    """Is this a node that proof-number search has met before, and not settled?"""
    cdef const numbered_t* entry
    if not s.prover.on:
        return False
    entry = numbered(&s.prover, s.keys[ply][0])
    return entry != NULL and entry.numbers.proof != 0 and entry.numbers.disproof != 0


cdef inline uint64_t spent_before(const search_t* s, int ply) noexcept nogil:
    """The nodes spent on earlier visits, as far as the memo knows of them."""
    cdef const numbered_t* entry = numbered(&s.prover, s.keys[ply][0])
    return entry.nodes if entry != NULL else 0


cdef inline numbers_t numbers_of(bint makers, uint32_t wish, uint32_t fear) noexcept nogil:
    """Proof and disproof number from what the mover wishes to show, and what it fears."""
    return numbers_t(wish, fear) if makers else numbers_t(fear, wish)


cdef inline uint32_t wish_of(bint makers, numbers_t numbers) noexcept nogil:
    return numbers.proof if makers else numbers.disproof


cdef inline uint32_t fear_of(bint makers, numbers_t numbers) noexcept nogil:
    return numbers.disproof if makers else numbers.proof


cdef void read_numbers(search_t* s, const weak_node_t* node, bb_t among) noexcept nogil:
    """Set down the numbers after each of the moves `among` these."""
    cdef frame_t* frame = &s.frames[node.ply]
    cdef const numbered_t* entry
    cdef bint makers = is_makers(node.kind)
    cdef int i, place = 0
    for i in range(frame.moves.count):
        if not bb_has(among, frame.moves.cell[i]):
            continue
        frame.wish[i] = 1 + (MOVE_PRICE if makers else REPLY_PRICE) * place
        frame.fear[i] = FIRST_NUMBER
        entry = numbered(&s.prover, key_after(s, node, frame.moves.cell[i]))
        if entry != NULL:
            frame.wish[i] = wish_of(makers, entry.numbers)
            frame.fear[i] = fear_of(makers, entry.numbers)
        place += 1


cdef bint looks_won(search_t* s) noexcept nogil:
    """By the numbers after the moves at the root: does Maker look likely to win?"""
    cdef frame_t* frame = &s.frames[s.root_ply]
    cdef bint maker_moves = is_makers(frame.weak.kind)
    cdef uint32_t wish = MOST_NUMBER, fear = 0
    cdef int i
    read_numbers(s, &frame.weak, s.ctx.full)
    for i in range(frame.moves.count):
        if 0 < frame.fear[i] < MOST_NUMBER and 0 < frame.wish[i] < MOST_NUMBER:   # not settled
            wish = min(wish, frame.wish[i])
            fear = max(fear, frame.fear[i])
    return HOPE_LIMIT * (wish if maker_moves else fear) <= HOPE_UNIT * (fear if maker_moves else wish)


cdef int cheapest(search_t* s, int ply, bb_t among, uint32_t wish_limit, uint32_t fear_limit,
                  uint32_t* wish, uint32_t* fear) noexcept nogil:
    """The place of the move to search next, or NOTHING_LEFT, or NOT_NOW.

    What the mover wishes to show costs it the least of `frame.wish`, what it fears the most of
    `frame.fear`, and one for each other move. `wish` and `fear` become the limits of the move, or
    the numbers of the node if it is NOT_NOW.
    """
    cdef const frame_t* frame = &s.frames[ply]
    cdef uint32_t second = MOST_NUMBER
    cdef int i, best = NOTHING_LEFT, others = -1
    fear[0] = 0
    for i in range(frame.moves.count):
        if not bb_has(among, frame.moves.cell[i]):
            continue
        others += 1
        fear[0] = max(fear[0], frame.fear[i])
        if best == NOTHING_LEFT:
            best = i
        # A settled one, of either kind, is a matter of a few nodes.
        elif frame.fear[best] == 0 or frame.wish[best] == 0:
            continue
        elif frame.fear[i] == 0 or frame.wish[i] < frame.wish[best]:
            second = frame.wish[best]
            best = i
        else:
            second = min(second, frame.wish[i])
    if best == NOTHING_LEFT:
        return best
    wish[0] = frame.wish[best]
    if wish[0] == 0 or frame.fear[best] == 0:
        wish[0] = fear[0] = MOST_NUMBER
        return best
    fear[0] += others
    if wish[0] >= wish_limit or fear[0] >= fear_limit:
        fear[0] = min(fear[0], <uint32_t>(MOST_NUMBER - 1))
        return NOT_NOW
    wish[0] = min(wish_limit, second + second // 2 + 1)
    fear[0] = fear_limit - others
    return best


cdef void set_numbers(search_t* s, weak_node_t* node) noexcept nogil:
    """The first of the moves is about to be searched: set down their numbers."""
    node.entered -= spent_before(s, node.ply)
    if is_makers(node.kind):
        if s.rules & RULE_HISTORY:
            killers_first(&s.killers, node.ply, bb_andnot(node.candidates, node.skipped),
                          &s.frames[node.ply].moves)
    else:                       # all that were set down; they narrow each other in the weak game alone
        node.candidates = s.ctx.full
        node.skipped = bb_none()
        node.profit = NULL      # the exact cover would learn nothing: most nodes are left first
    read_numbers(s, node, bb_andnot(node.candidates, node.skipped))


cdef int prove(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer at a node of the contested game by the cheapest moves; STOPPED as well if others look cheaper."""
    cdef frame_t* frame = &s.frames[node.ply]
    cdef prover_t* prover = &s.prover
    cdef numbers_t limits = prover.limits
    cdef bint makers = is_makers(node.kind)
    cdef uint64_t began
    cdef uint32_t wish, fear
    cdef int answer, place, move
    set_numbers(s, node)
    while True:
        place = cheapest(s, node.ply, bb_andnot(node.candidates, node.skipped), wish_of(makers, limits),
                         fear_of(makers, limits), &wish, &fear)
        if place == NOTHING_LEFT:
            return moves_failed(s, node) if makers else replies_failed(s, node)
        if place == NOT_NOW:
            prover.found = numbers_of(makers, wish, fear)
            return STOPPED
        prover.limits = numbers_of(makers, wish, fear)
        move = frame.moves.cell[place]
        began = s.limits.nodes
        answer = weak_play(s, node, move)
        if s.limits.stopped and answer == STOPPED:
            return STOPPED
        if makers and answer == YES:            # nobody asks for the numbers after it again
            return move_wins(s, node, move)
        if answer != STOPPED:
            prover.found = numbers_of(answer == YES, 0, MOST_NUMBER)
        keep_numbers(prover, s.keys[node.ply + 1][0], prover.found, s.limits.nodes - began)
        if answer == STOPPED:
            frame.wish[place] = wish_of(makers, prover.found)
            frame.fear[place] = fear_of(makers, prover.found)
        elif makers:
            move_fails(s, node, move, &node_after(s, node).zone)
        elif answer == NO:
            return reply_holds(s, node, move, spent_before(s, node.ply + 1))
        else:
            node.candidates = bb_andnot(node.candidates, bb_of(move))
