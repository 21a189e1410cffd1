# Pairings (`pairs.pxi`) are found by local search: take a bare line (one that no pair covers), give it
# the two of its cells that gain most, break up the pairs in their way, and go on. A line weighs more the
# longer it stays bare, and a fresh pair may not be broken up for some steps: without both, the search
# runs in circles. It begins with what is left of the last pairing that held, since a position and its
# neighbours tend to share one. It may miss a pairing that exists: "none found" says nothing.

cdef enum:
    PLACE_BITS = 5              # a place on a line is below MAX_K
    PLACES = 1 << 2 * PLACE_BITS  # numbers of a pair of places
    TABU_STEPS = 10             # that a fresh pair stays
    CHECKS = 8                  # how often a search is judged hopeless or not

cdef struct effort_t:           # how long to look for a pairing
    int steps                   # of the local search, in all
    int few[CHECKS]             # at step CHECK_AT[i], more bare lines than few[i] are hopeless

cdef int CHECK_AT[CHECKS]
CHECK_AT[:] = [0, 2, 4, 6, 8, 12, 16, 24]


cdef effort_t effort_of(int steps, few):
    cdef effort_t effort
    cdef int i
    effort.steps = steps
    for i in range(CHECKS):
        effort.few[i] = few[i]
    return effort


cdef inline int count_of(lineset_t lines, bint wide) noexcept nogil:
    cdef int w, count = 0
    for w in range(words_in_use(wide)):
        count += word_count(lines.word[w])
    return count


cdef inline int weigh(const pairing_t* p, lineset_t lines, bint wide) noexcept nogil:
    cdef int i, total = count_of(lines, wide)
    for i in range(p.planes):
        total += count_of(lines_and(lines, p.weight[i]), wide) << i
    return total


cdef inline void raise_weights(pairing_t* p, bint wide) noexcept nogil:
    """Each bare line counts for one more, up to the most."""
    cdef lineset_t lines = p.bare, before, most = p.bare
    cdef uint64_t any
    cdef int i, w
    for i in range(WEIGHT_PLANES):
        most = lines_and(most, p.weight[i])
    lines = lines_andnot(lines, most)
    for i in range(WEIGHT_PLANES):
        any = 0
        for w in range(words_in_use(wide)):
            any |= lines.word[w]
        if not any:
            break
        if i == p.planes:
            p.planes += 1
        before = p.weight[i]
        for w in range(words_in_use(wide)):
            p.weight[i].word[w] ^= lines.word[w]
        lines = lines_and(lines, before)


cdef inline int bare_line(pairing_t* p, bint wide) noexcept nogil:
    """One of the bare lines, at random; there is one."""
    cdef uint64_t dice = splitmix(&p.random)
    cdef uint64_t word
    cdef int w = <int>((dice >> 48) * LINE_WORDS >> 16) if wide else 0, turn = <int>(dice & 63)
    while wide and p.bare.word[w] == 0:
        w = w + 1 if w + 1 < LINE_WORDS else 0
    word = p.bare.word[w]
    word = word >> turn << turn if word >> turn else word
    return 64 * w + word_lowest(word)


cdef inline int best_pair(const pairing_t* p, const int16_t* cell, int cells, bint wide,
                          bint weighted, int* best_a, int* best_b) noexcept nogil:
    """The most that a pair among `cells` gains, and the first such; there are two cells at least.

    The gain is the weight that becomes covered less the weight that becomes bare.
    """
    cdef lineset_t lost[MAX_K]
    cdef int price[MAX_K]
    cdef lineset_t gained
    cdef int i, j, gain, places, best = INT32_MIN
    for i in range(cells):
        lost[i] = lines_and(shared_lines(p, cell[i], p.now.partner[cell[i]]), p.once)
        price[i] = weigh(p, lost[i], wide) if weighted else count_of(lost[i], wide)
    for i in range(cells - 1):
        for j in range(i + 1, cells):
            # A line that the pair saves from becoming bare is gained as well.
            gained = lines_and(shared_lines(p, cell[i], cell[j]),
                               lines_or(p.bare, lines_or(lost[i], lost[j])))
            gain = weigh(p, gained, wide) if weighted else count_of(gained, wide)
            gain -= price[i] + price[j]
            # The gain and the places are one number: which is the most is found without a branch, for
            # nothing foretells how that would go.
            best = max(best, gain * PLACES + PLACES - 1 - (i << PLACE_BITS | j))
    places = PLACES - 1 - (best & (PLACES - 1))
    best_a[0] = cell[places >> PLACE_BITS]
    best_b[0] = cell[places & ((1 << PLACE_BITS) - 1)]
    return best >> 2 * PLACE_BITS


