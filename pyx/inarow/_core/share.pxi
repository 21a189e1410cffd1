# Effort shared among the choices at a node of the armed game.
#
# There the order of replies, and of moves, is often wrong, and a wrong one may cost a hundred times
# the nodes that the right one does: to search one to its end before the next is begun is a gamble.
# So each gets a share, by the nodes spent on it: the next to be searched is the one at which these,
# times a price for its place in the order, are the fewest. Its turn lasts as long as they are, and at
# least as long as all its turns before, for turns cost something. Whatever the right one takes, all
# others together take some such multiple of it at most. (Levin, "Universal
# sequential search problems", Problems of Information Transmission 9, 1973, shares time among
# programs so. Proof-number search, Allis et al., Artificial Intelligence 66, 1994, is kin: there the
# leaves that are left decide.) What a node has been given is kept in the table, for the next visit.
#
# Easy questions are answered sooner depth first: so they are asked before (`decide.pxi`), with much
# patience for the first reply, and all of it for the first move. If that is all that is done, the 25
# questions of `benchmarks/hard.py --armed` take 1.56 times the nodes, as a geometric mean; 40 of the
# 277 of those positions that take over a thousand nodes are open after 600,000, and 18 if the effort
# is shared. (Four of the 25 take longer so, seven as long.) On 178 others, where 11 are open, prices
# for moves of half or twice as much, for the second reply of two thirds, or to share from a fourth as
# many nodes on leave 12 or 13; a slower growth for replies, or to share from four times as many, 15.

cdef enum:
    QUANTUM_PART = 16           # of the plain budget: what a first try may take
    BUSY_PRICE = 8              # times the price for what another thread or process is at
    MOST_WORK = 48              # bits of nodes that are told apart

cdef struct prices_t:           # in sixteenths; the price of the first choice is 1
    int places                  # that take part; others wait until one of these is refuted
    int second
    int growth                  # of the price from the second place on, …
    int most                    # … up to this

cdef prices_t PATIENT_PRICES = prices_of(16, 16 * 64, 16, 16 * 64)
cdef prices_t REPLY_PRICES = prices_of(16, 16 * 3, 32, 16 * 256)
cdef prices_t MOVE_PRICES = prices_of(CAPACITY, 16 * 8, 20, 16 * 64)


cdef prices_t prices_of(int places, int second, int growth, int most):
    cdef prices_t prices
    prices.places = places
    prices.second = second
    prices.growth = growth
    prices.most = most
    return prices


cdef inline int64_t spent_by(int work) noexcept nogil:
    """About how many nodes an entry of the table stands for."""
    return <int64_t>3 << min(work, MOST_WORK) >> 2 if work else 0


cdef inline int64_t first_try(const search_t* s) noexcept nogil:
    """The nodes that a choice may take at first."""
    return max(<int64_t>(s.plain_budget / QUANTUM_PART), 1)


cdef inline int64_t settled_effort(const search_t* s) noexcept nogil:
    """In place of its effort, for a choice whose answer is known: then its price is nothing."""
    return -first_try(s)


cdef void recall_efforts(search_t* s, int ply, const weak_node_t* node) noexcept nogil:
    """What the choices at a node that was left have been given before."""
    cdef const choices_t* choices = &s.frames[ply].moves
    cdef int64_t* spent = s.frames[ply].spent
    cdef record_t after
    cdef int i, cell
    for i in range(choices.count):
        cell = choices.cell[i]
        spent[cell] = 0
        if s.question.shares and node.record.work:
            weak_push(s, ply, node.kind, cell)
            if known_bounds(s, ply + 1, kind_after(node.kind), &after):
                spent[cell] = (settled_effort(s) if after.upper < 1 or after.lower >= 1
                               else spent_by(after.work))


cdef int next_choice(search_t* s, int ply, const weak_node_t* node, const prices_t* prices,
                     uint64_t* quantum) noexcept nogil:
    """The place of the choice whose turn it is, and the nodes it gets until another is about due."""
    cdef const choices_t* choices = &s.frames[ply].moves
    cdef const int64_t* spent = s.frames[ply].spent
    cdef int64_t fresh = first_try(s)       # what is added, lest a fresh choice cost nothing
    cdef int64_t least = INT64_MAX, second = INT64_MAX, cost
    cdef int price = 16, price_here, price_there = 16, i, place = 0
    for i in range(min(choices.count, prices.places)):
        if i == 1:
            price = prices.second
        elif i:
            price = min(price * prices.growth >> 4, prices.most)
        price_here = price
        if s.busy != NULL and is_makers(node.kind) and is_busy(
                s, move_mark(node.key, node.symmetry, choices.cell[i], s.ctx)):
            price_here *= BUSY_PRICE
        cost = (spent[choices.cell[i]] + fresh) * price_here
        if cost < least:
            second = least
            least = cost
            place = i
            price_there = price_here
        elif cost < second:
            second = cost
    cost = spent[choices.cell[place]]
    quantum[0] = max(fresh, max(cost, second // price_there - fresh - cost))
    return place


cdef inline uint64_t effort_on(const search_t* s, int ply, int choice,
                               uint64_t began) noexcept nogil:
    """The nodes that a choice has been given, with those since its turn `began`."""
    return s.nodes - began + <uint64_t>max(s.frames[ply].spent[choice], 0)


cdef bint is_turn_over(search_t* s, int ply, int choice, uint64_t began) noexcept nogil:
    """A choice was left: note its effort. Was it only its turn that ended? Then the search goes on."""
    s.frames[ply].spent[choice] = effort_on(s, ply, choice, began)
    if s.stopped != STOP_NODES or s.nodes >= s.node_limit:
        return False
    s.stopped = 0
    return True


cdef void keep_effort(search_t* s, const weak_node_t* node, int choice) noexcept nogil:
    """Remember what a node that is left has been given, and the choice that was searched last."""
    cdef record_t record = nothing_known()
    record.zone = bb_none()
    if not s.rules & RULE_TABLE:
        return
    table_probe(s.table, node.key, node.kind, &record)
    if record.upper == WIN and record.lower == -WIN:
        record.move = s.weak_ctx.image[node.symmetry][choice]
        record.work = work_of(spent_by(record.work) + s.nodes - node.entered)
        table_store(s.table, node.key, node.kind, &record)
