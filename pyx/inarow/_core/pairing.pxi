# Pairing strategies: pairs of empty cells, no cell in two of them, such that every live line of
# one side contains a whole pair. The other side then answers in the same pair for ever, and no
# such line is ever completed, whoever is to move and whatever else happens on the board (Hales
# and Jewett, "Regularity and positional games", Trans. AMS 106, 1963).
#
#     k = 4, two lines of X that cross:   . . . .       one pair on the row without the crossing,
#                                         . | . .       one on the column without it, and X
#                                         - + - -       completes neither
#                                         . | . .
#
# They are found by local search: take a bare line (one that no pair covers), give it the two of
# its cells that gain most, break up the pairs in their way, and go on. A line weighs more the
# longer it stays bare, and a fresh pair may not be broken up for some steps: without both, the
# search runs in circles. It begins with what is left of the last pairing it made, since a
# position and its neighbours tend to share one. It may miss a pairing that exists: "none found"
# says nothing.
#
# At a node of the side that defends, the best-looking replies are tried: does one leave a
# pairing? That saves the whole tree below. Where it rarely works, judged by the number of live
# lines, it is left alone for most of the time.

cdef enum:
    FEWEST_EMPTIES = 16         # with fewer, searching on is as cheap as looking for a pairing
    MOST_LINES = 128            # with more live lines no pairing is looked for
    REPLIES_TRIED = 8
    STEPS = 40                  # of the local search, for each reply
    PATIENCE = 8                # after so many steps …
    FEW_BARE = 5                # … more bare lines than this are hopeless
    TABU_STEPS = 10             # a fresh pair stays for so long
    FIRST_TRIES = 16            # before the rate of success is looked at
    LAST_TRIES = 1024           # then the counts are halved, to forget slowly
    RARE = 3                    # less than one success in so many nodes is rare …
    SELDOM = 16                 # … and tried at one node in so many only

cdef struct lineset_t:          # a set of lines, by number
    uint64_t low
    uint64_t high

cdef struct pairing_t:
    int lines                               # live lines of the side to be stopped
    int size[MOST_LINES]                    # how many empty cells each has
    int16_t cell[MOST_LINES][MAX_K]         # and which
    lineset_t through[CAPACITY]             # the lines through each empty cell
    int16_t partner[CAPACITY]               # the pairs, both ways; NO_PARTNER for a single cell
    int free_from[CAPACITY]                 # the step from which a cell's pair may be broken up
    int covers[MOST_LINES]                  # how many pairs cover each line
    int weight[MOST_LINES]
    lineset_t alive                         # the lines that the reply leaves
    lineset_t bare                          # those of them that no pair covers
    lineset_t once                          # and those that one pair covers
    uint64_t random
    int tried[MOST_LINES + 1]               # nodes at which this was tried, by number of lines
    int found[MOST_LINES + 1]               # and at which it worked

cdef enum:
    NO_PARTNER = -1


cdef inline lineset_t shared_lines(const pairing_t* p, int a, int b) noexcept nogil:
    """The lines through both of two cells."""
    cdef lineset_t r
    r.low = p.through[a].low & p.through[b].low & p.alive.low
    r.high = p.through[a].high & p.through[b].high & p.alive.high
    return r


cdef inline lineset_t pair_lines(const pairing_t* p, int a) noexcept nogil:
    """The lines that the pair of `a` covers; none if it is single."""
    cdef lineset_t none
    if p.partner[a] != NO_PARTNER:
        return shared_lines(p, a, p.partner[a])
    none.low = none.high = 0
    return none


cdef inline int weigh_word(const int* weight, uint64_t word) noexcept nogil:
    cdef int total = 0
    while word:
        total += weight[word_lowest(word)]
        word &= word - 1
    return total


cdef inline int weigh(const pairing_t* p, uint64_t low, uint64_t high) noexcept nogil:
    return weigh_word(p.weight, low) + weigh_word(p.weight + 64, high)