cdef inline int best_place(const pairing_t* p, int line, bb_t tabu, int reply, bint wide,
                           int* to) noexcept nogil:
    """The most that it gains to move the reply to a cell of `line`, and the first such cell.

    As `best_pair`: the weight that becomes covered less the weight that becomes bare. Lines through
    the cell that it leaves become bare, unless a pair covers them. Those of a pair that it breaks do
    not: they go through its cell.
    """
    cdef const lineset_t* cover = p.now.cover
    cdef lineset_t left = p.graph.through[reply], lost
    cdef bb_t rest = bb_andnot(p.graph.cells[line], tabu)
    cdef int a, w, gain, best = INT32_MIN
    for w in range(words_in_use(wide)):
        left.word[w] &= ~(cover[0].word[w] | cover[1].word[w]
                          | (cover[2].word[w] | cover[3].word[w] if wide else 0))
    while bb_any(rest):
        a = pop_lowest(&rest)
        lost = lines_andnot(left, p.graph.through[a])
        gain = weigh(p, lines_and(p.graph.through[a], p.bare), wide) - weigh(p, lost, wide)
        if gain > best:
            best = gain
            to[0] = a
    return best


cdef inline void put_reply(pairing_t* p, int reply, bint wide) noexcept nogil:
    """The reply lies on this cell now, and nowhere else."""
    part(p, reply, wide)
    p.alive = lines_andnot(p.graph.all, p.graph.through[reply])


cdef inline bint cover_line(pairing_t* p, int line, bb_t tabu, int* reply, bint is_free, bint wide,
                            bb_t* pair) noexcept nogil:
    """Give `line` the pair of its cells that gains most; False if none may be had yet.

    If none gains anything and the reply is free, it may move to a cell of the line: then `pair` is
    empty.
    """
    cdef int16_t cell[MAX_K]
    cdef bb_t rest = bb_andnot(p.graph.cells[line], tabu)
    cdef int best = INT32_MIN, gain, best_a, best_b, to, cells = 0
    while bb_any(rest):
        cell[cells] = pop_lowest(&rest)
        cells += 1
    if cells >= 2 and p.planes:
        best = best_pair(p, cell, cells, wide, True, &best_a, &best_b)
    elif cells >= 2:
        best = best_pair(p, cell, cells, wide, False, &best_a, &best_b)
    pair[0] = bb_none()
    if is_free and best <= 0:
        gain = best_place(p, line, tabu, reply[0], wide, &to)
        if gain > best:
            if gain <= 0:
                raise_weights(p, wide)
            reply[0] = to
            put_reply(p, to, wide)
            look_at_cover(p, wide)
            return True
    if cells < 2:
        return False
    if best <= 0:
        raise_weights(p, wide)
    part(p, best_a, wide)
    part(p, best_b, wide)
    p.now.partner[best_a] = best_b
    p.now.partner[best_b] = best_a
    pair[0] = bb_or(bb_of(best_a), bb_of(best_b))
    count_pair(p, shared_lines(p, best_a, best_b), True, wide)
    look_at_cover(p, wide)
    return True


cdef inline int cover_lines(pairing_t* p, bb_t tabu, int* reply, bint is_free, const effort_t* effort,
                            bint wide) noexcept nogil:
    """The search itself: the fewest lines left bare.

    `tabu`: cells that may not be paired, nor be the reply.
    """
    cdef bb_t fresh[TABU_STEPS]                   # the pairs of the last steps
    cdef int step, bare, fewest = MOST_LINES, check = 0, turn = 0
    for step in range(effort.steps + 1):
        bare = count_of(p.bare, wide)
        fewest = min(fewest, bare)
        if bare == 0 or step == effort.steps:
            break
        if check < CHECKS and step == CHECK_AT[check]:
            if bare > effort.few[check]:
                break
            check += 1
        if step >= TABU_STEPS:
            tabu = bb_andnot(tabu, fresh[turn])
        if cover_line(p, bare_line(p, wide), tabu, reply, is_free, wide, &fresh[turn]):
            tabu = bb_or(tabu, fresh[turn])
        else:
            raise_weights(p, wide)                # all its cells are tabu: wait
        turn = turn + 1 if turn + 1 < TABU_STEPS else 0
    return fewest


cdef inline int pairs_after(pairing_t* p, int taken, int* reply, bint is_free,
                            const effort_t* effort) noexcept nogil:
    """The fewest lines left bare by pairs, of those that a stone on `reply` leaves alive.

    0: `now` is a pairing, in which neither the reply nor `taken` occurs. Both are cells, or NO_MOVE
    (a reply that is not free). Of a free one that is hopeless from the start it is no more than
    a lower bound, and `now` is not touched.
    """
    cdef bb_t tabu = bb_none()
    cdef int i, fewest
    # Is it hopeless even with the pairs that the stones break up?
    if is_free:
        fewest = count_of(lines_andnot(p.uncovered, p.graph.through[reply[0]]), True)
        if fewest > effort.few[0]:
            return fewest
    p.now = p.good
    p.alive = p.graph.all
    if reply[0] != NO_MOVE:
        put_reply(p, reply[0], True)
    if taken != NO_MOVE:
        part(p, taken, True)
        tabu = bb_of(taken)
    p.planes = 0
    for i in range(WEIGHT_PLANES):
        p.weight[i] = lines_none()
    look_at_cover(p, True)
    if p.graph.lines > 64 or p.graph.longest > LONGEST_NARROW:
        fewest = cover_lines(p, tabu, reply, is_free, effort, True)
    else:
        fewest = cover_lines(p, tabu, reply, is_free, effort, False)
    if fewest == 0:
        p.good = p.now
        p.uncovered = not_covered(p)
    return fewest