cdef inline void count_word(int* covers, uint64_t word, int change,
                            uint64_t* bare, uint64_t* once) noexcept nogil:
    cdef uint64_t bit
    cdef int line
    while word:
        line = word_lowest(word)
        bit = word & (0 - word)
        word ^= bit
        covers[line] += change
        bare[0] = bare[0] | bit if covers[line] == 0 else bare[0] & ~bit
        once[0] = once[0] | bit if covers[line] == 1 else once[0] & ~bit


cdef inline void count_pair(pairing_t* p, int a, int change) noexcept nogil:
    """Count the pair of `a` in (+1) or out (-1) on each line it covers."""
    cdef lineset_t lines = pair_lines(p, a)
    count_word(p.covers, lines.low, change, &p.bare.low, &p.once.low)
    count_word(p.covers + 64, lines.high, change, &p.bare.high, &p.once.high)


cdef bint read_lines(const context_t* ctx, const lines_t* lines, bb_t empty,
                     pairing_t* p) noexcept nogil:
    """Set down the live lines of the side to be stopped; False if there are too many."""
    cdef bb_t starts, rest = empty
    cdef int d, i, start, cell, size
    p.lines = 0
    while bb_any(rest):
        cell = pop_lowest(&rest)
        p.through[cell].low = p.through[cell].high = 0
    for d in range(ctx.directions):
        starts = bb_or(lines.two[d], bb_or(lines.three[d], lines.more[d]))
        while bb_any(starts):
            start = pop_lowest(&starts)
            if p.lines == MOST_LINES:
                return False
            size = 0
            for i in range(ctx.k):
                cell = start + i * ctx.step[d]
                if not bb_meet(empty, bb_of(cell)):
                    continue
                p.cell[p.lines][size] = cell
                size += 1
                if p.lines < 64:
                    p.through[cell].low |= <uint64_t>1 << p.lines
                else:
                    p.through[cell].high |= <uint64_t>1 << (p.lines - 64)
            p.size[p.lines] = size
            p.lines += 1
    return True


cdef void begin_after(pairing_t* p, bb_t empty, int reply) noexcept nogil:
    """Begin with the last pairing, as far as a stone on `reply` leaves it cells and lines."""
    cdef bb_t rest = bb_andnot(empty, bb_of(reply))
    cdef lineset_t lines
    cdef int a, b, line
    p.alive.low = ~<uint64_t>0 if p.lines >= 64 else (<uint64_t>1 << p.lines) - 1
    p.alive.high = 0 if p.lines <= 64 else ~<uint64_t>0 >> (MOST_LINES - p.lines)
    p.alive.low &= ~p.through[reply].low
    p.alive.high &= ~p.through[reply].high
    p.bare = p.alive
    p.once.low = p.once.high = 0
    for line in range(p.lines):
        p.covers[line] = 0
        p.weight[line] = 1
    while bb_any(rest):
        a = pop_lowest(&rest)
        b = p.partner[a]
        p.free_from[a] = 0
        if b == NO_PARTNER:
            continue
        if b != reply and bb_meet(empty, bb_of(b)):
            lines = shared_lines(p, a, b)
            if lines.low | lines.high:
                if a < b:
                    count_pair(p, a, 1)
                continue
        p.partner[a] = p.partner[b] = NO_PARTNER


cdef inline int bare_line(pairing_t* p) noexcept nogil:
    """One of the bare lines, at random; there is one."""
    cdef int in_low = word_count(p.bare.low)
    cdef int skip = <int>below(&p.random, in_low + word_count(p.bare.high))
    cdef uint64_t word = p.bare.low
    cdef int base = 0
    if skip >= in_low:
        skip -= in_low
        word = p.bare.high
        base = 64
    while skip:
        word &= word - 1
        skip -= 1
    return base + word_lowest(word)


cdef inline int gain_of(const pairing_t* p, int a, int b) noexcept nogil:
    """The weight that the pair (a, b) would cover, less what breaking up others lays bare."""
    cdef lineset_t new = shared_lines(p, a, b)
    cdef lineset_t of_a = pair_lines(p, a)
    cdef lineset_t of_b = pair_lines(p, b)
    return (weigh(p, new.low & p.bare.low, new.high & p.bare.high)
            - weigh(p, (of_a.low | of_b.low) & p.once.low & ~new.low,
                    (of_a.high | of_b.high) & p.once.high & ~new.high))


cdef inline void join(pairing_t* p, int a, int b, int step) noexcept nogil:
    """Pair two cells, which leave the pairs they were in."""
    cdef int i, cell
    for i in range(2):
        cell = b if i else a
        if p.partner[cell] != NO_PARTNER:
            count_pair(p, cell, -1)
            p.partner[p.partner[cell]] = NO_PARTNER
            p.partner[cell] = NO_PARTNER
    p.partner[a] = b
    p.partner[b] = a
    p.free_from[a] = p.free_from[b] = step + TABU_STEPS
    count_pair(p, a, 1)


cdef bint pairing_after(pairing_t* p, bb_t empty, int reply) noexcept nogil:
    """Is a pairing found for the lines that a stone on `reply` leaves alive?"""
    cdef int step, line, i, j, a, b, gain, best, best_a, best_b
    begin_after(p, empty, reply)
    for step in range(1, STEPS + 1):
        if not p.bare.low | p.bare.high:
            return True
        if step == PATIENCE and word_count(p.bare.low) + word_count(p.bare.high) > FEW_BARE:
            return False
        line = bare_line(p)
        best = best_a = best_b = NO_PARTNER
        for i in range(p.size[line] - 1):
            a = p.cell[line][i]
            if p.free_from[a] > step:
                continue
            for j in range(i + 1, p.size[line]):
                b = p.cell[line][j]
                if p.free_from[b] > step:
                    continue
                gain = gain_of(p, a, b)
                if best_a == NO_PARTNER or gain > best:
                    best = gain
                    best_a = a
                    best_b = b
        if best_a == NO_PARTNER:
            p.weight[line] += 1             # all its cells are tabu: wait
            continue
        if best <= 0:
            for i in range(p.lines):        # stuck: what is bare must count for more
                p.weight[i] += p.covers[i] == 0
        join(p, best_a, best_b, step)
    return not p.bare.low | p.bare.high


cdef inline bint worth_trying(pairing_t* p) noexcept nogil:
    """Count a node in; False if pairings with so many lines rarely come off, but for a sample."""
    cdef int n = p.lines
    p.tried[n] += 1
    if p.tried[n] > LAST_TRIES:
        p.tried[n] >>= 1
        p.found[n] >>= 1
    return (p.tried[n] <= FIRST_TRIES or RARE * p.found[n] >= p.tried[n]
            or p.tried[n] % SELDOM == 0)


cdef int paired_reply(const context_t* ctx, pairing_t* p, const lines_t* theirs,
                      const order_t* order, bb_t moves, bb_t empty, int empties) noexcept nogil:
    """A move of the defender after which pairing stops the other side for good, or NO_MOVE."""
    cdef int i, move
    if (empties < FEWEST_EMPTIES or not read_lines(ctx, theirs, empty, p)
            or not worth_trying(p)):
        return NO_MOVE
    for i in range(REPLIES_TRIED):
        if not bb_any(moves):
            break
        move = pick(order, moves)
        moves = bb_andnot(moves, bb_of(move))
        if pairing_after(p, empty, move):
            p.found[p.lines] += 1
            return move
    return NO_MOVE


cdef void forget_pairings(pairing_t* p) noexcept nogil:
    """Begin afresh: no pairs, no experience, the same random numbers."""
    cdef int cell
    memset(p, 0, sizeof(pairing_t))
    for cell in range(CAPACITY):
        p.partner[cell] = NO_PARTNER
